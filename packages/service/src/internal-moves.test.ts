import { type Outcome, type Principal, ProblemError } from '@charter/runtime'
import type { InternalOperation, OperationBody } from '@charter/runtime/service'
import { afterEach, describe, expect, test } from 'vitest'
import { bodyOf, call, codeOf, type Opened, open } from './testing/clinic.ts'
import { databases } from './testing/databases.ts'

const text = (database: string): string => `
charter: 1
name: orders
serves: [rest]
sources: { main: { own: ${database} } }
access: { roles: [boss, clerk] }
entities:
  Order:
    key: id
    fields:
      id: { type: uuid, default: generated }
      title: { type: text, length: 1..40 }
      cost: { type: int32, default: 0, reveal: inside }
      status:
        type: enum
        values: [placed, paid, expired, lost]
        states:
          moves:
            payOrder: { from: placed, to: paid }
            expireOrder: { from: placed, to: expired, when: resource.title != "kept", internal: true }
            loseOrder: { from: [placed, paid], to: lost }
    checks: { dear: { rule: status != "expired" or cost < 100, message: What is dear does not expire. } }
    allow:
      boss: { do: [create, read, list, audit, payOrder, act], reveal: [inside] }
      clerk: { do: [create, read, list, payOrder, act], when: resource.status != "lost" }
operations:
  act: { entity: Order, input: { how: text }, result: json, errors: [gone] }
  loseOrder: { internal: true, entity: Order, input: { why: { type: text, length: 1..9 } }, result: text, errors: [unlosable] }
`
interface Internal {
  readonly expireOrder: InternalOperation<[key: object], object, never>
  readonly loseOrder: InternalOperation<[key: object, value: object], string, 'unlosable'>
}
const inside = (operations: object): Internal => operations as Internal

const someone = (role: string): Principal => ({ id: role, roles: [role], attributes: {}, credential: 'jwt' })
const [boss, clerk] = [someone('boss'), someone('clerk')]

let opened: Opened
let bugs: string[]
afterEach(() => opened.close())

describe.each(databases)('moves that own code alone makes, on %s', (database) => {
  const loseOrder: OperationBody = async ({ row, value }, { fail }) =>
    value.why === 'never' ? fail('unlosable') : `${row?.title} ${row?.status} ${row?.cost}`
  const act: OperationBody = async ({ row, value }, { operations, rows }) => {
    const key = { id: row?.id }
    const { expireOrder, loseOrder: lose } = inside(operations)
    const codeThen = async (moving: Promise<unknown>) => {
      const code = await moving.then(String, (error: unknown) =>
        error instanceof ProblemError ? error.problem.code : lose.reason(error),
      )
      return [code, (await rows.read('Order', { id: row?.id ?? null }))?.status ?? null]
    }
    switch (value.how) {
      case 'expire':
        return (await expireOrder(key)) as never
      case 'try':
        return codeThen(expireOrder(key))
      case 'lose':
        return lose(key, { why: 'rain' })
      case 'never':
        return codeThen(lose(key, { why: 'never' }))
      case 'wrong':
        return codeThen(lose(key, { why: '' }))
      default:
        // It is the id of another.
        return (await expireOrder({ id: value.how })) as never
    }
  }
  const start = async (operations: Readonly<Record<string, OperationBody>> = { act, loseOrder }) => {
    bugs = []
    const onBug = (error: unknown) => bugs.push(error instanceof Error ? error.message : String(error))
    opened = await open({ text: text(database), operations, onBug })
  }
  const run = (operation: string, who: Principal, more: object = {}): Promise<Outcome> =>
    opened.service.execute(call(operation, who, more))
  const make = async (value: object = {}): Promise<string> =>
    String(bodyOf(await run('Order.create', boss, { value: { title: 'one', ...value } })).id)
  const ask = (how: string, who: Principal, id: string) => run('act', who, { key: { id }, value: { how } })
  const statusOf = async (id: string) => bodyOf(await run('Order.read', boss, { key: { id } })).status
  const detailOf = (outcome: Outcome) => (outcome.kind === 'problem' ? outcome.problem.detail : null)

  test('a client makes none, and own code does, whatever its caller may', async () => {
    await start()
    const id = await make()
    expect(codeOf(await run('expireOrder', boss, { key: { id } }))).toBe('not-found')
    expect(codeOf(await run('loseOrder', boss, { key: { id }, value: { why: 'a' } }))).toBe('not-found')
    expect(await statusOf(id)).toBe('placed')
    expect(bodyOf(await ask('expire', clerk, id))).toEqual({ id })
    expect(await statusOf(id)).toBe('expired')
    expect(bugs).toEqual([])
  })

  test('its body runs in the new state, with the row as the code that calls it may see it', async () => {
    await start()
    expect(bodyOf(await ask('lose', boss, await make({ cost: 7 })))).toBe('one lost 7')
    // In that state the clerk may not read it any more.
    const id = await make({ cost: 7 })
    expect(bodyOf(await ask('lose', clerk, id))).toBe('one lost null')
    expect(await statusOf(id)).toBe('lost')
  })

  test('from another state it is a conflict, which names no internal move to a client', async () => {
    await start()
    const id = await make()
    await run('payOrder', clerk, { key: { id } })
    const refused = await ask('expire', clerk, id)
    expect([codeOf(refused), detailOf(refused)]).toEqual([
      'conflict',
      'This Order is `paid`; the service moves it to `expired` from `placed` alone. There is no move from there that you may make.',
    ])
    const paidAgain = await run('payOrder', clerk, { key: { id } })
    expect(detailOf(paidAgain)).toBe(
      'This Order is `paid`; `payOrder` moves it from `placed` alone. There is no move from there that you may make.',
    )
    const kept = await ask('expire', clerk, await make({ title: 'kept' }))
    expect(detailOf(kept)).toBe('What the move to `expired` asks of this Order does not hold.')
    expect(await statusOf(id)).toBe('paid')
  })

  test('own code may go on where a move was refused; one that was made is undone with what ends it', async () => {
    await start()
    const paid = await make()
    await run('payOrder', clerk, { key: { id: paid } })
    expect(bodyOf(await ask('try', clerk, paid))).toEqual(['conflict', 'paid'])
    const id = await make()
    // Its body ended it when the row had been moved: that is the end of the call.
    expect(codeOf(await ask('never', clerk, id))).not.toBe('ok')
    expect(await statusOf(id)).toBe('placed')
    expect(bodyOf(await ask('wrong', clerk, id))).toEqual(['invalid-input', 'placed'])
  })

  test('the checks of the charter hold of the row that comes of it, and tell nothing to who does not see', async () => {
    await start()
    const id = await make({ cost: 100 })
    const refused = await ask('expire', clerk, id)
    expect([codeOf(refused), detailOf(refused)]).toEqual(['conflict', 'A rule of this Order would not hold.'])
    expect(codeOf(await ask('expire', boss, id))).toBe('invalid-input')
    expect(await statusOf(id)).toBe('placed')
  })

  test('it is on the trail of its row, by the operation whose code made it, also where it was refused', async () => {
    await start()
    const id = await make()
    await ask('expire', clerk, id)
    await ask('try', clerk, id)
    const { items } = bodyOf(await run('Order.audit', boss, { key: { id } })) as { items: Record<string, unknown>[] }
    const told = items.map(({ operation, outcome, rule, principal }) => `${operation} ${outcome} ${rule} ${principal}`)
    expect(told.filter((line) => line.startsWith('expireOrder'))).toEqual([
      'expireOrder conflict by:act clerk',
      'expireOrder ok by:act clerk',
    ])
  })

  test('what its caller may not read is moved by no code with their rights', async () => {
    await start()
    const [lost, mine] = [await make(), await make()]
    await ask('lose', boss, lost)
    expect(codeOf(await ask(lost, clerk, mine))).toBe('not-found')
    expect(codeOf(await ask(lost, boss, mine))).toBe('conflict')
  })
})
