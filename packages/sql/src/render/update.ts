import type { UpdateSql } from '../store/entity-sql.ts'

export interface UpdateParts {
  /** As a statement names it. */
  readonly table: string
  /** By field, or by what `sql.columns` calls a blind index: `"name" = ?`. */
  readonly sets: Readonly<Record<string, string>>
  /** What is set beside them, whatever is given: the row's version. */
  readonly beside: readonly string[]
  /** What finds the row. */
  readonly where: string
  readonly isOwned: boolean
}

/** The update of a row, in one statement for a table of ours and in parts for somebody else's. */
export const updateSql = ({ table, sets, beside, where, isOwned }: UpdateParts): UpdateSql => {
  const [before, after] = [`UPDATE ${table} AS t SET `, ` WHERE ${where}`]
  return {
    sql: `${before}${[...Object.values(sets), ...beside].join(', ')}${after}`,
    fields: Object.keys(sets),
    ...(!isOwned && { parts: { before, sets, after } }),
  }
}
