import { rm } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { ledgerWitness, openLedger, verifyLedger } from '../index.ts'
import { appendAll, newKey, records, testLedger } from '../testing/ledger.ts'

it('another ledger keeps the checkpoints, and finds out when this one is rewritten', async () => {
  const [watched, watching] = [await testLedger(), await testLedger()]
  const other = await openLedger({ folder: watching.folder, origin: 'auditor.example/ledger', key: newKey() })
  const first = await watched.open()
  const witness = ledgerWitness({
    ledger: other,
    folder: watching.folder,
    key: first.key,
    administrator: 'auditor',
    ledgerAdministrator: 'operations',
  })
  await first.close()
  const ledger = await watched.open({ witnesses: [witness] })
  await appendAll(ledger, records(1, 20))
  await ledger.publish()
  await appendAll(ledger, records(21, 30))
  await ledger.close()
  const verdict = await verifyLedger(watched.folder, { key: ledger.key, witnesses: [witness] })
  expect(verdict).toMatchObject({ isWhole: true, unwitnessed: 0, faults: [] })
  expect(verdict.witnesses).toEqual([{ name: 'ledger auditor.example/ledger', size: 32, notIndependent: null }])

  await rm(watched.folder, { recursive: true })
  const rewritten = await watched.open()
  await appendAll(rewritten, records(101, 150))
  await rewritten.close()
  const found = await verifyLedger(watched.folder, { key: ledger.key, witnesses: [witness] })
  expect(found.faults[0]).toMatchObject({ part: 'witness', where: 'ledger auditor.example/ledger' })

  const again = await watched.open({ witnesses: [witness] })
  await again.close()
  expect(watched.alarms.at(-1)).toMatchObject({ kind: 'witness' })
  expect(watched.alarms.at(-1)?.sentence).toMatch(/the ledger was rewritten/)
  await other.close()
  expect((await verifyLedger(watching.folder, { key: other.key })).isWhole).toBe(true)
})
