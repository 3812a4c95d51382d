import { ProblemError } from '../problem.ts'
import type { SqlRow, SqlValue } from '../sql.ts'
import type { Store } from './store.ts'

/**
 * What a statement that is bound to a key finds. A key that the database refuses (its domain has a CHECK, it is no address of a
 * network) is one that no row can have, as one against the charter's own pattern is: there is no such row.
 */
export const rowsByKey = async (
  { database }: Pick<Store, 'database'>,
  sql: string,
  values: readonly SqlValue[],
): Promise<readonly SqlRow[]> => {
  try {
    return await database.all(sql, values)
  } catch (error) {
    if (error instanceof ProblemError && error.problem.code === 'invalid-input') return []
    throw error
  }
}
