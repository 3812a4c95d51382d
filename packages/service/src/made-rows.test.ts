import type { JsonObject } from '@charter/runtime'
import { expect, test } from 'vitest'
import { bodyOf, call, open } from './testing/clinic.ts'
import { databases } from './testing/databases.ts'

const charter = (database: string): string => `
charter: 1
name: shop
serves: [rest]
sources: { main: { own: ${database} } }
access: { roles: [owner] }
entities:
  Order:
    key: id
    fields:
      id: { type: uuid, default: generated }
      placedAt: { type: instant, default: now, readOnly: true }
      dueAt: { type: instant }
    relations: { lines: { many: Line, inverse: order, owned: true } }
    checks:
      keyed: { rule: id is not null, message: An order has a key. }
      due: { rule: dueAt >= placedAt, message: An order is due after it is placed. }
    allow: { owner: { do: [create, read, update] } }
  Line:
    key: id
    fields:
      id: { type: int32, default: generated }
      amount: { type: int32 }
    relations: { order: { one: Order } }
    checks:
      numbered: { rule: id is not null, message: A line has a number. }
      placed: { rule: orderId is not null, message: A line is of an order. }
      some: { rule: amount > 0, message: A line is of something. }
    allow: { owner: { do: [create, read, update] } }
`

const owner = { id: 'o', roles: ['owner'], attributes: {}, credential: 'jwt' } as const

test.each(databases)('rules of a new row ask what is made for it too, on %s', async (database) => {
  const { service, close } = await open({ text: charter(database) })
  try {
    const create = (value: JsonObject) => service.execute(call('Order.create', owner, { value }))
    const lines = (amount: number) => [{ amount }]
    expect(await create({ dueAt: '2999-01-01T00:00:00Z', lines: lines(1) })).toMatchObject({ kind: 'value' })
    expect(await create({ dueAt: '1999-01-01T00:00:00Z', lines: lines(0) })).toMatchObject({
      problem: {
        errors: [{ path: '/lines/0/amount', message: 'A line is of something.' }],
      },
    })
    expect(await create({ dueAt: '1999-01-01T00:00:00Z' })).toMatchObject({
      problem: { errors: [{ path: '/dueAt', message: 'An order is due after it is placed.' }] },
    })
  } finally {
    await close()
  }
})

// In SQLite a number that the database makes is a key by itself.
test.each(databases.filter((database) => database !== 'sqlite'))(
  'a row whose key is made in part by the service and in part by the database is answered as it is stored, on %s',
  async (database) => {
    const text = charter(database).replace(
      'Line:\n    key: id\n    fields:\n      id: { type: int32, default: generated }',
      'Line:\n    key: [mark, number]\n    fields:\n      mark: { type: uuid, default: generated }\n      number: { type: int64, default: sequence }',
    )
    const { service, close } = await open({ text: text.replace('numbered: { rule: id', 'numbered: { rule: number') })
    try {
      const order = await service.execute(call('Order.create', owner, { value: { dueAt: '2999-01-01T00:00:00Z' } }))
      const orderId = String(bodyOf(order).id)
      const made = await service.execute(call('Line.create', owner, { value: { orderId, amount: 3 } }))
      const [mark, number] = [String(bodyOf(made).mark), String(bodyOf(made).number)]
      expect(bodyOf(made)).toMatchObject({ mark, number, amount: 3 })
      expect(bodyOf(await service.execute(call('Line.read', owner, { key: { mark, number } })))).toEqual(bodyOf(made))
    } finally {
      await close()
    }
  },
)
