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
    fields: { id: { type: int32 }, code: { type: text, optional: true } }
    relations: { lines: { many: Line, owned: true } }
    allow: { owner: { do: [create, read, update] } }
  Line:
    key: id
    fields: { id: { type: uuid, default: generated }, code: { type: text, unique: true } }
    relations: { order: { one: Order } }
    allow: { owner: { do: [create, read, list, delete] } }
`
const owner: Principal = { id: 'o', roles: ['owner'], attributes: {}, credential: 'jwt' }

test.each(['sqlite', 'postgresql'])(
  'what an owned row collides in is told where that row is, on %s',
  async (database) => {
    const { service, close } = await open({ text: text(database) })
    try {
      const lines = [{ code: 'x' }, { code: 'x' }]
      const refused = { problem: { code: 'conflict', errors: [{ path: '/lines/1/code', code: 'not-unique' }] } }
      const create = (value: JsonObject) => service.execute(call('Order.create', owner, { value }))
      expect(await create({ id: 1, code: 'of the order', lines })).toMatchObject(refused)
      expect(await create({ id: 1, code: 'of the order' })).toMatchObject({ kind: 'value' })
      const update = call('Order.update', owner, { key: { id: 1 }, value: { lines } })
      expect(await service.execute(update)).toMatchObject(refused)
    } finally {
      await close()
    }
  },
)
