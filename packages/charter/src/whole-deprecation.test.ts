import { expect, test } from 'vitest'
import { parseCharter } from './index.ts'

test('what is said of the whole is said of each part that does not say it of itself', () => {
  const text = `charter: 1
name: shop
deprecated: { since: 2026-05-01, sunset: 2026-11-01 }
access: { roles: [clerk] }
entities:
  Order:
    key: id
    fields: { id: { type: uuid, default: generated } }
  Note:
    key: id
    deprecated: { since: 2026-01-01 }
    fields: { id: { type: uuid, default: generated } }
operations:
  pay: { entity: Order }
  importOrders: { mode: job }
`
  const { charter } = parseCharter({ 'charter.yaml': text })
  const whole = { since: '2026-05-01', sunset: '2026-11-01' }
  expect(charter?.entities.map(({ name, deprecated }) => [name, deprecated])).toEqual([
    ['Order', whole],
    ['Note', { since: '2026-01-01' }],
    ['ImportOrdersJob', whole],
  ])
  expect(charter?.operations.slice(0, 2).map(({ deprecated }) => deprecated)).toEqual([whole, whole])
})
