import { compileAccess } from '@charter/access'
import { checkCharter, parseCharter } from '@charter/charter'
import { connectors } from '@charter/connectors'
import { styles } from '@charter/styles'
import { expect, test } from 'vitest'

/** What `check` says of first rows, of entities with these relations. */
const saidOf = (relations: Readonly<Record<string, string>>, { source = 'own: sqlite', may = 'create, read' } = {}) => {
  const entities = Object.entries(relations).map(
    ([name, to]) => `  ${name}:
    key: id
    fields: { id: { type: uuid, default: generated } }
    relations: { ${to} }
    allow: { clerk: { do: [${may}] } }
`,
  )
  const text = `
charter: 1
name: ward
serves: [rest]
access: { roles: [clerk] }
sources: { main: { ${source} } }
entities:
${entities.join('')}`
  const { charter, diagnostics } = parseCharter({ 'charter.yaml': text }, { styles })
  if (!charter) throw new Error(JSON.stringify(diagnostics))
  return checkCharter(charter, { styles, connectors, access: compileAccess })
    .filter(({ code }) => code === 'never-first')
    .map(({ message, path }) => `${path}: ${message}`)
}
const circle = { Ward: 'head: { one: Nurse }', Nurse: 'team: { one: Team }', Team: 'ward: { one: Ward }' }

test('rows that need each other are told once, with the whole way round', () => {
  expect(saidOf(circle)).toEqual([
    'entities.Ward.relations.head: No row of Ward can be the first: it needs one of Nurse, which needs one of Team, which needs one of Ward.',
  ])
  expect(saidOf({ Folder: 'within: { one: Folder }' })).toEqual([
    'entities.Folder.relations.within: No row of Folder can be the first: it needs one of Folder.',
  ])
})

test('one relation of them that is optional is enough', () => {
  expect(saidOf({ ...circle, Team: 'ward: { one: Ward, optional: true }' })).toEqual([])
  expect(saidOf({ ...circle, Team: 'nurses: { many: Nurse }' })).toEqual([])
})

test('what nobody makes, and what is in a database of somebody else, may be there already', () => {
  expect(saidOf(circle, { may: 'read' })).toEqual([])
  expect(saidOf(circle, { source: 'url: "sqlite:ward.db"' })).toEqual([])
})
