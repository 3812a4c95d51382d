import { expect, test } from 'vitest'
import type { Principal } from './call.ts'
import { followersOf } from './followers.ts'

const principal = (id: string): Principal => ({ id, roles: [], attributes: {}, credential: 'jwt' })

test('a thousand follow in one style and no more, a hundred of them the same principal', () => {
  const { enter } = followersOf()
  const enterTimes = (id: string, times: number): (() => void)[] =>
    Array.from({ length: times }, () => enter(principal(id)))
  const first = enterTimes('0', 100)
  expect(() => enter(principal('0'))).toThrow(
    expect.objectContaining({ problem: expect.objectContaining({ code: 'too-many' }) }),
  )
  for (let at = 1; at < 10; at++) enterTimes(String(at), 100)
  expect(() => enter(principal('another'))).toThrow()
  first[0]?.()
  enter(principal('another'))
})
