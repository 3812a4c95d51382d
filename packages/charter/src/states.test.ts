import { describe, expect, test } from 'vitest'
import { checkCharter, diffCharters, parseCharter, toModel } from './index.ts'

const text = (states: string, more = '') => `charter: 1
name: shop
access: { roles: [clerk] }
types: { Stage: { type: enum, values: [placed, paid, gone] } }
entities:
  Order:
    key: id
    fields:
      id: { type: uuid, default: generated }
      status: ${states}
    allow: { clerk: { do: [create, read] } }
  Other:
    key: id
    fields: { id: { type: uuid, default: generated } }
    allow: { clerk: { do: [read] } }
${more}`

const read = (states: string, more?: string) => {
  const { charter, diagnostics } = parseCharter({ 'charter.yaml': text(states, more) })
  if (!charter) throw new Error(JSON.stringify(diagnostics))
  return charter
}
const codes = (states: string, more?: string) =>
  checkCharter(read(states, more), { styles: [], connectors: [] })
    .filter(({ code }) => /state|move/.test(code))
    .map(({ code, message, place }) => `${place.line}:${place.column} ${code}: ${message}`)
const field = (states: string, values = '[placed, paid, gone]') =>
  `{ type: enum, values: ${values}, states: ${states} }`
const moves = '{ moves: { pay: { from: placed, to: paid }, end: { from: [placed, paid], to: gone } } }'

describe('states', () => {
  test('a move declares its operation, on one row and without a body, and the first value is the initial state', () => {
    const charter = read(field(moves))
    expect(charter.operations).toMatchObject([
      { id: 'pay', name: 'pay', entity: 'Order', hasKey: true, input: [], isMove: true, effect: 'write' },
      { name: 'end', entity: 'Order', result: { entity: 'Order', isList: false } },
    ])
    const { entities, operations } = toModel(charter, [])
    expect(entities[0]?.fields[1]).toMatchObject({
      writable: 'never',
      isState: true,
      default: { kind: 'value', value: 'placed' },
      description:
        'Begins as `placed`; changed by operations alone: `pay` (placed → paid); `end` (placed, paid → gone).',
    })
    expect(operations[1]).toMatchObject({
      description: 'Moves `status` from `placed` or `paid` to `gone`.',
      move: { field: 'status', from: ['placed', 'paid'], to: 'gone', isGuarded: false, hasBody: false },
    })
  })

  test('an operation that is declared with its input is the move too, and has a body', () => {
    const charter = read(
      field(moves),
      'operations: { pay: { entity: Order, input: { by: text }, description: Paid. } }',
    )
    expect(charter.operations.map(({ name, isMove = false }) => [name, isMove])).toEqual([
      ['pay', false],
      ['end', true],
    ])
    expect(toModel(charter, []).operations[0]).toMatchObject({
      description: 'Paid. Moves `status` from `placed` to `paid`.',
      move: { hasBody: true },
    })
  })

  test('a field of a named type has states as one with values of its own, and says where it begins', () => {
    const ofType = (states: string) => `{ type: Stage, states: ${states} }`
    expect(
      codes(ofType('{ initial: placed, moves: { pay: { from: placed, to: paid }, end: { from: paid, to: gone } } }')),
    ).toEqual([])
    expect(codes(ofType('{ initial: place, moves: { pay: { from: placed, to: paid } } }'))).toEqual([
      '10:38 unknown-state: `place` is no state of `status`.',
    ])
  })

  test('what is no state, leads nowhere, or is never reached is told at its place', () => {
    expect(codes(field('{ moves: { pay: { from: placd, to: paid }, end: { from: gone, to: gone } } }'))).toEqual([
      '10:78 unknown-state: `placd` is no state of `status`.',
      '10:110 bad-move: `end` cannot be a move: from `gone` it leads nowhere else.',
    ])
    expect(codes(field('{ moves: { pay: { from: placed, to: paid } } }'))).toEqual([
      '10:67 state-unreached: No row ever comes to `gone`: no move of `status` leads there.',
    ])
  })

  test.each([
    ['optional: true', 'it is optional, and a row is always in a state'],
    ['immutable: true', 'it may not change'],
    ['reveal: inside', 'it is hidden, and a refused move names the state that it is in'],
    ['default: paid', 'its `default` is another than the initial state; leave it out'],
  ])('a field with `%s` has no states', (more, why) => {
    expect(codes(`{ type: enum, values: [placed, paid, gone], ${more}, states: ${moves} }`)).toEqual([
      expect.stringContaining(`bad-states: \`status\` cannot have \`states\`: ${why}.`),
    ])
  })

  test('a named type says where rows begin, and what is told is asked', () => {
    expect(codes(`{ type: Stage, states: ${moves} }`)).toEqual([
      expect.stringContaining('its type has a name, and then `initial` is to be said'),
    ])
    expect(
      codes(field('{ moves: { pay: { from: placed, to: paid, message: No. }, end: { from: paid, to: gone } } }')),
    ).toEqual([expect.stringContaining('it has a `message` for a `when` that it has not')])
  })

  test('rows that go with another have no states, nor has what says whose a row is', () => {
    const owned = `charter: 1
name: shop
access: { roles: [clerk] }
entities:
  Order:
    key: id
    fields: { id: { type: uuid, default: generated } }
    relations: { lines: { many: Line, owned: true } }
    allow: { clerk: { do: [create] } }
  Line:
    key: id
    fields:
      id: { type: uuid, default: generated }
      status: ${field(moves)}
    relations: { order: { one: Order } }
    allow: { clerk: { do: [pay, end] } }
`
    const messages = (document: string) => {
      const read = parseCharter({ 'charter.yaml': document }).charter
      return read && checkCharter(read, { styles: [], connectors: [] }).map(({ message }) => message)
    }
    expect(messages(owned)).toContain(
      '`status` cannot have `states`: rows of Line are made anew whenever their parent is written.',
    )
    const tenancy = text(`{ type: enum, values: [placed, paid, gone], states: ${moves} }`).replace(
      'access: { roles: [clerk] }',
      'access: { roles: [clerk], tenancy: { field: status, claim: tenant } }',
    )
    expect(messages(tenancy)).toContain('`status` cannot have `states`: it says whose a row is.')
  })

  test('text has no states', () => {
    expect(codes(`{ type: text, states: ${moves} }`)).toEqual([
      expect.stringContaining('it is text, and states are an enum'),
    ])
  })

  test.each([
    ['pay: { entity: Other }', 'the operation is not on one row of Order'],
    ['pay: { entity: Order, key: false }', 'the operation is not on one row of Order'],
    ['pay: { entity: Order, effect: read }', 'the operation only reads'],
    ['pay: { entity: Order, mode: job }', 'its mode is `job`'],
  ])('`%s` is no move', (operation, why) => {
    expect(codes(field(moves), `operations: { ${operation} }`)).toEqual([
      expect.stringContaining(`bad-move: \`pay\` cannot be a move: ${why}.`),
    ])
  })

  test('a move of two entities, or of two fields, is told at the second', () => {
    const twice = `${field(moves)}\n      other: ${field('{ moves: { pay: { from: placed, to: gone }, mend: { from: gone, to: paid } } }')}`
    expect(codes(twice)).toEqual([
      expect.stringMatching(
        /^11:\d+ bad-move: `pay` cannot be a move: it moves `status` too, and a call is one move\.$/,
      ),
    ])
  })

  test('what clients of every style notice: a move gone from an operation, from fewer states, to another, or that asks more', () => {
    const styles = [{ name: 'rest', breaks: () => [] }]
    const declared = 'operations: { pay: { entity: Order } }'
    const breaks = (before: string, after: string) =>
      diffCharters(read(before, declared), read(after, declared), { styles, access: () => [] }).styles.rest
    const told = (sentence: string, about = 'pay') => ({ about, sentence, severity: 'breaking' })
    const pays = (move: string) => field(`{ moves: { pay: ${move}, end: { from: placed, to: gone } } }`)
    const was = pays('{ from: [placed, gone], to: paid }')
    expect(breaks(was, pays('{ from: placed, to: paid, when: resource.status != "x" }'))).toEqual([
      told('From `gone` it is refused.'),
      told('It asks of its row what it did not: resource.status != "x".'),
    ])
    expect(breaks(was, pays('{ from: [placed, gone], to: gone }'))).toEqual([
      told('It leads to `gone`, and led to `paid`.'),
    ])
    expect(breaks(was, field('{ moves: { end: { from: placed, to: gone } } }'))).toEqual([
      told('It does not move `status` to `paid` any more.'),
    ])
    expect(breaks('{ type: enum, values: [placed, paid, gone] }', was)).toEqual([
      told(
        'It is not written any more: a new row begins in its initial state, and moves alone change it.',
        'Order.status',
      ),
      told('It is refused but from `placed`, `gone`, and moves `status` to `paid`.'),
    ])
    expect(
      breaks(
        was,
        field('{ initial: gone, moves: { pay: { from: [placed, gone], to: paid }, end: { from: placed, to: gone } } }'),
      ),
    ).toEqual([told('A new row begins as `gone`, and began as `placed`.', 'Order.status')])
  })
})
