import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import {
  fileWitness,
  leafHash,
  openReader,
  readCheckpoint,
  verifyConsistency,
  verifyInclusion,
  verifyLedger,
} from './index.ts'
import { appendAll, newFipsKey, newFolder, newKey, record, records, testLedger } from './testing/ledger.ts'

it.each([
  ['Ed25519', newKey],
  ['ECDSA P-256', newFipsKey],
] as const)('what is appended can be proven, carried on and verified elsewhere, signed with %s', async (_, makeKey) => {
  const { folder, open, alarms, key } = await testLedger(makeKey())
  const ledger = await open()
  const witness = fileWitness({
    file: join(await newFolder(), 'witness'),
    key: ledger.key,
    administrator: 'auditor',
    ledgerAdministrator: 'operations',
  })
  await appendAll(ledger, records(1, 700))
  await ledger.close()
  const early = await openReader(folder, ledger.key)

  const again = await open({ witnesses: [witness] })
  await appendAll(again, records(701, 1000))
  await again.publish()
  await again.append(record(1001))
  await again.close()
  const reader = await openReader(folder, ledger.key)
  expect(reader.checkpoint.size).toBe(1003)

  const proven = await reader.prove(500)
  expect(proven.entry.sequence).toBe(500)
  const { size, root } = reader.checkpoint
  const claim = { index: 500, size, root, leaf: leafHash(proven.line), proof: proven.proof }
  expect(verifyInclusion(claim)).toBe(true)
  expect(verifyInclusion({ ...claim, leaf: leafHash(`${proven.line} `) })).toBe(false)
  expect(
    verifyConsistency({
      from: early.checkpoint.size,
      fromRoot: early.checkpoint.root,
      to: size,
      toRoot: root,
      proof: await reader.consistency(early.checkpoint.size),
    }),
  ).toBe(true)

  const copy = join(await newFolder(), 'copy')
  await cp(folder, copy, { recursive: true })
  const verdict = await verifyLedger(copy, { key: ledger.key, witnesses: [witness] })
  expect(verdict.faults).toEqual([])
  expect(verdict).toMatchObject({ isWhole: true, size: 1003, key: 'given', unwitnessed: 0 })
  expect(verdict.witnesses[0]?.notIndependent).toMatch(/^not independent/)
  expect(readCheckpoint(reader.note, { name: ledger.key.name, publicKey: ledger.key.publicKey })).toMatchObject({
    size,
  })
  expect(alarms).toEqual([])
  expect(key.type).toBe('private')
})
