import type { Outcome, Principal } from '@charter/runtime'
import type { EntityHooks, OperationBody, ServiceHooks } from '@charter/runtime/service'
import { afterEach, describe, expect, test } from 'vitest'
import { bodyOf, call, codeOf, type Opened, open } from './testing/clinic.ts'
import { databases } from './testing/databases.ts'

const text = (database: string): string =>
  `
charter: 1
name: stock
serves: [rest]
sources: { main: { own: ${database} } }
access: { roles: [clerk, picker], tenancy: { field: tenant, claim: tenant } }
entities:
  Product:
    key: id
    fields:
      id: { type: uuid, default: generated }
      tenant: { type: text, length: 1..40, default: tenant }
      code: { type: text, length: 1..9, unique: true }
      stock: { type: int32, min: 0 }
      taken: { type: int32, default: 0 }
    checks: { left: { rule: taken <= stock, message: There is not so much of it. } }
    allow: { clerk: { do: [create, read, list, update] } }
  Order:
    key: id
    hooks: [after]
    fields:
      id: { type: uuid, default: generated }
      tenant: { type: text, length: 1..40, default: tenant }
      quantity: { type: int32, min: 1 }
      note: { type: text, length: 1..20, optional: true }
      productCode: { type: text, length: 1..9 }
      stage: { type: enum, values: [open, sent], states: { moves: { send: { from: open, to: sent } } } }
    relations: { product: { one: Product, by: productCode, to: code } }
    checks:
      fits: { rule: quantity + 0 <= product.stock, message: There is not so much of it. }
      sendable: { rule: stage != 'sent' or product.stock > 2, message: So little is not sent. }
    allow:
      clerk: { do: [create, read, list, update, send, act] }
operations:
  act: { entity: Order, key: false, rights: service, input: { code: text, quantity: int32 }, result: text }
`.replace('quantity + 0', 'quantity')
const clerk: Principal = { id: 'clerk', roles: ['clerk'], attributes: {}, credential: 'jwt', tenant: 'one' }

let opened: Opened
afterEach(() => opened.close())

describe.each(databases)('checks over relations on %s', (database) => {
  const act: OperationBody = async ({ value }, { rows }) =>
    String((await rows.create('Order', { quantity: value.quantity ?? 1, productCode: value.code ?? '' })).id)
  const after: EntityHooks['after'] = async ({ action, row }, { rows }) => {
    if (action === 'update' && row?.note === 'more')
      await rows.update('Order', { id: row.id ?? null }, { quantity: 99, note: 'x' })
  }
  const start = async () => {
    opened = await open({ text: text(database), operations: { act }, hooks: { Order: { after } } as ServiceHooks })
    await run('Product.create', { value: { code: 'a', stock: 5 } })
    await run('Product.create', { value: { code: 'b', stock: 1 } })
  }
  const run = (operation: string, more: object = {}, who = clerk): Promise<Outcome> =>
    opened.service.execute(call(operation, who, more))
  const order = async (quantity: number, productCode = 'a') => run('Order.create', { value: { quantity, productCode } })
  const orders = async () => {
    const listed = await opened.service.execute({ ...call('Order.list', clerk), select: { limit: 100 } })
    return (bodyOf(listed).items as unknown[]).length
  }
  const told = (outcome: Outcome) =>
    outcome.kind === 'problem' ? (outcome.problem.errors ?? []).map(({ path, code }) => `${path} ${code}`) : []

  test('hold in a body, a hook, a batch and a move, and along a reference that is no key', async () => {
    await start()
    expect(told(await order(6))).toEqual(['/quantity check'])
    expect(told(await order(2, 'b'))).toEqual(['/quantity check'])
    const { id } = bodyOf(await order(1, 'b'))
    expect(told(await run('act', { value: { code: 'a', quantity: 6 } }))).toEqual(['/quantity check'])
    expect(codeOf(await run('act', { value: { code: 'a', quantity: 5 } }))).toBe('ok')
    expect(codeOf(await run('Order.update', { key: { id }, value: { note: 'more' } }))).toBe('invalid-input')
    expect(told(await run('send', { key: { id } }))).toEqual(['/productCode check'])
    expect(told(await run('Order.update', { key: { id }, value: { quantity: 2 } }))).toEqual(['/quantity check'])
    const calls = [3, 6].map((quantity) => call('Order.create', clerk, { value: { quantity, productCode: 'a' } }))
    const [first, second] = await opened.service.executeBatch(calls, { atomic: true })
    expect([first && codeOf(first), second && told(second)]).toEqual([expect.anything(), ['/quantity check']])
    const { items } = bodyOf(await run('Order.list')) as { items: { quantity: number }[] }
    expect(items.map(({ quantity }) => quantity).sort()).toEqual([1, 5])
  })

  test('another tenant’s row is none that it is judged by', async () => {
    await start()
    const other = { ...clerk, tenant: 'two' }
    await run('Product.create', { value: { code: 'a', stock: 50 } }, other)
    expect(codeOf(await run('Order.create', { value: { quantity: 40, productCode: 'a' } }, other))).toBe('ok')
    expect(told(await order(40))).toEqual(['/quantity check'])
  })

  test('a write of the other row at the same time does not slip by', async () => {
    await start()
    const { items } = bodyOf(await run('Product.list')) as { items: { id: string; code: string }[] }
    const product = items.find(({ code }) => code === 'a')
    for (let round = 0; round < 8; round++) {
      await run('Product.update', { key: { id: product?.id }, value: { stock: 5 } })
      const from = await orders()
      const made = await Promise.all([
        run('Product.update', { key: { id: product?.id }, value: { stock: 3 } }),
        order(4),
        order(5),
        order(2),
      ])
      expect(codeOf(made[0] as Outcome)).toBe('ok')
      expect(codeOf(made[3] as Outcome)).toBe('ok')
      // Each is judged as if one had gone after the other: refused by the check, or before the stock went down.
      for (const outcome of made.slice(1, 3))
        if (codeOf(outcome) !== 'ok') expect(told(outcome)).toEqual(['/quantity check'])
      expect((await orders()) - from).toBe(made.slice(1).filter((outcome) => codeOf(outcome) === 'ok').length)
    }
  })
})
