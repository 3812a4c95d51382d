import type { Work } from '@charter/runtime'
import type { OpenSqlSource } from '@charter/sql'
import { describe, expect, test } from './harness.ts'

const piece = (id: string, dueMs: number): Work => ({ id, operation: 'importPrices', sealed: `s-${id}`, dueMs })

/** What a connector's queue of work owes: one holder at a time, and steps that are done once. */
export const queueConformance = (opened: () => OpenSqlSource): void => {
  describe('its queue of work', () => {
    test('gives what is due, the first before the others, and each piece to one of those who ask at once', async () => {
      const { state } = opened()
      for (const [id, dueMs] of [
        ['w2', 2000],
        ['w1', 1000],
        ['w3', 9000],
      ] as const)
        await state.putWork(piece(id, dueMs), null)
      const asked = { nowMs: 5000, heldUntilMs: 6000, limit: 5 }
      const all = await Promise.all(['a', 'b', 'c', 'd'].map((holder) => state.takeWork({ ...asked, holder })))
      const taken = all.flat()
      expect(taken.map(({ id }) => id).sort()).toEqual(['w1', 'w2'])
      expect(taken.find(({ id }) => id === 'w1')).toMatchObject({ ...piece('w1', 1000), taken: 1 })
      expect(await state.takeWork({ ...asked, holder: 'e' })).toEqual([])
      for (const held of taken) expect(await state.endWork(held, null)).toBe(true)
      const [last] = await state.takeWork({ holder: 'f', nowMs: 9000, heldUntilMs: 9500, limit: 1 })
      expect(last?.id).toBe('w3')
      expect(last && (await state.endWork(last, null))).toBe(true)
      expect(last && (await state.endWork(last, null))).toBe(false)
    })

    test('takes a piece from who has held it too long, who can then do nothing more of it', async () => {
      const { state } = opened()
      await state.putWork(piece('w4', 1000), null)
      const [before] = await state.takeWork({ holder: 'a', nowMs: 1000, heldUntilMs: 2000, limit: 1 })
      const [after] = await state.takeWork({ holder: 'b', nowMs: 2000, heldUntilMs: 3000, limit: 1 })
      expect(after).toMatchObject({ id: 'w4', holder: 'b', taken: 2 })
      if (!before || !after) throw new Error('nothing was taken')
      expect(await state.holdWork(before, 9000, null)).toBe(false)
      expect(await state.delayWork(before, 9000, null)).toBe(false)
      expect(await state.endWork(before, null)).toBe(false)
      expect(await state.holdWork(after, 4000, null)).toBe(true)
      expect(await state.takeWork({ holder: 'c', nowMs: 3999, heldUntilMs: 5000, limit: 1 })).toEqual([])
      expect(await state.delayWork(after, 7000, null)).toBe(true)
      expect(await state.endWork(after, null)).toBe(false)
      const [again] = await state.takeWork({ holder: 'd', nowMs: 7000, heldUntilMs: 8000, limit: 1 })
      expect(again).toMatchObject({ id: 'w4', taken: 1 })
      if (again) await state.endWork(again, null)
    })

    test('has one piece of a name: another is put in its place, or is not put at all', async () => {
      const { state } = opened()
      await state.putWork(piece('w6', 1000), null)
      await state.ensureWork(piece('w6', 5000))
      const [first] = await state.takeWork({ holder: 'a', nowMs: 1000, heldUntilMs: 9000, limit: 1 })
      expect(first).toMatchObject({ id: 'w6', dueMs: 1000 })
      await state.putWork(piece('w6', 2000), null)
      expect(first && (await state.endWork(first, null))).toBe(false)
      const [second] = await state.takeWork({ holder: 'b', nowMs: 2000, heldUntilMs: 9000, limit: 1 })
      expect(second).toMatchObject({ id: 'w6', dueMs: 2000, taken: 1 })
      expect(second && (await state.endWork(second, null))).toBe(true)
      await state.ensureWork(piece('w7', 1000))
      const [third] = await state.takeWork({ holder: 'c', nowMs: 1000, heldUntilMs: 9000, limit: 1 })
      expect(third && (await state.endWork(third, null))).toBe(true)
    })

    test('keeps what a step gave with what it did, until the work is done', async () => {
      const { state, database } = opened()
      const shared = (transaction: Parameters<Parameters<typeof database.transaction>[0]>[0]) =>
        state.isTransactional ? transaction : null
      await state.putWork(piece('w5', 1000), null)
      const [held] = await state.takeWork({ holder: 'a', nowMs: 1000, heldUntilMs: 2000, limit: 1 })
      if (!held) throw new Error('nothing was taken')
      await database.transaction(async (transaction) => {
        expect(await state.holdWork(held, 3000, shared(transaction))).toBe(true)
        expect(await state.findStep('w5', 'page-1', shared(transaction))).toBeNull()
        await state.saveStep('w5', 'page-1', { rows: [1, 'two', null] }, shared(transaction))
      })
      expect(await state.findStep('w5', 'page-1', null)).toEqual({ value: { rows: [1, 'two', null] } })
      if (state.isTransactional) {
        const failing = database.transaction(async (transaction) => {
          await state.saveStep('w5', 'page-2', 2, transaction)
          throw new Error('on purpose')
        })
        await expect(failing).rejects.toThrow('on purpose')
        expect(await state.findStep('w5', 'page-2', null)).toBeNull()
      }
      expect(await state.endWork(held, null)).toBe(true)
      expect(await state.findStep('w5', 'page-1', null)).toBeNull()
    })
  })
}
