import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openSegmentFile } from '../disk/segment-file.ts'
import { type Clock, openReader, verifyLedger } from '../index.ts'
import { appendAll, record, records, testLedger } from '../testing/ledger.ts'

const kinds = (alarms: readonly { readonly kind: string }[]): readonly string[] => alarms.map(({ kind }) => kind)

it('a paused old writer acknowledges nothing, and adds nothing, after a new one took over', async () => {
  const { open, folder, alarms } = await testLedger()
  const old = await open({ limits: { segmentEntriesMax: 20 } })
  await appendAll(old, records(1, 10))
  const next = await open({ takeOver: true })
  await appendAll(next, records(11, 15))
  const late = await Promise.allSettled([record(11, { entry: '{"outcome":"late"}' })].map((one) => old.append(one)))
  expect(late[0]).toMatchObject({ status: 'rejected', reason: { problem: { code: 'unavailable', reason: 'fenced' } } })
  expect(kinds(alarms)).toContain('fenced')
  await appendAll(next, records(16, 20))
  await old.close()
  await next.close()
  const verdict = await verifyLedger(folder, { key: next.key })
  expect(verdict).toMatchObject({ isWhole: true, size: 22, faults: [] })
  expect((await readdir(join(folder, 'segments'))).length).toBe(1)
})

it('a writer that is paused between its write and its acknowledgement is caught too', async () => {
  const { open, folder } = await testLedger()
  const pause = { reached: () => {}, resume: Promise.resolve() }
  const old = await open({
    openFile: async (file, bytes) => {
      const segment = await openSegmentFile(file, bytes)
      return {
        close: segment.close,
        append: async (more) => {
          pause.reached()
          await pause.resume
          await segment.append(more)
        },
      }
    },
  })
  await old.append(record(1))
  const reached = Promise.withResolvers<void>()
  const resumed = Promise.withResolvers<void>()
  pause.reached = reached.resolve
  pause.resume = resumed.promise
  const late = old.append(record(2)).then(
    () => 'acknowledged',
    (error) => error.problem.reason,
  )
  await reached.promise
  const next = await open({ takeOver: true })
  await next.append(record(2, { entry: '{"outcome":"of the new writer"}' }))
  resumed.resolve()
  expect(await late).toBe('fenced')
  await next.append(record(3))
  await old.close()
  await next.close()
  expect(await verifyLedger(folder, { key: next.key })).toMatchObject({ isWhole: true, size: 5, faults: [] })
})

it('only one writer at a time gets the lease, until it is let go or runs out', async () => {
  const { open } = await testLedger()
  const clock = { nowMs: 1_800_000_000_000 }
  const at = (): Clock => ({ now: () => clock.nowMs, monotonic: () => clock.nowMs })
  const first = await open({ clock: at() })
  await expect(open({ clock: at() })).rejects.toMatchObject({ problem: { code: 'in-progress' } })
  clock.nowMs += 15_001
  const second = await open({ clock: at() })
  expect(second.term).toBe(first.term + 1)
  await second.close()
  const third = await open({ clock: at() })
  await third.close()
  await first.close()
})

it('a record that comes twice is recorded once, also after opening again and across segments', async () => {
  const { open, folder, alarms } = await testLedger()
  const limits = { segmentEntriesMax: 10 }
  const ledger = await open({ limits })
  for (let group = 0; group < 4; group++) await appendAll(ledger, records(group * 10 + 1, group * 10 + 10))
  const twice = await Promise.all([ledger.append(record(41)), ledger.append(record(41))])
  expect(twice.map(({ index }) => index === null)).toEqual([false, true])
  await ledger.close()
  const again = await open({ limits })
  for (const one of [record(1), record(41)]) expect(await again.append(one)).toEqual({ index: null })
  expect((await again.append(record(42))).index).toBeGreaterThan(41)
  await again.close()
  const held: number[] = []
  for await (const { record: one } of (await openReader(folder, again.key)).entries())
    if (one.replica === 'clinic-1') held.push(one.sequence)
  expect(held).toEqual(Array.from({ length: 42 }, (_, at) => at + 1))
  expect(alarms).toEqual([])
})

it('a gap raises an alarm that names it, and stands in the ledger', async () => {
  const { open, folder, alarms } = await testLedger()
  const ledger = await open()
  await ledger.append(record(1))
  await ledger.append(record(5))
  await ledger.close()
  expect(alarms[0]).toMatchObject({ kind: 'gap', details: { replica: 'clinic-1', epoch: 1, expected: 2, got: 5 } })
  const events: unknown[] = []
  for await (const { record: one } of (await openReader(folder, ledger.key)).entries()) events.push(one.entry.kind)
  expect(events).toContain('gap')
})

it('a replica that is not known, or takes the name of the ledger, is refused with an alarm', async () => {
  const { open, alarms } = await testLedger()
  const ledger = await open({ replicas: new Set(['clinic-1']) })
  for (const replica of ['clinic-2', 'ledger', 'ledger/segments'])
    await expect(ledger.append(record(1, { replica }))).rejects.toMatchObject({ problem: { code: 'forbidden' } })
  await ledger.close()
  expect(kinds(alarms)).toEqual(['forged-replica', 'forged-replica', 'forged-replica'])
})

it('clock steps raise alarms: of the ledger, and of a replica', async () => {
  const { open, alarms } = await testLedger()
  const time = { nowMs: 1_800_000_000_000, steadyMs: 0 }
  const ledger = await open({ clock: { now: () => time.nowMs, monotonic: () => time.steadyMs } })
  const sent = (sequence: number, at: string) => ledger.append(record(sequence, { entry: JSON.stringify({ at }) }))
  await sent(1, '2026-11-21T10:00:00Z')
  time.nowMs += 60_000
  time.steadyMs += 60_000
  await sent(2, '2026-11-21T10:01:00Z')
  expect(alarms).toEqual([])
  time.nowMs -= 3_600_000
  await sent(3, '2026-11-21T10:02:00Z')
  expect(alarms.at(-1)).toMatchObject({ kind: 'clock-step', details: { stepMs: -3_600_000 } })
  await sent(4, '2026-11-21T08:02:00Z')
  expect(alarms.at(-1)).toMatchObject({ kind: 'clock-step', details: { replica: 'clinic-1' } })
  await ledger.close()
})

it.each([
  ['no JSON', 'nonsense'],
  ['no object', '[1]'],
  ['other spelling', '{"b":1,"a":2}'],
  ['a member twice', '{"a":1,"a":2}'],
  ['white space', '{"a": 1}'],
  ['two lines', '{"a":1}\n{"checkpoint":""}'],
  ['too long', JSON.stringify({ a: 'x'.repeat(70_000) })],
])('an entry that is not canonical is refused: %s', async (_, entry) => {
  const { open } = await testLedger()
  const ledger = await open()
  await expect(ledger.append(record(1, { entry }))).rejects.toMatchObject({ problem: { code: 'invalid-input' } })
  await ledger.append(record(1))
  await ledger.close()
})

it('what comes behind a refused record is refused with it, however small, so that none is overtaken', async () => {
  const { open, alarms } = await testLedger()
  const ledger = await open({ limits: { queueBytesMax: 3000 } })
  const long = record(2, { entry: `{"pad":"${'x'.repeat(2800)}"}` })
  const settled = await Promise.allSettled([record(1), long, record(3)].map((one) => ledger.append(one)))
  expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected'])
  for (const one of [long, record(3)]) await ledger.append(one)
  expect(kinds(alarms)).toEqual(['queue-full'])
  await ledger.close()
})
