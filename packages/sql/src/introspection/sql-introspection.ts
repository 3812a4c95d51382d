import type { Introspection } from '@charter/charter'
import { type DocumentOptions, documentOf } from './document.ts'
import type { Plan } from './plan.ts'

/** A database's charter, with what it was read from. */
export interface SqlIntrospection extends Introspection {
  readonly tables: number
  /** What the tables are found by: views have no indexes and are not named. */
  readonly indexes: readonly TableIndexes[]
}

/** A table's indexes over all of its rows, its key among them, each by its columns in order. */
export interface TableIndexes {
  readonly schema?: string
  readonly table: string
  readonly indexes: readonly (readonly string[])[]
}

/** What is given of a catalogue that was planned. */
export const introspectionOf = (
  { entities, losses }: Plan,
  { tables, indexes, ...document }: DocumentOptions & Pick<SqlIntrospection, 'tables' | 'indexes'>,
): SqlIntrospection => ({
  document: documentOf(entities, document),
  losses,
  tables,
  entities: entities.length,
  indexes,
})
