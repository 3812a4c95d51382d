import { expect, test } from 'vitest'
import { checkCharter } from './check.ts'
import { parseCharter } from './parse.ts'

/** What `check` says that writes tell, of a shop with these lines more. */
const toldIn = (product: string, { more = '', source = 'own: sqlite' } = {}) => {
  const text = `
charter: 1
name: shop
access: { roles: [clerk], tenancy: { field: tenantId, claim: tenant } }
sources: { main: { ${source} } }
entities:
  Product:
${product}
    allow: { clerk: { do: [create, read, list] } }
${more}
`
  const { charter, diagnostics } = parseCharter({ 'charter.yaml': text })
  if (!charter) throw new Error(JSON.stringify(diagnostics))
  const connector = { name: 'sqlite', accepts: () => true, check: () => [] }
  return checkCharter(charter, { styles: [{ name: 'rest', check: () => [] }], connectors: [connector] })
    .filter(({ code }) => code === 'unique-tells')
    .map(({ message }) => message)
}

const tenant = 'tenantId: { type: text, default: tenant }'
const given = `    key: code\n    fields: { code: { type: text, length: 1..20 }, ${tenant} }`
const referring = (entity: string) => `  ${entity}:
    key: id
    fields: { id: { type: uuid, default: generated }, ${tenant} }
    relations: { product: { one: Product } }
    allow: { clerk: { do: [read] } }`

test('a key that clients give tells nothing of other tenants in a database of the service, unless rows of all tenants refer to it', () => {
  expect(toldIn(given)).toEqual([])
  expect(toldIn(given, { more: referring('Line') })).toEqual([])
  const shared = referring('Offer').replace('key: id', 'shared: true\n    key: id')
  expect(toldIn(given, { more: shared })).toEqual([expect.stringContaining('`code`')])
  expect(toldIn(given, { source: 'url: "file:x.db"' })).toEqual([expect.stringContaining('`code`')])
  expect(toldIn(`    key: [tenantId, code]\n    fields: { code: { type: text }, ${tenant} }`)).toEqual([])
})

test('a default that a client may write over is given by clients, a key that the service makes is not', () => {
  const shared = referring('Offer').replace('key: id', 'shared: true\n    key: id')
  const key = (of: string) => `    key: code\n    fields: { code: ${of}, ${tenant} }`
  expect(toldIn(key('{ type: text, default: none }'), { more: shared })).toHaveLength(1)
  expect(toldIn(key('{ type: uuid, default: generated }'), { more: shared })).toEqual([])
})
