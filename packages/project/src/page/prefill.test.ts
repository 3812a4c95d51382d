import { compileAccess } from '@charter/access'
import { parseCharter, toModel } from '@charter/charter'
import type { RestRoute } from '@charter/styles'
import { rest, styles } from '@charter/styles'
import { expect, test } from 'vitest'
import { prefilling } from './prefill.ts'

const { charter } = parseCharter(
  {
    'charter.yaml': `charter: 1
name: shop
serves: [rest]
access: { roles: [clerk] }
entities:
  Order:
    key: id
    fields:
      id: { type: text, length: 1..9 }
      items: int32
      status:
        type: enum
        values: [placed, paid, gone]
        states: { moves: { payOrder: { from: placed, to: paid, when: resource.items > 0 }, endOrder: { from: paid, to: gone } } }
    allow: { clerk: { do: [read, payOrder, endOrder] } }
`,
  },
  { styles },
)
if (!charter) throw new Error('the charter cannot be read')

test('a move is filled in with a row that it begins at, and of which what it asks holds', () => {
  const model = toModel(charter, compileAccess(charter).rules)
  const rows = {
    Order: [
      { id: 'a', items: 1, status: 'gone' },
      { id: 'b', items: 0, status: 'placed' },
      { id: 'c', items: 1, status: 'placed' },
    ],
  }
  const prefill = prefilling({ model, rows, spare: {}, claims: { clerk: { roles: ['clerk'] } }, styles: 1 })
  const route = (name: string): RestRoute => {
    const found = rest.surface(charter).routes.find(({ operation }) => operation === name)
    if (!found) throw new Error(`there is no route for ${name}`)
    return found
  }
  const example = { inputs: [{ name: 'key.id', value: '' }] }
  const filled = (name: string) => prefill(route(name), () => example as never)?.values
  expect(filled('payOrder')).toEqual([['c']])
  expect(filled('endOrder')).toEqual([])
})
