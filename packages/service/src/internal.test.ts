import type { Outcome, Principal } from '@charter/runtime'
import type { EntityHooks, InternalOperation, OperationBody, ServiceHooks } from '@charter/runtime/service'
import { afterEach, describe, expect, test } from 'vitest'
import { bodyOf, call, codeOf, type Opened, open } from './testing/clinic.ts'
import { databases } from './testing/databases.ts'

const text = (database: string): string => `
charter: 1
name: stock
serves: [rest]
sources: { main: { own: ${database} } }
access: { roles: [boss, clerk, packer] }
entities:
  Item:
    key: id
    hooks: [after]
    fields:
      id: { type: uuid, default: generated }
      title: { type: text, length: 1..40 }
      cost: { type: int32, default: 0, reveal: inside }
    allow:
      boss: { do: [create, read, update, list, audit, act], reveal: [inside] }
      packer: { do: [read, act] }
      clerk: [{ do: [create, read, list, act] }, { do: [update], when: resource.title != "fixed" }]
operations:
  act: { entity: Item, input: { how: text }, result: json, errors: [empty] }
  reprice: { internal: true, entity: Item, input: { by: { type: int32, min: 1 } }, result: int32, errors: [empty, odd] }
  tally: { internal: true, rights: service, result: int32 }
`
type Reprice = InternalOperation<[key: object, value: object], number, 'empty' | 'odd'>
type Tally = InternalOperation<[], number, never>
interface Internal {
  readonly reprice: Reprice
  readonly tally: Tally
}
const inside = (operations: object): Internal => operations as Internal

const someone = (role: string): Principal => ({ id: role, roles: [role], attributes: {}, credential: 'jwt' })
const boss = someone('boss')
const clerk = someone('clerk')
/** Who may list nothing. */
const packer = someone('packer')

let opened: Opened
let bugs: string[]
afterEach(() => opened.close())

describe.each(databases)('internal operations on %s', (database) => {
  const start = async (operations: Readonly<Record<string, OperationBody>>, after: EntityHooks['after']) => {
    bugs = []
    const onBug = (error: unknown) => bugs.push(error instanceof Error ? error.message : String(error))
    opened = await open({ text: text(database), operations, hooks: { Item: { after } } as ServiceHooks, onBug })
  }
  const run = (operation: string, who: Principal, more: object = {}): Promise<Outcome> =>
    opened.service.execute(call(operation, who, more))
  const make = async (title: string): Promise<string> =>
    String(bodyOf(await run('Item.create', boss, { value: { title } })).id)
  const trail = async (id: string) =>
    (bodyOf(await run('Item.audit', boss, { key: { id } })) as { items: Record<string, unknown>[] }).items.map(
      ({ operation, rule, principal }) => `${operation} ${rule} ${principal}`,
    )
  const quiet = async () => {}
  const reprice: OperationBody = async ({ value, row }, { rows, fail }) => {
    if (value.by === 13) return fail('odd')
    if (row?.title === 'empty') return fail('empty')
    await rows.update('Item', { id: row?.id ?? null }, { title: `${row?.title}+${value.by}` })
    return row?.cost ?? -1
  }

  test('a call of one is a call of nothing, whoever makes it; a body calls it and gets what it gives', async () => {
    const act: OperationBody = async ({ row }, { operations }) => ({
      cost: await inside(operations).reprice({ id: row?.id }, { by: 2 }),
      all: await inside(operations).tally(),
    })
    const tally: OperationBody = async (_, { rows }) => (await rows.list('Item')).length
    await start({ act, reprice, tally }, quiet)
    const id = await make('one')
    expect(codeOf(await run('reprice', boss, { key: { id }, value: { by: 2 } }))).toBe('not-found')
    expect(codeOf(await run('tally', boss))).toBe('not-found')
    expect(bodyOf(await run('act', boss, { key: { id }, value: { how: '' } }))).toEqual({ cost: 0, all: 1 })
    // What the clerk may not see, what is begun in their name is not shown either.
    expect(bodyOf(await run('act', clerk, { key: { id }, value: { how: '' } }))).toEqual({ cost: -1, all: 1 })
    expect(codeOf(await run('act', clerk, { key: { id: await make('fixed') }, value: { how: '' } }))).toBe('forbidden')
    expect(bugs).toEqual([])
  })

  test('one with the rights of the service has them whoever calls what calls it', async () => {
    const act: OperationBody = async ({ value }, { operations, rows }) =>
      value.how === 'itself' ? (await rows.list('Item')).length : inside(operations).tally()
    const tally: OperationBody = async (_, { rows }) => (await rows.list('Item')).length
    await start({ act, tally }, quiet)
    const key = { id: await make('one') }
    expect(codeOf(await run('act', packer, { key, value: { how: 'itself' } }))).toBe('forbidden')
    expect(bodyOf(await run('act', packer, { key, value: { how: '' } }))).toBe(1)
  })

  test('it is on record beside the call, by the operation whose code called it', async () => {
    const act: OperationBody = async ({ row }, { operations }) => {
      await inside(operations).reprice({ id: row?.id }, { by: 2 })
      await inside(operations).reprice({ id: row?.id }, { by: 3 })
      return inside(operations).tally()
    }
    const tally: OperationBody = async () => 1
    await start({ act, reprice, tally }, quiet)
    const id = await make('one')
    bodyOf(await run('act', clerk, { key: { id }, value: { how: '' } }))
    expect((await trail(id)).filter((line) => line.startsWith('reprice'))).toEqual(['reprice by:act clerk'])
  })

  test('one that failed is on record as that, though its caller went on', async () => {
    const act: OperationBody = async ({ row }, { operations }) =>
      inside(operations)
        .reprice({ id: row?.id }, { by: 13 })
        .catch(() => null)
    await start({ act, reprice }, quiet)
    const id = await make('one')
    expect(codeOf(await run('act', clerk, { key: { id }, value: { how: '' } }))).toBe('ok')
    const { items } = bodyOf(await run('Item.audit', boss, { key: { id } })) as { items: Record<string, unknown>[] }
    const told = items.map(({ operation, outcome }) => `${operation} ${outcome}`)
    expect(told).toContain('reprice operation-failed')
    expect(told).toContain('act ok')
    expect(told).not.toContain('reprice ok')
  })

  test('hooks call it with the rights of the service, in the transaction of the write', async () => {
    const tally: OperationBody = async (_, { rows }) => (await rows.list('Item')).length
    const after: EntityHooks['after'] = async ({ action, row }, { operations }) => {
      if (action !== 'create') return
      expect(await inside(operations).tally()).toBe(1)
      await inside(operations).reprice({ id: row?.id }, { by: row?.title === 'odd' ? 13 : 7 })
    }
    await start({ reprice, tally }, after)
    expect(codeOf(await run('Item.create', clerk, { value: { title: 'odd' } }))).toBe('internal')
    expect(bugs).toEqual([expect.stringContaining('reprice failed with "odd"')])
    const made = bodyOf(await run('Item.create', clerk, { value: { title: 'fixed' } }))
    const { items } = bodyOf(await run('Item.list', boss)) as { items: { title: string }[] }
    expect(items.map(({ title }) => title)).toEqual(['fixed+7'])
    expect(await trail(String(made.id))).toContain('reprice by:Item.create clerk')
  })

  test('an error that it declares is its caller’s own where that declares it, and a mistake where it does not', async () => {
    const act: OperationBody = async ({ row, value }, { operations }) =>
      inside(operations).reprice({ id: row?.id }, { by: Number(value.how) })
    await start({ act, reprice }, quiet)
    const id = await make('empty')
    const declared = await run('act', clerk, { key: { id }, value: { how: '1' } })
    expect(declared).toMatchObject({ kind: 'problem', problem: { code: 'operation-failed', reason: 'empty' } })
    expect(codeOf(await run('act', clerk, { key: { id }, value: { how: '0' } }))).toBe('invalid-input')
    expect(bugs).toEqual([])
    expect(codeOf(await run('act', clerk, { key: { id }, value: { how: '13' } }))).toBe('internal')
    expect(bugs).toHaveLength(1)
  })

  test('one that has written and fails ends the call, whatever the code makes of it', async () => {
    const half: OperationBody = async ({ row }, { rows, fail }) => {
      await rows.update('Item', { id: row?.id ?? null }, { title: 'half' })
      return fail('empty')
    }
    const act: OperationBody = async ({ row }, { operations }) =>
      inside(operations)
        .reprice({ id: row?.id }, { by: 1 })
        .catch(() => 'caught')
    await start({ act, reprice: half }, quiet)
    const id = await make('whole')
    expect(await run('act', clerk, { key: { id }, value: { how: '' } })).toMatchObject({
      kind: 'problem',
      problem: { code: 'operation-failed', reason: 'empty' },
    })
    expect(bodyOf(await run('Item.read', boss, { key: { id } })).title).toBe('whole')
  })

  test('without a body it is not implemented', async () => {
    const act: OperationBody = async (_, { operations }) => inside(operations).tally()
    await start({ act }, quiet)
    expect(codeOf(await run('act', clerk, { key: { id: await make('one') }, value: { how: '' } }))).toBe(
      'not-implemented',
    )
  })
})
