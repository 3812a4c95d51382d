import { compileAccess } from '@charter/access'
import { checkCharter, parseCharter } from '@charter/charter'
import { connectors } from '@charter/connectors'
import { styles } from '@charter/styles'
import { expect, test } from 'vitest'

const told = ['unique-tells', 'check-closes', 'hidden-reference', 'reference-tells', 'bad-key']

/** What `check` says of what is told, of the entities of a shop and its policies. */
const warningsOf = (entities: string, { source = 'own: sqlite', policies = '' } = {}): readonly string[] => {
  const text = `
charter: 1
name: shop
serves: [rest]
access: { roles: [clerk, boss], tenancy: { field: tenantId, claim: tenant } }
sources: { main: { ${source} } }
entities:
${entities}${policies && `policies: |\n${policies}`}
`
  const { charter, diagnostics } = parseCharter({ 'charter.yaml': text }, { styles })
  if (!charter) throw new Error(JSON.stringify(diagnostics))
  const found = checkCharter(charter, { styles, connectors, access: compileAccess })
  expect(found.filter(({ severity, code }) => severity === 'error' && !told.includes(code))).toEqual([])
  return found.filter(({ code }) => told.includes(code)).map(({ message }) => message)
}

const tenant = 'tenantId: { type: text, default: tenant }'
const product = (code: string, key = 'code') => `  Product:
    key: ${key}
    fields: { code: ${code}, ${tenant} }
    allow: { clerk: { do: [create, read, list] } }
`
const referring = (entity: string, isShared = false) => `  ${entity}:
    key: id
    shared: ${isShared}
    fields: { id: { type: uuid, default: generated }, ${tenant} }
    relations: { product: { one: Product } }
    allow: { clerk: { do: [read] } }
`
const given = product('{ type: text, length: 1..20 }')

test('a key that clients give tells nothing of other tenants in a database of the service, unless rows of all tenants refer to it', () => {
  expect(warningsOf(given)).toEqual([])
  expect(warningsOf(given + referring('Line'))).toEqual([])
  expect(warningsOf(given + referring('Offer', true))).toEqual([expect.stringContaining('`code`')])
  expect(warningsOf(given, { source: 'url: "file:x.db"' })).toEqual([expect.stringContaining('`code`')])
  expect(warningsOf(product('{ type: text }', '[tenantId, code]'))).toEqual([])
})

test('a default that a client may write over is given by clients, a key that the service makes is not', () => {
  const keyed = (code: string) => warningsOf(product(code) + referring('Offer', true))
  expect(keyed('{ type: text, default: none }')).toHaveLength(1)
  expect(keyed('{ type: uuid, default: generated }')).toEqual([])
})

const person = (update: string) => `  Person:
    key: id
    fields: { id: { type: uuid, default: generated }, ${tenant}, salary: { type: int32, reveal: pay }, bonus: int32 }
    checks: { modest: { rule: bonus <= salary, message: A bonus is at most the salary. } }
    allow: { boss: { do: [read, list], reveal: [pay] }, clerk: { do: [read, list${update}], reveal: [pay] } }
`
const policy = (text: string) => ({ policies: `  ${text}\n` })
const clerk = 'principal in Role::"clerk", action =='

test('whom a check closes fields to is decided by policies too, not by lines of allow alone', () => {
  const closing = [expect.stringContaining('`clerk` may not change `bonus`')]
  expect(warningsOf(person(', update'))).toEqual([])
  expect(
    warningsOf(person(', update'), policy(`forbid(${clerk} Action::"Person.reveal:pay", resource is Person);`)),
  ).toEqual(closing)
  const some = 'resource is Person) when { resource.bonus > 5 };'
  expect(warningsOf(person(', update'), policy(`forbid(${clerk} Action::"Person.reveal:pay", ${some}`))).toEqual(
    closing,
  )
  expect(warningsOf(person(''), policy(`permit(${clerk} Action::"Person.update", ${some}`))).toEqual([])
  const blind = person(', update').replace(', update], reveal: [pay]', ', update]')
  expect(warningsOf(blind)).toEqual(closing)
  expect(warningsOf(blind, policy(`permit(${clerk} Action::"Person.reveal:pay", resource is Person);`))).toEqual([])
  expect(warningsOf(blind, policy(`forbid(${clerk} Action::"Person.update", resource is Person);`))).toEqual([])
})

const client = (allow: string) => `  Client:
    key: id
    shared: true
    fields: { id: { type: uuid, default: generated }, taxId: { type: text, length: 1..20, unique: true, reveal: tax } }
    allow: { boss: { do: [read, list], reveal: [tax] }${allow} }
`
const filing = (reveal: string, allow: string) => `  Filing:
    key: id
    shared: true
    fields: { id: { type: uuid, default: generated }, taxId: { type: text, length: 1..20${reveal} } }
    relations: { client: { one: Client, by: [taxId], to: [taxId] } }
    allow: { boss: { do: [create, read, list]${reveal && ', reveal: [tax]'} }, clerk: ${allow} }
`

test('a reference to hidden values is refused where somebody writes it who may not see them', () => {
  const reading = ', clerk: { do: [read, list] }'
  const refused = [expect.stringContaining('`client` lets `clerk` find out `taxId` of Client by trying')]
  expect(warningsOf(client(reading) + filing('', '{ do: [create, read] }'))).toEqual(refused)
  expect(warningsOf(client('') + filing('', '{ do: [create, read] }'))).toEqual(refused)
  expect(warningsOf(client(reading) + filing('', '{ do: [read, list] }'))).toEqual([])
  expect(warningsOf(client(reading) + filing(', reveal: tax', '{ do: [create, read] }'))).toEqual([])
  const seeing = '{ do: [create, read], reveal: [tax] }'
  expect(warningsOf(client(reading) + filing(', reveal: tax', seeing))).toEqual(refused)
  const revealing = ', clerk: { do: [read, list], reveal: [tax] }'
  expect(warningsOf(client(revealing) + filing('', '{ do: [create, read] }'))).toEqual([])
})

test('a reference by keys that clients give tells of rows that its writer may not see', () => {
  const keyed = (key: string, may: string) => `  Client:
    key: number
    shared: true
    fields: { number: ${key}, isOpen: boolean }
    allow: { clerk: ${may} }
  Note:
    key: id
    shared: true
    fields: { id: { type: uuid, default: generated } }
    relations: { client: { one: Client } }
    allow: { clerk: { do: [create, read] } }
`
  const [given, some, all] = ['{ type: text }', '{ do: [read, list], when: resource.isOpen }', '{ do: [read, list] }']
  expect(warningsOf(keyed(given, some))).toEqual([expect.stringContaining('`client` tells `clerk` by its `number`')])
  expect(warningsOf(keyed(given, all))).toEqual([])
  expect(warningsOf(keyed('{ type: uuid, default: generated }', some))).toEqual([])
})

test('a hidden field is no key', () => {
  expect(warningsOf(product('{ type: text, reveal: codes }').replace('list] }', 'list], reveal: [codes] }'))).toEqual([
    '`code` cannot be part of a key: it is hidden, and every row is found by its key.',
  ])
})
