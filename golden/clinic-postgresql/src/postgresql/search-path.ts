import { type ConnectionOptions, connect } from './connection.ts'
import { postgresqlError } from './errors.ts'
import type { Around } from './statement.ts'

/**
 * What lets a database's own triggers, and functions of its defaults and checks, find what they name, in a transaction: our
 * statement is planned while nothing is looked up by a path, so that none puts its operators in the way of a rule
 * (CVE-2018-1058); then the path is theirs while it runs, and none again.
 */
export type SearchPath = Around

/**
 * Asks once, in a session that is closed again, and remembers: null where the database looks nothing up by a path either. Rejects
 * with a ProblemError where it cannot be asked; then it is asked anew the next time.
 */
export const searchPathOnce = (options: ConnectionOptions): (() => Promise<SearchPath | null>) => {
  let asked: Promise<SearchPath | null> | null = null
  return () => {
    asked ??= ask(options).catch((error: unknown) => {
      asked = null
      throw postgresqlError(error)
    })
    return asked
  }
}

const ask = async (options: ConnectionOptions): Promise<SearchPath | null> => {
  const session = await connect({ ...options, isReadOnly: true, isBySearchPath: true }, () => {})
  try {
    const { rows } = await session.run('SHOW search_path', [])
    return searchPathIn(String(rows[0]?.[0] ?? ''))
  } finally {
    await session.close()
  }
}

/**
 * Of a path as the server shows it, `"$user", public`: each name in quotation marks. What stands in none is folded, as it is there.
 * `current_schemas` needs no reading, and tells only the schemas that are there now: not one that is made later, nor `pg_temp`.
 */
export const searchPathIn = (shown: string): SearchPath | null => {
  const names = (shown.match(/"(?:[^"]|"")*"|[^\s,]+/g) ?? [])
    .map((name) => (name.startsWith('"') ? name : `"${name.toLowerCase().replaceAll('"', '""')}"`))
    .filter((name) => name !== '""')
  if (names.length === 0) return null
  return { before: `SET LOCAL search_path = ${names.join(', ')}`, after: "SET LOCAL search_path = ''" }
}
