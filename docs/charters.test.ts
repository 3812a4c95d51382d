import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { codesOf } from './charters-in.ts'

const root = new URL('../', import.meta.url)
const pages = ['', 'docs/'].flatMap((folder) =>
  readdirSync(new URL(folder, root))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `${folder}${name}`),
)

/** YAML blocks that are a charter: whatever else a page shows in YAML has neither a version nor entities. */
const charters = pages.flatMap((page) =>
  [...readFileSync(new URL(page, root), 'utf8').matchAll(/^```ya?ml\n([\s\S]*?)^```/gm)]
    .filter(([, text = '']) => /^(?:charter|entities):/m.test(text))
    .map(([, text = ''], index) => ({ where: `${page}, charter ${index + 1}`, text })),
)

test('the reference page shows a charter', () => {
  expect(charters.map(({ where }) => where)).toContain('docs/charter.md, charter 1')
})

test.each(charters)('$where passes check', ({ text }) => {
  // Who opens a route to everybody is told so, whatever they meant.
  expect(codesOf({ 'charter.yaml': text })).toEqual(/open: true/.test(text) ? ['open-route'] : [])
})
