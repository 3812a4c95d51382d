import { Course, type Sql, type SqlValue } from '../sql-store/index.ts'
import { lostCommit, type OpenTransaction, rolledBack } from './database.ts'
import type { SqlSession } from './sessions.ts'

/** A transaction that was begun in a session, each statement of which is a round trip. `errorOf`: what a failure of one means. */
export const plainTransaction = (
  session: SqlSession,
  errorOf: (error: unknown, sql: Sql) => Promise<unknown>,
): OpenTransaction => {
  const course = new Course()
  const run = async (sql: Sql, params: readonly SqlValue[]) => {
    course.requireOpen()
    try {
      return await session.run(sql, params)
    } catch (error) {
      throw course.failed(await errorOf(error, sql))
    }
  }
  return {
    transaction: {
      all: async (sql, params) => (await run(sql, params)).rows,
      run,
      later: async (sql, params) => void (await run(sql, params)),
    },
    end: () => course.end(),
    async commit() {
      course.requireWhole()
      try {
        await session.run('COMMIT', [])
      } catch (error) {
        throw session.isOpen ? await errorOf(error, 'COMMIT') : lostCommit(error)
      }
    },
    undo: () => rolledBack(session, (sql) => session.run(sql, [])),
  }
}
