import { expect, test } from 'vitest'
import { checkCharter, diffCharters, exampleRows, parseCharter, toModel } from './index.ts'

const read = (rule: string, { product = '', stock = '', more = '', rules = '', checks = '' } = {}) => {
  const text = `charter: 1
name: shop
access: { roles: [clerk] }
entities:
  Maker:
    key: id
    fields: { id: { type: uuid, default: generated }, limit: int32, since: date }
    allow: { clerk: { do: [create, read] } }
  Product:
    key: id
    fields: { id: { type: uuid, default: generated }, stock: { type: int32, min: 0${stock} }, name: text }
    relations: { maker: { one: Maker }, lines: { many: Line } }
    allow: { clerk: { do: [create${rules || ', read'}]${product} } }
  Line:
    key: id
    fields: { id: { type: uuid, default: generated }, quantity: { type: int32, min: 1, max: 1000 }, day: { type: date, optional: true${more} } }
    relations: { product: { one: Product } }
    checks: { fits: { rule: '${rule}', message: There is not so much of it. }${checks} }
    allow: { clerk: { do: [create, read, update] } }
`
  const { charter, diagnostics } = parseCharter({ 'charter.yaml': text })
  if (!charter) throw new Error(diagnostics.map(({ message }) => message).join(' '))
  return charter
}
const said = (...of: Parameters<typeof read>) =>
  checkCharter(read(...of), { styles: [], connectors: [] })
    .filter(({ code }) => code !== 'not-built-yet')
    .map(({ code, message }) => `${code} ${message}`)
const lineOf = (rule: string) => toModel(read(rule), []).entities.find(({ name }) => name === 'Line')

test('a rule over relations stands apart from those of its row alone, with the fields that it names in their order', () => {
  expect(lineOf('quantity > 0')?.relatedChecks).toBeUndefined()
  const line = lineOf('quantity <= product.stock and day >= product.maker.since')
  expect(line?.checks).toEqual([])
  expect(line?.relatedChecks).toMatchObject([
    {
      name: 'fits',
      fields: ['quantity', 'productId', 'day'],
      paths: [['quantity'], ['product', 'stock'], ['day'], ['product', 'maker', 'since']],
    },
  ])
  expect(lineOf('product.stock >= quantity')?.relatedChecks?.[0]?.fields).toEqual(['productId', 'quantity'])
})

test.each([
  ['quantity <= product.stok', 'Product has no field `stok`; did you mean `stock`'],
  ['quantity <= prodct.stock', 'Line has no relation `prodct`; did you mean `product`'],
  ['quantity <= product.maker', 'Product has no field `maker`'],
  ['quantity <= product.lines.quantity', '`lines` leads to many rows'],
  ['quantity <= product.name', '`quantity` is int32 and `product.name` is text'],
  ['quantity <= product.maker.a.b.c.d', 'it leads over more than 4 relations'],
])('%s cannot be read', (rule, why) => {
  expect(said(rule)).toEqual([expect.stringContaining(why)])
})

test('what is hidden, sealed or written alone is in no rule over relations, on either side', () => {
  const rule = 'quantity <= product.stock and day is null'
  expect(said(rule)).toEqual([])
  for (const stock of [', reveal: inside', ', protect: encrypt', ', writeOnly: true'])
    expect(said(rule, { stock }).join()).toContain('`stock` of Product is hidden or sealed')
  for (const more of [', reveal: inside', ', writeOnly: true'])
    expect(said(rule, { more }).join()).toContain('`day` is hidden or sealed')
})

test('who writes is told of rows that they may not read, and `check` says so', () => {
  const access = (charter: ReturnType<typeof read>) => ({
    diagnostics: [],
    rules: charter.entities.flatMap(({ name, allow }) =>
      allow.map((line, at) => ({
        id: `${name}${at}`,
        effect: 'permit' as const,
        entity: name,
        actions: line.do,
        roles: [line.role],
        isConditional: line.when !== undefined,
        source: { file: '', line: 1, text: '' },
      })),
    ),
  })
  const tells = (rules: string) =>
    checkCharter(read('quantity <= product.stock', { rules }), { styles: [], connectors: [], access })
      .filter(({ code }) => code === 'check-tells')
      .map(({ message }) => message)
  expect(tells(', read')).toEqual([])
  expect(tells(', audit')).toEqual([expect.stringContaining('tells `clerk` of `product.stock`')])
})

test('example rows meet it', () => {
  const model = toModel(read('quantity <= product.stock', { checks: ', few: quantity < product.maker.limit' }), [])
  const { rows } = exampleRows(model, 6)
  const byId = (entity: string, id: unknown) => rows[entity]?.find((row) => row.id === id)
  for (const line of rows.Line ?? []) {
    const product = byId('Product', line.productId)
    const maker = byId('Maker', product?.makerId)
    expect([Number(line.quantity) <= Number(product?.stock), Number(line.quantity) < Number(maker?.limit)]).toEqual([
      true,
      true,
    ])
  }
  expect(rows.Line).toHaveLength(6)
})

test('a rule that changes is told by diff', () => {
  const { structure } = diffCharters(read('quantity > 0'), read('quantity <= product.stock'), {
    styles: [],
    access: () => [],
  })
  expect(structure).toMatchObject([{ kind: 'changed', about: 'Line' }])
})
