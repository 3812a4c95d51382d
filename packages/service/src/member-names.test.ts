import type { JsonObject, Principal } from '@charter/runtime'
import { expect, test } from 'vitest'
import { call, open } from './testing/clinic.ts'

const text = (database: string): string => `
charter: 1
name: shop
serves: [rest]
sources: { main: { own: ${database} } }
access: { roles: [owner] }
entities:
  Order:
    key: id
    fields: { id: { type: text }, rate: { type: float64, optional: true } }
    relations: { lines: { many: Line } }
    allow: { owner: { do: [create, read, list] } }
  Line:
    key: id
    fields: { id: { type: int32 } }
    relations: { order: { one: Order } }
    allow: { owner: { do: [create, read, list] } }
`
const owner: Principal = { id: 'o', roles: ['owner'], attributes: {}, credential: 'jwt' }

test.each(['sqlite', 'postgresql'])('a relation may be told under any name, on %s', async (database) => {
  const { service, close } = await open({ text: text(database) })
  try {
    for (const [operation, value] of [
      ['Order.create', { id: 'a' }],
      ['Line.create', { id: 1, orderId: 'a' }],
    ] satisfies [string, JsonObject][])
      await service.execute(call(operation, owner, { value }))
    for (const name of ['__proto__', 'constructor', 'toString'])
      for (const fields of [['id'], ['id', 'rate']]) {
        const include = Object.fromEntries([[name, { relation: 'lines', fields: ['id'] }]])
        const read = { ...call('Order.read', owner, { key: { id: 'a' } }), select: { fields, include } }
        const told = JSON.stringify(await service.execute(read))
        expect(told).toContain(`"${name}":{"items":[{"id":1}],"next":null}`)
      }
  } finally {
    await close()
  }
})
