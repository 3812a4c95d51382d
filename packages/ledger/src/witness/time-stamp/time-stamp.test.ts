import { execFileSync } from 'node:child_process'
import { X509Certificate } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { timeStampWitness, verifyLedger } from '../../index.ts'
import { appendAll, newFolder, records, testLedger } from '../../testing/ledger.ts'
import { verifyToken } from './token.ts'

/** A time-stamp authority by OpenSSL, with a root of its own. */
const authority = async () => {
  const folder = await newFolder()
  const openssl = (...words: readonly string[]): Buffer =>
    execFileSync('openssl', words, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] })
  await writeFile(join(folder, 'serial'), '01\n')
  await writeFile(
    join(folder, 'tsa.cnf'),
    `[tsa]\ndefault_tsa = own\n[own]\nserial = ${join(folder, 'serial')}\nsigner_digest = sha256\ndefault_policy = 1.2.3.4.1\ndigests = sha256\n[stamping]\nextendedKeyUsage = critical, timeStamping\nbasicConstraints = critical, CA:false\n[plain]\nbasicConstraints = critical, CA:false\n`,
  )
  const issue = (name: string, extensions: string): void => {
    openssl('req', '-new', '-newkey', 'rsa:2048', '-nodes', '-keyout', `${name}.key`, '-out', `${name}.csr`, '-subj', `/CN=${name}`) // biome-ignore format: one command
    openssl('x509', '-req', '-in', `${name}.csr`, '-CA', 'root.pem', '-CAkey', 'root.key', '-CAcreateserial', '-days', '9', '-extfile', 'tsa.cnf', '-extensions', extensions, '-out', `${name}.pem`) // biome-ignore format: one command
  }
  openssl('req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', 'root.key', '-out', 'root.pem', '-days', '9', '-subj', '/CN=root') // biome-ignore format: one command
  issue('tsa', 'stamping')
  return {
    folder,
    openssl,
    root: new X509Certificate(await readFile(join(folder, 'root.pem'))),
    send: async (request: Buffer): Promise<Buffer> => {
      await writeFile(join(folder, 'request'), request)
      openssl('ts', '-reply', '-config', 'tsa.cnf', '-queryfile', 'request', '-signer', 'tsa.pem', '-inkey', 'tsa.key', '-out', 'reply') // biome-ignore format: one command
      return readFile(join(folder, 'reply'))
    },
  }
}

it('a time-stamp authority witnesses checkpoints; OpenSSL accepts what is kept, and no byte of a stamp can be changed', async () => {
  const { folder, openssl, root, send } = await authority()
  const { open, folder: own } = await testLedger()
  const first = await open()
  await first.close()
  const file = join(folder, 'stamps')
  const parties = { administrator: 'authority', ledgerAdministrator: 'operations' }
  const witness = timeStampWitness({ file, key: first.key, roots: [root], send, ...parties })
  const ledger = await open({ witnesses: [witness] })
  await appendAll(ledger, records(1, 20))
  await ledger.close()
  expect(await verifyLedger(own, { key: ledger.key, witnesses: [witness] })).toMatchObject({
    isWhole: true,
    unwitnessed: 0,
    faults: [],
    witnesses: [{ size: 22, notIndependent: null }],
  })

  const kept = (await readFile(file, 'utf8'))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(kept.length).toBe(2)
  const token = Buffer.from(kept[1].token, 'base64')
  await writeFile(join(folder, 'token'), token)
  await writeFile(join(folder, 'note'), kept[1].note)
  const said = openssl('ts', '-verify', '-in', 'token', '-token_in', '-data', 'note', '-CAfile', 'root.pem')
  expect(said.toString()).toMatch(/OK/)

  const stranger = await authority()
  expect(verifyToken(token, [stranger.root])).toBe(null)
  const whole = verifyToken(token, [root])
  for (let at = 0; at < token.length; at += 13) {
    const changed = Buffer.from(token)
    changed[at] = (changed[at] ?? 0) ^ 1
    const read = verifyToken(changed, [root])
    // What is outside of what is signed (an algorithm named twice) may change without changing what was said.
    if (read !== null) expect(read).toEqual(whole)
  }
  await writeFile(file, `${JSON.stringify({ ...kept[0], note: kept[1].note })}\n`)
  const verdict = await verifyLedger(own, { key: ledger.key, witnesses: [witness] })
  expect(verdict.faults).toMatchObject([{ part: 'witness' }])
})

it('an authority that gives nothing, or stamps something else, is no witness, and an alarm says so', async () => {
  const { folder, root, send } = await authority()
  const { open, alarms } = await testLedger()
  const parties = { administrator: 'authority', ledgerAdministrator: 'operations' }
  const first = await open()
  await first.close()
  let replayed: Buffer | null = null
  const replaying = async (request: Buffer): Promise<Buffer> => {
    replayed ??= await send(request)
    return replayed
  }
  const witness = timeStampWitness({ file: join(folder, 'stamps'), key: first.key, roots: [root], send: replaying, ...parties }) // biome-ignore format: one call
  const ledger = await open({ witnesses: [witness] })
  expect(alarms).toEqual([])
  await appendAll(ledger, records(1, 2))
  await ledger.publish()
  expect(alarms.map(({ kind }) => kind)).toEqual(['witness'])
  expect(await witness.checkpoints()).toHaveLength(1)
  await ledger.close()
})
