import { primaryKey } from '../render/list.ts'
import type { ForeignKeyStructure, IndexStructure, Structure, TableStructure } from '../structure.ts'
import type { Alias, Bridge, MigrationDialect } from './dialect.ts'
import { type ExpandContext, expandColumns } from './expand-columns.ts'
import type { ExpandOptions } from './expand-options.ts'
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

/** Everything of both structures, no stricter than either: what one of the services does not know may be left empty. */
export const expandStructure = (dialect: MigrationDialect, options: ExpandOptions): Expanded => {
  const notes: Notes = { bridges: [], aliases: [], offline: [], blocked: [] }
  const { pairs, removed, added } = matchById(options.before.tables, options.after.tables)
  const changed = pairs.map(([from, to]) => expandTable({ ...options, dialect, from, to, notes }))
  const kept = removed.map((table) => ({
    ...table,
    foreignKeys: foreignKeysAfter(table, pairs),
  }))
  const tables = [...changed, ...added, ...kept]
  return { ...notes, structure: { tables: tables.map((table) => withReachable(table, { tables, pairs })) } }
}

interface Notes {
  readonly bridges: Bridge[]
  readonly aliases: Alias[]
  readonly offline: string[]
  readonly blocked: string[]
}

const expandTable = (context: ExpandContext): TableStructure => {
  const { dialect, from, to, notes } = context
  const isRenamed = from.name !== to.name || from.schema !== to.schema
  const columns = expandColumns(context)
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
  return {
    id: to.id,
    ...(place.schema !== undefined && { schema: place.schema }),
    name: place.name,
    columns,
    key: from.key,
    ...(from.within !== undefined && { within: from.within }),
    // The service of before knows of it too, or it waits until that is gone.
    ...(from.tenant !== undefined && to.tenant !== undefined && { tenant: to.tenant }),
    foreignKeys: bothForeignKeys(context),
    indexes: bothIndexes(from, to).filter((index) => has(columns, index.columns)),
  }
}

/** A reference that only the service of before keeps goes at once where the one of after has its columns and not the reference. */
const bothForeignKeys = ({ from, to, before, after }: ExpandContext): readonly ForeignKeyStructure[] => {
  const { pairs } = matchById(before.tables, after.tables)
  const kept = foreignKeysAfter(from, pairs).filter(
    (key) => !key.columns.every((name) => to.columns.some((column) => column.name === name)),
  )
  return [...to.foreignKeys, ...kept]
}

type Pairs = readonly (readonly [TableStructure, TableStructure])[]

/** The references of a table of before, by what the tables are called after. */
const foreignKeysAfter = ({ foreignKeys }: TableStructure, pairs: Pairs): readonly ForeignKeyStructure[] =>
  foreignKeys.map((key) => ({ ...key, table: pairs.find(([from]) => from.id === key.table)?.[1].id ?? key.table }))

/** Uniqueness that ends goes at once, as the service of after may write what breaks it. */
const bothIndexes = (from: TableStructure, to: TableStructure): readonly IndexStructure[] => {
  const names = new Set(to.indexes.map(({ name }) => name))
  const stays = ({ name, isUnique, columns }: IndexStructure) =>
    !names.has(name) && !(isUnique && columns.every((each) => to.columns.some((column) => column.name === each)))
  return [...to.indexes, ...from.indexes.filter(stays)]
}

interface Known {
  readonly tables: readonly TableStructure[]
  readonly pairs: Pairs
}

/** A reference to what is not there, or not unique yet, waits for the service of before to go; meanwhile that one's holds. */
const withReachable = (table: TableStructure, { tables, pairs }: Known): TableStructure => {
  const isReachable = ({ columns, table: id, references }: ForeignKeyStructure): boolean => {
    const target = tables.find((each) => each.id === id)
    return (
      target !== undefined &&
      has(table.columns, columns) &&
      has(target.columns, references) &&
      isUniqueIn(target, references)
    )
  }
  const waiting = table.foreignKeys.filter((key) => !isReachable(key))
  const before = pairs.flatMap(([from, to]) => (to.id === table.id ? foreignKeysAfter(from, pairs) : []))
  const meanwhile = before.filter(
    (old) => isReachable(old) && waiting.some((key) => key.table === old.table && isPart(key.columns, old.columns)),
  )
  return { ...table, foreignKeys: [...table.foreignKeys.filter(isReachable), ...meanwhile] }
}

const has = (columns: TableStructure['columns'], names: readonly string[]): boolean =>
  names.every((name) => columns.some((column) => column.name === name))

const isUniqueIn = (table: TableStructure, names: readonly string[]): boolean =>
  [
    primaryKey(table),
    ...table.indexes.filter(({ isUnique, where }) => isUnique && where === undefined).map(({ columns }) => columns),
  ].some((unique) => unique.length === names.length && isPart(unique, names))

/** Whether one of two lists is within the other. */
const isPart = (one: readonly string[], other: readonly string[]): boolean =>
  one.every((name) => other.includes(name)) || other.every((name) => one.includes(name))
