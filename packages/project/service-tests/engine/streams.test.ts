import { deepEqual, equal, ok } from 'node:assert/strict'
import { after, afterEach, before, beforeEach, describe, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { rememberRenewal } from '../../src/runtime/identity/standing.ts'
import type { Change, Principal } from '../../src/runtime/index.ts'
import { ProblemError } from '../../src/runtime/index.ts'
import { askedEntity } from '../scenarios/derive/asked-entity.ts'
import { type OwnTarget, openTarget } from '../scenarios/open-target.ts'
import { deriving } from '../scenarios/service.ts'
import { call, codeOf, keyOf, principal } from './asked.ts'

const asked = askedEntity(deriving)

describe('changes of rows', {
  skip: asked === null && 'nobody makes, lists and changes the rows of one entity',
}, () => {
  if (asked === null) return
  const { about, role, row, change, body } = asked
  const { name, key } = about.entity
  const changes = `${name}.changes`
  const me = principal(role)
  let target: OwnTarget
  let abort: AbortController
  before(async () => {
    target = await openTarget()
  })
  after(() => target.close())
  beforeEach(async () => {
    await target.reset?.('example')
    abort = new AbortController()
  })
  afterEach(() => abort.abort())

  /** Follows in the background. */
  const follow = async (who: Principal, select = {}) => {
    const outcome = await target.service.execute(call(changes, who, {}, { abort: abort.signal, select }))
    if (outcome.kind !== 'stream') throw new Error(codeOf(outcome))
    const told: Change[] = []
    const read = async () => {
      for await (const each of outcome.items) told.push(each as unknown as Change)
      return 'ended'
    }
    const ended = read().catch((error: unknown) => (error instanceof ProblemError ? error.problem.code : String(error)))
    return { told, ended }
  }
  const until = async (holds: () => boolean) => {
    for (let tries = 0; tries < 200 && !holds(); tries++) await wait(25)
    ok(holds())
  }
  const update = async () =>
    equal(
      codeOf(await target.service.execute(call(`${name}.update`, me, { key: keyOf(key, row), value: change }))),
      'value',
    )
  /** There and back again, so that each is a change. */
  const revert = async () => {
    const value = Object.fromEntries(Object.keys(change).map((each) => [each, row[each] ?? null]))
    equal(codeOf(await target.service.execute(call(`${name}.update`, me, { key: keyOf(key, row), value }))), 'value')
  }

  test('are told as they are to who may list the row, and to nobody else', async () => {
    const { told } = await follow(me)
    const other = principal(role, {}, 1)
    const others = about.can(role, 'list', row, 1) ? null : await follow(other)
    await update()
    await until(() => told.length === 1)
    deepEqual(
      [told[0]?.change, told[0]?.key, Object.keys(change).map((each) => told[0]?.row?.[each])],
      ['updated', keyOf(key, row), Object.values(change)],
    )
    await target.service.executeBatch([call(`${name}.create`, me, { value: body })], { atomic: true })
    await until(() => told.length === 2)
    equal(told[1]?.change, 'created')
    deepEqual(others?.told ?? [], [])
  })

  test('are resumed after a cursor, by the one whose it is', async () => {
    const first = await follow(me)
    await update()
    await revert()
    await until(() => first.told.length === 2)
    const after = first.told[0]?.cursor ?? ''
    const rest = await follow(me, { after })
    await until(() => rest.told.length === 1)
    equal(rest.told[0]?.cursor, first.told[1]?.cursor)
    for (const [who, cursor] of [
      [principal(role, { id: 'another' }), after],
      [me, `${after.slice(0, -2)}AA`],
      [me, 'AAAA'],
    ] as const) {
      const outcome = await target.service.execute(call(changes, who, {}, { select: { after: cursor } }))
      ok(['stale-cursor', 'malformed'].includes(codeOf(outcome)), codeOf(outcome))
    }
  })

  test('of one write are told once for each row, as it ended', async () => {
    const { told } = await follow(me)
    const made = call(`${name}.create`, me, { value: body })
    const changed = call(`${name}.update`, me, { key: keyOf(key, row), value: change })
    const undone = call(`${name}.create`, me, { value: {} })
    await target.service.executeBatch([changed, undone], { atomic: true })
    const done = await target.service.executeBatch([changed, made], { atomic: true })
    deepEqual(done.map(codeOf), ['value', 'value'])
    await until(() => told.length === 2)
    deepEqual(told.map((each) => each.change).sort(), ['created', 'updated'])
  })

  test('are told in their own order, without a count or an end', async () => {
    for (const select of [{ sort: [{ field: key[0] ?? '' }] }, { limit: 1 }, { count: true }])
      equal(codeOf(await target.service.execute(call(changes, me, {}, { select }))), 'invalid-input')
    equal(codeOf(await target.service.execute(call(changes, null))), 'unauthenticated')
    for (const outsider of deriving.model.access.roles.filter((each) => !about.mayEver(each, 'list')))
      equal(codeOf(await target.service.execute(call(changes, principal(outsider)))), 'forbidden')
  })

  test('end with the sign-in, and with the connection', async () => {
    const short = await follow(principal(role, { untilMs: Date.now() + 400 }))
    const long = await follow(principal(role, { untilMs: Date.now() + 60_000 }))
    await wait(500)
    await update()
    equal(await short.ended, 'unauthenticated')
    await until(() => long.told.length === 1)
    equal(short.told.length, 0)
    abort.abort()
    equal(await long.ended, 'ended')
  })

  test('end soon after a credential that no longer proves the same', async () => {
    const gone = principal(role, { id: 'gone' })
    rememberRenewal(gone, async () => ({ ...gone, roles: [] }))
    const kept = principal(role, { id: 'kept' })
    rememberRenewal(kept, async () => ({ ...kept }))
    const [left, stays] = [await follow(gone), await follow(kept)]
    equal(await left.ended, 'unauthenticated')
    await update()
    await until(() => stays.told.length === 1)
    equal(left.told.length, 0)
  })
})
