import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Json } from '../values/json.ts'
import { cursorSeal } from './cursor.ts'

const seal = cursorSeal(randomBytes(32))
const stale = expect.objectContaining({ problem: expect.objectContaining({ code: 'stale-cursor' }) })
const thrown = (work: () => unknown): unknown => {
  try {
    return work()
  } catch (error) {
    return error
  }
}

test('a cursor opens to the position it was sealed with, under its own binding alone', () => {
  const position = fc.array(fc.jsonValue({ maxDepth: 1 })) as fc.Arbitrary<readonly Json[]>
  fc.assert(
    fc.property(position, fc.string(), fc.string(), (values, binding, other) => {
      const cursor = seal.seal(values, binding)
      expect(JSON.stringify(seal.open(cursor, binding))).toBe(JSON.stringify(values))
      if (other !== binding) expect(thrown(() => seal.open(cursor, other))).toEqual(stale)
    }),
  )
})

test('a cursor altered in any byte does not open', () => {
  const bytes = Buffer.from(seal.seal(['2026-01-01', 7], 'b'), 'base64url')
  for (let at = 0; at < bytes.length; at++)
    for (const bit of [1, 128]) {
      const altered = Buffer.from(bytes)
      altered[at] = (altered[at] ?? 0) ^ bit
      expect(thrown(() => seal.open(altered.toString('base64url'), 'b'))).toEqual(stale)
    }
})

test('what is no cursor, and what another service sealed, is stale and never a bug', () => {
  const foreign = cursorSeal(randomBytes(32)).seal([1], 'b')
  for (const text of [
    '',
    'x',
    '!!!',
    '\u0000',
    foreign,
    `${foreign}${foreign}`,
    'A'.repeat(100_000),
    seal.seal([1], 'b').slice(0, -1),
  ])
    expect(thrown(() => seal.open(text, 'b'))).toEqual(stale)
})

test('a cursor shows nothing of its position, and no nonce is used for two of them', () => {
  const made = Array.from({ length: 1200 }, (_, at) => seal.seal(['secret-name', at], 'b'))
  const nonces = made.map((cursor) => Buffer.from(cursor, 'base64url').toString('hex', 0, 12))
  expect(new Set(nonces).size).toBe(made.length)
  expect(Buffer.from(made[0] ?? '', 'base64url').includes('secret-name')).toBe(false)
})

test('a page that is asked for again has the same cursor, for its own binding alone', () => {
  expect(seal.seal([7], 'b')).toBe(seal.seal([7], 'b'))
  expect(seal.seal([7], 'b')).not.toBe(seal.seal([7], 'c'))
})

test('cursors of many pages take no room without end: one of long ago is sealed anew, and opens as before', () => {
  const own = cursorSeal(randomBytes(32))
  const first = own.seal([0], 'list')
  expect(own.seal([0], 'list')).toBe(first)
  for (let at = 1; at <= 500; at++) own.seal([at], 'list')
  const anew = own.seal([0], 'list')
  expect(anew).not.toBe(first)
  expect([own.open(first, 'list'), own.open(anew, 'list')]).toEqual([[0], [0]])
})
