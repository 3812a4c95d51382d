import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseCharter, sha256, toModel } from './index.ts'

const clinic = readFileSync(new URL('../examples/clinic.yaml', import.meta.url), 'utf8')
const model = (text: string) => {
  const { charter, diagnostics } = parseCharter({ 'charter.yaml': text })
  if (!charter) throw new Error(JSON.stringify(diagnostics))
  return toModel(charter, [])
}
const entity = (body: string) => model(`charter: 1\nname: a\n${body}`).entities[0]

test('generated keys, tenants, read-only and soft-delete fields are never written; keys and immutable ones once', () => {
  const made = entity(`access: { tenancy: { field: tenantId, claim: t } }
entities:
  A:
    key: [id, code]
    softDelete: deletedAt
    fields:
      id: { type: uuid, default: generated }
      code: text
      tenantId: { type: text, default: tenant }
      deletedAt: { type: instant, optional: true }
      made: { type: instant, default: now, readOnly: true }
      kind: { type: text, immutable: true }
      note: text
`)
  expect(Object.fromEntries(made?.fields.map(({ name, writable }) => [name, writable]) ?? [])).toEqual({
    id: 'never',
    code: 'create',
    tenantId: 'never',
    deletedAt: 'never',
    made: 'never',
    kind: 'create',
    note: 'always',
  })
  expect(made).toMatchObject({ tenantField: 'tenantId', softDeleteField: 'deletedAt', isOwned: true })
})

test('a read-only entity without a key offers lists alone', () => {
  expect(entity('entities: { V: { readOnly: true, fields: { n: int32 } } }')?.offers).toEqual(['list'])
})

test('values without an equality are neither filtered nor sorted', () => {
  const fields = entity('entities: { A: { key: id, fields: { id: uuid, j: json, b: bytes, t: text } } }')?.fields
  expect(fields?.map((each) => [each.name, each.isFilterable, each.isSortable])).toEqual([
    ['id', true, true],
    ['j', false, false],
    ['b', false, false],
    ['t', true, true],
  ])
})

test('the digest follows meaning, not prose or layout', () => {
  const digest = model(clinic).digest
  expect(model(clinic.replace('A person under care.', 'Someone else.')).digest).toBe(digest)
  expect(model(`# hello\n\n${clinic}`).digest).toBe(digest)
  expect(model(clinic.replace('length: 1..80', 'length: 1..81')).digest).not.toBe(digest)
})

test('SHA-256 is the one that everybody has', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
      expect(sha256(text)).toBe(createHash('sha256').update(text, 'utf8').digest('hex'))
    }),
  )
})

test('a model says what many are called only where its name does not, and that changes no digest', () => {
  const body = (plural: string) => `entities: { Person: { key: id, ${plural}fields: { id: uuid } } }`
  expect(entity(body(''))?.plural).toBe('people')
  expect(entity(body('plural: persons, '))).not.toHaveProperty('plural')
  expect(entity('entities: { News: { key: id, fields: { id: uuid } } }')).not.toHaveProperty('plural')
  const digestOf = (plural: string) => model(`charter: 1\nname: a\n${body(plural)}`).digest
  expect(digestOf('')).toBe(digestOf('plural: persons, '))
})
