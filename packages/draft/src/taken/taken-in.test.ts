import fc from 'fast-check'
import { expect, test } from 'vitest'
import { draftCharter } from '../draft.ts'
import { checkDrafted } from '../testing/check-drafted.ts'
import { takenIn } from './taken-in.ts'

const things =
  'A project has a title. A task has a title and a status (open → approved → done) and belongs to one project. Clerks manage projects and tasks. Managers approve tasks.'

const sentences = [
  'Members of a project see its tasks.',
  'Only leads of a project may change it.',
  'A project has members, each of which is a lead or a hand.',
  'Its members see it.',
  'A task is shared with people; whoever it is shared with may read it.',
  'A project can be updated once two reviewers have voted for it.',
  'A task needs two approvals to be approved.',
  'People belong to one or more organisations and have a role (owner, clerk) in each.',
  "Organisations never see each other's data.",
  'A project belongs to an organisation.',
  'A member has a role and a name.',
  'A member belongs to one person and to one project.',
  'A vote has a note and belongs to one project.',
  'Inactive members have no access.',
  'Nobody approves their own task.',
  'The requester cannot approve it.',
  'Managers may not change a project that they entered.',
  'When a task is created, the warehouse is told.',
  'Before a project is saved, check the calendar.',
  'Only the system itself may recalculate totals.',
  'Only the system may expire a task.',
  'There is a CSV export of tasks at /exports/tasks.csv.',
  'Clerks see the projects of their own organisation.',
]

/** Of which a part is taken alone. */
const parts = [
  'Clerks may update a task until it starts.',
  'A task can be deleted until its end.',
  'Managers delete tasks, but nobody deletes their own task.',
]

test('whatever is said together, the draft passes check', () => {
  fc.assert(
    fc.property(fc.shuffledSubarray(sentences, { maxLength: 8 }), (said) => {
      checkDrafted([things, ...said].join(' '))
    }),
    { numRuns: 60 },
  )
})

test('what is taken out lies within the words, and nothing is taken twice', () => {
  const words = sentences.join(' ')
  const taken = [...takenIn(words)].sort((one, other) => one.from - other.from)
  expect(taken.length).toBeGreaterThan(12)
  for (const [at, { quote, offset, from, end }] of taken.entries()) {
    expect(words.slice(offset, offset + quote.length)).toBe(quote)
    expect(from).toBeGreaterThanOrEqual(taken[at - 1]?.end ?? 0)
    expect(end).toBeLessThanOrEqual(words.length)
    expect(words.slice(from, end).trim()).not.toBe('')
  }
})

test('what the lock quotes stands in the words where it says', () => {
  const words = `${things}\n\n- ${[...sentences, ...parts].join('\n- ')}\n`
  const quotes = Object.entries(draftCharter(words).lockProvenance).flatMap(([path, { quoted, offset }]) =>
    quoted === undefined || offset === undefined ? [] : [[path, quoted, words.slice(offset, offset + quoted.length)]],
  )
  expect(quotes.length).toBeGreaterThan(12)
  for (const [path, quoted, there] of quotes) expect([path, there]).toEqual([path, quoted])
})
