import { expect, test } from 'vitest'
import { parseCharter, toModel } from '../index.ts'
import { exampleRows } from './example-rows.ts'
import { rowsOfOne } from './rows-of-one.ts'

/** As access compiles `resource.<field> == principal.<name>`. */
const ruleOf = (field: string, name: string, type: object) => ({
  id: `${field}-${name}`,
  entity: 'Branch',
  effect: 'permit' as const,
  actions: ['read'],
  roles: ['owner'],
  text: '',
  when: {
    kind: 'compare',
    op: 'eq',
    left: { kind: 'field', path: [field], type },
    right: { kind: 'principal', name, type },
  },
})

const modelOf = (principal: string, field: string, rule: ReturnType<typeof ruleOf>) => {
  const { charter } = parseCharter({
    'charter.yaml': `charter: 1
name: bank
access: { roles: [owner], tenancy: { field: bank, claim: bank }, principal: { ${principal} } }
entities:
  Branch:
    key: id
    fields: { id: { type: uuid, default: generated }, bank: { type: text, default: tenant }, ${field} }
`,
  })
  if (!charter) throw new Error('the charter is not read')
  // Only what examples look at is there of the rule.
  return toModel(charter, [rule as unknown as Parameters<typeof toModel>[1][number]])
}

test('an attribute that a rule compares with a field of another type is a value of both', () => {
  const model = modelOf('branch: { type: text }', 'name: text', ruleOf('id', 'branch', { kind: 'uuid' }))
  const { rows, attributes } = exampleRows(model, 2)
  const ids = rows.Branch?.map(({ id }) => id)
  expect(ids).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/), expect.stringMatching(/^[0-9a-f-]{36}$/)])
  expect(attributes.map(({ branch }) => branch)).toEqual(ids)
})

test('an attribute that tokens say by the claim of the tenant is the tenant', () => {
  const model = modelOf('bank: { type: text }', 'owner: text', ruleOf('owner', 'bank', { kind: 'text' }))
  const { rows, attributes } = rowsOfOne(model, exampleRows(model, 3), 2)
  expect(attributes.slice(0, 2)).toEqual([{ bank: 'tenant-1' }, { bank: 'tenant-2' }])
  expect(rows.Branch?.map(({ owner, bank }) => [owner, bank])).toEqual([
    ['tenant-1', 'tenant-1'],
    ['tenant-1', 'tenant-1'],
    ['tenant-2', 'tenant-2'],
  ])
  const byId = modelOf('bank: { type: text }', 'name: text', ruleOf('id', 'bank', { kind: 'uuid' }))
  expect(exampleRows(byId, 1).rows.Branch?.[0]?.id).toMatch(/^[0-9a-f-]{36}$/)
})
