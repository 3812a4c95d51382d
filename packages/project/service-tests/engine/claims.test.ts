import { deepEqual, equal, rejects } from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { CallEngine } from '../../src/runtime/execute/call-engine.ts'
import { claimKey, endClaim, type HeldClaim, prepareClaim } from '../../src/runtime/execute/claim.ts'
import { ProblemError } from '../../src/runtime/problem/problem.ts'
import type { IdempotencyClaim, IdempotencyRecord } from '../../src/runtime/store/state.ts'

const refusedAs = (code: string) => (error: unknown) => error instanceof ProblemError && error.problem.code === code
const outcome = { kind: 'value', value: { id: '1' } } as unknown as IdempotencyRecord['outcome']
const twin = { scope: 'scope', input: 'input' }
const hourMs = 3_600_000

/** A state apart from the rows, of one key; `fate`: what the rows' database says of the call that was committed last. */
const stateOf = (fate?: string) => {
  let claim: IdempotencyClaim | null = null
  const records: IdempotencyRecord[] = []
  const executing = {
    model: { limits: { requestTimeoutMs: 10_000 } },
    rows: fate === undefined ? {} : { fateOf: async () => fate },
    state: {
      findClaim: async () => claim,
      putClaim: async (next: IdempotencyClaim, before: string | null) => {
        if ((claim?.id ?? null) !== before) return false
        claim = next
        return true
      },
      findIdempotency: async () => records.at(-1) ?? null,
      endClaim: async (_ended: IdempotencyClaim, record: IdempotencyRecord | null) => {
        claim = null
        if (record) records.push(record)
      },
    },
  } as unknown as CallEngine
  const set = (next: IdempotencyClaim) => {
    claim = next
  }
  return { executing, records, standing: () => claim, set }
}

const transaction = { mark: async () => 'mark' } as never

describe('idempotency keys, where the state is apart from the rows', () => {
  test('a key is one call’s, until it is answered, and then answers', async () => {
    const { executing, records, standing } = stateOf('committed')
    const held = await claimKey(executing, twin, 'first', 0)
    equal(held.answered, null)
    await rejects(claimKey(executing, twin, 'second', 1), refusedAs('in-progress'))
    await rejects(claimKey(executing, { ...twin, input: 'another' }, 'second', 1), refusedAs('idempotency-mismatch'))
    await prepareClaim(executing, held, outcome, transaction)
    await endClaim(executing, held, true)
    deepEqual([records.length, standing()], [1, null])
    const again = await claimKey(executing, twin, 'third', 2)
    deepEqual([again.answered?.outcome, again.answered?.intent, standing()], [outcome, null, null])
    equal((await claimKey(executing, twin, 'fourth', 25 * hourMs)).answered, null)
  })

  test('a call that was not done frees its key', async () => {
    const { executing, standing } = stateOf('committed')
    await endClaim(executing, await claimKey(executing, twin, 'first', 0), false)
    equal(standing(), null)
  })

  test('of a call that died its rows’ database says whether it was committed', async () => {
    const left = (fate: string | undefined, prepared: IdempotencyClaim['prepared'], nowMs: number) => {
      const state = stateOf(fate)
      state.set({ ...twin, id: 'dead', atMs: 0, prepared })
      return claimKey(state.executing, twin, 'next', nowMs).then(
        ({ answered }: HeldClaim) => answered?.intent ?? 'taken over',
      )
    }
    const prepared = { outcome, mark: 'mark' }
    equal(await left('committed', prepared, 1), 'dead')
    equal(await left('undone', prepared, 1), 'taken over')
    await rejects(left('under-way', prepared, hourMs), refusedAs('in-progress'))
    await rejects(left('unknown', prepared, 1), refusedAs('in-progress'))
    await rejects(left('unknown', prepared, hourMs), refusedAs('unavailable'))
    await rejects(left('committed', { outcome, mark: null }, hourMs), refusedAs('unavailable'))
    await rejects(left(undefined, prepared, hourMs), refusedAs('unavailable'))
    await rejects(left('committed', null, 1), refusedAs('in-progress'))
    equal(await left('committed', null, hourMs), 'taken over')
  })

  test('a call whose key was taken over commits nothing', async () => {
    const { executing, set } = stateOf()
    const held = await claimKey(executing, twin, 'first', 0)
    set({ ...held.claim, id: 'another' })
    await rejects(prepareClaim(executing, held, outcome, {} as never), refusedAs('in-progress'))
  })
})
