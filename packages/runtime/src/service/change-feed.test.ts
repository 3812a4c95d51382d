import { expect, test } from 'vitest'
import type { StoredChanges } from '../state.ts'
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
