import { expect, test } from 'vitest'
import { editCharter } from './edit-charter.ts'

const files = {
  'charter.yaml': `charter: 1
name: shop
include: shared/people.yaml
access: { roles: [clerk] }
entities:
  Order:
    key: id
    fields: { id: { type: uuid, default: generated } }
    allow: { clerk: { do: [create, read, list] } }
`,
  'shared/people.yaml': `entities:
  Person:
    key: id
    fields:
      id: { type: uuid, default: generated }
      name: { type: text, length: 1..120 }
    allow: { clerk: { do: [create, read, list] } }
`,
}

test('what words change of an entity is changed in the file where it stands', () => {
  const { files: edited, isRefused, notUnderstood } = editCharter('Rename the field name of Person to fullName', files)
  expect([isRefused, notUnderstood]).toEqual([false, []])
  expect(edited['shared/people.yaml']).toContain('fullName: {')
  expect(edited['charter.yaml']).toBe(files['charter.yaml'])
})

test('a new field goes to the file of its entity', () => {
  const { files: edited } = editCharter('Add a field phone to Person. Add a field note to Order.', files)
  expect(edited['shared/people.yaml']).toContain('phone')
  expect(edited['charter.yaml']).toContain('note')
  expect(edited['charter.yaml']).not.toContain('phone')
})
