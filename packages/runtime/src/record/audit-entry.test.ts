import { expect, test } from 'vitest'
import { rememberApiKey } from '../call/api-key-of.ts'
import type { Call } from '../call/call.ts'
import { canonicalJson } from '../values/canonical-json.ts'
import type { JsonObject } from '../values/json.ts'
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

test('an entry is short, whatever a client calls its operation, itself or its tenant, and can be told from others', () => {
  const long = (end: string) => `${'x'.repeat(1_000_000)}${end}`
  const entryOf = (end: string) =>
    auditEntry(
      {
        operation: long(end),
        input: {},
        principal: { id: long(end), roles: [long(end)], attributes: {}, tenant: long(end), credential: 'jwt' },
        context: { origin: { style: 'rest', requestId: long(end), address: long(end) } },
      },
      'not-found',
      newNotes(),
      'buffered',
      0,
    )
  const { principal, operation } = entryOf('a')
  expect(JSON.stringify(entryOf('a')).length).toBeLessThan(4000)
  expect(operation).toMatch(/^x{160}…sha256:[0-9a-f]{64}$/)
  expect(entryOf('b').principal).not.toBe(principal)
})

test('an entry names the API key that was shown, and of who signed in otherwise it says nothing', () => {
  const principal = { id: 'ann', roles: [], attributes: {}, credential: 'api-key' } as const
  const entryOf = (asked: Call['principal']) =>
    auditEntry({ ...call, principal: asked }, 'ok', newNotes(), 'buffered', 0)
  expect('apiKey' in entryOf(principal)).toBe(false)
  rememberApiKey(principal, 'k1')
  const entry = entryOf(principal)
  expect(entry).toMatchObject({ apiKey: 'k1', principal: 'ann' })
  expect(JSON.stringify(entry)).toBe(canonicalJson(entry as unknown as JsonObject))
})
