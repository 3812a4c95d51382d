import { expect, test } from 'vitest'
import { temporary } from '../testing.ts'
import { openMigration } from './session.ts'

test('who closes a migration has given its lock back, so that the next may begin at once', async () => {
  const database = await temporary()
  try {
    for (let round = 0; round < 50; round++) {
      const session = await openMigration(database.url)
      await session.lock()
      const other = await openMigration(database.url)
      await expect(other.lock()).rejects.toMatchObject({ problem: { code: 'unavailable' } })
      await session.close()
      await other.lock()
      await other.close()
    }
  } finally {
    await database.remove()
  }
})
