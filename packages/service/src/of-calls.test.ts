import type { JsonObject, Principal } from '@charter/runtime'
import type { OperationBody } from '@charter/runtime/service'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { bodyOf, call, codeOf, type Opened, open } from './testing/clinic.ts'
import { databases } from './testing/databases.ts'

const text = (database: string): string => `
charter: 1
name: calls
serves: [rest, graphql]
sources: { main: { own: ${database} } }
access: { accepts: [jwt, api-key], roles: [clerk] }
entities:
  Note:
    key: id
    fields: { id: { type: uuid, default: generated }, way: { type: text, length: 1..40 }, minutes: { type: int32, default: 900 } }
    allow:
      clerk:
        - { do: [create] }
        - { do: [list], when: resource.way == context.style }
        - { do: [read], when: context has address && resource.way == context.address }
        - { do: [update], when: principal has strongAge && principal.strongAge < resource.minutes }
        - { do: [delete], when: principal.credential != "api-key" }
operations: { tellAll: { result: { type: text }, effect: read } }
policies: |
  permit(principal, action == Action::"tellAll", resource) when { context.style == "graphql" };
  permit(principal in Role::"clerk", action in [Action::"Note.read"], resource) when { principal has strongAge };
`

describe.each(databases)('rules ask of the call, on %s', (database) => {
  let opened: Opened
  const nowMs = Date.parse('2026-05-01T00:00:00Z')
  beforeEach(async () => {
    opened = await open({ text: text(database), nowMs: () => nowMs, operations: { tellAll: async () => 'all' } })
  })
  afterEach(() => opened.close())

  const clerk: Principal = { id: 'c', roles: ['clerk'], attributes: {}, credential: 'jwt' }
  const signedIn = (secondsAgo: number, amr = ['mfa']): Principal => ({
    ...clerk,
    signIn: { amr, authTime: nowMs / 1000 - secondsAgo },
  })
  interface From {
    readonly style?: string
    readonly address?: string
  }
  const run = (operation: string, principal: Principal, more: Parameters<typeof call>[2] = {}, from: From = {}) => {
    const asked = call(operation, principal, more)
    return opened.service.execute({
      ...asked,
      context: { ...asked.context, origin: { ...asked.context.origin, ...from } },
    })
  }
  const make = async (value: JsonObject): Promise<JsonObject> => ({
    id: String(bodyOf(await run('Note.create', clerk, { value })).id),
  })

  test('the style and the address decide per call', async () => {
    const key = await make({ way: 'rest' })
    const count = async (style: string) =>
      (bodyOf(await run('Note.list', clerk, {}, { style })).items as readonly unknown[]).length
    expect([await count('rest'), await count('grpc'), await count('rest')]).toEqual([1, 0, 1])
    expect(codeOf(await run('Note.read', clerk, { key }, { address: 'rest' }))).toBe('ok')
    expect(codeOf(await run('Note.read', clerk, { key }, { address: '10.0.0.1' }))).toBe('not-found')
    expect(codeOf(await run('Note.read', clerk, { key }))).toBe('not-found')
    expect(codeOf(await run('tellAll', clerk, {}, { style: 'graphql' }))).toBe('ok')
    expect(codeOf(await run('tellAll', clerk, {}, { style: 'rest' }))).toBe('forbidden')
  })

  test('how long ago a second factor was shown decides, and none is never long ago', async () => {
    const key = await make({ way: 'a', minutes: 900 })
    const update = async (principal: Principal) =>
      codeOf(await run('Note.update', principal, { key, value: { way: 'b' } }, { address: 'a' }))
    expect(await update(signedIn(899))).toBe('ok')
    expect(await update(signedIn(900))).toBe('forbidden')
    expect(await update(signedIn(10, ['pwd']))).toBe('not-found')
    expect(await update({ ...signedIn(10), credential: 'api-key' })).toBe('not-found')
    expect(await update(signedIn(-3600))).toBe('not-found')
    expect(await update(clerk)).toBe('not-found')
  })

  test('by what the caller proved who they are decides', async () => {
    const key = await make({ way: 'rest' })
    const from = { address: 'rest' }
    expect(codeOf(await run('Note.delete', { ...clerk, credential: 'api-key' }, { key }, from))).toBe('forbidden')
    expect(codeOf(await run('Note.delete', clerk, { key }, from))).toBe('ok')
  })
})

const timed = (database: string): string => `
charter: 1
name: timed
serves: [rest]
sources: { main: { own: ${database} } }
access: { roles: [clerk, guest], principal: { until: { type: instant } } }
entities:
  Talk:
    key: id
    fields: { id: { type: uuid, default: generated }, startsAt: instant, dueOn: date, days: { type: array, items: date, default: [] }, stops: { type: array, items: instant, default: [] }, madeAt: { type: instant, default: now, readOnly: true } }
    allow:
      clerk:
        - { do: [create] }
        - { do: [list, read], when: resource.startsAt > context.now }
        - { do: [update], when: 'context.now < resource.madeAt.offset(duration("24h"))' }
        - { do: [audit], when: 'resource.days.contains(context.today) || resource.stops.containsAny([datetime("2026-05-02")])' }
        - { do: [delete], when: 'resource.dueOn <= context.today.offset(duration("-7d"))' }
      guest: { do: [list], when: principal has until && context.now < principal.until }
`

describe.each(databases)('rules ask the clock, on %s', (database) => {
  let opened: Opened
  const begin = Date.parse('2026-05-01T10:00:00Z')
  let nowMs = begin
  beforeEach(async () => {
    nowMs = begin
    opened = await open({ text: timed(database), nowMs: () => nowMs })
  })
  afterEach(() => opened.close())

  const clerk: Principal = { id: 'c', roles: ['clerk'], attributes: {}, credential: 'jwt' }
  const run = (operation: string, more: Parameters<typeof call>[2] = {}) =>
    opened.service.execute(call(operation, clerk, more))
  const make = async (value: JsonObject): Promise<JsonObject> => ({
    id: String(bodyOf(await run('Talk.create', { value })).id),
  })
  const seen = async () => (bodyOf(await run('Talk.list')).items as readonly JsonObject[]).map((row) => row.startsAt)

  test('each call by its own, to the millisecond and past it', async () => {
    for (const startsAt of ['2026-05-01T10:00:00Z', '2026-05-01T10:00:00.000001Z', '2026-05-01T10:00:00.5Z'])
      await make({ startsAt, dueOn: '2026-05-01' })
    expect((await seen()).sort()).toEqual(['2026-05-01T10:00:00.000001Z', '2026-05-01T10:00:00.5Z'])
    nowMs = begin + 499
    expect(await seen()).toEqual(['2026-05-01T10:00:00.5Z'])
    nowMs = begin + 500
    expect(await seen()).toEqual([])
  })

  test('what is added to a field of the row', async () => {
    const key = await make({ startsAt: '2999-01-01T00:00:00Z', dueOn: '2026-05-01' })
    const update = async () => codeOf(await run('Talk.update', { key, value: { dueOn: '2026-05-01' } }))
    const remove = async () => codeOf(await run('Talk.delete', { key }))
    nowMs = begin + 86_399_999
    expect(await update()).toBe('ok')
    nowMs = begin + 86_400_000
    expect(await update()).toBe('forbidden')
    nowMs = Date.parse('2026-05-07T23:59:59.999Z')
    expect(await remove()).toBe('forbidden')
    nowMs += 1
    expect(await remove()).toBe('ok')
  })

  test('beside a moment of the sign-in, in the order of moments and not of their texts', async () => {
    await make({ startsAt: '2026-05-01T11:00:00Z', dueOn: '2026-05-01' })
    const guest: Principal = { ...clerk, roles: ['guest'], attributes: { until: '2026-05-01T10:00:00.5Z' } }
    const count = async () =>
      (bodyOf(await opened.service.execute(call('Talk.list', guest))).items as readonly unknown[]).length
    expect(await count()).toBe(1)
    nowMs = begin + 500
    expect(await count()).toBe(0)
  })

  test('among moments that a row holds', async () => {
    const audit = async (more: JsonObject) => {
      const key = await make({ startsAt: '2999-01-01T00:00:00Z', dueOn: '2026-05-01', ...more })
      return codeOf(await run('Talk.audit', { key }))
    }
    expect(await audit({ days: ['2026-04-30', '2026-05-01'] })).toBe('ok')
    expect(await audit({ days: ['2026-04-30'] })).toBe('not-found')
    expect(await audit({ stops: ['2026-05-02T00:00:00Z'] })).toBe('ok')
  })

  test('of a stream each change by its own moment, not by when it was opened', async () => {
    const ending = new AbortController()
    const outcome = await opened.service.execute({
      ...call('Talk.changes', clerk, { abort: ending.signal }),
      select: {},
    })
    if (outcome.kind !== 'stream') throw new Error(JSON.stringify(outcome))
    const items = outcome.items[Symbol.asyncIterator]()
    const next = async () => ((await items.next()).value as { readonly row: JsonObject }).row.startsAt
    await make({ startsAt: '2026-05-01T11:00:00Z', dueOn: '2026-05-01' })
    expect(await next()).toBe('2026-05-01T11:00:00Z')
    nowMs = begin + 7_200_000
    // Over by now, though not when the stream began.
    await make({ startsAt: '2026-05-01T11:30:00Z', dueOn: '2026-05-01' })
    await make({ startsAt: '2026-05-01T13:00:00Z', dueOn: '2026-05-01' })
    expect(await next()).toBe('2026-05-01T13:00:00Z')
    ending.abort()
    await items.return?.()
  })
})

const making = `
charter: 1
name: making
serves: [rest]
sources: { main: { own: sqlite } }
access: { roles: [clerk] }
entities:
  Talk:
    key: id
    fields: { id: { type: uuid, default: generated }, madeAt: { type: instant, default: now, readOnly: true } }
    allow: { clerk: { do: [read] } }
operations: { makeTalks: { result: text, effect: write, rights: service } }
policies: permit(principal in Role::"clerk", action == Action::"makeTalks", resource);
`

test('what own code makes in a call is of its one clock', async () => {
  let nowMs = Date.parse('2026-05-01T10:00:00Z')
  const tick = () => (nowMs += 1000)
  const makeTalks: OperationBody = async (_, { rows, now }) => {
    const first = await rows.create('Talk', {})
    const second = await rows.create('Talk', {})
    return [now, first.madeAt, second.madeAt].join()
  }
  const opened = await open({ text: making, nowMs: tick, operations: { makeTalks } })
  const clerk: Principal = { id: 'c', roles: ['clerk'], attributes: {}, credential: 'jwt' }
  const outcome = await opened.service.execute(call('makeTalks', clerk))
  await opened.close()
  const told = outcome.kind === 'value' ? String(outcome.value).split(',') : [JSON.stringify(outcome)]
  expect([told.length, new Set(told).size]).toEqual([3, 1])
})
