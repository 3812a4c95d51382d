import { afterEach, expect, test, vi } from 'vitest'
import { gatherTests, readLinesMax } from './tests-outcome.ts'

afterEach(() => vi.restoreAllMocks())

const never = (): never => expect.unreachable()

test('what tests print is never read as what their reporter says, and of that a line longer than one is not read', () => {
  const parse = vi.spyOn(JSON, 'parse')
  const tests = gatherTests(never)
  const line = '{"came":"passed","name":"one","file":"/service/test/a.test.ts"}'
  tests.printed(line)
  tests.told(`{"came":"passed","text":"${'x'.repeat(70_000)}"}`)
  expect(parse).not.toHaveBeenCalled()
  expect(tests.outcome()).toMatchObject({ passed: 0, failed: 0, lines: [line] })
  for (const each of [line, '{"came":"', 'null', '7']) tests.told(each)
  expect(tests.outcome()).toMatchObject({ passed: 1, failed: 0, lines: [line] })
})

test('of what tests print the last lines are kept, as a row holds them', () => {
  const tests = gatherTests(never)
  for (let number = 0; number < 5000; number++) tests.printed(`line ${number}`)
  tests.told('{"line":"a\\u0000b\\n\\ud83d\\n\\u0000\\n\\n"}')
  const { lines } = tests.outcome()
  expect([lines.length, ...lines.slice(-3)]).toEqual([200, 'line 4999', 'ab', '\ufffd'])
})

test('past so many lines nothing is taken, and whoever runs the tests is told', () => {
  const tooMany = vi.fn()
  const tests = gatherTests(tooMany)
  for (let number = 0; number < readLinesMax; number++) tests.printed('x')
  expect(tooMany).not.toHaveBeenCalled()
  tests.told('{"came":"passed"}')
  expect(tooMany).toHaveBeenCalled()
  expect(tests.outcome().passed).toBe(0)
})
