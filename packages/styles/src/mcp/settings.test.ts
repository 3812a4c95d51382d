import { expect, test } from 'vitest'
import { load } from '../testing/model.ts'
import { mcp } from './index.ts'

const toolsWith = (settings: string) =>
  mcp
    .surface(
      load(`
charter: 1
name: shop
serves: [mcp]
${settings}
sources: { main: { own: sqlite } }
access: { accepts: [jwt], roles: [owner] }
entities:
  Order:
    key: id
    fields: { id: { type: uuid, default: generated }, title: { type: text, length: 1..40 } }
    allow: { owner: { do: [create, read, list, delete] } }
`).charter,
    )
    .tools.map(({ operation }) => operation)

test('language models are given reads alone, unless the charter says more', () => {
  const writes = ['Order.create', 'Order.delete']
  for (const settings of ['', 'mcp: { tools: reads }'])
    expect(toolsWith(settings).filter((each) => writes.includes(each))).toEqual([])
  expect(toolsWith('mcp: { tools: all }')).toEqual(expect.arrayContaining(writes))
  expect(toolsWith('mcp: { tools: [Order.create] }')).toEqual(['Order.create'])
})
