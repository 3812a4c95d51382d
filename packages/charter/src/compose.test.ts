import { expect, test } from 'vitest'
import { checkCharter, composedText, editCharter, parseCharter } from './index.ts'

const head = (include: string) => `charter: 1
name: shop
include: ${include}
access: { roles: [clerk], accepts: [jwt] }
entities:
  Order:
    key: id
    fields: { id: { type: uuid, default: generated }, to: Address }
    relations: { product: { one: Product } }
    allow: { clerk: { do: [create, read, list] } }
`
const types = `types:
  Address: { type: record, members: { street: text } }
`
const products = `access: { roles: [keeper], principal: { desk: { type: text, claim: desk } } }
entities:
  Product:
    key: id
    fields: { id: { type: uuid, default: generated }, name: text }
    allow: { keeper: { do: [create, read, list] } }
operations:
  recount: { entity: Product }
`
const parse = (files: Readonly<Record<string, string>>) => parseCharter(files)
const said = (files: Readonly<Record<string, string>>) =>
  parse(files).diagnostics.map(({ code, place, message }) => `${code} ${place.file}:${place.line} ${message}`)

test('what is included is the charter’s, with the places where it stands, from where each line says', () => {
  const { charter, diagnostics, document } = parse({
    'charter.yaml': head('[./shared/types.yaml, shared/products.yaml]'),
    'shared/types.yaml': types,
    'shared/products.yaml': `include: ../more.yaml\n${products}`,
    'more.yaml': 'policies: |\n  permit(principal, action == Action::"Product.read", resource is Product);\n',
  })
  expect(diagnostics).toEqual([])
  expect(document.root).toBe('charter.yaml')
  expect(charter?.entities.map(({ name, place }) => `${name} ${place.file}:${place.line}`)).toEqual([
    'Order charter.yaml:6',
    'Product shared/products.yaml:4',
  ])
  expect(charter?.access.roles).toEqual(['clerk', 'keeper'])
  expect(charter?.access.principal.map(({ name }) => name)).toEqual(['desk'])
  expect(charter?.operations.map(({ name }) => name)).toEqual(['recount'])
  expect(charter?.policies.map(({ place }) => place.file)).toEqual(['more.yaml'])
})

test('a mistake in an included file is told there', () => {
  const files = {
    'charter.yaml': head('[a.yaml, b.yaml]'),
    'a.yaml': types,
    'b.yaml': products.replace('name: text', 'name: txt'),
  }
  expect(said(files)).toEqual([expect.stringMatching(/^unknown-type b\.yaml:5 /)])
  const { partial } = parse({ ...files, 'b.yaml': products.replace('keeper: { do', 'keepr: { do') })
  const found = partial ? checkCharter(partial, { styles: [], connectors: [] }) : []
  expect(found.find(({ code }) => code === 'unknown-role')?.place).toMatchObject({ file: 'b.yaml', line: 6 })
})

test('the same thing twice is one where it is equal, whatever its layout, and else a conflict that names both places', () => {
  const same = 'types:\n  Address:\n    members: { street: text }\n    type: record\n'
  const files = {
    'charter.yaml': head('[a.yaml, b.yaml, c.yaml]'),
    'a.yaml': types,
    'b.yaml': products,
    'c.yaml': same,
  }
  expect(said(files)).toEqual([])
  expect(said({ ...files, 'c.yaml': same.replace('street', 'town') })).toEqual([
    expect.stringMatching(/^include-conflict c\.yaml:2 `types\.Address` stands here and, differently, in a\.yaml:2/),
  ])
  expect(said({ ...files, 'c.yaml': 'entities:\n  Order: { key: id, fields: { id: uuid } }\n' })).toEqual([
    expect.stringMatching(/^include-conflict c\.yaml:2 `entities\.Order`.*charter\.yaml:6/),
  ])
  expect(said({ ...files, 'c.yaml': 'limits: { pageSizeMax: 90 }\nserves: [rest]\n' })).toEqual([])
})

test('routes of several files are all of them', () => {
  const route = (name: string) => `routes: { ${name}: { path: ${name}, answers: text/csv } }\n`
  const { charter } = parse({
    'charter.yaml': head('[a.yaml, b.yaml]'),
    'a.yaml': route('first'),
    'b.yaml': route('second') + types + products,
  })
  expect(charter?.routes.map(({ name }) => name)).toEqual(['first', 'second'])
})

test('a whole charter is included without what it says of itself alone', () => {
  const other = `charter: 1\nname: other\ntitle: Other\nversion: 3.0.0\n${types}`
  const { charter, diagnostics } = parse({
    'charter.yaml': head('[o/charter.yaml, b.yaml]'),
    'o/charter.yaml': other,
    'b.yaml': products,
  })
  expect(diagnostics).toEqual([])
  expect([charter?.name, charter?.title, charter?.version]).toEqual(['shop', 'Shop', '1.0.0'])
})

test.each([
  ['../out.yaml', 'it is no YAML file below the folder'],
  ['/etc/passwd.yaml', 'it is no YAML file below the folder'],
  ['https://example.org/a.yaml', 'it is no YAML file below the folder'],
  ['types.json', 'it is no YAML file below the folder'],
  ['gone.yaml', 'there is no such file'],
  ['circle.yaml', 'it leads back to itself, by charter.yaml, circle.yaml'],
])('%s cannot be included', (name, why) => {
  expect(said({ 'charter.yaml': head(`[${name}]`), 'circle.yaml': 'include: charter.yaml\n' })).toEqual([
    expect.stringContaining(why),
  ])
})

test('files include each other eight deep, and fifty of them', () => {
  const deep = Object.fromEntries(
    Array.from({ length: 12 }, (_, at) => [`f${at}.yaml`, at < 11 ? `include: f${at + 1}.yaml\n` : types]),
  )
  expect(said({ 'charter.yaml': head('f0.yaml'), ...deep }).join()).toContain('deeper than 8')
  const many = Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`m${at}.yaml`, 'types: {}\n']))
  expect(said({ 'charter.yaml': head(`[${Object.keys(many).join(', ')}]`), ...many }).join()).toContain(
    'at most 50 files',
  )
})

test('an edit is made in the file where the thing stands', () => {
  const { document } = parse({
    'charter.yaml': head('[a.yaml, b.yaml]'),
    'a.yaml': types,
    'b.yaml': products,
  })
  const edited = editCharter(document, [
    { path: ['entities', 'Product', 'fields', 'price'], value: 'int32' },
    { path: ['entities', 'Order', 'fields', 'note'], value: 'text' },
  ])
  expect(edited['b.yaml']).toContain('price: int32')
  expect(edited['charter.yaml']).toContain('note: text')
  expect(edited['charter.yaml']).not.toContain('price')
})

test('the composed document is a charter by itself, which says the same', () => {
  const files = { 'charter.yaml': head('[a.yaml, b.yaml]'), 'a.yaml': types, 'b.yaml': products }
  const { charter, document } = parse(files)
  const text = document.tree ? composedText(document.tree) : ''
  expect(text).not.toContain('include')
  const again = parse({ 'charter.yaml': text })
  expect(again.diagnostics).toEqual([])
  const told = (of: typeof charter) =>
    JSON.stringify(of, (key, value) => (/^places?$|^text$/.test(key) ? undefined : value))
  expect(told(again.charter)).toBe(told(charter))
})
