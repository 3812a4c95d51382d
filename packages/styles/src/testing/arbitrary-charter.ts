import fc from 'fast-check'

const types = [
  'text',
  'int32',
  'int64',
  '{ type: int64, min: 0, max: 1000 }',
  '{ type: decimal, precision: 12, scale: 2 }',
  'float64',
  'boolean',
  'date',
  'instant',
  'uuid',
  "{ type: enum, values: [a, 'b c', 'd/e?'] }",
]
const keyTypes = ['text', 'int32', 'int64', 'uuid', 'date', "{ type: enum, values: [a, 'b c', 'd/e?'] }"]
const entityNames = ['Account', 'BoxCar', 'Category', 'DNSEntry', 'Equipment', 'Fish']
const fieldNames = ['name', 'orderBy', 'x', 'from', 'limit', 'filter', 'sortKey', 'include', 'fields']

const typed = (name: string, type: string) => `      ${name}: ${type.startsWith('{') ? type : `{ type: ${type} }`}`

const entity = (name: string, others: readonly string[]) =>
  fc
    .record({
      keys: fc.uniqueArray(fc.tuple(fc.constantFrom('id', 'code', 'no'), fc.constantFrom(...keyTypes)), {
        minLength: 1,
        maxLength: 3,
        selector: ([key]) => key,
      }),
      fields: fc.uniqueArray(fc.tuple(fc.constantFrom(...fieldNames), fc.constantFrom(...types)), {
        minLength: 1,
        maxLength: 5,
        selector: ([field]) => field,
      }),
      target: fc.option(fc.constantFrom(...others)),
    })
    .map(({ keys, fields, target }) =>
      [
        `  ${name}:`,
        `    key: [${keys.map(([key]) => key).join(', ')}]`,
        '    fields:',
        ...keys.map(([key, type]) => typed(key, type)),
        ...fields.map(([field, type]) => typed(field, type)),
        ...(target === null ? [] : ['    relations:', `      parent: { one: ${target} }`]),
        '    allow: { owner: { do: [create, read, update, delete, list, audit] } }',
      ].join('\n'),
    )

/** A charter of one to four entities with keys of one to three fields, of any type that a key may have. */
export const charterText: fc.Arbitrary<string> = fc
  .uniqueArray(fc.constantFrom(...entityNames), { minLength: 1, maxLength: 4 })
  .chain((names) => fc.tuple(...names.map((name) => entity(name, names))))
  .map((entities) =>
    [
      'charter: 1',
      'name: random',
      'title: Random',
      'version: 1.0.0',
      'serves: [rest]',
      'sources: { main: { own: sqlite } }',
      'access: { accepts: [jwt], roles: [owner] }',
      'entities:',
      ...entities,
    ].join('\n'),
  )
