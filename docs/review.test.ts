import { readFileSync } from 'node:fs'
import { accessMatrix, compileAccess, wideningsOf } from '@charter/access'
import { type Charter, diffCharters, markdownOfDiff, parseCharter } from '@charter/charter'
import { styles } from '@charter/styles'
import { expect, test } from 'vitest'
import { codesOf, filesOf } from './charters-in.ts'

const page = readFileSync(new URL('review.md', import.meta.url), 'utf8')
const files = filesOf(page)
const printed = /ends with 1 and prints:\n\n````markdown\n([\s\S]*?)````\n/.exec(page)?.[1]

const textOf = (side: 'before' | 'after') => files[`${side}/charter.yaml`] ?? ''
const read = (side: 'before' | 'after'): Charter => {
  const { charter } = parseCharter({ 'charter.yaml': textOf(side) }, { styles })
  if (!charter) throw new Error(`the charter ${side} cannot be read`)
  return charter
}

test.each(['before', 'after'] as const)('the charter %s passes check', (side) => {
  expect(codesOf({ 'charter.yaml': textOf(side) })).toEqual([])
})

test('the comment is what the command prints', () => {
  const diff = diffCharters(read('before'), read('after'), {
    styles,
    access: (charter) => accessMatrix(charter, compileAccess(charter).rules),
    widenings: wideningsOf,
  })
  const accepting = (ids: readonly string[]) =>
    `charter diff before after --format markdown ${ids.map((id) => `--accept ${id}`).join(' ')}`
  expect(markdownOfDiff(diff, { name: 'clinic', accepted: new Set(), accepting })).toBe(printed)
})
