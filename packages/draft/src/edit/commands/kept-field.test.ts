import { parseCharter } from '@charter/charter'
import { describe, expect, test } from 'vitest'
import { editCharter } from '../edit-charter.ts'

const charter = `charter: 1
name: wards
version: 1.0.0
serves: [rest]
sources: { main: { own: sqlite } }
access: { accepts: [jwt], roles: [planner, clerk] }
entities:
  Nurse:
    key: id
    fields:
      id: { type: uuid, default: generated }
      name: { type: text, length: 1..120 }
      licenceNumber: { type: text, length: 1..40 }
    allow:
      planner: { do: [create, read, update, delete, list] }
      clerk: { do: [read, list] }
`

/** Who sees a field of nurses whose seeing is a right of its own; null where everybody does. */
const seers = (words: string, field: string) => {
  const edit = editCharter(words, { 'charter.yaml': charter })
  const nurse = parseCharter(edit.files).charter?.entities.find(({ name }) => name === 'Nurse')
  const reveal = nurse?.fields.find(({ name }) => name === field)?.reveal
  const roles = nurse?.allow
    .filter((line) => reveal !== undefined && line.reveal.includes(reveal))
    .map(({ role }) => role)
  return { roles: reveal == null ? null : roles, isWhole: edit.notUnderstood.length === 0 }
}

describe('what draft reads of who sees a field, edit reads', () => {
  test.each([
    'only planners may see the licence number of nurses',
    'A nurse has a licence number that only planners may see.',
    'The licence number of nurses is visible to planners only.',
    'Every nurse has a licence number that nobody but planners can see.',
    'A nurse has a licence number that is kept from clerks.',
    'The licence number of nurses is hidden from clerks.',
  ])('%s', (words) => {
    expect(seers(words, 'licenceNumber')).toEqual({ roles: ['planner'], isWhole: true })
  })

  test.each([
    'A nurse has a badge number that only planners may see.',
    'A nurse has a badge number which clerks may not see.',
    'Add a badge number to nurses that is hidden from clerks.',
    'Each nurse has a badge number that nobody but planners can see.',
    'Nurses have a badge number that is visible to planners only.',
  ])('a new field is kept as it is said: %s', (words) => {
    expect(seers(words, 'badgeNumber')).toEqual({ roles: ['planner'], isWhole: true })
  })

  test('a field is not added open where who sees it is not understood', () => {
    const { files, notUnderstood } = editCharter('A nurse has a badge number that only wizards may see', {
      'charter.yaml': charter,
    })
    expect(files['charter.yaml']).toBe(charter)
    expect(notUnderstood).toHaveLength(1)
  })
})
