import { expect, test } from 'vitest'
import { load } from '../../testing/model.ts'
import { mcp } from '../index.ts'
import { promptsOf } from './prompts.ts'

const { charter, model } = load(`
charter: 1
name: shop
serves: [mcp]
mcp: { tools: all }
sources: { main: { own: sqlite } }
access: { accepts: [jwt], roles: [owner] }
entities:
  Order:
    key: id
    fields: { id: { type: uuid, default: generated }, title: { type: text, length: 1..40 } }
    relations: { notes: { many: Note, inverse: order } }
    allow: { owner: { do: [create, read, list] } }
  Note:
    key: id
    fields: { id: { type: uuid, default: generated }, text: { type: text, length: 1..40 } }
    relations: { order: { one: Order } }
    allow: { owner: { do: [create, read, list] } }
`)
const prompts = promptsOf(mcp.surface(charter), model)
const told = (name: string, given: Readonly<Record<string, string>>, may: (operation: string) => boolean): string =>
  JSON.stringify(prompts.get(name, given, may).messages)

test('what belongs to a row is asked for where the caller may read it, and not named elsewhere', () => {
  const asked = { what: 'order', key: 'x' }
  expect(told('read_row', asked, () => true)).toContain('notes')
  expect(told('read_row', asked, (operation) => operation !== 'Note.list')).not.toContain('notes')
})

test('a prompt is told to who may call some tool that it leads to, with the things it may be of', () => {
  const of = (...operations: readonly string[]) =>
    prompts.list((operation) => operations.includes(operation)).map(({ name }) => name)
  expect(of('Order.list', 'Note.create')).toEqual(['find_rows', 'make_row'])
  expect(of()).toEqual([])
  expect(() => told('find_rows', { what: 'notes', words: 'x' }, (operation) => operation === 'Order.list')).toThrow(
    'one of: orders.',
  )
})
