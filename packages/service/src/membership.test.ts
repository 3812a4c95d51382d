import { type JsonObject, type Outcome, type Principal, ProblemError, problem } from '@charter/runtime'
import {
  type HookContext,
  hashApiKey,
  type JobBody,
  loadRows,
  type OperationBody,
  type OperationTransaction,
  type Rows,
  type ServiceHooks,
} from '@charter/runtime/service'
import type { SqlTransaction } from '@charter/sql/store'
import { serveStyles } from '@charter/styles/serve'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { bodyOf, type ClinicOptions, call, codeOf } from './testing/clinic.ts'
import { databases } from './testing/databases.ts'
import { type Desk, deskHooks, deskText, openDesk } from './testing/desk.ts'

/** Whoever rows say nothing of yet. */
const ownerOf = (tenant: string): Principal => ({
  id: 'founder',
  roles: ['owner'],
  attributes: {},
  credential: 'jwt',
  tenant,
})
const roleByName = 'Role:\n    key: id\n    fields:\n      id: { type: text, length: 1..40 }'

describe.each(databases)('who belongs where is what rows say, on %s', (database) => {
  let desk: Desk
  let nowMs = Date.parse('2026-05-01T00:00:00Z')
  /** Runs where an organisation is made that is called so, and in an operation of the service's own, before the commit. */
  let meanwhile: (transaction: OperationTransaction) => Promise<void>
  beforeEach(async () => {
    meanwhile = async () => {}
    const { Organisation } = deskHooks
    const after = async (write: never, context: never): Promise<void> => {
      const { row } = write as { readonly row: { readonly name: string } }
      await (row.name === 'meanwhile'
        ? meanwhile((context as HookContext).transaction)
        : Organisation?.after?.(write, context))
    }
    const openTicketIn: OperationBody = async ({ value }, { rows, transaction }) => {
      await meanwhile(transaction)
      const { organisation, isWithin } = value as { readonly organisation: string; readonly isWithin: boolean }
      const own = rows as Rows
      const title = 'from elsewhere'
      return isWithin
        ? own.within(organisation).create('Ticket', { title })
        : own.create('Ticket', { title, organisationId: organisation })
    }
    const hooks = { Organisation: { after } }
    bugs = []
    const onBug = (error: unknown) => bugs.push(error)
    options = { nowMs: () => nowMs, hooks, operations: { openTicketIn }, onBug }
    desk = await openDesk({ ...options, database })
  })
  let options: ClinicOptions
  /** Another desk, whose charter says something else. */
  const reopen = async (from: string, to: string, more: ClinicOptions = {}) => {
    await desk.close()
    desk = await openDesk({ ...options, text: deskText(database).replace(from, to), ...more })
  }
  let bugs: unknown[]
  afterEach(async () => {
    await desk.close()
    expect(bugs).toEqual([])
  })

  const run = (operation: string, principal: Principal, more: Parameters<typeof call>[2] = {}): Promise<Outcome> =>
    desk.service.execute(call(operation, principal, more))
  const make = async (operation: string, principal: Principal, value: JsonObject): Promise<string> =>
    String(bodyOf(await run(operation, principal, { value })).id)
  /** An organisation of Ann's. */
  const found = async (name: string, person = 'ann'): Promise<string> =>
    make('Organisation.create', await desk.who(person).catch(() => desk.who(person, 'none')), { name })
  const join = async (organisation: string, person: string, grants: readonly string[], more: JsonObject = {}) => {
    const owner = await desk.who('ann', organisation)
    const roleId = await make('Role.create', owner, { name: grants.join(' '), grants: [...grants] })
    return make('Member.create', owner, { personId: person, roleId, ...more })
  }

  test('founding an organisation again with the same key is the same organisation, though its founder belongs to it by then', async () => {
    const key = { value: { name: 'Acme' }, idempotencyKey: 'signup' }
    const first = await run('Organisation.create', await desk.who('ann'), key)
    const again = await run('Organisation.create', await desk.who('ann'), key)
    expect(again).toMatchObject({ isReplayed: true, value: { id: bodyOf(first).id } })
    expect((await desk.who('ann')).tenant).toBe(bodyOf(first).id)
  })

  test('who makes an organisation is its first member, at once', async () => {
    expect(await desk.who('ann')).toMatchObject({ roles: ['visitor'] })
    const acme = await found('Acme')
    expect(await desk.who('ann')).toMatchObject({ roles: ['owner', 'visitor'], tenant: acme })
    expect(codeOf(await run('Ticket.create', await desk.who('ann'), { value: { title: 'one' } }))).toBe('ok')
  })

  test('roles and attributes are those of the row; what the token says of them counts for nothing', async () => {
    const acme = await found('Acme')
    await join(acme, 'bob', ['agent', 'emperor'], { team: 'north' })
    const bob = await desk.who('bob', undefined, { region: 'eu', team: 'south' })
    expect(bob).toMatchObject({
      roles: ['agent', 'visitor'],
      attributes: { team: 'north', region: 'eu' },
      tenant: acme,
    })
    expect(codeOf(await run('Ticket.create', bob, { value: { title: 'a', team: 'north' } }))).toBe('ok')
    expect(codeOf(await run('Ticket.create', bob, { value: { title: 'a', team: 'south' } }))).toBe('forbidden')
  })

  test('a run of a job has in each step the roles that its starter’s row says then', async () => {
    let goOn = (): void => {}
    const openMany: JobBody = async (_, { step }) => {
      await step('first', ({ rows }) => rows.create('Ticket', { title: 'first' }))
      await new Promise<void>((resolve) => {
        goOn = resolve
      })
      await step('second', ({ rows }) => rows.create('Ticket', { title: 'second' }))
      return null
    }
    const policy =
      'permit(principal in Role::"owner", action == Action::"openMany", resource);\n  permit(principal, action == Action::"Ticket.audit"'
    await reopen('', '', {
      text: deskText(database)
        .replace('operations:', 'operations:\n  openMany: { mode: job }')
        .replace('permit(principal, action == Action::"Ticket.audit"', policy),
      operations: { openTicketIn: options.operations?.openTicketIn, openMany } as never,
    })
    const acme = await found('Acme')
    await join(acme, 'bob', ['owner'])
    const owner = await desk.who('ann', acme)
    const { id } = bodyOf(await run('openMany', await desk.who('bob', acme)))
    const key = { id: String(id) }
    const runOf = async (person: string) =>
      bodyOf(await run('OpenManyJob.read', await desk.who(person, acme), { key })) as JsonObject
    await vi.waitFor(async () => expect((await runOf('bob')).step).toBe('first'), 10_000)
    const members = bodyOf(await run('Member.list', owner)) as { items: readonly JsonObject[] }
    const bob = members.items.find(({ personId }) => personId === 'bob')
    const readers = await make('Role.create', owner, { name: 'readers', grants: ['reader'] })
    const left = await run('Member.update', owner, { key: { id: String(bob?.id) }, value: { roleId: readers } })
    expect(codeOf(left)).toBe('ok')
    goOn()
    const titles = async () =>
      (bodyOf(await run('Ticket.list', owner)) as { items: readonly JsonObject[] }).items.map(({ title }) => title)
    await vi.waitFor(async () => expect(await runOf('bob')).toMatchObject({ state: 'failed' }), 10_000)
    expect((await runOf('bob')).problem).toMatchObject({ code: 'forbidden' })
    expect(await titles()).toEqual(['first'])
  })

  test('of several organisations one is chosen; who is no member of it has none, and reaches nothing of it', async () => {
    const [acme, blue] = [await found('Acme'), await found('Blue', 'bea')]
    await join(acme, 'bea', ['reader'])
    await expect(desk.who('bea')).rejects.toMatchObject({ problem: { code: 'malformed' } })
    const told = await desk.who('bea').catch((error) => JSON.stringify(error.problem))
    expect(told).not.toContain(acme)
    expect(await desk.who('bea', acme)).toMatchObject({ roles: ['reader', 'visitor'], tenant: acme })
    expect(await desk.who('bea', blue)).toMatchObject({ roles: ['owner', 'visitor'], tenant: blue })
    expect(await desk.who('bea', undefined, { organisation: acme })).toMatchObject({ tenant: acme })
    const key = { id: await make('Ticket.create', await desk.who('bea', blue), { title: 'theirs' }) }
    const ann = await desk.who('ann', blue)
    expect(ann).toMatchObject({ roles: ['visitor'] })
    expect(ann.tenant).toBeUndefined()
    // A rule for whoever is signed in is for members too.
    for (const operation of ['Ticket.read', 'Ticket.list', 'Ticket.audit', 'Ticket.delete', 'Ticket.changes'])
      expect(codeOf(await run(operation, ann, { key }))).toBe('forbidden')
    expect(codeOf(await run('Ticket.create', ann, { value: { title: 'mine' } }))).toBe('forbidden')
  })

  test('who is no member of two is that of each by itself: a key of one is none of the other', async () => {
    const ids = new Set<string>()
    for (const organisation of [undefined, 'first', 'second']) {
      const bob = await desk.who('bob', organisation)
      expect(bob.within).toBe(organisation ?? null)
      ids.add(String(bodyOf(await run('Organisation.create', bob, { value: { name: 'A' }, idempotencyKey: 'k1' })).id))
    }
    expect(ids.size).toBe(3)
  })

  test('a credential of one organisation is good for no other', async () => {
    const [acme, blue] = [await found('Acme'), await found('Blue')]
    const bound = await desk.who('ann', blue, { organisation: acme })
    expect(bound).toMatchObject({ roles: ['visitor'] })
    expect(bound.tenant).toBeUndefined()
    expect(await desk.who('ann', acme, { organisation: acme })).toMatchObject({ tenant: acme })
  })

  test('nobody makes a member of an organisation that is not theirs', async () => {
    const [acme, blue] = [await found('Acme'), await found('Blue', 'bea')]
    const ann = await desk.who('ann')
    const roleId = await make('Role.create', ann, { name: 'all', grants: ['owner'] })
    expect(codeOf(await run('Member.create', ann, { value: { personId: 'ann', roleId, organisationId: blue } }))).toBe(
      'invalid-input',
    )
    const role = await make('Role.create', await desk.who('bea'), { name: 'all', grants: ['owner'] })
    // Their role is not there for anybody else.
    expect(codeOf(await run('Member.create', ann, { value: { personId: 'cid', roleId: role } }))).toBe('invalid-input')
    expect(acme).not.toBe(blue)
  })

  test('the service’s own code writes in another organisation where it says so, and by no value that it passes on', async () => {
    const [acme, blue] = [await found('Acme'), await found('Blue', 'bea')]
    const open = (organisation: string, isWithin: boolean, as: Principal) =>
      run('openTicketIn', as, { value: { organisation, isWithin } })
    const ann = await desk.who('ann', acme)
    expect(codeOf(await open(blue, false, ann))).toBe('forbidden')
    expect(codeOf(await open(blue, false, await desk.who('nobody')))).not.toBe('ok')
    expect(codeOf(await open(blue, true, ann))).toBe('ok')
    const titles = async (as: Principal) => (bodyOf(await run('Ticket.list', as)).items as readonly unknown[]).length
    expect([await titles(ann), await titles(await desk.who('bea'))]).toEqual([0, 1])
    expect(codeOf(await open('', true, ann))).toBe('internal')
    expect(bugs.splice(0).map(String)).toEqual([expect.stringContaining('rows are within a tenant that has a name')])
  })

  test('hooks of what is written in another organisation run in that one', async () => {
    const seen: unknown[] = []
    const after = async ({ row }: { readonly row: JsonObject }, { rows, principal }: HookContext) => {
      seen.push([principal.tenant, (await rows.list('Ticket')).map(({ id }) => id === row.id)])
    }
    const hooks = { ...deskHooks, Ticket: { after } } as ServiceHooks
    await reopen('  Ticket:\n', '  Ticket:\n    hooks: [after]\n', { hooks })
    const [acme, blue] = [await found('Acme'), await found('Blue', 'bea')]
    const value = { organisation: blue, isWithin: true }
    expect(codeOf(await run('openTicketIn', await desk.who('ann', acme), { value }))).toBe('ok')
    expect(seen).toEqual([[blue, [true]]])
  })

  test('who has no value of what `while` asks is no member', async () => {
    await reopen('active: { type: boolean, default: true }', 'active: { type: boolean, optional: true }')
    const owner = ownerOf('acme')
    const roleId = await make('Role.create', owner, { name: 'all', grants: ['owner'] })
    await make('Member.create', owner, { personId: 'bob', roleId })
    await make('Member.create', owner, { personId: 'cid', roleId, active: true })
    expect(await desk.who('bob')).toMatchObject({ roles: ['visitor'] })
    expect((await desk.who('bob', 'acme')).tenant).toBeUndefined()
    expect(await desk.who('cid')).toMatchObject({ roles: ['owner', 'visitor'], tenant: 'acme' })
  })

  test('what the rows of one person say differently is not said', async () => {
    await reopen('unique: [[personId]]', '')
    const acme = await found('Acme')
    await join(acme, 'bob', ['agent'], { team: 'north' })
    expect((await desk.who('bob', acme)).attributes).toEqual({ team: 'north' })
    await join(acme, 'bob', ['reader'], { team: 'north' })
    expect((await desk.who('bob', acme)).attributes).toEqual({ team: 'north' })
    await join(acme, 'bob', ['reader'], { team: 'south' })
    expect(await desk.who('bob', acme)).toMatchObject({ roles: ['agent', 'reader', 'visitor'], attributes: {} })
    expect((await desk.who('bob', acme)).attributes).toEqual({})
  })

  test('a role is the organisation’s own, also where another has one of the same key', async () => {
    await reopen('Role:\n    key: id\n    fields:\n      id: { type: uuid, default: generated }', roleByName)
    for (const [organisation, grants] of [
      ['acme', ['reader']],
      ['blue', ['owner']],
    ] as const) {
      await make('Role.create', ownerOf(organisation), { id: 'staff', name: 'Staff', grants: [...grants] })
      const personId = `of ${organisation}`
      await make('Member.create', ownerOf(organisation), { personId, roleId: 'staff' })
    }
    expect(await desk.who('of acme')).toMatchObject({ roles: ['reader', 'visitor'], tenant: 'acme' })
    expect(await desk.who('of blue')).toMatchObject({ roles: ['owner', 'visitor'], tenant: 'blue' })
  })

  test('what a commit here changes of members and their roles counts from the next call on', async () => {
    const acme = await found('Acme')
    const member = await join(acme, 'bob', ['reader'])
    const owner = await desk.who('ann')
    const bob = () => desk.who('bob', acme)
    expect(await bob()).toMatchObject({ roles: ['reader', 'visitor'] })
    const { roleId } = bodyOf(await run('Member.read', owner, { key: { id: member } }))
    await run('Role.update', owner, { key: { id: String(roleId) }, value: { grants: ['agent'] } })
    expect(await bob()).toMatchObject({ roles: ['agent', 'visitor'] })
    await run('Member.update', owner, { key: { id: member }, value: { active: false } })
    expect(await bob()).toMatchObject({ roles: ['visitor'] })
    await run('Member.update', owner, { key: { id: member }, value: { active: true } })
    expect(await bob()).toMatchObject({ roles: ['agent', 'visitor'] })
    await run('Member.delete', owner, { key: { id: member } })
    expect(await bob()).toMatchObject({ roles: ['visitor'] })
  })

  test('what began to be read before a commit is not kept past it', async () => {
    const acme = await found('Acme')
    const member = await join(acme, 'bob', ['reader'])
    const owner = await desk.who('ann')
    const { store } = desk.service
    const { within } = store
    const [isRead, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const slow: Pick<typeof store, 'within'> = {
      within: (until) => {
        const inside = within(until)
        const find: typeof inside.current.find = async (...given) => {
          const rows = await inside.current.find(...given)
          isRead.resolve()
          await goOn.promise
          return rows
        }
        return { ...inside, current: { ...inside.current, find } }
      },
    }
    Object.assign(store, slow)
    const before = desk.who('bob', acme)
    await isRead.promise
    Object.assign(store, { within })
    expect(codeOf(await run('Member.delete', owner, { key: { id: member } }))).toBe('ok')
    goOn.resolve()
    await before
    expect(await desk.who('bob', acme)).toMatchObject({ roles: ['visitor'] })
  })

  test('so does a commit whose answer was lost', async () => {
    const acme = await found('Acme')
    const member = await join(acme, 'bob', ['reader'])
    expect(await desk.who('bob', acme)).toMatchObject({ roles: ['reader', 'visitor'] })
    const owner = await desk.who('ann')
    const { store } = desk.service
    const { within } = store
    const losing: Pick<typeof store, 'within'> = {
      within: (until) => {
        const inside = within(until)
        const transaction: typeof inside.transaction = async (...given) => {
          await inside.transaction(...given)
          throw new ProblemError(problem('unavailable', { isUndecided: true }))
        }
        return { ...inside, transaction }
      },
    }
    Object.assign(store, losing)
    expect(codeOf(await run('Member.delete', owner, { key: { id: member } }))).toBe('unavailable')
    Object.assign(store, { within })
    expect(await desk.who('bob', acme)).toMatchObject({ roles: ['visitor'] })
  })

  test('an atomic batch counts once it is committed', async () => {
    const acme = await found('Acme')
    const member = await join(acme, 'bob', ['reader'])
    await desk.who('bob', acme)
    const owner = await desk.who('ann')
    const more = Array.from({ length: 30 }, () => call('Ticket.create', owner, { value: { title: 'more' } }))
    let isDone = false
    const batch = desk.service
      .executeBatch([call('Member.delete', owner, { key: { id: member } }), ...more], { atomic: true })
      .finally(() => {
        isDone = true
      })
    // What is asked before the commit is as it was, and not kept past it.
    while (!isDone) {
      await desk.who('bob', acme)
      await new Promise((resolve) => setImmediate(resolve))
    }
    expect(new Set((await batch).map(codeOf))).toEqual(new Set(['ok']))
    expect(await desk.who('bob', acme)).toMatchObject({ roles: ['visitor'] })
  })

  test.each(['a hook', 'the body of an operation'])('what %s does by SQL counts too', async (code) => {
    const acme = await found('Acme')
    await join(acme, 'bob', ['reader'])
    await desk.who('bob', acme)
    const { from } = desk.derived.plans.find(({ entity }) => entity === 'Member') ?? {}
    meanwhile = async (transaction) => {
      const table = String(from).replace(/ AS t$/, '')
      await (transaction as SqlTransaction).run(
        `UPDATE ${table} SET active = ${database === 'sqlite' ? '0' : 'false'}`,
        [],
      )
    }
    const ann = await desk.who('ann')
    if (code === 'a hook') await make('Organisation.create', ann, { name: 'meanwhile' })
    else await make('openTicketIn', ann, { organisation: acme, isWithin: true })
    expect(await desk.who('bob', acme)).toMatchObject({ roles: ['visitor'] })
  })

  test('what another replica changes counts within five seconds; until then nothing is asked again', async () => {
    const acme = await found('Acme')
    const member = await join(acme, 'bob', ['reader'])
    const before = await desk.who('bob', acme)
    const statements = desk.service.store.condition.statementCount
    expect(await desk.who('bob', acme)).toBe(before)
    expect(desk.service.store.condition.statementCount).toBe(statements)
    await desk.service.store.transaction(async (writes) => {
      await writes.remove('Member', { id: member, organisationId: acme }, '2026-05-01T00:00:00Z')
    })
    nowMs += 5_000
    expect(await desk.who('bob', acme)).toMatchObject({ roles: ['visitor'] })
  })

  test('a stream ends within five seconds of its caller’s membership', { timeout: 20_000 }, async () => {
    const acme = await found('Acme')
    const member = await join(acme, 'bob', ['reader'])
    await join(acme, 'bea', ['reader'])
    await found('Blue', 'bea')
    const follow = async (person: string) => {
      const outcome = await run('Ticket.changes', await desk.who(person, acme))
      if (outcome.kind !== 'stream') throw new Error('no stream')
      return outcome.items[Symbol.asyncIterator]()
    }
    // Who belongs to several is looked after in the one that it was opened for.
    const more = await follow('bea')
    const items = await follow('bob')
    const owner = await desk.who('ann')
    // A stream is looked after once it is read: the one that goes on first.
    const next = [more.next(), items.next()]
    await make('Ticket.create', owner, { title: 'seen' })
    for (const { value } of await Promise.all(next)) expect(value).toMatchObject({ row: { title: 'seen' } })
    await run('Member.delete', owner, { key: { id: member } })
    const begun = performance.now()
    await expect(items.next()).rejects.toMatchObject({ problem: { code: 'unauthenticated' } })
    expect(performance.now() - begun).toBeLessThan(6_000)
    await make('Ticket.create', owner, { title: 'later' })
    expect((await more.next()).value).toMatchObject({ row: { title: 'later' } })
    await more.return?.()
  })

  test('who belongs to more than is read is told so, and has none of it; one that is chosen counts', async () => {
    const roleId = '00000000-0000-4000-8000-000000000001'
    const places = Array.from({ length: 1001 }, (_, at) => `place-${at}`)
    const idOf = (at: number) => `00000000-0000-4000-9000-${String(at).padStart(12, '0')}`
    await loadRows(
      desk.service.store,
      desk.derived.model,
      [
        { entity: 'Role', rows: [{ id: roleId, organisationId: 'place-7', name: 'all', grants: ['reader'] }] },
        {
          entity: 'Member',
          rows: places.map((organisationId, at) => ({
            id: idOf(at),
            organisationId,
            personId: 'bob',
            active: at === 7,
            team: null,
            roleId,
          })),
        },
      ],
      null,
    )
    await expect(desk.who('bob')).rejects.toMatchObject({ problem: { code: 'too-large' } })
    expect(await desk.who('bob', 'place-7')).toMatchObject({ roles: ['reader', 'visitor'], tenant: 'place-7' })
  })

  test('an answer for one organisation is kept for no other', async () => {
    const acme = await found('Acme')
    const served = await serveStyles(desk.derived.styles, desk.service, { host: '127.0.0.1', port: 0 })
    try {
      const headers = { authorization: `Bearer ${await desk.token('ann')}`, 'charter-organisation': acme }
      const answer = await fetch(`${served.url}/api/v1/tickets`, { headers })
      expect([answer.status, answer.headers.get('vary')]).toEqual([
        200,
        expect.stringContaining('Charter-Organisation'),
      ])
    } finally {
      await served.close()
    }
  })

  test('a replay is judged by the roles of now', async () => {
    const acme = await found('Acme')
    const member = await join(acme, 'bob', ['owner'])
    const again = async () =>
      run('Ticket.create', await desk.who('bob', acme), { value: { title: 'once' }, idempotencyKey: 'k1' })
    expect(codeOf(await again())).toBe('ok')
    expect(await again()).toMatchObject({ isReplayed: true })
    await run('Member.delete', await desk.who('ann'), { key: { id: member } })
    expect(codeOf(await again())).toBe('forbidden')
  })

  test('a key does what its own roles and its person’s membership both allow', async () => {
    const acme = await found('Acme')
    const member = await join(acme, 'bob', ['agent', 'reader'], { team: 'north' })
    const save = (text: string, roles: readonly string[], tenant: string | null) =>
      desk.service.state.saveApiKey({
        id: `${text}-id`,
        hash: hashApiKey(text),
        principal: 'bob',
        roles,
        attributes: {},
        tenant,
        scopes: null,
        expiresAtMs: null,
      })
    await save('ck_reader', ['reader'], acme)
    await save('ck_owner', ['owner'], null)
    const by = (text: string, organisation?: string) =>
      desk.service.authenticate({ kind: 'api-key', text, ...(organisation !== undefined && { organisation }) })
    expect(await by('ck_reader')).toMatchObject({ roles: ['reader'], tenant: acme, attributes: { team: 'north' } })
    expect(await by('ck_reader', 'other')).toMatchObject({ roles: [] })
    expect(await by('ck_owner')).toMatchObject({ roles: [] })
    await run('Member.delete', await desk.who('ann'), { key: { id: member } })
    expect(await by('ck_reader')).toMatchObject({ roles: [] })
  })

  test('a token of development that names roles tries them out, and no other’s organisation with it', async () => {
    const acme = await found('Acme')
    const text = await desk.token('eve', { organisation: acme }, ['reader'])
    const by = (organisation?: string) =>
      desk.service.authenticate({ kind: 'bearer', text, ...(organisation !== undefined && { organisation }) })
    expect(await by()).toMatchObject({ roles: ['reader'], tenant: acme })
    expect(await by()).toBe(await by())
    expect(await by('other')).toMatchObject({ roles: [] })
  })
})

test('where there are no organisations, one that a request names counts for nothing', async () => {
  const text = `
charter: 1
name: club
serves: [rest]
sources: { main: { own: sqlite } }
access:
  accepts: [jwt]
  roles: [owner]
  membership: { entity: Member, roles: grants }
entities:
  Member:
    key: id
    person: personId
    fields:
      id: { type: uuid, default: generated }
      personId: { type: text, length: 1..80, unique: true }
      grants: { type: array, items: { type: text, length: 1..40 }, size: ..10 }
    allow: { owner: { do: [create, read, list] } }
`
  const club = await openDesk({ text, hooks: {} })
  try {
    const rows = [{ id: '00000000-0000-4000-8000-000000000001', personId: 'ann', grants: ['owner'] }]
    await loadRows(club.service.store, club.derived.model, [{ entity: 'Member', rows }], null)
    const ann = await club.who('ann')
    expect(ann).toMatchObject({ roles: ['owner'] })
    expect(await club.who('ann', 'acme')).toBe(ann)
    const credential = { kind: 'bearer', text: await club.token('eve', {}, ['owner']), organisation: 'acme' } as const
    expect(await club.service.authenticate(credential)).not.toHaveProperty('tenant')
  } finally {
    await club.close()
  }
})
