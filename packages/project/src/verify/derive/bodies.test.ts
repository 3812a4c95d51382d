import { compileAccess } from '@charter/access'
import { type ExampleRows, parseCharter, toModel } from '@charter/charter'
import { rest, styles } from '@charter/styles'
import { expect, test } from 'vitest'
import { newBody } from './bodies.ts'
import { aboutEntity } from './derivation.ts'

test('where what is unique is partly filled in by the service, the same body is not made twice', () => {
  const { charter } = parseCharter(
    {
      'charter.yaml': `charter: 1
name: club
serves: [rest]
access: { roles: [owner] }
entities:
  Member:
    key: id
    unique: [[person, through]]
    fields:
      id: { type: uuid, default: generated }
      person: { type: text, length: 1..40 }
      through: { type: text, length: 1..40, default: role, readOnly: true }
    allow:
      owner: { do: [create, read, list], when: principal.id != resource.person }
`,
    },
    { styles },
  )
  const model = charter && toModel(charter, compileAccess(charter).rules)
  const entity = model?.entities[0]
  if (!charter || !model || !entity) throw new Error('the charter cannot be read')
  const rows = { Member: [{ id: '0190f5c6-7b1e-7c3a-9a55-000000000001', person: 'ann', through: 'a team' }] }
  const examples = { rows, attributes: [{}], claims: [{}] } as unknown as ExampleRows
  const about = aboutEntity({ model, styles: [], surface: rest.surface(charter), examples }, entity)
  expect(newBody(about, 'owner')).toEqual({ person: 'ann' })
  expect(newBody(about, 'owner', 1)).toBeNull()
})
