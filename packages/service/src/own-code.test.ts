import type { Outcome, Principal } from '@charter/runtime'
import type { EntityHooks, OperationBody, ServiceHooks } from '@charter/runtime/service'
import { databaseOf, type EntitySql } from '@charter/sql/store'
import { afterEach, describe, expect, test } from 'vitest'
import { bodyOf, call, codeOf, type Opened, open } from './testing/clinic.ts'
import { databases } from './testing/databases.ts'

const text = (database: string): string => `
charter: 1
name: boxes
serves: [rest]
sources: { main: { own: ${database} } }
access:
  roles: [boss, clerk, helper, peeker]
  mfa: [Vault.read]
entities:
  Box:
    key: id
    hooks: [before, after, committed]
    fields:
      id: { type: uuid, default: generated }
      title: { type: text, length: 1..40 }
      branch: { type: text, length: 1..40, default: own }
      low: { type: int32, default: 0 }
      high: { type: int32, default: 10 }
      risk: { type: int32, min: 0, max: 100, reveal: inside, optional: true, readOnly: true }
      mark: { type: text, length: 1..40, protect: encrypt, reveal: inside, optional: true, readOnly: true }
    checks:
      calm: { rule: risk < 50, message: The risk is below fifty. }
      ordered: { rule: low <= high, message: low is not above high. }
    relations: { parts: { many: Part, owned: true }, pins: { many: Pin, owned: true }, near: { one: Box, optional: true } }
    allow:
      boss: { do: [create, read, update, delete, list, audit, act, svc], reveal: [inside] }
      clerk: [{ do: [create, read, update, delete, list, audit], when: resource.branch == "own" }, { do: [act, svc] }]
      helper: [{ do: [read, list, act] }, { do: [update, delete], when: resource.branch == "own" }]
      peeker: { do: [read, act] }
  Part:
    key: id
    hooks: [before, after, committed]
    fields:
      id: { type: uuid, default: generated }
      label: { type: text, length: 1..20 }
      inner: { type: text, length: 1..20, reveal: inside, optional: true }
    relations: { box: { one: Box } }
    allow: { boss: { do: [read, list], reveal: [inside] } }
  Pin:
    key: id
    fields:
      id: { type: uuid, default: generated }
      label: { type: text, length: 1..20 }
    relations: { box: { one: Box } }
    allow:
      boss: { do: [create, read, list, delete] }
      clerk: { do: [create, read, list, delete], when: resource.label != "nailed" }
  Vault:
    key: id
    fields:
      id: { type: uuid, default: generated }
      name: { type: text, length: 1..20 }
      code: { type: text, length: 1..20, protect: encrypt, search: equals, unique: true, reveal: inside }
    allow:
      boss: { do: [create, read, list, update, delete], reveal: [inside] }
      clerk: { do: [create, read, list] }
  Uni:
    key: id
    fields: { id: { type: uuid, default: generated }, mail: { type: text, length: 1..20, unique: true } }
    allow: { boss: { do: [read, list, create] } }
operations:
  act: { key: false, entity: Box, input: { how: text, id: { type: uuid, optional: true } }, result: text }
  svc: { rights: service, key: false, entity: Box, input: { how: text, id: { type: uuid, optional: true } }, result: text }
`
const someone = (role: string, more: Partial<Principal> = {}): Principal => ({
  id: role,
  roles: [role],
  attributes: {},
  credential: 'jwt',
  ...more,
})
const boss = someone('boss')
const clerk = someone('clerk')
const nothing: EntityHooks = { before: async () => undefined, after: async () => {}, committed: async () => {} }

let opened: Opened
let bugs: string[]
afterEach(() => opened.close())

describe.each(databases)('own code on %s', (database) => {
  const start = async (
    hooks: Partial<Record<'Box' | 'Part', EntityHooks>>,
    operations: Readonly<Record<string, OperationBody>> = {},
  ) => {
    bugs = []
    const onBug = (error: unknown) => bugs.push(error instanceof Error ? error.message : String(error))
    const all = { Box: nothing, Part: nothing, ...hooks } as ServiceHooks
    opened = await open({ text: text(database), hooks: all, operations, onBug })
  }
  const run = (operation: string, who: Principal, more: object = {}): Promise<Outcome> =>
    opened.service.execute(call(operation, who, more))
  const make = async (entity: string, value: object, who = boss): Promise<string> =>
    String(bodyOf(await run(`${entity}.create`, who, { value })).id)
  const list = async (entity: string): Promise<readonly Record<string, unknown>[]> =>
    bodyOf(await run(`${entity}.list`, boss)).items as Record<string, unknown>[]
  const titles = async () => (await list('Box')).map(({ title }) => title)

  test('a body that catches a refusal keeps nothing of what was refused', async () => {
    const act: OperationBody = async ({ value }, { rows }) => {
      const id = value.id ?? null
      const tried = {
        delete: () => rows.delete('Box', { id }),
        create: () => rows.create('Box', { title: 'half', pins: [{ label: 'ok' }, { label: 'nailed' }] }),
        vetoed: () => rows.create('Box', { title: 'vetoed' }),
        update: () => rows.update('Box', { id }, { title: 'changed', pins: [] }),
        // Nothing has begun: who catches this may go on.
        foreign: () => rows.create('Uni', { mail: 'a' }),
      }
      await tried[value.how as keyof typeof tried]?.().catch(() => null)
      return 'caught'
    }
    const after: EntityHooks['after'] = async ({ row }) => {
      if (row?.title === 'vetoed') throw new Error('a veto')
    }
    await start({ Box: { ...nothing, after } }, { act })
    const parts = [{ label: 'a' }, { label: 'b' }]
    const id = await make('Box', { title: 'whole', parts, pins: [{ label: 'nailed' }] })
    for (const how of ['delete', 'update', 'create'])
      expect(codeOf(await run('act', clerk, { value: { how, id } }))).toBe('forbidden')
    expect(codeOf(await run('act', clerk, { value: { how: 'vetoed' } }))).toBe('internal')
    expect(bodyOf(await run('act', clerk, { value: { how: 'foreign' } }))).toBe('caught')
    expect(await titles()).toEqual(['whole'])
    expect([(await list('Part')).length, (await list('Pin')).length]).toEqual([2, 1])
  })

  test('a hook does not write the row that it runs for; writes of a body at once are one after the other', async () => {
    const before: EntityHooks['before'] = async ({ action, stored }, { rows }) => {
      if (action === 'update' && stored?.title === 'itself')
        await rows.update('Box', { id: stored.id ?? null }, { low: 8 })
      if (action === 'delete') await rows.delete('Box', { id: stored?.id ?? null }).catch(() => null)
      return undefined
    }
    const svc: OperationBody = async ({ value }, { rows }) => {
      const key = { id: value.id ?? null }
      await Promise.all([rows.update('Box', key, { low: 3 }), rows.update('Box', key, { high: 33 })])
      return 'done'
    }
    await start({ Box: { ...nothing, before } }, { svc })
    const [itself, other] = [await make('Box', { title: 'itself' }), await make('Box', { title: 'other' })]
    expect(codeOf(await run('Box.update', clerk, { key: { id: itself }, value: { high: 5 } }))).toBe('internal')
    expect(codeOf(await run('Box.delete', clerk, { key: { id: itself } }))).toBe('internal')
    expect(codeOf(await run('svc', clerk, { value: { how: '', id: other } }))).toBe('ok')
    expect((await list('Box')).map(({ title, low, high }) => [title, low, high]).toSorted()).toEqual([
      ['itself', 0, 10],
      ['other', 3, 33],
    ])
    expect(bugs.some((bug) => bug.includes('writes the row that it runs for'))).toBe(true)
  })

  test('trusted code finds rows by what its caller may not see, and says how many it wants', async () => {
    const svc: OperationBody = async ({ value }, { rows }) => {
      if (value.how === 'code') return String((await rows.list('Vault', { where: { code: 'abc' } })).length)
      return String((await rows.list('Vault', { limit: Number(value.how) })).length)
    }
    await start({}, { svc })
    const strong = someone('boss', { signIn: { amr: ['mfa'], authTime: Date.now() / 1000 } })
    await make('Vault', { name: 'v', code: 'abc' }, strong)
    for (const who of [boss, clerk]) expect(bodyOf(await run('svc', who, { value: { how: 'code' } }))).toBe('1')
    expect(bodyOf(await run('svc', clerk, { value: { how: '1' } }))).toBe('1')
    for (const how of ['0', '-1', '1.5', '10001'])
      expect(codeOf(await run('svc', clerk, { value: { how } }))).toBe('internal')
  })

  test('with the rights of the service nothing of owned rows is asked of the caller', async () => {
    const svc: OperationBody = async ({ value }, { rows }) => {
      const parts = [{ label: 'a', inner: 'x' }]
      if (value.how === 'create') await rows.create('Box', { title: 'svc', parts, pins: [{ label: 'nailed' }] })
      else await rows.delete('Box', { id: value.id ?? null })
      return 'done'
    }
    await start({}, { svc })
    const id = await make('Box', { title: 'whole', pins: [{ label: 'nailed' }] })
    expect(codeOf(await run('Box.delete', clerk, { key: { id } }))).toBe('forbidden')
    expect(codeOf(await run('svc', clerk, { value: { how: 'create' } }))).toBe('ok')
    expect(codeOf(await run('svc', clerk, { value: { how: 'delete', id } }))).toBe('ok')
    expect([await titles(), (await list('Part')).map(({ inner }) => inner)]).toEqual([['svc'], ['x']])
  })

  test('what a hook derives tells nothing to who may not write, and nothing of what is hidden', async () => {
    const before: EntityHooks['before'] = async ({ row, action }, { rows }) => {
      const title = String(row?.title)
      if (action === 'delete') return undefined
      if (title.startsWith('mail ')) await rows.create('Uni', { mail: title.slice(5) })
      if (title === 'throws') throw new Error('a mistake')
      return { risk: title === 'risky' ? 70 : title === 'beyond' ? 170 : 10 }
    }
    await start({ Box: { ...nothing, before } })
    await make('Uni', { mail: 'taken' })
    const create = (title: string, branch: string, who = clerk) => run('Box.create', who, { value: { title, branch } })
    for (const title of ['calm', 'risky', 'mail taken', 'mail free', 'throws', 'beyond'])
      expect(codeOf(await create(title, 'foreign'))).toBe('forbidden')
    expect(await create('risky', 'own')).toMatchObject({
      problem: { code: 'conflict', detail: 'A rule of this Box would not hold.' },
    })
    expect(await create('risky', 'own', boss)).toMatchObject({ problem: { code: 'invalid-input' } })
    expect(codeOf(await create('beyond', 'own'))).toBe('internal')
    expect(codeOf(await create('calm', 'own'))).toBe('ok')
  })

  test('hooks that are an object of a class of one’s own run, with their own state', async () => {
    class Counting {
      readonly ran: string[] = []
      async before() {
        this.ran.push('before')
        return undefined
      }
      async after() {
        this.ran.push('after')
      }
      async committed() {
        this.ran.push('committed')
      }
    }
    const counting = new Counting()
    await start({ Box: counting })
    await make('Box', { title: 'x' })
    await expect.poll(() => counting.ran).toEqual(['before', 'after', 'committed'])
  })

  test('an answer that a body made with its caller’s rights is shown again to who still has them', async () => {
    const id: string[] = []
    const act: OperationBody = async (_, { rows }) => String((await rows.read('Vault', { id: id[0] ?? null }))?.code)
    await start({}, { act })
    const signIn = { amr: ['mfa'], authTime: Date.now() / 1000 }
    const strong = someone('boss', { signIn })
    id.push(await make('Vault', { name: 'v', code: 'abc' }, strong))
    const again = (who: Principal) => run('act', who, { value: { how: '' }, idempotencyKey: 'k' })
    expect(bodyOf(await again(strong))).toBe('abc')
    expect(await again(strong)).toMatchObject({ value: 'abc', isReplayed: true })
    expect(codeOf(await again(boss))).toBe('step-up-required')
    expect(codeOf(await again({ ...strong, scopes: ['act'] }))).toBe('forbidden')
    expect(codeOf(await again({ ...strong, roles: ['clerk'] }))).toBe('forbidden')
  })

  test('commits are heard of in the order of their writes, and a row that goes with another goes once', async () => {
    const heard: unknown[] = []
    const ran: unknown[] = []
    const after: EntityHooks['after'] = async ({ action, row }, { rows }) => {
      if (action === 'create') await rows.update('Box', { id: row?.id ?? null }, { high: 77 })
    }
    const committed: EntityHooks['committed'] = async ({ action, row }) => void heard.push([action, row?.high])
    const goes: EntityHooks['before'] = async ({ action, stored }, { rows }) => {
      if (action !== 'delete') return undefined
      ran.push(stored?.label)
      const others = await rows.list('Part', { where: { id: { ne: String(stored?.id) } } })
      if (stored?.label === 'b' || others.length === 0) return undefined
      for (const other of others) await rows.delete('Part', { id: other.id ?? null })
      return undefined
    }
    await start({ Box: { ...nothing, after, committed }, Part: { ...nothing, before: goes } })
    const id = await make('Box', { title: 'x', parts: [{ label: 'a' }, { label: 'b' }] })
    await expect
      .poll(() => heard)
      .toEqual([
        ['create', 10],
        ['update', 77],
      ])
    const removed = await run('Box.delete', boss, { key: { id } })
    expect([codeOf(removed), ran.toSorted()]).toEqual(['ok', ['a', 'b']])
  })

  test('whose an owned row is, its parent says, whatever a hook derives', async () => {
    const other: string[] = []
    const before: EntityHooks['before'] = async ({ action }) =>
      action === 'create' ? { boxId: other[0] ?? null } : undefined
    await start({})
    other.push(await make('Box', { title: 'foreign', branch: 'foreign' }))
    await opened.close()
    await start({ Part: { ...nothing, before } })
    const id = await make('Box', { title: 'mine', parts: [{ label: 'a' }] })
    expect((await list('Part')).map(({ boxId }) => boxId)).toEqual([id])
  })

  test('what a hook derives is sealed, refers to what there is, and holds to checks over what is hidden', async () => {
    const near: (string | null)[] = [null]
    const before: EntityHooks['before'] = async ({ action, row }) =>
      action === 'delete'
        ? undefined
        : { mark: `plain ${row?.title}`, risk: row?.title === 'risky' ? 70 : 10, nearId: near[0] ?? null }
    await start({ Box: { ...nothing, before } })
    const id = await make('Box', { title: 'first' })
    expect(codeOf(await run('Box.update', boss, { key: { id }, value: { title: 'second' } }))).toBe('ok')
    expect((await list('Box')).map(({ mark }) => mark)).toEqual(['plain second'])
    const { from } = opened.derived.plans.find(({ entity }) => entity === 'Box') as EntitySql
    const stored = await databaseOf(opened.service.store).all(`SELECT * FROM ${String(from).replace(/ AS t$/, '')}`, [])
    expect(JSON.stringify(stored)).not.toContain('plain')
    expect(await run('Box.update', clerk, { key: { id }, value: { title: 'risky' } })).toMatchObject({
      problem: { code: 'conflict', detail: 'A rule of this Box would not hold.' },
    })
    near[0] = '0190f5c6-7b1e-7c3a-9a55-ffffffffffff'
    for (const write of [
      run('Box.create', boss, { value: { title: 'third' } }),
      run('Box.update', boss, { key: { id }, value: { title: 'third' } }),
    ])
      expect(await write).toMatchObject({ problem: { errors: [{ path: '/nearId', code: 'not-found' }] } })
  })

  test('who may not make the change that is asked is told nothing of a hook', async () => {
    const before: EntityHooks['before'] = async ({ row }, { refuse }) => {
      if (row?.title === 'refused' || row?.label === 'refused') refuse('/title', 'Refused.')
      return undefined
    }
    await start({ Box: { ...nothing, before } })
    const id = await make('Box', { title: 'mine' })
    const update = (value: object) => run('Box.update', clerk, { key: { id }, value })
    expect(codeOf(await update({ title: 'refused' }))).toBe('invalid-input')
    expect(codeOf(await update({ title: 'refused', branch: 'foreign' }))).toBe('forbidden')
    // What a row refers to is there when its hook runs.
    const nearId = '0190f5c6-7b1e-7c3a-9a55-ffffffffffff'
    for (const write of [
      update({ title: 'refused', nearId }),
      run('Box.create', clerk, { value: { title: 'refused', nearId } }),
    ])
      expect(await write).toMatchObject({ problem: { errors: [{ path: '/nearId', code: 'not-found' }] } })
  })

  test('hooks of owned rows, and of their parent, are told whole rows, in their order', async () => {
    const told: unknown[] = []
    const noting = (name: string): EntityHooks => ({
      before: async ({ action, stored }, { rows }) => {
        const parts = name === 'Box' && action === 'delete' ? (await rows.list('Part')).length : null
        told.push([`${name} before ${action}`, stored?.label ?? null, parts])
        return undefined
      },
      after: async ({ action, row }) => void told.push([`${name} after ${action}`, row && Object.keys(row).toSorted()]),
      committed: async () => {},
    })
    await start({ Box: noting('Box'), Part: noting('Part') })
    const act: OperationBody = async ({ value }, { rows }) => {
      await rows.delete('Box', { id: value.id ?? null })
      return 'gone'
    }
    const box = ['branch', 'high', 'id', 'low', 'mark', 'nearId', 'risk', 'tag', 'title'].filter(
      (name) => name !== 'tag',
    )
    const part = ['boxId', 'id', 'inner', 'label']
    const id = await make('Box', { title: 'x', parts: [{ label: 'a' }] })
    expect(told.splice(0)).toEqual([
      ['Box before create', null, null],
      ['Part before create', null, null],
      ['Part after create', part],
      ['Box after create', box],
    ])
    expect(codeOf(await run('Box.delete', boss, { key: { id } }))).toBe('ok')
    const gone = [
      ['Box before delete', null, 1],
      ['Part before delete', 'a', null],
      ['Part after delete', null],
      ['Box after delete', null],
    ]
    expect(told.splice(0)).toEqual(gone)
    await opened.close()
    await start({ Box: noting('Box'), Part: noting('Part') }, { act })
    const other = await make('Box', { title: 'y', parts: [{ label: 'a' }] })
    told.length = 0
    expect(codeOf(await run('act', clerk, { value: { how: '', id: other } }))).toBe('ok')
    expect(told).toEqual(gone)
  })

  test('a body with its caller’s rights may act on the rows that its caller may act on, and lists what that may list', async () => {
    const act: OperationBody = async ({ value }, { rows }) => {
      const key = { id: value.id ?? null }
      if (value.how === 'update') await rows.update('Box', key, { title: 'changed' })
      if (value.how === 'delete') await rows.delete('Box', key)
      if (value.how === 'list') await rows.list('Box')
      return String((await rows.read('Box', key))?.title)
    }
    await start({}, { act })
    const id = await make('Box', { title: 'foreign', branch: 'foreign' })
    const asked = (how: string, who: Principal) => run('act', who, { value: { how, id } })
    for (const how of ['update', 'delete']) expect(codeOf(await asked(how, someone('helper')))).toBe('forbidden')
    expect(codeOf(await asked('list', someone('helper')))).toBe('ok')
    expect(codeOf(await asked('list', someone('peeker')))).toBe('forbidden')
    expect(bodyOf(await asked('read', someone('peeker')))).toBe('foreign')
    expect(await titles()).toEqual(['foreign'])
  })

  test('what a body is shown of what is protected is on record, whosever rights it has', async () => {
    const strong = someone('boss', { signIn: { amr: ['mfa'], authTime: Date.now() / 1000 } })
    const id: string[] = []
    const read: OperationBody = async (_, { rows }) => String((await rows.read('Vault', { id: id[0] ?? null }))?.code)
    await start({}, { act: read, svc: read })
    id.push(await make('Vault', { name: 'v', code: 'abc' }, strong))
    for (const operation of ['act', 'svc']) {
      expect(bodyOf(await run(operation, strong, { value: { how: '' } }))).toBe('abc')
      await opened.service.audit.flush()
      const [entry] = await opened.service.state.recentAudit(1, 0)
      expect([entry?.operation, entry?.fields]).toEqual([operation, ['how', 'id', 'Vault.code']])
    }
  })

  test('a slip in what is asked of a list is a mistake, and no other list', async () => {
    const asked: Record<string, object> = {
      none: { title: undefined },
      empty: { title: {} },
      unlike: { low: { like: 'x' } },
      null: { nearId: null },
    }
    const svc: OperationBody = async ({ value }, { rows }) =>
      String((await rows.list('Box', { where: asked[String(value.how)] as never })).length)
    await start({}, { svc })
    await make('Box', { title: 'one' })
    for (const how of ['none', 'empty', 'unlike'])
      expect(codeOf(await run('svc', boss, { value: { how } }))).toBe('internal')
    expect(bodyOf(await run('svc', boss, { value: { how: 'null' } }))).toBe('1')
  })
})
