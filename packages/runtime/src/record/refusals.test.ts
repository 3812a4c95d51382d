import { expect, test } from 'vitest'
import { ratesOf } from '../limits/rates.ts'
import type { AuditEntry } from '../store/state.ts'
import { countRefusals } from './refusals.ts'

const limits = { failedSignIns: 2, denials: 1, aggregates: 1, imports: 1, jobs: 1, files: 600, sessions: 1 }

const counting = () => {
  const entries: AuditEntry[] = []
  const nowMs = () => 0
  const refusals = countRefusals({
    audit: { buffered: (entry) => void entries.push(entry) },
    rates: ratesOf(limits, nowMs),
    nowMs,
  })
  return { entries, refusals }
}

test('requests that came to no call are one counted entry for each style, address and reason', () => {
  const { entries, refusals } = counting()
  for (let at = 0; at < 500; at++) refusals.note({ style: 'rest', address: '203.0.113.5', reason: 'malformed' })
  refusals.note({ style: 'soap', address: '203.0.113.5', reason: 'malformed' })
  refusals.tell()
  refusals.close()
  expect(
    entries.map(({ operation, outcome, origin, rows }) => [operation, outcome, origin.style, origin.address, rows]),
  ).toEqual([
    ['refused', 'malformed', 'rest', '203.0.113.5', 500],
    ['refused', 'malformed', 'soap', '203.0.113.5', 1],
  ])
})

test('addresses without end are counted together past a thousand', () => {
  const { entries, refusals } = counting()
  for (let at = 0; at < 5000; at++) refusals.note({ style: 'rest', address: `a${at}`, reason: 'malformed' })
  refusals.close()
  expect(entries).toHaveLength(1001)
  expect(entries.at(-1)).toMatchObject({ origin: { address: null }, rows: 4000 })
})

test('an address that is too long to be kept is counted under the name that it has on record, also past a thousand', () => {
  const { entries, refusals } = counting()
  const long = 'a'.repeat(300)
  refusals.note({ style: 'rest', address: long, reason: 'malformed' })
  for (let at = 0; at < 1000; at++) refusals.note({ style: 'rest', address: `a${at}`, reason: 'malformed' })
  refusals.note({ style: 'rest', address: long, reason: 'malformed' })
  refusals.close()
  expect(entries[0]).toMatchObject({ rows: 2 })
  expect(entries[0]?.origin.address).toMatch(/^a{160}…sha256:/)
})

test('sign-ins that fail are counted by /64 of IPv6, and told by address', () => {
  const { entries, refusals } = counting()
  const fail = (address: string) => refusals.failed({ style: 'rest', address })?.code ?? null
  expect([fail('2001:db8::1'), fail('2001:db8::2'), fail('2001:db8::3'), fail('2001:db8:0:1::1')]).toEqual([
    null,
    null,
    'too-many',
    null,
  ])
  refusals.close()
  expect(entries[0]?.origin.address).toBe('2001:db8::1')
})

test('an address whose sign-ins fail too often is told to come back later, and so on record', () => {
  const { entries, refusals } = counting()
  const fail = () => refusals.failed({ style: 'rest', address: 'a' })?.code ?? null
  expect([fail(), fail(), fail()]).toEqual([null, null, 'too-many'])
  refusals.close()
  expect(entries.map(({ outcome, rows }) => [outcome, rows])).toEqual([
    ['unauthenticated', 2],
    ['too-many', 1],
  ])
})
