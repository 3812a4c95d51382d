import { join } from 'node:path'
import { ProblemError, problem } from '@charter/runtime'
import { fromEnvironment } from '@charter/runtime/service'
import type { Derived } from './derive.ts'

/**
 * Where a charter's rows are: the URL it gives, the one that its environment variable (or the file that `<variable>_FILE`
 * names) holds, or a file in the data folder for a database of ours. Throws a ProblemError (`unavailable`) whose cause
 * says what to set.
 */
export const databaseUrlOf = (
  { source, connector, charter }: Pick<Derived, 'source' | 'connector' | 'charter'>,
  dataFolder: string,
  env: Readonly<Record<string, string | undefined>> = process.env,
): string => {
  if (source.kind === 'url' && source.environment === undefined) return source.url
  const variable = source.kind === 'url' ? (source.environment ?? '') : 'DATABASE_URL'
  const own = source.kind === 'own' ? connector.ownUrl(join(dataFolder, charter.name)) : null
  const url = own ?? fromEnvironment(env, variable)
  if (url) return url
  const cause = new Error(
    `Say where the ${connector.title} database is: set ${variable}, or ${variable}_FILE to a file that holds its URL.`,
  )
  throw new ProblemError(problem('unavailable', { cause }))
}

/** A database on the server where throw-away ones are made, for those that need a server: `DATABASE_URL`, or none. */
export const serverNear = (env: Readonly<Record<string, string | undefined>> = process.env): string | null =>
  fromEnvironment(env, 'DATABASE_URL') ?? null
