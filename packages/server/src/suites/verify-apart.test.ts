import { expect, test } from 'vitest'
import { checkText } from '../versions/check-text.ts'
import { type Tested, TestsRefused } from './tests-run.ts'
import { verifyApart } from './verify-apart.ts'

const charter = (source: string): string => `charter: 1
name: notes
serves: [rest]
access: { roles: [clerk] }
sources: { main: ${source} }
entities:
  Note:
    key: id
    fields: { id: { type: uuid, default: generated }, text: { type: text, length: 1..200 } }
    allow: { clerk: { do: [create, read, list] } }
`

const tested = (source: string): Tested => {
  const text = charter(source)
  const { errors, lock } = checkText(text, null)
  expect(errors).toBe(0)
  return { version: { text, lock }, digest: '', parts: [], read: async () => new Uint8Array() }
}

const options = { signal: new AbortController().signal, timeoutMs: 300_000, tell: () => {} }

test('what a charter says is held against its service, in a process of its own that tells how far it is', async () => {
  const lines: string[] = []
  const run = await verifyApart(tested('{ own: sqlite }'), { ...options, tell: (line) => lines.push(line) })
  expect(run).toMatchObject({ failed: 0, failures: [] })
  expect(run.lines).toContainEqual(expect.stringMatching(/^Note: (\d+) of \1 hold/))
  expect(run.passed).toBeGreaterThan(100)
  expect(lines.at(-1)).toMatch(/^(\d+) of \1 scenarios$/)
}, 300_000)

test('a database of somebody else is not looked into, whatever the environment of the platform says', async () => {
  const of = tested('{ url: env(DATABASE_URL), database: sqlite }')
  await expect(verifyApart(of, options)).rejects.toThrow(/source main of this charter is not one of its own/)
}, 60_000)

test('what takes too long is ended, and so is what is cancelled', async () => {
  const of = tested('{ own: sqlite }')
  await expect(verifyApart(of, { ...options, timeoutMs: 1 })).rejects.toThrow(TestsRefused)
  const cancelled = new Error('Enough.')
  await expect(verifyApart(of, { ...options, signal: AbortSignal.abort(cancelled) })).rejects.toBe(cancelled)
}, 60_000)
