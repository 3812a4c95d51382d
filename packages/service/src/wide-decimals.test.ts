import type { Principal } from '@charter/runtime'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bodyOf, call, type Opened, open } from './testing/clinic.ts'
import { databases } from './testing/databases.ts'

const text = (database: string): string => `charter: 1
name: prices
serves: [rest]
sources: { main: { own: ${database} } }
access:
  accepts: [jwt]
  roles: [maker, same, other, odd]
  principal: { limit: { type: decimal, precision: 20, scale: 2, claim: limit, required: true } }
entities:
  Price:
    key: name
    fields:
      name: { type: text, length: 1..20 }
      amount: { type: decimal, precision: 18, scale: 2 }
    allow:
      maker: { do: [create] }
      same: { do: [read, list], when: resource.amount == principal.limit }
      other: { do: [read, list], when: resource.amount != principal.limit }
      odd: { do: [read, list], when: resource.amount != "123456789012345678.00" }
`

describe.each(databases)('a decimal that no column holds, on %s', (database) => {
  let opened: Opened
  const who = (role: string, limit: string): Principal => ({
    ...{ id: role, roles: [role], attributes: { limit }, credential: 'jwt' },
  })
  beforeAll(async () => {
    opened = await open({ text: text(database) })
    for (const [name, amount] of Object.entries({ small: '5.00', great: '9999999999999999.99' }))
      bodyOf(await opened.service.execute(call('Price.create', who('maker', '1.00'), { value: { name, amount } })))
  })
  afterAll(() => opened.close())

  const seenBy = async (role: string, limit: string): Promise<readonly string[]> => {
    const { items } = bodyOf(await opened.service.execute(call('Price.list', who(role, limit)))) as {
      items: readonly { name: string }[]
    }
    return items.map(({ name }) => name)
  }

  test.each([
    ['same', '5.00', ['small']],
    ['other', '5.00', ['great']],
    ['same', '123456789012345678.00', []],
    ['same', '-123456789012345678.00', []],
    ['other', '123456789012345678.00', ['great', 'small']],
    ['odd', '1.00', ['great', 'small']],
  ])('is equal to none, and another than each: %s, %s', async (role, limit, names) => {
    expect(await seenBy(role, limit)).toEqual(names)
  })
})
