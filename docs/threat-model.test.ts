import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = dirname(dirname(fileURLToPath(import.meta.url)))

const testFiles = (folder: string): readonly string[] =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter(({ name, parentPath }) => name.endsWith('.test.ts') || /\/conformance|\/verify\/derive$/.test(parentPath))
    .filter((entry) => entry.isFile() && !entry.parentPath.includes('node_modules'))
    .map((entry) => join(entry.parentPath, entry.name))

const controls = readFileSync(join(root, 'docs', 'threat-model.md'), 'utf8')
  .split('\n')
  .flatMap((line) => /^\|.*\| `(.+)` \|$/.exec(line)?.[1]?.split('`, `') ?? [])

test('every control of the threat model names a test that exists', () => {
  const sources = ['packages', 'apps', 'conformance']
    .flatMap((folder) => testFiles(join(root, folder)))
    .map((file) => readFileSync(file, 'utf8'))
  expect(controls.length).toBeGreaterThan(10)
  for (const control of controls)
    expect(
      sources.some((source) => source.includes(control)),
      control,
    ).toBe(true)
})
