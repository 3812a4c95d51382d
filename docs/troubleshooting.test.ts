import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const page = readFileSync(join(import.meta.dirname, 'troubleshooting.md'), 'utf8')

const textsBelow = (folder: string): readonly string[] =>
  readdirSync(join(root, folder), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.(?:ts|mjs)$/.test(entry.name) && !/\.test\.ts$/.test(entry.name))
    .filter(({ parentPath }) => !parentPath.includes('node_modules'))
    .map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'utf8'))

const source = [
  'apps/cli/src',
  'packages/project/src',
  'packages/connectors/src',
  'packages/sql/src',
  'packages/service/src',
  'packages/runtime/src',
  'scripts',
]
  .flatMap(textsBelow)
  .join('\n')

/** What stands in backquotes in the first column. */
const sentences = [...page.matchAll(/^\| (`.+?) \|/gm)].flatMap(([, column = '']) =>
  [...column.matchAll(/`([^`]+)`/g)].map(([, sentence = '']) => sentence),
)

test('the page has sentences', () => expect(sentences.length).toBeGreaterThan(25))

test.each(sentences)('"%s" is what the code says', (sentence) => {
  expect(source.includes(sentence)).toBe(true)
})
