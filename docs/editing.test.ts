import { readFileSync } from 'node:fs'
import { editCharter } from '@charter/draft'
import { expect, test } from 'vitest'
import { codesOf } from './charters-in.ts'

const page = readFileSync(new URL('editing.md', import.meta.url), 'utf8')
const clinic = readFileSync(new URL('../packages/charter/examples/clinic.yaml', import.meta.url), 'utf8')

/** Rows of the table: the words, and the line that they make. */
const examples = [...page.matchAll(/^\| (?!words )([^|]+?) \| (?:`(.+)`)? ?\|$/gm)].map(([, words = '', line]) => ({
  words,
  line,
}))

test('the page shows examples', () => expect(examples.length).toBeGreaterThan(20))

test('the example at the top is about the field that was just added, and takes nothing else from anybody', () => {
  const [, words = ''] = /^charter edit "(.+?)"/m.exec(page) ?? []
  const { files, notUnderstood } = editCharter(words, { 'charter.yaml': clinic })
  const after = files['charter.yaml'] ?? ''
  expect(notUnderstood).toEqual([])
  expect(after).toContain('phone: { type: text, format: phone, class: pii, optional: true, reveal: phone }')
  expect(after).toContain('reveal: [clinical, phone] }')
  expect(after).toContain('pharmacist: { do: [read] }')
})

test.each(examples)('$words', ({ words, line }) => {
  const { files, steps, notUnderstood, isRefused } = editCharter(words, { 'charter.yaml': clinic })
  const after = files['charter.yaml'] ?? ''
  expect({ isRefused, notUnderstood }).toEqual({ isRefused: false, notUnderstood: [] })
  expect(steps.length).toBeGreaterThan(0)
  expect(after).not.toBe(clinic)
  if (line !== undefined) expect(after.split('\n').map((each) => each.trim())).toContain(line)
  expect(codesOf(files).filter((code) => code !== 'not-built-yet')).toEqual([])
})
