import { expect, test } from 'vitest'
import { openMigration as openOnMariadb } from '../mariadb/migrate/session.ts'
import { temporary as temporaryOnMariadb } from '../mariadb/testing.ts'
import { openMigration as openOnPostgresql } from '../postgresql/migrate/session.ts'
import { temporary as temporaryOnPostgresql } from '../postgresql/testing.ts'

test.each([
  { server: 'mariadb', temporary: temporaryOnMariadb, openMigration: openOnMariadb },
  { server: 'postgresql', temporary: temporaryOnPostgresql, openMigration: openOnPostgresql },
])(
  'who closes a migration of $server has given its lock back, so that the next may begin at once',
  async ({ temporary, openMigration }) => {
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
  },
)
