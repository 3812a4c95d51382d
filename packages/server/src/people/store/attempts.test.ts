import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openPeopleStore, type PeopleStore } from './open-people-store.ts'

let nowMs = 1_800_000_000_000
let folder: string
let store: PeopleStore
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'charter-attempts-'))
  store = openPeopleStore(join(folder, 'people-links.db'), () => nowMs)
})
afterEach(() => {
  store.close()
  rmSync(folder, { recursive: true })
})

const tries = (many: number): readonly number[] => Array.from({ length: many }, () => store.attempts.begin('ann'))

test('an account is tried five times, then waits longer with each, a quarter of an hour at most', () => {
  expect(tries(6)).toEqual([0, 0, 0, 0, 0, 30_000])
  const waits = Array.from({ length: 8 }, () => {
    const waitMs = store.attempts.begin('ann')
    nowMs += waitMs
    expect(store.attempts.begin('ann')).toBe(0)
    return waitMs
  })
  expect(waits).toEqual([30_000, 60_000, 120_000, 240_000, 480_000, 900_000, 900_000, 900_000])
})

test('what is tried while an account waits makes it wait no longer', () => {
  tries(5)
  nowMs += 29_999
  expect(tries(3)).toEqual([1, 1, 1])
  nowMs += 1
  expect(tries(1)).toEqual([0])
})

test('what was right forgets what failed, of this account alone', () => {
  tries(5)
  expect(store.attempts.begin('bob')).toBe(0)
  store.attempts.succeeded('bob')
  expect(store.attempts.begin('ann')).toBeGreaterThan(0)
  store.attempts.succeeded('ann')
  expect(tries(6)).toEqual([0, 0, 0, 0, 0, 30_000])
})

test('a code is taken once of a person, for longer than it holds', () => {
  const { usedCodes } = store
  expect([usedCodes.take('ann', '123456'), usedCodes.take('ann', '123456')]).toEqual([true, false])
  expect([usedCodes.take('bob', '123456'), usedCodes.take('ann', '654321')]).toEqual([true, true])
  nowMs += 90_000
  expect(usedCodes.take('ann', '123456')).toBe(false)
})
