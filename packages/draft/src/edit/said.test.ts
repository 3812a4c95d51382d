import { expect, test } from 'vitest'
import { casesIn, choicesNotUnderstood, judgeEdit } from './testing/judge-edit.ts'

const files = ['relations', 'removals', 'rules', 'rights', 'refusals', 'more', 'others', 'last']
const cases = files.flatMap(casesIn)

test('there are edits of every kind to judge', () => expect(cases.length).toBeGreaterThan(390))

test.each(cases)('$say', (one) => {
  const { verdict, about } = judgeEdit(one)
  const wanted = one.becomes ? ['right', ...(one.asked ? ['refused'] : [])] : ['refused']
  expect(wanted, about.join('\n')).toContain(verdict)
})

test.each(casesIn('relations').concat(casesIn('rules')))('each choice is understood that is asked of: $say', (one) => {
  expect(choicesNotUnderstood(one)).toEqual([])
})
