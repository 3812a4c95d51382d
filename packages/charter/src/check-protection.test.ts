import { expect, test } from 'vitest'
import { checkCharter } from './check.ts'
import { parseCharter } from './parse.ts'

/** Codes found in a club with this field beside its key, and these lines more. */
const codesOf = (
  field: string,
  { key = '{ type: uuid, default: generated }', more = '', source = 'own: sqlite' } = {},
) => {
  const text = `
charter: 1
name: club
access: { roles: [clerk] }
sources: { main: { ${source} } }
entities:
  Member:
    key: id
    fields:
      id: ${key}
      ${field}
${more}
    allow:
      clerk: { do: [create, read, list] }
`
  const { charter, diagnostics } = parseCharter({ 'charter.yaml': text })
  if (!charter) return diagnostics.map(({ code }) => code)
  const connector = { name: 'sqlite', accepts: () => true, check: () => [] }
  return checkCharter(charter, { styles: [{ name: 'rest', check: () => [] }], connectors: [connector] })
    .filter(({ severity }) => severity === 'error')
    .map(({ code }) => code)
}

test.each([
  ['a: { type: text, protect: encrypt }'],
  ['a: { type: date, protect: encrypt, search: equals, unique: true }'],
  ['a: { type: enum, values: [x, y], protect: encrypt }'],
  ['a: { type: bytes, protect: encrypt }'],
  ['a: { type: text, protect: tokenize, search: equals, unique: true }'],
  ['a: { type: text, protect: encrypt, default: none }'],
  ['receivedCvvAt: { type: instant, optional: true }'],
])('%s is kept', (field) => {
  expect(codesOf(field)).toEqual([])
})

test.each([
  ['a: { type: json, protect: encrypt }', 'protect-not-here', {}],
  ['a: { type: float64, protect: encrypt }', 'protect-not-here', {}],
  ['a: { type: array, items: text, protect: encrypt }', 'protect-not-here', {}],
  ['a: { type: int32, protect: tokenize }', 'protect-not-here', {}],
  ['a: { type: text, protect: encrypt }', 'protect-not-here', { key: '{ type: int32, default: sequence }' }],
  ['a: text', 'protect-not-here', { key: '{ type: uuid, protect: encrypt }' }],
  ['a: { type: text, protect: encrypt }', 'protect-not-here', { source: 'url: "file:club.db"' }],
  ['a: { type: instant, optional: true, protect: encrypt }', 'protect-not-here', { more: '    softDelete: a' }],
  [
    'parentId: { type: uuid, optional: true, protect: encrypt }',
    'protect-not-here',
    {
      more: '    relations: { parent: { one: Member, by: [parentId], optional: true } }',
    },
  ],
  ['a: { type: text, protect: encrypt, unique: true }', 'protect-search', {}],
  ['a: { type: text, protect: encrypt }', 'protect-search', { more: '    unique: [[a, id]]' }],
  ['a: { type: text, search: equals }', 'protect-search', {}],
  ['a: { type: boolean, protect: encrypt, search: equals }', 'protect-search', {}],
  ['a: { type: enum, values: [x, y], protect: encrypt, search: equals }', 'protect-search', {}],
  ['a: { type: int32, min: 0, max: 120, protect: encrypt, search: equals }', 'protect-search', {}],
  ['a: { type: text, length: ..2, protect: tokenize, search: equals }', 'protect-search', {}],
  ['a: { type: int32, protect: encrypt }', 'protect-in-check', { more: '    checks: { positive: a > 0 }' }],
  ['a: { type: text, protect: tokenize, mask: { last: 2 } }', 'bad-mask', {}],
  ['a: { type: text, protect: mask }', 'mask-without-reveal', {}],
  ['cvv: text', 'security-code', {}],
  ['card_cvc2: { type: text, protect: encrypt }', 'security-code', {}],
  ['cardSecurityCode: text', 'security-code', {}],
])('%s is refused as %s', (field, code, more) => {
  expect(codesOf(field, more)).toEqual([code])
})
