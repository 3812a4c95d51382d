import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readLines } from './lines.ts'

const pieces = async function* (of: readonly Buffer[]) {
  yield* of
}
const linesOf = async (of: readonly Buffer[], lineBytesMax = 1000) => {
  const found: (readonly [number, string])[] = []
  for await (const { number, bytes } of readLines(pieces(of), lineBytesMax)) found.push([number, bytes.toString()])
  return found
}

test('lines are the same however the body is cut', async () => {
  const line = fc.string({ maxLength: 12 }).map((text) => text.replaceAll(/[\r\n]/g, ' '))
  await fc.assert(
    fc.asyncProperty(
      fc.array(line),
      fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1 }),
      async (lines, cuts) => {
        const whole = Buffer.from(lines.join('\n'))
        const cut: Buffer[] = []
        for (let at = 0, n = 0; at < whole.length; n++) {
          const length = cuts[n % cuts.length] ?? 1
          cut.push(whole.subarray(at, at + length))
          at += length
        }
        const wanted = lines.map((text, at) => [at + 1, text] as const).filter(([, text]) => text.trim() !== '')
        expect((await linesOf(cut)).map(([, text]) => text)).toEqual(wanted.map(([, text]) => text))
      },
    ),
  )
})

test('empty lines are left out and counted; a carriage return is left to JSON, which takes it for space', async () => {
  expect(await linesOf([Buffer.from('{}\r\n\n  \n[1]')])).toEqual([
    [1, '{}\r'],
    [4, '[1]'],
  ])
})

test('a line past the bound is refused before it is held whole', async () => {
  await expect(linesOf([Buffer.alloc(60, 'a'), Buffer.alloc(60, 'a')], 100)).rejects.toMatchObject({
    problem: { code: 'too-large', detail: 'Line 1 has more than 100 bytes.' },
  })
})
