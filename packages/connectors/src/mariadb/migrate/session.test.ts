import type { TemporaryDatabase } from '@charter/charter'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { temporary } from '../testing.ts'
import { openMigration } from './session.ts'

let place: TemporaryDatabase
beforeAll(async () => {
  place = await temporary()
})
afterAll(() => place.remove())

test('a migration keeps others out, and nobody once it is closed', async () => {
  for (let time = 0; time < 10; time++) {
    const first = await openMigration(place.url)
    await first.lock()
    if (time === 0) {
      const second = await openMigration(place.url)
      await expect(second.lock()).rejects.toMatchObject({ problem: { code: 'unavailable' } })
      await second.close()
    }
    await first.close()
  }
})
