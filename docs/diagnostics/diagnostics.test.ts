import { readdirSync, readFileSync } from 'node:fs'
import { accessDiagnostics, compileAccess } from '@charter/access'
import { charterDiagnostics, checkCharter, parseCharter } from '@charter/charter'
import { expect, test } from 'vitest'

const context = {
  styles: [{ name: 'rest', check: () => [] }],
  connectors: [{ name: 'sqlite', accepts: () => true, check: () => [] }],
  access: (charter: Parameters<typeof compileAccess>[0]) => compileAccess(charter).diagnostics,
}

/** The codes that a page's example gives: one block without a name is `charter.yaml`; a name in backquotes goes before others. */
const codesOf = (section: string): readonly string[] => {
  const files: Record<string, string> = {}
  for (const [, name = 'charter.yaml', text = ''] of section.matchAll(
    /(?:`([^`\n]+)`\n\n)?```(?:yaml|json)\n([\s\S]*?)```/g,
  ))
    files[name] = text
  const { partial, diagnostics, document } = parseCharter(files)
  const lock = 'charter.lock' in files ? { lock: document.lock } : {}
  const found = [...diagnostics, ...(partial ? checkCharter(partial, { ...context, ...lock }) : [])]
  return [...new Set(found.map((each) => each.code))]
}

const declared = [...Object.keys(charterDiagnostics), ...Object.keys(accessDiagnostics)]
const pages = readdirSync(new URL('.', import.meta.url)).filter((name) => name.endsWith('.md') && name !== 'README.md')

test('every declared code has a page', () => {
  expect(declared.filter((code) => !pages.includes(`${code}.md`))).toEqual([])
})

test.each(declared)('%s: the first example triggers exactly it, the mended one nothing', (code) => {
  const page = readFileSync(new URL(`${code}.md`, import.meta.url), 'utf8')
  const [, refused = '', mended = ''] = page.split(/^## (?:Refused|Mended)$/m)
  expect(codesOf(refused)).toEqual([code])
  expect(codesOf(mended)).toEqual([])
})

test('the charter in docs/charter.md passes check', () => {
  const page = readFileSync(new URL('../charter.md', import.meta.url), 'utf8')
  expect(page).toContain('```yaml')
  expect(codesOf(page)).toEqual([])
})
