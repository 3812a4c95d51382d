import { expect, test } from 'vitest'
import { casesIn, choicesNotUnderstood, judgeEdit } from './testing/judge-edit.ts'

const files = ['relations', 'removals', 'rules', 'rights', 'refusals', 'more', 'others', 'last']
const cases = files.flatMap(casesIn)

test('there are edits of every kind to judge', () => expect(cases.length).toBeGreaterThan(400))

test.each(cases)('$say', (one) => {
  const { verdict, about } = judgeEdit(one)
  const wanted = one.becomes ? ['right', ...(one.asked ? ['refused'] : [])] : ['refused']
  expect(wanted, about.join('\n')).toContain(verdict)
})

test.each(casesIn('relations').concat(casesIn('rules')))('each choice is understood that is asked of: $say', (one) => {
  expect(choicesNotUnderstood(one)).toEqual([])
})

const parts =
  'relation relationship link reference connection association state check rule role right permission list constraint validation|foreign key'
    .split('|')
    .flatMap((each, at) => (at === 0 ? each.split(' ') : [each]))
const askings = [
  'add a X to lockers',
  'lockers need a X',
  'every locker has a X',
  'give lockers a X',
  'lockers have X',
  'lockers have Xs',
  'for lockers: add a new X',
  'we need a X on lockers',
  'add a X',
  'add an optional X to lockers',
  'a locker gets one X',
  'add a X and a Y to lockers',
]

test.each(askings)('no field is made of words for a part of a charter: %s', (asking) => {
  const done = parts.map((part) => asking.replace('X', part).replace('Y', 'rule'))
  const wrong = done.filter((say) => judgeEdit({ on: 'gym', say, asked: true }).verdict !== 'refused')
  expect(wrong).toEqual([])
})
