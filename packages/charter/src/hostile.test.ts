import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkCharter, hasErrors, isRefused, parseCharter, toModel } from './index.ts'

const clinic = readFileSync(new URL('../examples/clinic.yaml', import.meta.url), 'utf8')
const context = {
  styles: ['rest', 'graphql', 'grpc', 'soap', 'mcp'].map((name) => ({ name, check: () => [] })),
  connectors: [{ name: 'sqlite', accepts: () => true, check: () => [] }],
}

test('whatever is done to a charter’s text, it is read without throwing, and what passes check makes a model', () => {
  const bits = fc.constantFrom(
    '',
    ':',
    '{',
    '}',
    '[',
    ']',
    'null',
    '1',
    '"',
    '\n',
    '  ',
    '- ',
    '&a ',
    '*a',
    '..',
    'many',
    'by: [id]',
    '__proto__: x',
    'constructor',
  )
  const slip = fc.record({ at: fc.nat(clinic.length), length: fc.nat(20), by: bits })
  let broken = 0
  fc.assert(
    fc.property(fc.array(slip, { minLength: 1, maxLength: 3 }), (slips) => {
      const text = slips.reduce((from, { at, length, by }) => from.slice(0, at) + by + from.slice(at + length), clinic)
      const { charter, partial, diagnostics } = parseCharter({ 'charter.yaml': text })
      expect(charter === null).toBe(hasErrors(diagnostics) || partial === null)
      if (charter === null) broken += 1
      const found = partial ? checkCharter(partial, context) : []
      for (const { place, message } of [...diagnostics, ...found]) {
        expect(place.line).toBeGreaterThan(0)
        expect(message).not.toBe('')
      }
      if (charter && !hasErrors(found)) expect(toModel(charter, []).digest).toMatch(/^[0-9a-f]{32}$/)
    }),
    { numRuns: 400 },
  )
  expect(broken).toBeGreaterThan(50)
})

test('what is not built yet is a warning that generate and run refuse', () => {
  const { charter } = parseCharter({ 'charter.yaml': clinic })
  const styles = context.styles.filter(({ name }) => name !== 'grpc')
  const found = charter ? checkCharter(charter, { ...context, styles }) : []
  expect(found.map(({ code, severity, place }) => [code, severity, place.line])).toEqual([
    ['not-built-yet', 'warning', 6],
  ])
  expect(isRefused(found)).toBe(true)
})

test('defaults and samples of named types are values of them', () => {
  const text = (value: string) => `charter: 1
name: a
access: { roles: [r] }
types: { Point: { type: record, members: { x: int32 } } }
entities:
  A:
    key: id
    fields: { id: { type: uuid, default: generated }, at: { type: Point, default: ${value} } }
    allow: { r: { do: [read] } }
    samples: [{ at: ${value} }]
`
  const codes = (value: string) => {
    const { charter } = parseCharter({ 'charter.yaml': text(value) })
    return charter && checkCharter(charter, context).map((each) => each.code)
  }
  expect(codes('{ x: 1 }')).toEqual([])
  expect(codes('{ x: one }')).toEqual(['bad-sample', 'bad-default'])
})
