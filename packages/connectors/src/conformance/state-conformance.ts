import type { AuditEntry, KeyRecord } from '@charter/runtime'
import type { OpenSqlSource } from '@charter/sql'
import { describe, expect, test, waitFor } from './harness.ts'

/** What a connector's State owes: order, scope, and taking part in a write's transaction. */
export const stateConformance = (opened: () => OpenSqlSource): void => {
  describe('its state', () => {
    test('gives a row its own entries, newest first, page by page', async () => {
      const { state } = opened()
      await state.appendAudit([entry('1', 'k1'), entry('2', 'k2'), entry('3', 'k1'), entry('4', 'k1', 'other')], null)
      await state.appendAudit([entry('5', 'k1')], null)
      const of = { entity: 'Patient', key: 'k1', tenant: 'x' }
      const first = await state.readAudit(of, 2, null)
      expect(first.map(({ id }) => id)).toEqual(['5', '3'])
      const { position: _, ...stored } = first[1] ?? { position: 0 }
      expect(stored).toEqual(entry('3', 'k1'))
      const rest = await state.readAudit(of, 2, first.at(-1)?.position ?? 0)
      expect(rest.map(({ id }) => id)).toEqual(['1'])
      expect((await state.readAudit({ ...of, tenant: null }, 9, null)).length).toBe(0)
      const recent = await state.recentAudit(2, 0)
      expect(recent.map(({ id }) => id)).toEqual(['5', '4'])
      expect(await state.recentAudit(9, recent[0]?.position ?? 0)).toEqual([])
    })

    test('hands each entry over once, oldest first', async () => {
      const { state } = opened()
      const pending = (await state.pendingAudit(1)).slice(0, 2)
      expect(pending.map(({ body }) => JSON.parse(body).id)).toEqual(['1', '2'])
      await state.markDrained(pending.at(-1)?.position ?? 0)
      await state.markDrained(0)
      expect((await state.pendingAudit(9)).map(({ body }) => JSON.parse(body).id)).toEqual(['3', '4', '5'])
    })

    test('keeps an idempotency record with the write it belongs to', async () => {
      const { state, database } = opened()
      const record = { scope: 's', input: 'i', savedAtMs: 1000, outcome: { value: { a: ['1', null] }, version: '1.x' } }
      const shared = (transaction: Parameters<Parameters<typeof database.transaction>[0]>[0]) =>
        state.isTransactional ? transaction : null
      if (state.isTransactional) {
        const failing = database.transaction(async (transaction) => {
          await state.saveIdempotency(record, shared(transaction))
          await state.appendAudit([entry('lost', 'k1')], shared(transaction))
          throw new Error('on purpose')
        })
        await expect(failing).rejects.toThrow('on purpose')
        expect(await state.findIdempotency('s', null)).toBeNull()
        expect((await state.recentAudit(1, 0))[0]?.id).toBe('5')
      }
      await database.transaction(async (transaction) => {
        await state.saveIdempotency(record, shared(transaction))
        expect(await state.findIdempotency('s', shared(transaction))).toEqual(record)
      })
      expect(await state.findIdempotency('s', null)).toEqual(record)
      await state.sweep(1000)
      expect(await state.findIdempotency('s', null)).toEqual(record)
      await state.sweep(1001)
      expect(await state.findIdempotency('s', null)).toBeNull()
    })

    test('knows which intents have an outcome', async () => {
      const { state } = opened()
      const ids = Array.from({ length: 40 }, (_, at) => `i${at}`)
      await state.appendAudit(
        ids.map((id) => ({ ...entry(id, 'k9'), outcome: 'intent' })),
        null,
      )
      const settled = ids.filter((_, at) => at % 3 === 0)
      await state.appendAudit(
        settled.map((id, at) => ({ ...entry(`o${at}`, `row ${at}`), entity: at % 2 ? null : 'Patient', intent: id })),
        null,
      )
      expect(await state.settledIntents([...ids, 'never'])).toEqual(new Set(settled))
      expect(await state.settledIntents([])).toEqual(new Set())
      const { position: _, ...stored } = (await state.recentAudit(1, 0))[0] ?? { position: 0 }
      expect(stored).toMatchObject({ id: `o${settled.length - 1}`, intent: settled.at(-1) })
    })

    test('gives a claim to one of those who ask at once, and to another only from the one it saw', async () => {
      const { state } = opened()
      const claim = { scope: 'c', input: 'i', id: 'a', atMs: 2 ** 41, prepared: null }
      const asked = ['a', 'b', 'c', 'd'].map((id) => state.putClaim({ ...claim, id }, null))
      expect((await Promise.all(asked)).filter(Boolean)).toHaveLength(1)
      const { id } = (await state.findClaim('c')) ?? claim
      expect(await state.putClaim({ ...claim, id: 'z' }, 'nobody')).toBe(false)
      const prepared = { outcome: { value: { a: ['1', null] }, version: '1.x' }, mark: 'm' }
      expect(await state.putClaim({ ...claim, id, prepared }, id)).toBe(true)
      expect(await state.findClaim('c')).toEqual({ ...claim, id, prepared })
      await state.endClaim({ scope: 'c', id: 'nobody' }, null)
      expect(await state.findClaim('c')).toEqual({ ...claim, id, prepared })
      const record = { scope: 'c', input: 'i', savedAtMs: 5, outcome: prepared.outcome }
      await state.endClaim({ scope: 'c', id }, record)
      expect([await state.findClaim('c'), await state.findIdempotency('c', null)]).toEqual([null, record])
    })

    test('finds an API key by its hash, and by its id', async () => {
      const { state } = opened()
      const key = {
        id: 'k',
        hash: 'ab',
        principal: 'p',
        roles: ['clerk'],
        attributes: { ward: 'north' },
        tenant: null,
        scopes: ['Patient:read', 'dischargePatient'],
        expiresAtMs: 2 ** 41,
      }
      await state.saveApiKey(key)
      expect(await state.findApiKey('ab')).toEqual(key)
      await state.saveApiKey({ ...key, scopes: [], expiresAtMs: null })
      expect(await state.findApiKey('ab')).toEqual({ ...key, scopes: [], expiresAtMs: null })
      await state.saveApiKey({ ...key, scopes: null })
      expect(await state.findApiKey('ab')).toEqual({ ...key, scopes: null })
      expect(await state.findApiKey('AB')).toBeNull()
      expect(await state.findApiKeyById('k')).toEqual({ ...key, scopes: null })
      expect(await state.findApiKeyById('ab')).toBeNull()
    })

    test('keeps each version of a key once, and replaces it only as it was', async () => {
      const { state } = opened()
      const key = keyRecord('d1-a', 1)
      expect(await state.insertKey(key)).toBe(true)
      expect(await state.insertKey({ ...key, id: 'd1-b' })).toBe(false)
      expect(await state.insertKey(keyRecord('d2-a', 2))).toBe(true)
      expect(await state.replaceKey({ ...key, wrapped: 'other', isRetired: true }, 'not this')).toBe(false)
      expect(await state.replaceKey({ ...key, wrapped: 'other', isRetired: true }, 'wrapped')).toBe(true)
      expect(await state.readKeys()).toEqual([{ ...key, wrapped: 'other', isRetired: true }, keyRecord('d2-a', 2)])
    })

    test('keeps one token for an index, and takes part in the transaction', async () => {
      const { state, database } = opened()
      const record = { token: 'tok_b', entity: 'Patient', field: 'ssn', tenant: null, index: 'i1', sealed: 's1' }
      expect(await state.insertToken(record, null)).toBe('tok_b')
      expect(await state.insertToken({ ...record, token: 'tok_c' }, null)).toBe('tok_b')
      const plain = { ...record, token: 'tok_a', index: null, tenant: 'x' }
      await database.transaction(async (transaction) => {
        const shared = state.isTransactional ? transaction : null
        await state.insertToken(plain, shared)
        expect(await state.findTokens(['tok_a', 'tok_z'], shared)).toEqual([plain])
      })
      if (state.isTransactional) {
        const failing = database.transaction(async (transaction) => {
          await state.insertToken({ ...plain, token: 'tok_lost' }, transaction)
          throw new Error('on purpose')
        })
        await expect(failing).rejects.toThrow('on purpose')
      }
      expect(await state.tokensAfter('', 9)).toEqual([plain, record])
      expect(await state.tokensAfter('tok_a', 1)).toEqual([record])
      expect(await state.findTokensByIndex(['i0', 'i1'], null)).toEqual([record])
      expect(await state.replaceToken({ ...record, index: 'i2', sealed: 's2' }, 's0')).toBe(false)
      expect(await state.replaceToken({ ...record, index: 'i2', sealed: 's2' }, 's1')).toBe(true)
      expect(await state.findTokensByIndex(['i1', 'i2'], null)).toEqual([{ ...record, index: 'i2', sealed: 's2' }])
    })

    test('tells what happened to rows in the order in which it became visible, and none before one that was told', async () => {
      const { state, database } = opened()
      const start = await state.newestChange()
      const of = (key: string) => ({
        atMs: 2 ** 41,
        changes: [{ entity: 'Patient', change: 'created' as const, key: { id: key }, tenant: null }],
      })
      const keysAfter = async (position: string) =>
        ((await state.changesAfter(position, 99)) ?? []).map(({ changes }) => changes[0]?.key.id)
      await state.appendChanges(of('a'), null)
      if (state.isTransactional) {
        const failing = database.transaction(async (transaction) => {
          await state.appendChanges(of('lost'), transaction)
          throw new Error('on purpose')
        })
        await expect(failing).rejects.toThrow('on purpose')
      }
      // Whichever ends first: a reader that goes on from what it has seen misses neither.
      const seen: unknown[] = []
      let position = start
      let looking = Promise.resolve()
      const look = (): Promise<void> => {
        looking = looking.then(async () => {
          for (const each of (await state.changesAfter(position, 1)) ?? []) {
            seen.push(each.changes[0]?.key.id)
            position = each.position
          }
        })
        return looking
      }
      const write = (key: string) =>
        database.transaction(async (transaction) => {
          await state.appendChanges(of(key), state.isTransactional ? transaction : null)
          await look()
        })
      await Promise.all(['b', 'c', 'd', 'e'].map(write))
      // A write is shown once those that began before it have ended, whosever they are.
      await waitFor(
        async () => {
          await look()
          expect([...seen].sort()).toEqual(['a', 'b', 'c', 'd', 'e'])
          expect(await keysAfter(await state.newestChange())).toEqual([])
        },
        { timeout: 20_000 },
      )
      expect(await keysAfter(start)).toEqual(seen)
      await state.sweep(2 ** 41 + 1)
      expect(await keysAfter(start)).toEqual([])
      await state.appendChanges(of('f'), null)
      await waitFor(async () => expect(await keysAfter(position)).toEqual(['f']), { timeout: 20_000 })
      expect(await state.changesAfter(/\./.test(start) ? '99999999999.0' : '99999999999', 9)).toBeNull()
    })

    test('keeps where a job stands until it is done', async () => {
      const { state } = opened()
      await state.saveJob('reseal', { entity: 'Patient', after: ['a', null] })
      await state.saveJob('reseal', { entity: 'Patient', after: ['b', 1] })
      expect(await state.readJob('reseal')).toEqual({ entity: 'Patient', after: ['b', 1] })
      await state.saveJob('reseal', null)
      expect(await state.readJob('reseal')).toBeNull()
    })
  })
}

const keyRecord = (id: string, version: number): KeyRecord => ({
  id,
  purpose: 'data',
  version,
  provider: 'local',
  wrapped: 'wrapped',
  madeAtMs: 2 ** 41,
  activeFromMs: 2 ** 41 + 1,
  isRetired: false,
})

const entry = (id: string, key: string, tenant = 'x'): AuditEntry => ({
  id,
  at: '2026-01-01T00:00:00Z',
  operation: 'Patient.read',
  entity: 'Patient',
  key,
  tenant,
  principal: 'p',
  roles: ['clerk'],
  credential: 'jwt',
  origin: { style: 'rest', address: null, requestId: 'r' },
  outcome: 'ok',
  fields: ['name'],
  rows: null,
  rule: null,
  mode: 'durable',
  intent: null,
})
