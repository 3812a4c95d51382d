import { parseCharter } from '@charter/charter'
import { connectors } from '@charter/connectors'
import { derive } from '@charter/service'
import { styles } from '@charter/styles'
import { expect, test } from 'vitest'
import { otherRows } from './other-rows.ts'

const charter = `
charter: 1
name: notes
serves: [rest]
sources: { main: { own: sqlite } }
access: { roles: [owner] }
entities:
  Person: { key: id, fields: { id: { type: int32 } }, allow: { owner: { do: [create] } } }
  Team: { key: id, fields: { id: { type: int32 } }, allow: { owner: { do: [create] } } }
  Note:
    key: id
    fields:
      id: { type: int32 }
      fullName: { type: text, length: 1..6 }
      kind: { type: text, default: plain }
      code: { type: text, pattern: '[A-Z]{2}' }
      nothing: { type: text, optional: true }
      personId: { type: int32, optional: true }
      teamId: { type: int32, optional: true }
    relations: { person: { one: Person, by: personId }, team: { one: Team, by: teamId } }
    allow: { owner: { do: [create] } }
`

const note = () => {
  const parsed = parseCharter({ 'charter.yaml': charter }, { styles })
  if (!parsed.charter) throw new Error(JSON.stringify(parsed.diagnostics))
  const found = derive(parsed.charter, connectors).model.entities.find(({ name }) => name === 'Note')
  if (!found) throw new Error('There is no Note.')
  return found
}

const row = { id: 1, fullName: '"A b"', kind: '"x"', code: 'AB', nothing: null, personId: 3, teamId: 4 }

test('after a row come such with fewer references: none, and each alone', () => {
  const references = otherRows(note(), row, 7)
    .slice(0, 4)
    .map(({ personId, teamId }) => [personId, teamId])
  expect(references).toEqual([
    [3, 4],
    [null, null],
    [3, null],
    [null, 4],
  ])
})

test('then such with plain words of the length that they may have, and with the value that is there by itself', () => {
  const others = otherRows(note(), row, 7)
  expect(others).toHaveLength(8)
  expect(others[4]).toEqual({ ...row, fullName: 'fulln7', kind: 'plain' })
  expect(others.slice(0, 4).every(({ fullName }) => fullName === '"A b"')).toBe(true)
})
