import type { EntityModel } from '@charter/runtime'
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

test('words are no longer than a pattern may be, whatever a prompt makes of them', () => {
  const asked = (words: string) => told('find_rows', { what: 'order', words }, () => true)
  expect(asked('😀'.repeat(254))).toContain('😀'.repeat(254))
  for (const words of ['x'.repeat(255), '\\'.repeat(500_000)]) expect(() => asked(words)).toThrow('at most 254')
  expect(() => told('make_row', { what: 'order', about: 'x'.repeat(4001) }, () => true)).toThrow('at most 4000')
  expect(() => told('read_row', { what: 'order', key: 'x'.repeat(1001) }, () => true)).toThrow('at most 1000')
})

test('of many things the first forty are named', () => {
  const entities = Array.from({ length: 42 }, (_, at) => ({
    ...(model.entities[0] as EntityModel),
    name: `Thing${at}`,
  }))
  const tool = mcp.surface(charter).tools.find(({ operation }) => operation === 'Order.list')
  const tools = entities.flatMap(({ name }) => (tool ? [{ ...tool, operation: `${name}.list` }] : []))
  const many = promptsOf({ ...mcp.surface(charter), tools }, { ...model, entities })
  expect(() => many.get('find_rows', { what: 'none', words: 'x' }, () => true)).toThrow('thing39s, and 2 more.')
})

test('what belongs to a row is not named where no tool leads to it', () => {
  const surface = mcp.surface(charter)
  const few = promptsOf(
    { ...surface, tools: surface.tools.filter(({ operation }) => operation !== 'Note.list') },
    model,
  )
  expect(JSON.stringify(few.get('read_row', { what: 'order', key: 'x' }, () => true))).not.toContain('notes')
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
