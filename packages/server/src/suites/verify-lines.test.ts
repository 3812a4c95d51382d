import { expect, test } from 'vitest'
import { verifyLines } from './verify-lines.ts'

const named = (...ids: readonly string[]) => ids.map((id) => ({ id }))

test('what was asked is said by what it is about, with how much of it held, and what did not hold comes last', () => {
  const failure = { ...{ id: 'Note.read', title: '', cites: [], step: 1 }, request: 'GET /api/notes/1', status: 500 }
  expect(
    verifyLines(named('Note.list', 'Note.read', 'sign-in.alg', 'sign-in.exp'), {
      failed: [{ ...failure, mismatches: [] }],
      skipped: [{ id: 'sign-in.exp', reason: 'It waits.' }],
    }),
  ).toEqual(['Note: 1 of 2 hold', 'sign-in: 1 of 2 hold, 1 not run', 'FAILED Note.read: GET /api/notes/1'])
})
