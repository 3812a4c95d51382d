import { createPublicKey, createSecretKey, randomBytes } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openedLog, openReplicaLog } from '@charter/runtime/service'
import { expect, it } from 'vitest'
import { openReader, openVault, verifyLedger } from '../index.ts'
import { newFipsKey, newFolder, newKey, testLedger } from '../testing/ledger.ts'
import { sourceJson } from '../testing/source-json.ts'
import { collectReplicaLog } from './index.ts'

const now = () => '2026-11-21T10:00:00Z'
const entriesFrom = (from: number, through: number): readonly string[] =>
  Array.from({ length: through - from + 1 }, (_, at) => sourceJson(from + at))

it.each([newKey, newFipsKey])(
  'logs of replicas come together, each entry once, as often as they are collected',
  async (makeKey) => {
    const { open, folder, alarms } = await testLedger()
    const ledger = await open()
    const key = makeKey()
    const keys = new Map([['a', createPublicKey(key)]])
    const log = await openReplicaLog({ folder: await newFolder(), replica: 'a', key, now })
    await log.append(entriesFrom(1, 30))
    expect(await collectReplicaLog({ ledger, file: log.file, keys })).toMatchObject({
      recorded: 30,
      held: 0,
      fault: null,
    })
    await log.append(entriesFrom(31, 50))
    // As a reader may meet a log that is being written.
    await writeFile(log.file, '{"entry":{"cut', { flag: 'a' })
    expect(await collectReplicaLog({ ledger, file: log.file, keys })).toMatchObject({
      recorded: 20,
      held: 30,
      fault: null,
    })
    await log.close()
    await ledger.close()
    const held: unknown[] = []
    for await (const { record } of (await openReader(folder, ledger.key)).entries())
      if (record.replica === 'a') held.push(record.entry)
    expect(held).toEqual(entriesFrom(1, 50).map((text) => JSON.parse(text)))
    expect(alarms).toEqual([])
  },
)

it('a log that is sealed at rest is asked to be opened first, and raises no alarm', async () => {
  const { open, alarms } = await testLedger()
  const ledger = await open()
  const key = newKey()
  const made = { id: 'l1-0123456789ab', key: createSecretKey(randomBytes(32)) }
  const sealedBy = { logKey: async () => made, dataKeys: async () => new Map([[made.id, made]]) }
  const log = await openReplicaLog({ folder: await newFolder(), replica: 'a', key, keys: sealedBy, now })
  await log.append(entriesFrom(1, 3))
  await log.close()
  const keys = new Map([['a', createPublicKey(key)]])
  await expect(collectReplicaLog({ ledger, file: log.file, keys })).rejects.toThrow('charter keys open --log')
  const opened = join(await newFolder(), 'opened')
  await writeFile(opened, `${(await openedLog(log.file, sealedBy)).join('\n')}\n`)
  expect(await collectReplicaLog({ ledger, file: opened, keys })).toMatchObject({ recorded: 3, fault: null })
  await ledger.close()
  expect(alarms).toEqual([])
})

it('a log of an unknown replica, with another key, or changed raises an alarm; what was sealed before is taken', async () => {
  const { open, alarms } = await testLedger()
  const ledger = await open()
  const key = newKey()
  const keys = new Map([['a', createPublicKey(key)]])
  const folder = await newFolder()
  const unknown = await openReplicaLog({ folder, replica: 'b', key, now })
  const forged = await openReplicaLog({ folder: await newFolder(), replica: 'a', key: newKey(), now })
  const changed = await openReplicaLog({ folder, replica: 'a', key, now })
  for (const log of [unknown, forged, changed]) {
    await log.append(entriesFrom(1, 5))
    await log.append(entriesFrom(6, 9))
    await log.close()
  }
  await writeFile(changed.file, (await readFile(changed.file, 'utf8')).replace('000000000007"', '000000000008"'))
  expect(await collectReplicaLog({ ledger, file: unknown.file, keys })).toMatchObject({ recorded: 0, replica: 'b' })
  expect(await collectReplicaLog({ ledger, file: forged.file, keys })).toMatchObject({ recorded: 0 })
  expect((await collectReplicaLog({ ledger, file: changed.file, keys })).recorded).toBe(5)
  expect(alarms.map(({ kind }) => kind)).toEqual(['forged-replica', 'forged-replica', 'forged-replica'])
  await ledger.close()
})

it('personal values enter as commitments; erased, they are nowhere, and the ledger is whole', async () => {
  const { open, folder } = await testLedger()
  const vaultFolder = await newFolder()
  const vault = await openVault(vaultFolder)
  const ledger = await open()
  const key = newKey()
  const log = await openReplicaLog({ folder: await newFolder(), replica: 'a', key, now })
  await log.append(entriesFrom(1, 14))
  await log.close()
  const personal = { paths: ['principal', 'origin.address'], vault }
  await collectReplicaLog({ ledger, file: log.file, keys: new Map([['a', createPublicKey(key)]]), personal })
  const commitment = await vault.commit('nurse-3')
  expect(await vault.reveal(commitment)).toBe('nurse-3')
  expect(await vault.erase('nurse-3')).toBe(commitment)
  await ledger.note({ event: 'erased', commitment })
  await ledger.close()

  expect(await vault.reveal(commitment)).toBe(null)
  const again = await openVault(vaultFolder)
  expect(await again.reveal(await again.commit('nurse-4'))).toBe('nurse-4')
  expect(await again.commit('nurse-3')).not.toBe(commitment)
  await again.erase('nurse-3')
  expect((await verifyLedger(folder, { key: ledger.key })).isWhole).toBe(true)
  let found = 0
  for await (const { record } of (await openReader(folder, ledger.key)).entries())
    if (record.entry.principal === commitment) found++
  expect(found).toBe(2)
  for (const place of [folder, vaultFolder])
    for (const entry of await readdir(place, { recursive: true, withFileTypes: true }))
      if (entry.isFile()) expect(await readFile(join(entry.parentPath, entry.name), 'latin1')).not.toContain('nurse-3')
})
