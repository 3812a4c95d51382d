import { generateKeyPairSync } from 'node:crypto'
import type { JSONWebKeySet } from 'jose'
import { expect, test } from 'vitest'
import { remoteKeys } from './jwks.ts'

const key = { ...generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' }), kid: 'a', alg: 'EdDSA' }
const header = { alg: 'EdDSA', kid: 'a' }
const token = { payload: '', signature: '' }

test('tokens of a new key that come at once all wait for the one fetch', async () => {
  let nowMs = 0
  let set = { keys: [{ ...key, kid: 'before' }] }
  const keys = remoteKeys({ load: async () => set, nowMs: () => nowMs, refetchMs: 1000 })
  const before = await keys.key({ ...header, kid: 'before' }, token)
  nowMs = 60_000
  set = { keys: [{ ...key, kid: 'before' }, key] }
  const found = await Promise.all([1, 2, 3].map(() => keys.key(header, token)))
  expect(found.map((each) => each === before)).toEqual([false, false, false])
})

test('what keys have verified stands until they are to be fetched anew', async () => {
  let nowMs = 0
  const keys = remoteKeys({ load: async () => ({ keys: [key] }), nowMs: () => nowMs, freshMs: 2000, refetchMs: 1000 })
  await keys.key(header, token)
  const before = keys.epoch?.()
  nowMs = 1999
  expect(keys.epoch?.()).toBe(before)
  nowMs = 2000
  expect(keys.epoch?.()).not.toBe(before)
})

test('a provider that is down is asked once in a while, also before there were any keys', async () => {
  let nowMs = 0
  let asked = 0
  let answer: () => Promise<JSONWebKeySet> = () => Promise.reject(new Error('down'))
  const load = () => {
    asked++
    return answer()
  }
  const keys = remoteKeys({ load, nowMs: () => nowMs, refetchMs: 1000 })
  for (let at = 0; at < 50; at++)
    await expect(keys.key(header, token)).rejects.toMatchObject({
      problem: { code: 'unavailable', retryAfterSeconds: 1 },
    })
  await Promise.allSettled(Array.from({ length: 50 }, () => keys.key(header, token)))
  expect(asked).toBe(1)
  nowMs = 1000
  answer = async () => ({ keys: [key] })
  await Promise.all(Array.from({ length: 50 }, () => keys.key(header, token)))
  expect(asked).toBe(2)
  // Older than last good keys may be: refused, and still asked for no more often.
  answer = () => Promise.reject(new Error('down'))
  nowMs = 100_000_000
  for (let at = 0; at < 50; at++)
    await expect(keys.key(header, token)).rejects.toMatchObject({ problem: { code: 'unavailable' } })
  expect(asked).toBe(3)
})
