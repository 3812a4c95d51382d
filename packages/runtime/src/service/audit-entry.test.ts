import { expect, test } from 'vitest'
import type { Call } from '../call.ts'
import { auditEntry, newNotes } from './audit-entry.ts'

const call: Call = {
  operation: 'Patient.read',
  principal: null,
  input: {},
  context: { origin: { style: 'rest', requestId: 'r' } },
}

test('a key that somebody made up to be endless is not on record, so that the entry can still be sent to a ledger', () => {
  const keyIn = (id: string) => auditEntry(call, 'forbidden', { ...newNotes(), key: { id } }, 'durable', 0).key
  expect(keyIn('p1')).toBe('{"id":"p1"}')
  expect(keyIn('x'.repeat(20_000))).toBe(null)
})
