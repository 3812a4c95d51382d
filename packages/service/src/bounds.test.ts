import type { OperationBody } from '@charter/runtime/service'
import { registerHealth } from '@charter/runtime/service'
import fastify from 'fastify'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ada, bodyOf, call, clinician, clinicText, codeOf, type Opened, open, pharmacist } from './testing/clinic.ts'
import { databases } from './testing/databases.ts'

const inMs = (ms: number) => Date.now() + ms
const like = (pattern: string, kind: 'like' | 'startsWith' = 'like') => {
  const left = { kind: 'field', path: ['name'] } as const
  return kind === 'like' ? ({ kind, left, pattern } as const) : ({ kind, left, prefix: pattern } as const)
}
/** Prescriptions of patients of prescriptions …, so many levels. */
const deep = (levels: number, limit: number): object =>
  levels === 0 ? {} : { include: { prescriptions: { limit, include: { patient: deep(levels - 1, limit) } } } }

describe.each(databases)('bounds of a call, on %s', (database) => {
  let opened: Opened
  let entered: PromiseWithResolvers<AbortSignal>
  const hangs: OperationBody = (_input, { signal }) => {
    entered.resolve(signal)
    return new Promise(() => {})
  }
  beforeEach(async () => {
    entered = Promise.withResolvers()
    const text = clinicText().replace('own: sqlite', `own: ${database}`)
    opened = await open({ text, operations: { dischargePatient: hangs } })
  })
  afterEach(() => opened.close())
  const run = (...given: Parameters<typeof call>) => opened.service.execute(call(...given))
  const list = (select: object) => opened.service.execute({ ...call('Patient.list', clinician), select })

  test('a pattern has at most 256 characters, and is read as text is', async () => {
    expect(codeOf(await list({ filter: like('😀'.repeat(256)) }))).toBe('ok')
    for (const kind of ['like', 'startsWith'] as const) {
      expect(await list({ filter: like('a'.repeat(257), kind) })).toMatchObject({
        problem: { code: 'invalid-input', errors: [{ path: '/filter/name', code: 'too-long' }] },
      })
      expect(await list({ filter: like('a\u0000', kind) })).toMatchObject({
        problem: { code: 'invalid-input', errors: [{ path: '/filter/name', code: 'format' }] },
      })
    }
    expect((bodyOf(await list({ filter: like('%_da O%') })).items as unknown[]).length).toBe(1)
  })

  test('a call that costs too much is refused before anything is run, alone and as a sum over a batch', async () => {
    expect(codeOf(await list({ ...deep(1, 100), limit: 100 }))).toBe('too-large')
    const before = opened.service.store.condition.statementCount
    const refused = await list({ ...deep(2, 20), limit: 100 })
    expect(refused).toMatchObject({ problem: { code: 'too-large', detail: expect.stringContaining('20000 is taken') } })
    expect(opened.service.store.condition.statementCount).toBe(before)
    expect(codeOf(await list({ ...deep(1, 50), limit: 100 }))).toBe('ok')
    const half = { ...call('Patient.list', clinician), select: { ...deep(1, 50), limit: 100 } }
    for (const atomic of [true, false]) {
      expect((await opened.service.executeBatch([half], { atomic })).map(codeOf)).toEqual(['ok'])
      expect((await opened.service.executeBatch([half, half], { atomic })).map(codeOf)).toEqual([
        'too-large',
        'too-large',
      ])
    }
  })

  test('a batch of more calls than may be is refused whole, whatever they cost', async () => {
    const calls = Array.from({ length: 101 }, () => call('Patient.read', clinician, { key: { id: ada } }))
    for (const atomic of [true, false]) {
      const outcomes = await opened.service.executeBatch(calls, { atomic })
      expect([outcomes.length, new Set(outcomes.map(codeOf))]).toEqual([101, new Set(['too-large'])])
    }
  })

  test('an atomic batch begins nothing where a call is not allowed at all, and of reads alone is all or none', async () => {
    const read = call('Patient.list', clinician)
    const bad = { ...read, select: { fields: ['nothing'] } }
    const batch = async (...calls: Parameters<typeof opened.service.executeBatch>[0]) =>
      (await opened.service.executeBatch(calls, { atomic: true })).map(codeOf)
    const before = opened.service.store.condition.statementCount
    expect(await batch(read, read, call('Prescription.delete', null))).toEqual([
      'operation-failed',
      'operation-failed',
      'unauthenticated',
    ])
    expect(opened.service.store.condition.statementCount).toBe(before)
    expect(await batch(read, read)).toEqual(['ok', 'ok'])
    expect(await batch(read, bad, read)).toEqual(['operation-failed', 'invalid-input', 'operation-failed'])
  })

  test('calls that come one by one in one request are summed, and what is refused is not counted', async () => {
    const together = { cost: 0 }
    const one = async (limit: number) => {
      const { context, ...asked } = call('Patient.list', clinician)
      const select = { ...deep(1, limit), limit: 100 }
      return codeOf(await opened.service.execute({ ...asked, select, context: { ...context, together } }))
    }
    expect([await one(50), await one(100), await one(50), await one(10)]).toEqual([
      'ok',
      'too-large',
      'too-large',
      'ok',
    ])
  })

  test('rows are sorted and grouped by so many names at most, also of relations; one more is wrong as input', async () => {
    const names = (count: number) => Array<string>(count).fill('name')
    const sort = (count: number) => names(count).map((field) => ({ field }))
    const tooLong = (path: string) => ({ problem: { code: 'invalid-input', errors: [{ path, code: 'too-long' }] } })
    expect(codeOf(await list({ sort: sort(100) }))).toBe('ok')
    expect(await list({ sort: sort(3000) })).toMatchObject(tooLong('/sort'))
    expect(await list({ include: { prescriptions: { sort: sort(101) } } })).toMatchObject(tooLong('/sort'))
    const group = (count: number) =>
      opened.service.execute({
        ...call('Patient.aggregate', clinician),
        select: { aggregate: { groupBy: names(count) } },
      })
    expect(await group(3000)).toMatchObject(tooLong('/aggregate/groupBy'))
    expect(codeOf(await list({ fields: names(3000) }))).toBe('ok')
  })

  test('who may not ask is told so, whatever it would have cost', async () => {
    const costly = { ...deep(2, 100), limit: 100 }
    expect(codeOf(await opened.service.execute({ ...call('Patient.list', pharmacist), select: costly }))).toBe(
      'forbidden',
    )
    expect(codeOf(await opened.service.execute({ ...call('Patient.list', null), select: costly }))).toBe(
      'unauthenticated',
    )
  })

  test('a body that hangs stops nobody past the deadline: writes, refusals and itself are answered by their own', async () => {
    const hung = run('dischargePatient', clinician, {
      key: { id: ada },
      value: { at: '2026-05-01T10:00:00Z' },
      deadlineMs: inMs(700),
    })
    const signal = await entered.promise
    const denied = run('Patient.create', pharmacist, { value: {}, deadlineMs: inMs(20_000) })
    const refused = run('Patient.update', pharmacist, { key: { id: ada }, value: {}, deadlineMs: inMs(150) })
    const write = run('Patient.update', clinician, {
      key: { id: ada },
      value: { email: null },
      deadlineMs: inMs(20_000),
    })
    expect(['forbidden', 'timeout']).toContain(codeOf(await refused))
    expect(signal.aborted).toBe(false)
    expect(codeOf(await hung)).toBe('timeout')
    await new Promise<void>((resolve) =>
      signal.aborted ? resolve() : signal.addEventListener('abort', () => resolve()),
    )
    expect(codeOf(await denied)).not.toBe('ok')
    expect(codeOf(await write)).toBe('ok')
    const entries = await opened.service.state.recentAudit(100, 0)
    expect(entries.filter(({ outcome }) => outcome === 'forbidden').length).toBeGreaterThan(0)
    expect(entries.filter(({ outcome }) => outcome === 'timeout').length).toBeLessThanOrEqual(1)
  })
})

test('a writer that is stuck shows in /readyz, and /healthz waits for nothing', async () => {
  const app = fastify()
  const never = new Promise<never>(() => {})
  let waitingSinceMs: number | null = null
  const condition = {
    answers: async () => {},
    get waitingSinceMs() {
      return waitingSinceMs
    },
  }
  const slow = { ...condition, answers: () => never }
  registerHealth(app, { store: { condition }, audit: { spool: null } } as never)
  const status = async (path: string) => (await app.inject(path)).statusCode
  expect(await status('/readyz')).toBe(200)
  waitingSinceMs = Date.now()
  expect(await status('/readyz')).toBe(200)
  waitingSinceMs = Date.now() - 60_000
  expect(await status('/readyz')).toBe(503)
  expect(await status('/healthz')).toBe(200)
  const stuck = fastify()
  registerHealth(stuck, { store: { condition: slow }, audit: { spool: null } } as never)
  expect((await stuck.inject('/healthz')).statusCode).toBe(200)
  expect((await stuck.inject('/readyz')).statusCode).toBe(503)
})
