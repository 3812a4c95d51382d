import type { ServiceModel } from '../model.ts'
import { ProblemError, problem } from '../problem.ts'
import type { Database, EntitySql } from '../sql.ts'

/**
 * Looks for what the charter serves of a database that is somebody else's: one statement for each table or view, with every
 * column, that reads no row. Rejects with a ProblemError (`unavailable`) whose cause names all that cannot be read.
 */
export const requireServedTables = async (
  { entities }: Pick<ServiceModel, 'entities'>,
  sql: readonly EntitySql[],
  database: Pick<Database, 'all'>,
): Promise<void> => {
  const missing: string[] = []
  for (const { name, isOwned } of entities) {
    const of = sql.find(({ entity }) => entity === name)
    if (isOwned || !of) continue
    const columns = Object.values(of.columns).map(({ select }) => select)
    const text = `SELECT ${columns.length > 0 ? columns.join(', ') : '1'} FROM ${of.from} WHERE 1 = 0`
    const why = await database.all(text, []).then(() => null, reasonOf)
    if (why !== null) missing.push(`${name} (${of.from.replace(/ AS t$/, '')}): ${why}`)
  }
  if (missing.length > 0)
    throw new ProblemError(
      problem('unavailable', {
        cause: new Error(
          `The database does not have what the charter serves of it. \`charter introspect … --compare\` tells what differs.\n${missing.join('\n')}`,
        ),
      }),
    )
}

/** No row is read, so what a database says of the statement holds no value of one. */
const reasonOf = (error: unknown): string => {
  const cause = error instanceof ProblemError ? error.problem.cause : error
  return cause instanceof Error ? cause.message : 'it cannot be read.'
}
