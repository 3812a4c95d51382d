import { expect, test } from 'vitest'
import { formatWithBiome, serviceBiomeConfig } from './format.ts'

const file = (path: string, text: string) => ({ path, text, owner: 'machine' }) as const
const textsOf = async (files: readonly ReturnType<typeof file>[], config: object = serviceBiomeConfig) =>
  (await formatWithBiome(files, config)).map(({ path, text }) => [path, text])

const wide = file('src/wide.ts', 'export const one = {a:"b"};')
const plain = file('src/plain.ts', "export const two = 'c'\n")

test('what was formatted before has the same text again, wherever it lies and whatever is formatted with it', async () => {
  const formatted = "export const one = { a: 'b' }\n"
  expect(await textsOf([wide, plain])).toEqual([
    ['src/wide.ts', formatted],
    ['src/plain.ts', plain.text],
  ])
  const fresh = file('src/fresh.ts', 'export const  three = 3')
  expect(await textsOf([file('other/plain.ts', plain.text), fresh, file('other/wide.ts', wide.text)])).toEqual([
    ['other/plain.ts', plain.text],
    ['src/fresh.ts', 'export const three = 3\n'],
    ['other/wide.ts', formatted],
  ])
})

test('another configuration formats anew', async () => {
  const quoted = { javascript: { formatter: { quoteStyle: 'double', semicolons: 'always' } } }
  expect(await textsOf([wide], quoted)).toEqual([['src/wide.ts', 'export const one = { a: "b" };\n']])
})

test('what cannot be read is refused in the words of the formatter, again and again', async () => {
  const broken = file('src/broken.ts', 'export const = 1')
  for (const _ of ['once', 'again']) await expect(textsOf([broken])).rejects.toThrow(/could not format/)
})
