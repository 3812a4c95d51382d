import { indexOf } from '@charter/runtime'
import type { UpdateSql } from './entity-sql.ts'

/** The update of the given fields, with their blind indexes; of a table of ours, of all that there are. */
export const settingOnly = (
  { parts, ...whole }: UpdateSql,
  given: readonly string[],
): Pick<UpdateSql, 'sql' | 'fields'> => {
  if (!parts) return whole
  const names = new Set(given.flatMap((name) => [name, indexOf(name)]))
  const fields = whole.fields.filter((name) => names.has(name))
  return { sql: `${parts.before}${fields.map((name) => parts.sets[name]).join(', ')}${parts.after}`, fields }
}
