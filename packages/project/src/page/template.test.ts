import type { PageTemplate } from '@charter/page'
import type { Json } from '@charter/runtime'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { templateOf, type Variation } from './template.ts'

const variation = (
  input: string,
  values: readonly Json[],
  render: (value: Json) => string,
  isClosed = false,
): Variation => ({
  input,
  value: values[0] ?? null,
  others: values.slice(1).map((value) => ({ value, text: render(value) })),
  isClosed,
})

test('a value that shares its beginning with the other one is found whole', () => {
  const render = (value: Json) => `{"id":${JSON.stringify(value)},"idea":"0190"}`
  const values = ['0190-a', '0190-b']
  expect(templateOf(render('0190-a'), [variation('id', values, render)], ['string', 'literal'])).toEqual([
    '{"id":"',
    { input: 'id', as: 'string' },
    '","idea":"0190"}',
  ])
})

test('a value that stands elsewhere too keeps its place', () => {
  const render = (value: Json) => `<a>mg</a><b>${value}</b><c>mg</c>`
  expect(templateOf(render('mg'), [variation('unit', ['mg', 'ml'], render, true)], ['xml'])).toEqual([
    '<a>mg</a><b>',
    { input: 'unit', as: 'xml' },
    '</b><c>mg</c>',
  ])
})

test('values that are spelled otherwise are known by name', () => {
  const names: Readonly<Record<string, string>> = { written: 'STATE_WRITTEN', stopped: 'STATE_STOPPED' }
  const render = (value: Json) => `{"state":"${names[String(value)]}"}`
  const [head, place, tail] = templateOf(
    render('written'),
    [variation('state', ['written', 'stopped'], render, true)],
    ['string'],
  )
  expect([head, tail]).toEqual(['{"state":"STATE_', '"}'])
  expect(place).toMatchObject({ input: 'state', spelled: { written: 'WRITTEN', stopped: 'STOPPED' } })
})

test('a value that changes nothing has no place', () => {
  expect(templateOf('POST /mcp', [variation('id', ['a', 'b'], () => 'POST /mcp')], ['uri'])).toEqual(['POST /mcp'])
})

test('whatever a style writes around them, filled places give its own text', () => {
  const text = fc.string({ maxLength: 8 })
  const filled = (template: PageTemplate, values: Readonly<Record<string, string>>): string =>
    template.map((part) => (typeof part === 'string' ? part : JSON.stringify(values[part.input]).slice(1, -1))).join('')
  fc.assert(
    fc.property(
      fc.uniqueArray(text, { minLength: 4, maxLength: 4 }),
      text,
      ([a = '', b = '', c = '', d = ''], around) => {
        const render = (one: Json, two: Json) => JSON.stringify({ around, one, more: [around], two })
        const template = templateOf(
          render(a, c),
          [
            variation('one', [a, b], (value) => render(value, c)),
            variation('two', [c, d], (value) => render(a, value)),
          ],
          ['string'],
        )
        const places = template.flatMap((part) => (typeof part === 'string' ? [] : [part.input]))
        // Empty text has no place: nothing marks where it stands.
        expect(places.includes('one') || a === '').toBe(true)
        const values = { one: places.includes('one') ? b : a, two: places.includes('two') ? d : c }
        expect(filled(template, values)).toBe(render(values.one, values.two))
      },
    ),
  )
})
