import { expect, test } from 'vitest'
import { tokenBucket } from './token-bucket.ts'

test('so often a minute by a key, then it says when to come back, and others are let through', () => {
  let nowMs = 0
  const bucket = tokenBucket({ perMinute: 3, nowMs: () => nowMs })
  expect([bucket.take('a'), bucket.take('a'), bucket.take('a')]).toEqual([null, null, null])
  expect(bucket.take('a')).toMatchObject({ code: 'too-many', retryAfterSeconds: 20 })
  expect(bucket.take('b')).toBeNull()
  nowMs = 20_000
  expect([bucket.take('a'), bucket.take('a')?.code]).toEqual([null, 'too-many'])
})

test('keys without end take no memory without end', () => {
  const bucket = tokenBucket({ perMinute: 1, nowMs: () => 0, keysMax: 2 })
  for (const key of ['a', 'b', 'c']) bucket.take(key)
  expect([bucket.take('c')?.code, bucket.take('a')]).toEqual(['too-many', null])
})
