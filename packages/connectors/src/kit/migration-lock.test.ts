import { expect, test } from 'vitest'
import { openMigration } from '../mariadb/migrate/session.ts'
import { mariadbProfile } from '../mariadb/profile/mariadb.ts'
import { mysqlProfile } from '../mariadb/profile/mysql.ts'
import { temporary as temporaryOnMariadb } from '../mariadb/testing.ts'
import { near, noMysql, temporary as temporaryOnMysql } from '../mysql/testing.ts'
import { openMigration as openOnPostgresql } from '../postgresql/migrate/session.ts'
import { temporary as temporaryOnPostgresql } from '../postgresql/testing.ts'

const servers = [
  {
    server: 'mariadb',
    temporary: temporaryOnMariadb,
    open: (url: string) => openMigration(mariadbProfile, url),
    why: null,
  },
  {
    server: 'mysql',
    temporary: temporaryOnMysql,
    open: (url: string) => openMigration(mysqlProfile, url),
    why: near === null ? noMysql : null,
  },
  { server: 'postgresql', temporary: temporaryOnPostgresql, open: openOnPostgresql, why: null },
]

test.for(servers)(
  'who closes a migration of $server has given its lock back, so that the next may begin at once',
  async ({ temporary, open, why }, { skip }) => {
    if (why !== null) return skip(why)
    const database = await temporary()
    try {
      for (let round = 0; round < 50; round++) {
        const session = await open(database.url)
        await session.lock()
        const other = await open(database.url)
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
