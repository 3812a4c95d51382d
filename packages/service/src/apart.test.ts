import { type Outcome, ProblemError, problem } from '@charter/runtime'
import type { OperationBody } from '@charter/runtime/service'
import type { SqlTransaction } from '@charter/sql/store'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Apart, openApart } from './testing/apart.ts'
import { attached } from './testing/attached.ts'
import { bodyOf, call, clinician, codeOf } from './testing/clinic.ts'
import { databases } from './testing/databases.ts'

let apart: Apart
const names = async (): Promise<readonly unknown[]> =>
  (await apart.rows.all(`SELECT "name" FROM ${apart.table} ORDER BY "name"`, [])).map(([name]) => name)
const create = (name: string, idempotencyKey?: string): Promise<Outcome> =>
  apart.service.execute(
    call('Patient.create', clinician, { value: { name, ward: 'north' }, ...(idempotencyKey && { idempotencyKey }) }),
  )
const trail = async (key: string): Promise<readonly string[]> =>
  (
    bodyOf(await apart.service.execute(call('Patient.audit', clinician, { key: { id: key } }))).items as {
      operation: string
      outcome: string
    }[]
  ).map(({ operation, outcome }) => `${operation} ${outcome}`)
const detailOf = (outcome: Outcome): string => (outcome.kind === 'problem' ? outcome.problem.detail : '')
const hour = 3_600_000
const lost = () => {
  throw new ProblemError(problem('unavailable', { isUndecided: true }))
}
afterEach(() => apart.close())

describe.each(databases)('rows in %s, state in a file of its own', (database) => {
  beforeEach(async () => {
    apart = await openApart(database)
  })

  test('a call is one entry of the trail: its intent goes behind its outcome, page by page', async () => {
    const { id } = bodyOf(await create('a')) as { id: string }
    for (const ward of ['south', 'north', 'east'])
      await apart.service.execute(call('Patient.update', clinician, { key: { id }, value: { ward } }))
    await apart.service.execute(
      call('Patient.update', clinician, { key: { id }, value: { name: 'n' }, ifMatch: ['x'] }),
    )
    expect((await apart.state.recentAudit(99, 0)).filter(({ outcome }) => outcome === 'intent')).toHaveLength(5)
    expect(await trail(id)).toEqual([
      'Patient.update precondition-failed',
      'Patient.update ok',
      'Patient.update ok',
      'Patient.update ok',
      'Patient.create ok',
    ])
    const page = async (after?: string) =>
      bodyOf(
        await apart.service.execute({
          ...call('Patient.audit', clinician, { key: { id } }),
          select: { limit: 2, ...(after !== undefined && { after }) },
        }),
      ) as { items: { outcome: string }[]; next: string | null }
    const pages = []
    for (let next: string | null | undefined; next !== null; ) {
      const { items, next: following } = await page(next)
      pages.push(items.length)
      next = following
    }
    expect(pages.reduce((sum, count) => sum + count, 0)).toBeGreaterThanOrEqual(5)
    expect(Math.max(...pages)).toBe(2)
  })

  test('an intent without an outcome is pending while its call may be under way, then unknown for ever', async () => {
    const { id } = bodyOf(await create('a')) as { id: string }
    apart.afterCommit = () => apart.failing.add('appendAudit')
    expect(
      codeOf(await apart.service.execute(call('Patient.update', clinician, { key: { id }, value: { ward: 'x' } }))),
    ).toBe('unavailable')
    apart.afterCommit = null
    // The process dies here: what it would have stored later is never stored.
    await expect(apart.state.appendAudit([], null)).rejects.toThrow()
    const asked = vi.spyOn(apart.service.audit, 'flush')
    apart.failing.clear()
    expect((await trail(id))[0]).toBe('Patient.update pending')
    apart.nowMs += hour
    expect((await trail(id))[0]).toBe('Patient.update unknown')
    expect(asked).not.toHaveBeenCalled()
    // It lives on after all, and settles what it had announced.
    await apart.service.audit.flush()
    expect((await trail(id)).filter((line) => line.startsWith('Patient.update'))).toEqual(['Patient.update ok'])
  })

  test('nothing is written while the intent cannot be stored', async () => {
    apart.failing.add('appendAudit')
    expect(codeOf(await create('a', 'k'))).toBe('unavailable')
    expect(await names()).toEqual([])
    apart.failing.clear()
    expect(codeOf(await create('a', 'k'))).toBe('ok')
    expect(await names()).toEqual(['a'])
  })

  test('a write whose outcome cannot be stored is not told as done, and says how to find out', async () => {
    apart.afterCommit = () => apart.failing.add('appendAudit').add('endClaim')
    const keyed = await create('a', 'k')
    apart.failing.clear()
    const bare = await create('b')
    expect([codeOf(keyed), codeOf(bare)]).toEqual(['unavailable', 'unavailable'])
    expect(detailOf(keyed)).toContain('may have been made')
    expect(detailOf(keyed)).toContain('same Idempotency-Key')
    expect(detailOf(bare)).toContain('Read the record')
    expect(await names()).toEqual(['a', 'b'])
    apart.afterCommit = null
    apart.failing.clear()
    const again = await create('a', 'k')
    if (database === 'postgresql')
      expect(again).toMatchObject({ kind: 'value', isReplayed: true, value: { name: 'a' } })
    else {
      expect(codeOf(again)).toBe('in-progress')
      expect(codeOf(await create('other', 'k'))).toBe('idempotency-mismatch')
      apart.nowMs += hour
      const later = await create('a', 'k')
      expect([codeOf(later), detailOf(later)]).toEqual(['unavailable', expect.stringContaining('Read the record')])
    }
    expect(await names()).toEqual(['a', 'b'])
  })

  test('a write that is on record is not put there once more, as unknown, for what could not be stored beside it', async () => {
    apart.afterCommit = () => apart.failing.add('endClaim')
    expect(codeOf(await create('a', 'k'))).toBe('unavailable')
    await apart.service.audit.close()
    expect((await apart.state.recentAudit(9, 0)).map(({ outcome }) => outcome)).not.toContain('unknown')
  })

  test('twins that come at once make one write', async () => {
    const outcomes = await Promise.all(Array.from({ length: 8 }, () => create('a', 'k')))
    expect(outcomes.map(codeOf).filter((code) => code !== 'in-progress')).toContain('ok')
    expect(await names()).toEqual(['a'])
    // The others have not even begun.
    expect((await apart.state.recentAudit(99, 0)).filter(({ outcome }) => outcome === 'intent')).toHaveLength(1)
    expect(await create('a', 'k')).toMatchObject({ isReplayed: true })
    expect(codeOf(await create('other', 'k'))).toBe('idempotency-mismatch')
  })

  test('what writes did is told to who follows, of a batch too, and not of what was undone', async () => {
    const following = await apart.service.execute(call('Patient.changes', clinician))
    if (following.kind !== 'stream') throw new Error('no stream')
    const items = following.items[Symbol.asyncIterator]()
    const heard = async () => ((await items.next()).value as { row: { name: string } }).row.name
    const batch = (...given: readonly string[]) =>
      apart.service.executeBatch(
        given.map((name) => call('Patient.create', clinician, { value: { name, ward: 'north' } })),
        { atomic: true },
      )
    expect(codeOf(await create('a'))).toBe('ok')
    expect(await heard()).toBe('a')
    expect((await batch('b', '')).map(codeOf)).not.toContain('ok')
    expect((await batch('c', 'd')).map(codeOf)).toEqual(['ok', 'ok'])
    expect([await heard(), await heard()]).toEqual(['c', 'd'])
    await items.return?.()
  })

  test('an internal operation that code has called is on record beside the call, with the outcome and not before', async () => {
    await apart.close()
    const callsIt: OperationBody = async ({ row }, { operations }) =>
      (operations as unknown as { inner(key: object): Promise<number> }).inner({ id: row?.id })
    apart = await openApart(database, {
      text: (...of) =>
        `${attached(...of).replace('delete, audit]', 'delete, audit, callIt]')}
operations:
  callIt: { entity: Patient, result: int32 }
  inner: { internal: true, entity: Patient, result: int32 }
`,
      operations: { callIt: callsIt, inner: async () => 1 },
    })
    const { id } = bodyOf(await create('a'))
    const asked = () => apart.service.execute(call('callIt', clinician, { key: { id: String(id) } }))
    expect(codeOf(await asked())).toBe('ok')
    apart.afterCommit = lost
    expect(codeOf(await asked())).toBe('unavailable')
    apart.afterCommit = null
    const told = (await trail(String(id))).filter((line) => !line.startsWith('Patient'))
    expect(told.filter((line) => line.startsWith('inner'))).toEqual(['inner ok'])
    expect(told).toContain('callIt ok')
  })

  test('a twin that died before it wrote is taken over once its time is past; it can no longer write', async () => {
    let goOn: () => void = () => {}
    let begun: () => void = () => {}
    const isBegun = new Promise<void>((resolve) => {
      begun = resolve
    })
    const execute = apart.service.execute
    const transaction = apart.rows.transaction
    const hold = vi.spyOn(apart.rows, 'transaction').mockImplementationOnce(async (work, options) => {
      begun()
      await new Promise<void>((resolve) => {
        goOn = resolve
      })
      return transaction.call(apart.rows, work as (on: SqlTransaction) => Promise<never>, options)
    })
    const slow = execute(
      call('Patient.create', clinician, { value: { name: 'a', ward: 'north' }, idempotencyKey: 'k' }),
    )
    await isBegun
    hold.mockRestore()
    expect(codeOf(await create('a', 'k'))).toBe('in-progress')
    apart.nowMs += hour
    expect(codeOf(await create('a', 'k'))).toBe('ok')
    goOn()
    expect(codeOf(await slow)).toBe('in-progress')
    expect(await names()).toEqual(['a'])
  })

  test('a commit whose answer was lost reads unknown, and another try finds out', async () => {
    apart.afterCommit = lost
    const first = await create('a', 'k')
    expect([codeOf(first), detailOf(first)]).toEqual(['unavailable', expect.stringContaining('Idempotency-Key')])
    expect((await apart.state.recentAudit(1, 0))[0]).toMatchObject({ outcome: 'unknown', intent: expect.any(String) })
    apart.afterCommit = null
    const again = await create('a', 'k')
    expect(codeOf(again)).toBe(database === 'postgresql' ? 'ok' : 'in-progress')
    expect(await names()).toEqual(['a'])
  })

  test('that a change may have been made is told, also where that cannot be put on record', async () => {
    apart.afterCommit = () => {
      apart.failing.add('appendAudit')
      lost()
    }
    const outcome = await create('a', 'k')
    expect([codeOf(outcome), detailOf(outcome)]).toEqual(['unavailable', expect.stringContaining('may have been made')])
  })

  test('an atomic batch announces each call before it writes, and settles them all when it ends', async () => {
    const calls = ['a', 'b'].map((name) =>
      call('Patient.create', clinician, { value: { name, ward: 'north' }, idempotencyKey: name }),
    )
    expect((await apart.service.executeBatch(calls, { atomic: true })).map(codeOf)).toEqual(['ok', 'ok'])
    const bad = call('Patient.delete', clinician, { key: { id: '7f1de1a4-3a0e-4b7c-9d86-0f3a5e1c2b10' } })
    const third = call('Patient.create', clinician, { value: { name: 'c', ward: 'north' }, idempotencyKey: 'c' })
    expect((await apart.service.executeBatch([third, bad], { atomic: true })).map(codeOf)).toEqual([
      'operation-failed',
      'not-found',
    ])
    const entries = await apart.state.recentAudit(99, 0)
    const intents = entries.filter(({ outcome }) => outcome === 'intent')
    expect(intents).toHaveLength(4)
    expect(await apart.state.settledIntents(intents.map(({ id }) => id))).toEqual(new Set(intents.map(({ id }) => id)))
    expect(entries.filter(({ outcome }) => outcome === 'ok')).toHaveLength(2)
    expect(await names()).toEqual(['a', 'b'])
    expect(await create('a', 'a')).toMatchObject({ isReplayed: true })
    expect(codeOf(await create('c', 'c'))).toBe('ok')
    expect(await names()).toEqual(['a', 'b', 'c'])
  })
})
