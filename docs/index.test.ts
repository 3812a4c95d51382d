import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const folder = import.meta.dirname
const index = readFileSync(join(folder, 'README.md'), 'utf8')

test('the index leads to every page', () => {
  const pages = readdirSync(folder).filter((name) => name.endsWith('.md') && name !== 'README.md')
  expect(pages.filter((name) => !index.includes(`(${name}`))).toEqual([])
})

test.each([
  ['docs/README.md', folder],
  ['docs/tutorial.md', folder],
  ['docs/troubleshooting.md', folder],
  ['docs/logging.md', folder],
  ['docs/starters.md', folder],
  ['README.md', join(folder, '..')],
])('links of %s lead to files and headings that are there', (page, base) => {
  const text = readFileSync(join(folder, '..', page), 'utf8')
  for (const [, href = ''] of text.matchAll(/\]\((?!https?:)([^)]+)\)/g)) {
    const [file = '', heading] = href.split('#')
    const target = file === '' ? join(folder, '..', page) : join(base, file)
    expect(existsSync(target), href).toBe(true)
    if (heading !== undefined) expect(anchorsOf(readFileSync(target, 'utf8')), href).toContain(heading)
  }
})

/** Headings as GitHub links to them. */
const anchorsOf = (markdown: string): readonly string[] =>
  [...markdown.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )
