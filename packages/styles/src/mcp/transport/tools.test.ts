import { expect, test } from 'vitest'
import { load } from '../../testing/model.ts'
import { mcp } from '../index.ts'
import { searchTools } from './tools.ts'

const { charter } = load(`
charter: 1
name: shop
serves: [mcp]
mcp: { tools: all }
sources: { main: { own: sqlite } }
access: { accepts: [jwt], roles: [owner] }
entities:
  Order:
    key: id
    fields: { id: { type: uuid, default: generated } }
    allow: { owner: { do: [create, read, list] } }
`)
const names = (query: string): readonly string[] => searchTools(mcp.surface(charter), query, 20).map(({ name }) => name)

test('what is searched for is a sentence or two: what stands past a thousand characters is not looked at', () => {
  expect(names('order')).not.toEqual([])
  expect(names(`${'zzzzzzzzz '.repeat(99)}order`)).toEqual(names('order'))
  expect(names(`${'zzzzzzzzz '.repeat(100)}order`)).toEqual([])
})
