import { deepEqual, equal } from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { EntityModel, Type } from '../../src/runtime/index.ts'
import { measureType } from '../../src/soap/answer.ts'
import { writeRow } from '../../src/soap/row.ts'
import { scalarOf } from '../../src/soap/scalar.ts'
import { readXml } from '../../src/soap/value.ts'

const text: Type = { kind: 'text' }
const whole: Type = { kind: 'int32' }

const field = (name: string, type: Type) => ({ name, type, isOptional: true, writable: 'always' }) as const
const thing = {
  name: 'Thing',
  key: ['id'],
  fields: [field('id', text), field('size', whole), field('ratio', { kind: 'float64' })],
  relations: [
    { name: 'parts', kind: 'many', target: 'Part', isOwned: true, from: ['id'], to: ['thingId'] },
    { name: 'links', kind: 'many', target: 'Part', isOwned: false, from: ['id'], to: ['thingId'] },
  ],
} as unknown as EntityModel
const part = { name: 'Part', key: ['id'], fields: [field('id', text)], relations: [] } as unknown as EntityModel
const model = { entities: new Map([thing, part].map((each) => [each.name, each])), operations: [], types: {} } as never

/** An element as it was read: its text, or what is in it. */
const element = (name: string, inside: string | readonly unknown[], attributes = {}) =>
  ({
    name,
    attributes,
    text: typeof inside === 'string' ? inside : '\n ',
    children: typeof inside === 'string' ? [] : inside,
  }) as never

describe('values of SOAP', () => {
  test('a text is read as its type spells it, and stays text where it is none of it', () => {
    const read: readonly (readonly [Type, string, unknown])[] = [
      [{ kind: 'boolean' }, 'true', true],
      [{ kind: 'boolean' }, '1', true],
      [{ kind: 'boolean' }, 'false', false],
      [{ kind: 'boolean' }, '0', false],
      [{ kind: 'boolean' }, 'yes', 'yes'],
      [whole, '+7', 7],
      [whole, ' 7', ' 7'],
      [whole, '', ''],
      [whole, '0x7', '0x7'],
      [{ kind: 'float64' }, '.5e1', 5],
      [{ kind: 'float64' }, 'INF', 'INF'],
      [{ kind: 'float64' }, '1e999', Number.POSITIVE_INFINITY],
      [{ kind: 'int64' }, '7', '7'],
      [{ kind: 'int64', isNumber: true }, '7', 7],
      [{ kind: 'instant' }, '2026-06-15T12:00:00+02:00', '2026-06-15T10:00:00Z'],
      [{ kind: 'instant' }, '2026-06-15T12:00:00-00:30', '2026-06-15T12:30:00Z'],
      [{ kind: 'instant' }, '2026-02-30T12:00:00+02:00', '2026-02-30T12:00:00+02:00'],
      [{ kind: 'instant' }, '2026-06-15T12:00:00.123456+05:30', '2026-06-15T06:30:00.123456Z'],
      [{ kind: 'instant' }, '2026-06-15T12:00:00+14:00', '2026-06-14T22:00:00Z'],
      [{ kind: 'instant' }, '2026-06-15T12:00:00+14:01', '2026-06-15T12:00:00+14:01'],
      [{ kind: 'instant' }, 'now', 'now'],
    ]
    for (const [type, given, value] of read) deepEqual([type, given, scalarOf(type, given)], [type, given, value])
  })

  test('text where elements belong stays text, for who reads the row to refuse', () => {
    const list: Type = { kind: 'array', items: whole }
    const record: Type = { kind: 'record', members: [{ name: 'a', type: whole, isOptional: true }] }
    const said: readonly (readonly [Type, unknown, unknown])[] = [
      [list, element('x', [element('item', '1'), element('item', '2')]), [1, 2]],
      [list, element('x', ''), []],
      [list, element('x', ' \n '), []],
      [list, element('x', '1 2'), '1 2'],
      [record, element('x', [element('a', '1')]), { a: 1 }],
      [record, element('x', [element('b', '1')]), { b: '1' }],
      [record, element('x', 'a'), 'a'],
      [{ kind: 'map', values: whole }, element('x', [element('entry', '1', { key: 'k' })]), { k: 1 }],
      [whole, element('x', [element('a', '1')]), { a: '1' }],
      [{ kind: 'json' }, element('x', '{"a":1}'), { a: 1 }],
    ]
    for (const [type, given, value] of said) {
      const errors: { readonly path: string; readonly code: string }[] = []
      deepEqual([type, readXml(given as never, type, '/x', { types: {}, errors: errors as never })], [type, value])
      deepEqual(errors, [])
    }
    const errors: { readonly path: string; readonly code: string }[] = []
    readXml(element('x', [element('a', '1'), element('a', '2')]), record, '/x', { types: {}, errors: errors as never })
    readXml(element('x', '{'), { kind: 'json' }, '/y', { types: {}, errors: errors as never })
    deepEqual(
      errors.map(({ path, code }) => `${path} ${code}`),
      ['/x/a duplicate', '/y format'],
    )
  })

  test('a row is written with what was asked for and is there', () => {
    const row = { id: '1', ratio: 0.5, parts: { items: [{ id: '2' }], next: null } }
    const write = (value: unknown, include = {}) => writeRow('item', value as never, thing, { include }, model)
    equal(write({ id: '1' }), '<item><id>1</id></item>')
    equal(write(row, { parts: {} }).includes('<parts>'), true)
    equal(write(row, { links: {} }).includes('<links>'), false)
    equal(write(row, { links: { relation: 'parts' } }).includes('<id>2</id>'), false)
    equal(write(row).includes('<id>2</id>'), false)
  })

  test('a sum has all its digits, and the least and the most are of the field’s own type', () => {
    const of = (name: string, measure: string) => measureType(thing, name, measure).kind
    deepEqual(
      ['key', 'min', 'max', 'sum', 'average'].map((measure) => of('size', measure)),
      ['int32', 'int32', 'int32', 'text', 'text'],
    )
    deepEqual(
      ['min', 'sum'].map((measure) => of('ratio', measure)),
      ['float64', 'float64'],
    )
  })
})
