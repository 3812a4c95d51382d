import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readSettings } from '@charter/ledger/settings'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ledgerFolder, openLedger, type PlatformLedger } from './open-ledger.ts'

let folder: string
const opened: PlatformLedger[] = []
const bugs: unknown[] = []
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'charter-platform-ledger-'))
  bugs.length = 0
})
afterEach(async () => {
  await Promise.all(opened.splice(0).map((ledger) => ledger.close()))
  rmSync(folder, { recursive: true })
})

const open = async (): Promise<PlatformLedger> => {
  const ledger = await openLedger({ folder, onBug: (error) => bugs.push(error) })
  opened.push(ledger)
  return ledger
}

const key = (): string => generateKeyPairSync('ed25519').publicKey.export({ type: 'spki', format: 'pem' }).toString()
const names = async (): Promise<readonly string[]> => [...(await readSettings(ledgerFolder(folder))).replicas.keys()]
const isThere = ({ at }: PlatformLedger): Promise<boolean> =>
  fetch(`http://${at}/healthz`).then(
    ({ ok }) => ok,
    () => false,
  )

test('of several servers over one folder one serves the ledger, and another takes its place once it is gone', async () => {
  const [one, other] = [await open(), await open()]
  expect(other.at).toBe(one.at)
  await other.take('clinic', key())
  await one.close()
  await expect.poll(() => isThere(other)).toBe(true)
  await other.take('shop', key())
  expect(await names()).toEqual(['clinic', 'shop'])
  expect(bugs).toEqual([])
})

test('what services were told holds when it is opened again, and a key that was taken is not another one', async () => {
  const first = await open()
  const [known, told] = [key(), first.variables('clinic')]
  await first.take('clinic', known)
  await first.close()
  const again = await open()
  expect(again.variables('clinic')).toEqual(told)
  await again.take('clinic', known)
  await expect(again.take('clinic', key())).rejects.toThrow('signed with another key before')
})

test('keys of services that are first healthy at once are all taken', async () => {
  const ledger = await open()
  const known = ['clinic', 'shop', 'depot'].map((name) => [name, key()] as const)
  await Promise.all(known.map(([name, each]) => ledger.take(name, each)))
  expect(await names()).toEqual(['clinic', 'shop', 'depot'])
  for (const [name] of known) await expect(ledger.take(name, key())).rejects.toThrow('signed with another key before')
})

test('who is about to send raises nothing before its key is taken; who was told nothing does', async () => {
  const ledger = await open()
  ledger.variables('clinic')
  const claims = (iss: string): string =>
    [{ typ: 'charter-replica+jwt' }, { iss, sub: iss, aud: 'x', iat: 1, exp: 2 }, {}]
      .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
      .join('.')
  for (const name of ['clinic', 'stranger']) {
    const answer = await fetch(`http://${ledger.at}/replicas/${name}/epochs/1`, {
      headers: { authorization: `Bearer ${claims(name)}` },
    })
    expect(answer.status).toBe(401)
  }
  await expect.poll(() => bugs.map(String)).toEqual([expect.stringContaining('stranger')])
})

test('restored without its key, the ledger of before is kept beside the one that begins', async () => {
  await (await open()).close()
  rmSync(join(ledgerFolder(folder), 'keys', 'ledger.pem'))
  await open()
  expect(readdirSync(folder).filter((name) => name.startsWith('ledger-before-'))).toHaveLength(1)
})
