import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { messageLines } from './message-lines.ts'

const linesOf = async (chunks: readonly string[]): Promise<readonly (string | null)[]> => {
  const lines: (string | null)[] = []
  for await (const line of messageLines(Readable.from(chunks.map((each) => Buffer.from(each))), 5))
    lines.push(line?.toString() ?? null)
  return lines
}

test('lines are the same however their bytes arrive', async () => {
  expect(await linesOf(['a\nbc', 'd\n', '\n', 'é'])).toEqual(['a', 'bcd', '', 'é'])
  expect(await linesOf([...'a\nbcd\n\ne'])).toEqual(['a', 'bcd', '', 'e'])
})

test('a line that is too long is let go, and those after it are read', async () => {
  expect(await linesOf(['12345\n123456\n1', '2345', '6789\nab\n', '1234567'])).toEqual([
    '12345',
    null,
    null,
    'ab',
    null,
  ])
})
