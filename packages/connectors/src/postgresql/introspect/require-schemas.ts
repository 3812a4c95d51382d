import { ProblemError, problem } from '@charter/runtime'
import type { CatalogueReader } from './connect.ts'

/** More than so many are not listed. */
const listedMax = 20

const schemasSql = `SELECT nspname::text FROM pg_namespace ORDER BY nspname COLLATE "C"`
const isOfSystem = (name: string): boolean => /^(?:pg_|information_schema$)/.test(name)

/** Rejects with a ProblemError (`unavailable`), whose cause names the schemas that there are, where one that is asked for is not there. */
export const requireSchemas = async (reader: CatalogueReader, asked: readonly string[]): Promise<void> => {
  const there = (await reader.rows(schemasSql)).map(([name]) => String(name))
  const missing = asked.filter((name) => !there.includes(name))
  if (missing.length === 0) return
  const listed = there.filter((name) => !isOfSystem(name))
  const more = listed.length > listedMax ? `, and ${listed.length - listedMax} more` : ''
  const sentence = `${reader.database} has no schema ${missing.map(quoted).join(', nor ')}. There is: ${listed.slice(0, listedMax).join(', ')}${more}.`
  throw new ProblemError(problem('unavailable', { cause: new Error(sentence) }))
}

const quoted = (name: string): string => JSON.stringify(name)
