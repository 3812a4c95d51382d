import { expect, test } from 'vitest'
import { boundsMs } from './figures-in.ts'
import { quantileMs } from './quantile.ts'
import { slowOperations } from './slow-operations.ts'

const countsOf = (counts: Readonly<Record<number, number>>): number[] => [
  ...boundsMs.map((bound) => counts[bound] ?? 0),
  counts[Infinity] ?? 0,
]

test('what so much of all calls took at most lies within the bounds that they were counted by', () => {
  expect(quantileMs(countsOf({}), 0.95)).toBe(0)
  expect(quantileMs(countsOf({ 10: 100 }), 0.5)).toBe(7.5)
  expect(quantileMs(countsOf({ 1: 90, 1000: 10 }), 0.5)).toBeLessThanOrEqual(1)
  expect(quantileMs(countsOf({ 1: 90, 1000: 10 }), 0.95)).toBe(750)
  expect(quantileMs(countsOf({ 1: 3 }), 0.5)).toBe(0.5)
  expect(quantileMs(countsOf({ 5: 7 }), 0.95)).toBe(4.88)
  expect(quantileMs(countsOf({ 50: 7 }), 0.95)).toBe(48.8)
  expect(quantileMs(countsOf({ [Infinity]: 3 }), 0.5)).toBe(10_000)
})

test('an operation is slow where 95 of a hundred calls took longer than they may, over enough calls, in rows of whichever server', async () => {
  const row = { refused: 0, failed: 0, ms: 100, at: '2026-01-01T00:00:00.000Z', style: 'rest' }
  const found = [
    { ...row, operation: 'Patient.list', calls: 40, durations: countsOf({ 500: 40 }) },
    { ...row, operation: 'Patient.list', calls: 60, durations: countsOf({ 1000: 60 }) },
    { ...row, operation: 'Patient.read', calls: 100, durations: countsOf({ 5: 100 }) },
    { ...row, operation: 'Patient.create', calls: 3, durations: countsOf({ 10000: 3 }) },
  ]
  const asked = {
    environmentId: 'e',
    deploymentId: null,
    fromMs: 0,
    toMs: 60_000,
    nowMs: 60_000,
    p95MaxMs: 300,
    callsMin: 20,
  }
  const rows = { list: async () => found } as unknown as Parameters<typeof slowOperations>[0]
  expect(await slowOperations(rows, asked)).toMatchObject([{ operation: 'Patient.list', calls: 100, p95Ms: 958.3 }])
})
