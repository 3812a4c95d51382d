import type { Charter, ForeignKeyStructure, IndexStructure, Structure, TableStructure } from '@charter/charter'
import type { Alias, Bridge, MigrationDialect } from './dialect.ts'
import { type Expanding, expandColumns } from './expand-columns.ts'
import { matchById } from './match.ts'

/** A structure on which the services of before and after both run, and what stands between them and it. */
export interface Expanded {
  readonly structure: Structure
  readonly bridges: readonly Bridge[]
  readonly aliases: readonly Alias[]
  /** What no structure serves both with: sentences. */
  readonly offline: readonly string[]
  /** What cannot be done at all as it is: sentences with what to do. */
  readonly blocked: readonly string[]
}

export interface ExpandOptions {
  readonly before: Structure
  readonly after: Structure
  /** The charter of `after`, for the values that rows without one get. */
  readonly charter: Charter
  readonly expressions: Readonly<Record<string, string>>
}

/** Everything of both structures, no stricter than either: what one of the services does not know may be left empty. */
export const expandStructure = (dialect: MigrationDialect, options: ExpandOptions): Expanded => {
  const notes: Notes = { bridges: [], aliases: [], offline: [], blocked: [] }
  const { pairs, removed, added } = matchById(options.before.tables, options.after.tables)
  const changed = pairs.map(([from, to]) => expandTable({ ...options, dialect, from, to, notes }))
  const kept = removed.map((table) => ({
    ...table,
    foreignKeys: table.foreignKeys.map((key) => ({ ...key, table: idAfter(key.table, pairs) })),
  }))
  const tables = [...changed, ...added, ...kept]
  return { ...notes, structure: { tables: tables.map((table) => withReachable(table, tables)) } }
}

interface Notes {
  readonly bridges: Bridge[]
  readonly aliases: Alias[]
  readonly offline: string[]
  readonly blocked: string[]
}

const expandTable = (expanding: Expanding): TableStructure => {
  const { dialect, from, to, notes } = expanding
  const isRenamed = from.name !== to.name || from.schema !== to.schema
  const columns = expandColumns(expanding)
  if (isRenamed && !dialect.hasAliases)
    notes.offline.push(
      `${to.id}: the table ${from.name} becomes ${to.name}, and this database cannot show it by both names`,
    )
  if (isRenamed && dialect.hasAliases)
    notes.aliases.push({
      table: to.id,
      ...(from.schema !== undefined && { schema: from.schema }),
      name: from.name,
      columns: from.columns.map(({ name }) => name),
    })
  const place = isRenamed && !dialect.hasAliases ? from : to
  const names = new Set(columns.map(({ name }) => name))
  const has = (wanted: readonly string[]) => wanted.every((name) => names.has(name))
  return {
    id: to.id,
    ...(place.schema !== undefined && { schema: place.schema }),
    name: place.name,
    columns,
    key: from.key,
    foreignKeys: bothForeignKeys(expanding).filter((key) => has(key.columns)),
    indexes: bothIndexes(from, to).filter((index) => has(index.columns)),
  }
}

/** A reference that only the service of before keeps goes at once where the one of after has its columns and not the reference. */
const bothForeignKeys = ({ from, to, before, after }: Expanding): readonly ForeignKeyStructure[] => {
  const { pairs } = matchById(before.tables, after.tables)
  const old = from.foreignKeys.map((key) => ({ ...key, table: idAfter(key.table, pairs) }))
  const kept = old.filter((key) => !key.columns.every((name) => to.columns.some((column) => column.name === name)))
  return [...to.foreignKeys, ...kept]
}

const idAfter = (id: string, pairs: readonly (readonly [TableStructure, TableStructure])[]): string =>
  pairs.find(([from]) => from.id === id)?.[1].id ?? id

/** Uniqueness that ends goes at once, as the service of after may write what breaks it. */
const bothIndexes = (from: TableStructure, to: TableStructure): readonly IndexStructure[] => {
  const names = new Set(to.indexes.map(({ name }) => name))
  const stays = ({ name, isUnique, columns }: IndexStructure) =>
    !names.has(name) && !(isUnique && columns.every((each) => to.columns.some((column) => column.name === each)))
  return [...to.indexes, ...from.indexes.filter(stays)]
}

/** Without references to columns that are not there until the service of before is gone. */
const withReachable = (table: TableStructure, tables: readonly TableStructure[]): TableStructure => ({
  ...table,
  foreignKeys: table.foreignKeys.filter(({ table: id, references }) => {
    const target = tables.find((each) => each.id === id)
    return references.every((name) => target?.columns.some((column) => column.name === name))
  }),
})
