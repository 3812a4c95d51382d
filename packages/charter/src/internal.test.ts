import { describe, expect, test } from 'vitest'
import { checkCharter, diffCharters, emptyLock, parseCharter, toModel, updateLock } from './index.ts'

const read = (operation: string, more = '', mfa = '') => {
  const text = `charter: 1
name: shop
access: { roles: [clerk]${mfa} }
entities:
  Order:
    key: id
    fields:
      id: { type: uuid, default: generated }
      stage: { type: enum, values: [a, b], states: { moves: { go: { from: a, to: b } } } }
    allow: { clerk: { do: [create, read, go${more}] } }
operations:
  recount: { entity: Order${operation} }
`
  const { charter, diagnostics } = parseCharter({ 'charter.yaml': text })
  if (!charter) throw new Error(diagnostics.map(({ message }) => message).join(' '))
  return charter
}
const said = (...of: Parameters<typeof read>) =>
  checkCharter(read(...of), { styles: [], connectors: [] })
    .filter(({ code }) => code !== 'not-built-yet')
    .map(({ code, place }) => `${code}:${place.line}`)

test('an internal operation is none that clients have: it stands beside them in the model, and in the lock with them', () => {
  const charter = read(', internal: true')
  expect(charter.operations.map(({ name }) => name)).toEqual(['go'])
  const model = toModel(charter, [])
  expect(model.operations.map(({ name }) => name)).toEqual(['go'])
  expect(model.internal?.map(({ name }) => name)).toEqual(['recount'])
  expect(toModel(read(''), [])).not.toHaveProperty('internal')
  expect(updateLock(charter, emptyLock).operations).toHaveProperty('recount')
  expect(said(', internal: true')).toEqual([])
})

test('rights, stronger sign-ins, routes and deprecations of it are refused where they stand', () => {
  expect(said(', internal: true', ', recount')).toEqual(['bad-internal:10'])
  expect(said(', internal: true', '', ', mfa: [Order.recount]')).toEqual(['bad-internal:12'])
  expect(said(', internal: true, deprecated: { since: 2026-01-01 }')).toEqual(['bad-internal:12'])
  expect(said('', ', recount', ', mfa: [Order.recount]')).toEqual([])
})

const moving = (operations: string, go = '{ from: a, to: b }', rights = '') => {
  const text = `charter: 1
name: shop
access: { roles: [clerk] }
entities:
  Order:
    key: id
    fields:
      id: { type: uuid, default: generated }
      stage: { type: enum, values: [a, b, c], states: { moves: { go: ${go}, end: { from: [a, b], to: c } } } }
    allow: { clerk: { do: [create, read, end${rights}] } }
operations:
  recount: { entity: Order }
${operations}`
  const { charter, diagnostics } = parseCharter({ 'charter.yaml': text })
  if (!charter) throw new Error(diagnostics.map(({ message }) => message).join(' '))
  return charter
}
const wrong = (...of: Parameters<typeof moving>) =>
  checkCharter(moving(...of), { styles: [], connectors: [] })
    .filter(({ severity }) => severity === 'error')
    .map(({ code, message }) => `${code} ${message}`)

describe('a move may be internal', () => {
  const internal = '{ from: a, to: b, internal: true }'

  test('as an operation that is declared so, or as it stands: then nothing else is done', () => {
    for (const [charter, hasBody] of [
      [moving('  go: { entity: Order, internal: true }\n'), true],
      [moving('', internal), false],
      [moving('  go: { entity: Order, internal: true }\n', internal), true],
    ] as const) {
      const model = toModel(charter, [])
      expect(model.operations.map(({ name }) => name)).toEqual(['recount', 'end'])
      expect(model.internal).toMatchObject([{ name: 'go', move: { field: 'stage', from: ['a'], to: 'b', hasBody } }])
      expect(
        checkCharter(charter, { styles: [], connectors: [] }).filter(({ severity }) => severity === 'error'),
      ).toEqual([])
      expect(updateLock(charter, emptyLock).operations).toHaveProperty('go')
    }
  })

  test('contracts tell of no such move but that there is one', () => {
    const said = (charter: ReturnType<typeof moving>) =>
      toModel(charter, []).entities[0]?.fields.find(({ name }) => name === 'stage')?.description
    expect(said(moving('', internal))).toBe(
      'Begins as `a`; changed by operations alone: `end` (a, b → c); and by the service itself.',
    )
    const all = moving('', internal)
    const own = { ...all, internal: [...all.internal, ...all.operations.filter(({ name }) => name === 'end')] }
    expect(said(own)).toBe('Begins as `a`; changed by the service itself alone.')
  })

  test('nobody is given it, and what it would lead to is reached by it', () => {
    expect(wrong('', internal, ', go')).toEqual([expect.stringContaining('bad-internal `go` is `internal`')])
    expect(wrong('', '{ from: b, to: a, internal: true }')[0]).toBeUndefined()
  })

  test('it is on one row of its entity, which it changes', () => {
    expect(wrong('  go: { entity: Order, key: false, internal: true }\n')).toEqual([
      expect.stringContaining('the operation is not on one row of Order'),
    ])
    expect(wrong('  go: { entity: Order, effect: read, internal: true }\n')).toEqual([
      expect.stringContaining('the operation only reads'),
    ])
    expect(wrong('  go: { entity: Order }\n', internal, ', go')).toEqual([
      expect.stringContaining('it is `internal`, and its operation is declared without that'),
    ])
  })

  test('to turn internal breaks who calls it', () => {
    const rows = () => []
    const breaks = (charter: ReturnType<typeof moving>) => charter.operations.map(({ name }) => name)
    const style = {
      name: 'rest',
      breaks: (before: ReturnType<typeof moving>, after: ReturnType<typeof moving>) =>
        breaks(before)
          .filter((name) => !breaks(after).includes(name))
          .map((name) => ({ about: name, sentence: 'It is gone.', severity: 'breaking' as const })),
    }
    const { styles, structure } = diffCharters(moving('', undefined, ', go'), moving('', internal), {
      styles: [style as never],
      access: rows,
    })
    expect(styles.rest).toEqual([{ about: 'go', sentence: 'It is gone.', severity: 'breaking' }])
    expect(structure.map(({ about }) => about)).toContain('go')
  })
})

test('what turns internal is still the same operation', () => {
  const diff = diffCharters(read(''), read(', internal: true'), { styles: [], access: () => [] })
  expect(diff.structure).toMatchObject([{ kind: 'changed', about: 'recount', details: ['isInternal: none → true'] }])
})
