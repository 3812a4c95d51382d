import { expect, test } from 'vitest'
import { casesIn, judgeEdit } from './testing/judge-edit.ts'

const files = ['relations', 'removals', 'rules', 'rights', 'refusals', 'more', 'others']
const cases = files.flatMap(casesIn)

test('there are edits of every kind to judge', () => expect(cases.length).toBeGreaterThan(340))

test.each(cases)('$say', (one) => {
  const { verdict, about } = judgeEdit(one)
  const wanted = one.lacks ?? (one.becomes ? ['right', ...(one.asked ? ['refused'] : [])] : ['refused'])
  expect(wanted, about.join('\n')).toContain(verdict)
})
