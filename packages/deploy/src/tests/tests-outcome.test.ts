import { afterEach, expect, test, vi } from 'vitest'
import { gatherTests, readLinesMax } from './tests-outcome.ts'

afterEach(() => vi.restoreAllMocks())

const never = (): never => expect.unreachable()

test('what tests print is not read as JSON, unless it begins as a line of the reporter does and is no longer than one', () => {
  const parse = vi.spyOn(JSON, 'parse')
  const tests = gatherTests(never)
  for (const line of ['{', '{"name":"x"}', '[{"came":"passed"}]', `{"came":"passed","text":"${'x'.repeat(70_000)}"}`])
    tests.take(line)
  expect(parse).not.toHaveBeenCalled()
  tests.take('{"came":"passed","name":"one","file":"/service/test/a.test.ts"}')
  tests.take('{"came":"')
  expect(parse).toHaveBeenCalledTimes(2)
  expect(tests.outcome()).toMatchObject({ passed: 1, failed: 0 })
})

test('of what tests print the last lines are kept, as a row holds them', () => {
  const tests = gatherTests(never)
  for (let number = 0; number < 5000; number++) tests.take(`line ${number}`)
  tests.take('{"line":"a\\u0000b\\n\\ud83d\\n\\u0000\\n\\n"}')
  const { lines } = tests.outcome()
  expect([lines.length, ...lines.slice(-3)]).toEqual([200, 'line 4999', 'ab', '\ufffd'])
})

test('past so many lines nothing is taken, and whoever runs the tests is told', () => {
  const tooMany = vi.fn()
  const tests = gatherTests(tooMany)
  for (let number = 0; number < readLinesMax; number++) tests.take('x')
  expect(tooMany).not.toHaveBeenCalled()
  tests.take('{"came":"passed"}')
  expect(tooMany).toHaveBeenCalled()
  expect(tests.outcome().passed).toBe(0)
})
