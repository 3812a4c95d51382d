import { describe, expect, test } from 'vitest'
import { fieldPathOf } from './field-path.ts'
import type { FieldPlan, MessagePlan, MethodPlan } from './surface.ts'

const field = (name: string, member: string, type: FieldPlan['type'], number = 1): FieldPlan => ({
  name,
  member,
  number,
  type,
  label: 'one',
})
const record = (name: string, ...fields: readonly FieldPlan[]): MessagePlan => ({ name, shape: 'record', fields })
const text = { kind: 'string' } as const

const messages = new Map(
  [
    record(
      'UpdateThingRequest',
      field('key', 'key', { kind: 'message', of: 'ThingKey' }),
      field('thing', 'value', { kind: 'message', of: 'Thing' }),
      field('update_mask', 'mask', { kind: 'mask', of: 'Thing' }),
    ),
    record('ThingKey', field('thing_id', 'thingId', text)),
    record(
      'Thing',
      field('given_name', 'givenName', text),
      field('value', 'value', text),
      field('mask', 'mask', text),
      field('key', 'key', text),
    ),
  ].map((message) => [message.name, message]),
)
const method: MethodPlan = {
  name: 'UpdateThing',
  kind: 'update',
  operation: 'Thing.update',
  request: 'UpdateThingRequest',
  response: 'Thing',
}
const pathOf = fieldPathOf({ messages }, method)

describe('the field of a violation', () => {
  test('what is wrong with the key of a write is told at the key and not in the body', () => {
    expect(pathOf('/key/thingId')).toBe('key.thing_id')
  })

  test('a field of the row may be called key, and has nothing below it', () => {
    expect([pathOf('/key'), pathOf('/key/thingId')]).toEqual(['thing.key', 'key.thing_id'])
  })

  test('members of the body are told below it, also those that are called as a field of the request is', () => {
    expect([pathOf('/givenName'), pathOf('/value'), pathOf('/mask'), pathOf('')]).toEqual([
      'thing.given_name',
      'thing.value',
      'thing.mask',
      'thing',
    ])
  })

  test('a list of the row that is called key has items below it, by their number', () => {
    const listed = new Map(messages)
    listed.set('Thing', record('Thing', field('key', 'key', { kind: 'message', of: 'Keys' })))
    listed.set('Keys', { name: 'Keys', shape: 'list', fields: [field('items', 'items', text)] })
    const path = fieldPathOf({ messages: listed }, method)
    expect([path('/key/0'), path('/key/thingId')]).toEqual(['thing.key.items[0]', 'key.thing_id'])
  })

  test('a record of the row that is called key has its members below it, and a map has any', () => {
    const of = (shape: MessagePlan['shape']) => {
      const nested = new Map(messages)
      nested.set('Thing', record('Thing', field('key', 'key', { kind: 'message', of: 'Inner' })))
      nested.set('Inner', { name: 'Inner', shape, fields: [field('part_no', 'partNo', text)] })
      return fieldPathOf({ messages: nested }, method)
    }
    expect([of('record')('/key/partNo'), of('record')('/key/thingId')]).toEqual(['thing.key.part_no', 'key.thing_id'])
    expect(of('map')('/key/thingId')).toMatch(/^thing\.key/)
  })

  test('what is asked of masks is told at the request', () => {
    expect(pathOf('/update_mask/paths/0')).toBe('update_mask.paths.0')
  })
})
