import { EventEmitter } from 'node:events'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import { nobody, type Principal } from '../call/call.ts'
import { bodyRoom } from './body-room.ts'

const bodyBytesMax = 1000
const ada: Principal = { id: 'ada', roles: [], attributes: {}, credential: 'jwt' }
const chunked = { 'transfer-encoding': 'chunked' }

const roomed = () => {
  const hold = bodyRoom(bodyBytesMax)
  return (
    principal: Principal,
    { from = '203.0.113.1', headers = chunked as Record<string, string>, bodyLimit = bodyBytesMax } = {},
  ): EventEmitter | null => {
    const raw = new EventEmitter()
    const request = { headers, ip: from, clientAddress: null, routeOptions: { bodyLimit } }
    try {
      hold(request as unknown as FastifyRequest, { raw } as unknown as FastifyReply, principal)
      return raw
    } catch {
      return null
    }
  }
}

const timesOf = (take: (at: number) => unknown, most = 5000): number => {
  for (let at = 0; at < most; at++) if (take(at) === null) return at
  return most
}

test('who does not sign in takes no room from who does', () => {
  const hold = roomed()
  timesOf((at) => hold(nobody, { from: `203.0.113.${at}` }))
  expect(timesOf(() => hold(ada))).toBe(8)
})

test('a body whose length is not said counts as what its route takes, and no more', () => {
  const hold = roomed()
  expect(timesOf(() => hold(ada, { bodyLimit: 100 }))).toBe(80)
})

test('one address holds so many bodies of nobody, and leaves room for others: in bytes, and in bodies however short', () => {
  const long = roomed()
  expect(timesOf(() => long(nobody))).toBe(4)
  expect(long(nobody, { from: '203.0.113.2' })).not.toBeNull()
  const short = roomed()
  const one = { headers: { 'content-length': '1' } }
  expect(timesOf(() => short(nobody, one))).toBe(64)
  expect(timesOf((at) => short(nobody, { ...one, from: `203.0.113.${2 + at}` }))).toBe(960)
})

test('of IPv6 a whole /64 is one address', () => {
  const hold = roomed()
  expect(timesOf((at) => hold(nobody, { from: `2001:db8::${at}` }))).toBe(4)
  expect(hold(nobody, { from: '2001:db8:0:1::1' })).not.toBeNull()
})

test('what is held of nobody is given back with the answer, and at once where it was refused', () => {
  const hold = roomed()
  const [first, ...others] = [hold(nobody), hold(nobody), hold(nobody), hold(nobody)]
  expect(timesOf(() => hold(nobody), 100)).toBe(0)
  first?.emit('close')
  expect(hold(nobody)).not.toBeNull()
  others[0]?.emit('close')
  // Refused for its bytes a hundred times, it has kept none of the sixty-four.
  expect(timesOf(() => hold(nobody, { headers: { 'content-length': '1' } }))).toBe(61)
})
