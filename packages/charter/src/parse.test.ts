import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { checkCharter, parseCharter } from './index.ts'

const clinic = readFileSync(new URL('../examples/clinic.yaml', import.meta.url), 'utf8')
const context = {
  styles: ['rest', 'graphql', 'grpc', 'soap', 'mcp'].map((name) => ({ name, check: () => [] })),
  connectors: [{ name: 'sqlite', accepts: () => true, check: () => [] }],
}
const codes = (text: string) => parseCharter({ 'charter.yaml': text }).diagnostics.map((each) => each.code)
const head = 'charter: 1\nname: a\n'

describe('a charter is read', () => {
  test('the clinic has no mistake and no warning', () => {
    const { charter, diagnostics } = parseCharter({ 'clinic.yaml': clinic })
    expect(diagnostics).toEqual([])
    expect(charter && checkCharter(charter, context)).toEqual([])
  })

  test('a to-one relation implies its foreign key field, of the type of the target key', () => {
    const { charter } = parseCharter({ 'clinic.yaml': clinic })
    const field = charter?.entities[1]?.fields.find((each) => each.name === 'patientId')
    expect(field).toMatchObject({
      type: { kind: 'uuid' },
      isOptional: false,
      impliedBy: 'patient',
      id: 'Prescription.patientId',
    })
  })

  test('a folder says the same as one file', () => {
    const one = parseCharter({ 'charter.yaml': `${head}entities:\n  Book:\n    key: id\n    fields: { id: uuid }\n` })
    const two = parseCharter({ 'charter.yaml': head, 'entities/Book.yaml': 'key: id\nfields: { id: uuid }\n' })
    expect(two.diagnostics).toEqual([])
    expect(two.charter?.entities[0]?.fields[0]?.place.file).toBe('entities/Book.yaml')
    expect(two.charter?.entities.map(({ id, key }) => [id, key])).toEqual(
      one.charter?.entities.map(({ id, key }) => [id, key]),
    )
  })

  test('composite keys imply a field each, also through keys that are implied themselves', () => {
    const { charter, diagnostics } = parseCharter({
      'charter.yaml': `${head}entities:
  Country: { key: code, fields: { code: { type: text, length: 2..2 } } }
  Region: { key: [countryCode, number], fields: { number: int32 }, relations: { country: { one: Country }, cities: { many: City } } }
  City: { key: id, fields: { id: uuid }, relations: { region: { one: Region, optional: true } } }
`,
    })
    expect(diagnostics).toEqual([])
    const city = charter?.entities[2]
    expect(city?.fields.map(({ name, type }) => [name, type.kind])).toEqual([
      ['id', 'uuid'],
      ['regionCountryCode', 'text'],
      ['regionNumber', 'int32'],
    ])
    expect(charter?.entities[1]?.relations[1]).toMatchObject({
      from: ['countryCode', 'number'],
      to: ['regionCountryCode', 'regionNumber'],
    })
  })

  test('many-to-many goes through the entity between, also from an entity to itself', () => {
    const { charter, diagnostics } = parseCharter({
      'charter.yaml': `${head}entities:
  Person:
    key: id
    fields: { id: uuid }
    relations: { follows: { many: Person, through: { entity: Follow, here: follower, there: followee } } }
  Follow: { key: [followerId, followeeId], fields: {}, relations: { follower: { one: Person }, followee: { one: Person } } }
`,
    })
    expect(diagnostics).toEqual([])
    expect(charter?.entities[0]?.relations[0]).toMatchObject({
      from: ['id'],
      to: ['followerId'],
      through: { entity: 'Follow', from: ['followeeId'], to: ['id'] },
    })
  })

  test('types recur through names and keep their XML bindings', () => {
    const { charter, diagnostics } = parseCharter({
      'charter.yaml': `${head}types:
  Tree: { type: record, members: { label: { type: text, xml: { attribute: true } }, children: { type: array, items: Tree } } }
  Pay: { type: union, tag: by, variants: { card: { number: text }, cash: {} }, xml: { namespace: 'urn:pay' } }
`,
    })
    expect(diagnostics).toEqual([])
    expect(charter?.types.Tree?.wire).toEqual({ label: { isAttribute: true } })
    expect(charter?.types.Pay?.wire).toEqual({ '': { namespace: 'urn:pay' } })
  })

  test('decimals and big integers never pass through a binary float', () => {
    const { charter } = parseCharter({
      'charter.yaml': `${head}entities:
  A: { key: id, fields: { id: { type: int64 }, n: { type: int64, default: 9007199254740993 }, d: { type: decimal, precision: 30, scale: 3, default: 12345678901234567890.1 } } }
`,
    })
    expect(charter?.entities[0]?.fields.map((field) => field.default)).toEqual([
      undefined,
      { kind: 'value', value: '9007199254740993' },
      { kind: 'value', value: '12345678901234567890.100' },
    ])
  })
})

describe('every mistake is told at once, at its place', () => {
  test('four mistakes, four places', () => {
    const { charter, partial, diagnostics } = parseCharter({
      'charter.yaml': `${head}entities:
  Patient:
    key: id
    fields:
      id: uuid
      birthDate: { type: dat, max: today }
      ssn: { type: text, lenght: 1..3 }
    relations:
      ward: { one: Wrd }
  Ward: { key: id, fields: { id: { type: uuid, length: 1..2 } } }
`,
    })
    expect(charter).toBeNull()
    expect(partial).not.toBeNull()
    expect(diagnostics.map(({ code, place, hint }) => [code, place.line, place.column, hint])).toEqual([
      ['unknown-type', 8, 26, 'Did you mean `date`?'],
      ['unknown-key', 9, 26, 'Did you mean `length`?'],
      ['unknown-entity', 11, 20, 'Did you mean `Ward`?'],
      ['option-not-for-type', 12, 48, 'uuid takes no options of its own.'],
    ])
  })

  test('a name that stands twice in a list, and a list of names that does', () => {
    const { diagnostics } = parseCharter({
      'charter.yaml': `${head}serves: [rest, rest]
entities:
  Ward:
    key: id
    unique: [[name, name], [floor], [floor]]
    fields: { id: uuid, name: text, floor: text }
`,
    })
    expect(diagnostics.map(({ code, place, message }) => [code, place.line, place.column, message])).toEqual([
      ['duplicate-key', 3, 16, '`rest` is written twice here.'],
      ['duplicate-key', 7, 21, '`name` is written twice here.'],
      ['duplicate-key', 7, 37, '`[floor]` is written twice here.'],
    ])
  })

  test('what means nothing in a relation of its kind', () => {
    const { diagnostics } = parseCharter({
      'charter.yaml': `${head}entities:
  Ward:
    key: id
    fields: { id: uuid }
    relations: { beds: { many: Bed, optional: true } }
  Bed:
    key: id
    fields: { id: uuid }
    relations: { ward: { one: Ward, owned: true } }
`,
    })
    expect(diagnostics.map(({ place, message }) => [place.line, place.column, message])).toEqual([
      [7, 47, '`beds` does not fit: `optional` means nothing in a relation to many.'],
      [11, 44, '`ward` does not fit: `owned` means nothing in a relation that leads to one.'],
    ])
  })

  test('owned rows that nobody may write', () => {
    const { diagnostics } = parseCharter({
      'charter.yaml': `${head}entities:
  Ward:
    key: id
    fields: { id: uuid }
    relations: { beds: { many: Bed, owned: true } }
  Bed:
    key: id
    readOnly: true
    fields: { id: uuid }
    relations: { ward: { one: Ward } }
`,
    })
    expect(diagnostics.map(({ place, message }) => [place.line, place.column, message])).toEqual([
      [7, 44, '`beds` does not fit: `owned` rows are written with their parent, and Bed is `readOnly`.'],
    ])
  })

  test('text that is no YAML, or two documents, is a syntax error with its place', () => {
    expect(codes('charter: [1')).toContain('yaml-syntax')
    expect(codes(`${head}---\ncharter: 1\n`)).toContain('yaml-syntax')
  })
})

describe('bounds', () => {
  test('an alias bomb is refused quickly', () => {
    const layers = Array.from({ length: 9 }, (_, i) => `l${i + 1}: &l${i + 1} [${Array(10).fill(`*l${i}`).join(', ')}]`)
    expect(codes(`charter: 1\nname: a\nl0: &l0 [x]\n${layers.join('\n')}\n`)).toEqual(['document-bounds'])
  })

  test('an alias inside its own anchor ends', () => {
    expect(codes('charter: 1\nname: a\nentities: &a { Loop: *a }\n')).toEqual(['document-bounds'])
  })

  test('values nested past the depth are refused, also past the parser’s own stack', () => {
    expect(codes(`a: ${'['.repeat(80)}${']'.repeat(80)}\n`)).toEqual(['document-bounds'])
    expect(codes(`a: ${'['.repeat(50_000)}${']'.repeat(50_000)}\n`)).toEqual(['document-bounds'])
  })

  test('more than 10 MB is not parsed at all', () => {
    expect(codes(`# ${'x'.repeat(10_000_001)}`)).toEqual(['document-bounds'])
  })

  test('more than 50,000 fields are refused', () => {
    const fields = Array.from({ length: 50_001 }, (_, i) => `      f${i}: text`).join('\n')
    expect(codes(`${head}entities:\n  A:\n    key: f0\n    fields:\n${fields}\n`)).toEqual(['document-bounds'])
  })
})

test('a to-one relation may refer to unique fields that are not the key, and to no others', () => {
  const read = (more: string) =>
    parseCharter({
      'charter.yaml': `charter: 1
name: shop
entities:
  Product: { key: id, fields: { id: int32, sku: { type: text, unique: true }, title: text }, relations: { lines: { many: Line, inverse: product } } }
  Line: { key: id, fields: { id: int32, sku: text }, relations: { product: { one: Product, ${more} } } }
`,
    })
  const [product, line] = read('by: sku, to: sku').charter?.entities ?? []
  expect(line?.relations[0]).toMatchObject({ from: ['sku'], to: ['sku'] })
  expect(product?.relations[0]).toMatchObject({ from: ['sku'], to: ['sku'] })
  for (const wrong of ['by: sku, to: title', 'to: sku', 'by: [sku, id], to: sku', 'by: sku, to: nothing'])
    expect(read(wrong).diagnostics.map(({ code }) => code)).toContain('relation-mismatch')
})

test('a version is required of each change or is not, and nothing else', () => {
  const of = (word: string) => parseCharter({ 'charter.yaml': `charter: 1\nname: shop\nifMatch: ${word}\n` })
  expect(of('required').charter?.ifMatch).toBe('required')
  expect(of('optional').charter).not.toHaveProperty('ifMatch')
  expect(of('true').diagnostics.map(({ code }) => code)).toEqual(['unknown-choice'])
})

test('what lies at rest is sealed or is not, and nothing else', () => {
  const of = (word: string) => parseCharter({ 'charter.yaml': `charter: 1\nname: shop\natRest: ${word}\n` })
  expect(of('encrypt').charter?.atRest).toBe('encrypt')
  expect(of('plain').charter).not.toHaveProperty('atRest')
  expect(of('true').diagnostics.map(({ code }) => code)).toEqual(['unknown-choice'])
})

test('what a style is told whom nobody here knows is no mistake of a word that looks alike', () => {
  const { diagnostics } = parseCharter({ 'charter.yaml': 'charter: 1\nname: shop\nrest: { base: /api }\n' })
  expect(diagnostics).toEqual([])
})

test('crypto is standard or fips, and nothing else', () => {
  const of = (word: string) => parseCharter({ 'charter.yaml': `charter: 1\nname: shop\ncrypto: ${word}\n` })
  expect(of('fips').charter?.crypto).toBe('fips')
  expect(of('standard').charter).not.toHaveProperty('crypto')
  expect(of('FIPS').diagnostics.map(({ code }) => code)).toEqual(['unknown-choice'])
})
