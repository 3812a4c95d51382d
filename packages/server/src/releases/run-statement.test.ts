import { expect, test } from 'vitest'
import type { Entities } from '../charter.gen.ts'
import { isRunSigned, runStatement } from './run-statement.ts'

type Run = Entities['Run']['row']

const digestOf = (digit: string): string => `sha256:${digit.repeat(64)}`

test('what is signed of a run is of its id, its tests, its release and how it ended, and of no other', () => {
  const run = { id: 'one', tests: 'verify', releaseDigest: digestOf('a'), startedBy: 'ann', startedAt: '' } as const
  const came = { passed: 1, failed: 0, skipped: 0, failures: [] }
  const ended = { durationMs: 1, endedAt: '', generator: '' }
  const statement = runStatement({ run, suite: 'verify', project: 'notes', came, ...ended })
  const signed = { ...run, endedAt: '', state: 'passed', statement, signature: 'by us' } as Run
  const isSigned = (row: Partial<Run>): boolean =>
    isRunSigned({ isOf: (text, signature) => text === statement && signature === 'by us' }, { ...signed, ...row })
  expect(isSigned({})).toBe(true)
  const others: readonly Partial<Run>[] = [
    { id: 'two' },
    { tests: 'ownTests' },
    { releaseDigest: digestOf('b') },
    { state: 'failed' },
    { endedAt: '2026-01-01T00:00:00Z' },
    { statement: null },
    { statement: statement.replace('PASSED', 'FAILED') },
    { signature: null },
    { signature: 'by others' },
  ]
  for (const other of others) expect([other, isSigned(other)]).toEqual([other, false])
})
