import { expect, test } from 'vitest'
import { keptMemberships } from './kept-memberships.ts'
import { type Membership, noMembership } from './membership.ts'

const member: Membership = { organisation: 'acme', roles: ['owner'], attributes: {} }
const reading = (found: Promise<Membership>) => ({ found, epoch: 0, untilMs: 1 })

const filled = async (kept: ReturnType<typeof keptMemberships>, many: number, of: string, found: Membership) => {
  for (let at = 0; at < many; at++) {
    kept.put(`${of}${at}`, reading(Promise.resolve(found)))
    // As who makes names up has each of them answered.
    if (at % 8 === 7) await Promise.resolve()
  }
  await Promise.resolve()
}

const left = (kept: ReturnType<typeof keptMemberships>, many: number, of: string): number =>
  Array.from({ length: many }, (_, at) => kept.get(`${of}${at}`)).filter(Boolean).length

test('organisations that are made up take no room from what others are', async () => {
  const kept = keptMemberships()
  await filled(kept, 9_000, 'member', member)
  await filled(kept, 30_000, 'made up', noMembership)
  expect([left(kept, 9_000, 'member'), left(kept, 30_000, 'made up')]).toEqual([9_000, 1_000])
  expect(kept.get('made up29999')?.membership).toBe(noMembership)
})

test('past the bound what was read longest ago goes, and nothing else', async () => {
  const kept = keptMemberships()
  await filled(kept, 10_000, 'member', member)
  kept.put('member0', reading(Promise.resolve(member)))
  await filled(kept, 10, 'other', member)
  expect(left(kept, 10_000, 'member')).toBe(9_990)
  expect([kept.get('member0'), kept.get('member1')]).toMatchObject([{ membership: member }, undefined])
})

test('one who becomes a member, or is one no more, is kept as what they are now', async () => {
  const kept = keptMemberships()
  await filled(kept, 1, 'a', noMembership)
  await filled(kept, 1, 'a', member)
  expect(kept.get('a0')?.membership).toBe(member)
  await filled(kept, 1, 'a', noMembership)
  expect(kept.get('a0')?.membership).toBe(noMembership)
})

test('what could not be read is not kept', async () => {
  const kept = keptMemberships()
  kept.put('a', reading(Promise.reject(new Error('down'))))
  await kept.get('a')?.found.catch(() => {})
  expect(kept.get('a')).toBeUndefined()
})

test('members of a service without organisations are kept as members are', async () => {
  const kept = keptMemberships()
  await filled(kept, 2_000, 'member', { ...member, organisation: null })
  expect(left(kept, 2_000, 'member')).toBe(2_000)
})

test('what is found late takes nothing from what was read since', async () => {
  const kept = keptMemberships()
  const { promise, resolve } = Promise.withResolvers<Membership>()
  kept.put('a', reading(promise))
  kept.put('a', reading(Promise.resolve(member)))
  resolve(noMembership)
  await promise
  await Promise.resolve()
  expect(kept.get('a')?.membership).toBe(member)
})
