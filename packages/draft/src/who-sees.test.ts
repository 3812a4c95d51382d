import { parseCharter } from '@charter/charter'
import { describe, expect, test } from 'vitest'
import { draftCharter } from './draft.ts'

const shop =
  'A shop has orders. An order has a number, a margin, a price and a status. Managers manage orders. Clerks may read orders.'

/** The roles of the charter, those that see the margin of orders, and whether it is asked who does. */
const drafted = (said: string, words = shop) => {
  const { document, questions } = draftCharter(`${words} ${said}`)
  const { charter, diagnostics } = parseCharter({ 'charter.yaml': document })
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([])
  const order = charter?.entities.find(({ name }) => name === 'Order')
  const reveal = order?.fields.find(({ name }) => name === 'margin')?.reveal
  const seeing = (order?.allow ?? []).filter((line) => reveal !== undefined && line.reveal.includes(reveal))
  return {
    roles: charter?.access.roles,
    seeing: reveal === undefined ? 'all' : seeing.map(({ role }) => role),
    isAsked: questions.some(({ sentence }) => /^Who sees the margin|No role was made of it/.test(sentence)),
  }
}

const managersAlone = { roles: ['manager', 'clerk'], seeing: ['manager'], isAsked: false }
const nobodyKnown = { roles: ['manager', 'clerk', 'admin'], seeing: ['admin'], isAsked: true }

describe('all but some are these alone', () => {
  test.each([
    'The margin is not visible to anyone but managers.',
    'The margin is not shown to anyone except managers.',
    'The margin may not be seen by anyone but managers.',
    'The margin is never disclosed to anybody other than a manager.',
    'The margin is kept secret from all but managers.',
    'The margin is hidden from staff in general apart from managers.',
    'The margin is hidden from people who are not managers.',
    'The margin is never shown to non-managers.',
    'The margin is disclosed to nobody besides managers.',
  ])('%s', (said) => {
    expect(drafted(said)).toEqual(managersAlone)
  })

  test('and seen by all but some is hidden from these', () => {
    expect(drafted('The margin is visible to everyone except clerks.')).toEqual(managersAlone)
    expect(drafted('The margin is visible only to all but clerks.')).toEqual(managersAlone)
  })
})

test.each([
  'The margin is visible only to managers, not clerks.',
  'The margin is visible only to managers, and not to clerks.',
  'The margin is only visible to managers, never clerks.',
  'The margin is visible to managers, not to clerks.',
  'The margin is shown to managers only, but never to a clerk.',
])('what follows not is denied, and no role: %s', (said) => {
  expect(drafted(said)).toEqual(managersAlone)
})

test.each([
  'No clerk may see the margin.',
  'Hide the margin from clerks.',
  'Keep the margin from clerks.',
  'Never show the margin to clerks.',
  'Only show the margin to managers.',
  'They may not see the margin.',
  'The margin is confidential; only managers see it.',
])('is read: %s', (said) => {
  expect(drafted(said)).toEqual(managersAlone)
})

test.each([
  'The margin is hidden from all.',
  'The margin is hidden from everybody else.',
  'Nobody may see the margin.',
  'The margin is hidden from the clerks and whoever else asks.',
  'The margin is not visible to the general public.',
  'The margin is not to be seen by those without a badge.',
])('who is not known hides it from all, and is asked about: %s', (said) => {
  expect(drafted(said)).toEqual(nobodyKnown)
})

test('a role that only these words name is one where they are a plain name', () => {
  expect(drafted('The margin is visible only to the accountant, not to clerks.')).toMatchObject({
    roles: ['manager', 'clerk', 'accountant'],
    seeing: ['accountant'],
  })
  expect(drafted('The margin is visible only to whoever needs it.').roles).not.toContain('whoever-needs-it')
})

test.each(['Non-managers', 'Anyone but managers', 'All others', 'Other staff'])(
  'words that hold a sentence together make no role, whatever they are given: %s',
  (who) => {
    const { document } = draftCharter(`${shop} ${who} may delete orders.`)
    const roles = parseCharter({ 'charter.yaml': document }).charter?.access.roles ?? []
    expect(roles.filter((role) => /non|any|but|all|other/.test(role))).toEqual([])
  },
)
