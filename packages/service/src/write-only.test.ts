import type { Outcome, Principal } from '@charter/runtime'
import type { EntityHooks, OperationBody, ServiceHooks } from '@charter/runtime/service'
import { afterEach, describe, expect, test } from 'vitest'
import { bodyOf, call, codeOf, type Opened, open } from './testing/clinic.ts'
import { databases } from './testing/databases.ts'

const text = (database: string): string => `
charter: 1
name: notify
serves: [rest]
sources: { main: { own: ${database} } }
access: { roles: [clerk] }
entities:
  Target:
    key: id
    hooks: [before]
    fields:
      id: { type: uuid, default: generated }
      url: { type: text, length: 1..80 }
      secret: { type: text, length: 4..80, writeOnly: true }
      sealed: { type: text, length: 1..80, writeOnly: true, protect: encrypt, optional: true }
    relations: { keys: { many: Key, owned: true } }
    allow: { clerk: { do: [create, read, update, list, audit, tell, look] } }
  Key:
    key: id
    fields: { id: { type: uuid, default: generated }, label: { type: text, length: 1..9 }, value: { type: text, length: 1..9, writeOnly: true } }
    relations: { target: { one: Target } }
    allow: { clerk: { do: [read, list] } }
operations:
  tell: { entity: Target, rights: service, result: json }
  look: { entity: Target, key: false, input: { id: uuid }, result: json }
`
const clerk: Principal = { id: 'clerk', roles: ['clerk'], attributes: {}, credential: 'jwt' }

let opened: Opened
afterEach(() => opened.close())

describe.each(databases)('write-only fields on %s', (database) => {
  const seen: unknown[] = []
  const before: EntityHooks['before'] = async ({ row, stored }) => {
    seen.push([stored?.secret ?? null, row?.secret ?? null, row?.sealed ?? null])
    return undefined
  }
  const tell: OperationBody = async ({ row }, { rows }) => ({
    row: row?.secret ?? null,
    read: (await rows.read('Target', { id: row?.id ?? null }))?.sealed ?? null,
    keys: (await rows.list('Key')).map(({ value }) => value ?? null),
  })
  const look: OperationBody = async ({ value }, { rows }) => {
    const row = await rows.read('Target', { id: value.id ?? null })
    return { names: Object.keys(row ?? {}), listed: (await rows.list('Key')).flatMap((key) => Object.keys(key)) }
  }
  const start = async () => {
    seen.length = 0
    opened = await open({
      text: text(database),
      operations: { tell, look },
      hooks: { Target: { before } } as ServiceHooks,
    })
  }
  const run = (operation: string, more: object = {}): Promise<Outcome> =>
    opened.service.execute(call(operation, clerk, more))
  const make = async () => {
    const value = { url: 'u', secret: 'first', sealed: 'sealed', keys: [{ label: 'a', value: 'k1' }] }
    return bodyOf(await run('Target.create', { value }))
  }

  test('no answer, trail or row of a caller holds it; hooks and code with the rights of the service read it', async () => {
    await start()
    const made = await make()
    const key = { id: made.id }
    expect(Object.keys(made)).toEqual(['id', 'url'])
    expect(seen).toEqual([[null, 'first', 'sealed']])
    expect(bodyOf(await run('tell', { key }))).toEqual({ row: 'first', read: 'sealed', keys: ['k1'] })
    expect(bodyOf(await run('look', { value: key }))).toEqual({
      names: ['id', 'url'],
      listed: ['id', 'label', 'targetId'],
    })
    expect(JSON.stringify(bodyOf(await run('Target.audit', { key })))).not.toMatch(/first|"sealed","sealed"|k1/)
    expect(JSON.stringify(bodyOf(await run('Target.list')))).not.toMatch(/secret|sealed/)
  })

  test('a PUT without it keeps it, null takes an optional one away, and each change makes a version', async () => {
    await start()
    const { id } = await make()
    const key = { id }
    const version = async () => (await run('Target.read', { key })) as { version?: string }
    const first = (await version()).version
    expect(codeOf(await run('Target.replace', { key, value: { url: 'v' } }))).toBe('ok')
    expect(bodyOf(await run('tell', { key }))).toMatchObject({ row: 'first', read: 'sealed' })
    await run('Target.update', { key, value: { secret: 'second' } })
    await run('Target.replace', { key, value: { url: 'v', sealed: null } })
    expect(bodyOf(await run('tell', { key }))).toMatchObject({ row: 'second', read: null })
    expect((await version()).version).not.toBe(first)
    expect(codeOf(await run('Target.update', { key, value: { secret: null } }))).toBe('invalid-input')
    expect(codeOf(await run('Target.create', { value: { url: 'u' } }))).toBe('invalid-input')
  })

  test('no trail tells whether a guess was the value, nor whether there was one', async () => {
    await start()
    const { id } = await make()
    const key = { id: String(id) }
    for (const secret of ['other', 'first'])
      await opened.service.executeBatch(
        [
          call('Target.update', clerk, { key, value: { secret } }),
          call('Target.update', clerk, { key, value: { url: '' } }),
        ],
        { atomic: true },
      )
    for (const sealed of [null, null]) await run('Target.update', { key, value: { sealed } })
    const trail = bodyOf(await run('Target.audit', { key })).items as readonly { readonly fields: readonly string[] }[]
    expect(trail.slice(0, 4).map(({ fields }) => fields)).toEqual([['sealed'], ['sealed'], ['secret'], ['secret']])
  })

  test('nobody asks by it', async () => {
    await start()
    await make()
    const { service } = opened
    const by = {
      kind: 'compare',
      operator: 'eq',
      left: { kind: 'field', path: ['secret'] },
      right: { kind: 'value', value: 'first', type: { kind: 'text' } },
    }
    for (const select of [
      { fields: ['secret'] },
      { sort: [{ field: 'secret', isDescending: false }] },
      { filter: by },
      { aggregate: { groupBy: ['secret'] } },
    ])
      expect(
        codeOf(
          await service.execute({
            ...call('aggregate' in select ? 'Target.aggregate' : 'Target.list', clerk),
            select: select as never,
          }),
        ),
      ).toBe('invalid-input')
  })
})
