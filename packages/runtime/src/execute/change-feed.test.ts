import { expect, test } from 'vitest'
import type { StoredChanges } from '../store/state.ts'
import { changeFeed } from './change-feed.ts'

test('who is told to stop is told nothing more, also of what was read already', async () => {
  const written = ['1', '2', '3'].map((position): StoredChanges => ({ position, atMs: 0, changes: [] }))
  const feed = changeFeed({ changesAfter: async () => written, newestChange: async () => '3' })
  const ending = new AbortController()
  const told: string[] = []
  for await (const { position } of (await feed.follow('0', ending.signal)) ?? []) {
    told.push(position)
    if (position === '2') ending.abort()
  }
  expect(told).toEqual(['1', '2'])
  feed.close()
})

test('what is written while a look is on its way is told, though another follower saw it first', async () => {
  const written: StoredChanges[] = []
  const slow = Promise.withResolvers<void>()
  let isSlow = false
  const changesAfter = async (position: string) => {
    const found = written.slice(Number(position))
    if (isSlow) {
      isSlow = false
      await slow.promise
    }
    return found
  }
  const feed = changeFeed({ changesAfter, newestChange: async () => String(written.length) })
  const ending = new AbortController()
  const first = async (from: Promise<AsyncIterable<StoredChanges> | null>): Promise<string> => {
    for await (const { position } of (await from) ?? []) return position
    return 'none'
  }
  const other = first(feed.follow('0', ending.signal))
  isSlow = true
  const one = first(feed.follow('0', ending.signal))
  written.push({ position: '1', atMs: 0, changes: [] })
  expect(await other).toBe('1')
  slow.resolve()
  expect(await one).toBe('1')
  feed.close()
})
