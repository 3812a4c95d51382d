import { ProblemError, problem } from '../problem/problem.ts'
import type { Store } from '../store/store.ts'

/**
 * Looks for what the charter serves of a database that is somebody else's, without reading a row. Rejects with a ProblemError
 * (`unavailable`) whose cause names all that cannot be read.
 */
export const requireServedTables = async (store: Pick<Store, 'missing'>): Promise<void> => {
  const missing = await store.missing()
  if (missing.length === 0) return
  const lines = missing.map(({ entity, place, why }) => `${entity} (${place}): ${why}`)
  throw new ProblemError(
    problem('unavailable', {
      cause: new Error(
        `The database does not have what the charter serves of it. \`charter introspect … --compare\` tells what differs.\n${lines.join('\n')}`,
      ),
    }),
  )
}
