import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { includedIn } from './call.ts'

const packages = join(import.meta.dirname, '..', '..', '..')

/** Sources that are shipped: tests may look at a selection as they like. */
const sources = (): readonly string[] =>
  readdirSync(packages, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts') && !entry.name.endsWith('.test.ts'))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => file.includes('/src/') && !file.includes('node_modules'))

test('an alias is the name of a member in the answer, and nothing walks what is included but by what it stands for', () => {
  const select = { include: { x: { relation: 'notes', limit: 1 }, notes: {} } }
  expect(includedIn(select)).toEqual([
    { member: 'x', relation: 'notes', selection: { relation: 'notes', limit: 1 } },
    { member: 'notes', relation: 'notes', selection: {} },
  ])
  const walking = sources().filter((file) =>
    /Object\.(?:entries|keys|values)\([\w.?]*\.include\b/.test(readFileSync(file, 'utf8')),
  )
  expect(walking).toEqual([join(packages, 'runtime', 'src', 'call', 'call.ts')])
})
