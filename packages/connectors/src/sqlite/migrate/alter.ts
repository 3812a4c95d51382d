import {
  type Alteration,
  addStep,
  beforeSuffix,
  type ColumnStructure,
  createStep,
  dropStep,
  indexText,
  literal,
  matchById,
  matchByName,
  missing,
  nullsRefused,
  primaryKey,
  quoted,
  type SqlStep,
  type Structure,
  stepIn,
  type TableStructure,
  tableText,
} from '@charter/sql'
import { tables } from '../render/schema.ts'
import { convert } from './convert.ts'
import { together } from './together.ts'

/**
 * Steps from one structure to another. Columns that may be empty are added in place; for everything else SQLite makes the
 * table anew and copies its rows (sqlite.org/lang_altertable.html#otheralter), in one transaction.
 */
export const alter = (alteration: Alteration): readonly SqlStep[] => {
  const { pairs, removed, added } = matchById(alteration.from.tables, alteration.to.tables)
  const isRekeyed = pairs.some(([from, to]) => primaryKey(from).join() !== primaryKey(to).join())
  const altered = pairs.flatMap(([from, to]) => alterTable(alteration, from, to))
  return [
    ...added.map((table) => create(alteration, table)),
    // What refers to a key must be as the key is.
    ...(isRekeyed ? together(altered) : altered),
    ...removed.map((table) => drop(alteration, table)),
  ]
}

const moment = 'all writes to the file, for a moment'

const create = (at: Alteration, table: TableStructure): SqlStep =>
  createStep(at, table, { sql: [tableText(tables, at.to, table), ...indexTexts(table, table.indexes)] })

const indexTexts = ({ name }: TableStructure, indexes: TableStructure['indexes']): readonly string[] =>
  indexes.map((index) => indexText(quoted(name), index))

const drop = (at: Alteration, table: TableStructure): SqlStep =>
  dropStep(at, table, { locks: moment, sql: [`DROP TABLE ${quoted(table.name)}`] })

const alterTable = (alteration: Alteration, from: TableStructure, to: TableStructure): readonly SqlStep[] => {
  if (isSame(alteration, from, to)) return alterIndexes(alteration, from, to)
  const added = to.columns.filter(({ name }) => !from.columns.some((column) => column.name === name))
  const rest = { ...to, columns: to.columns.filter((column) => !added.includes(column)) }
  return isSame(alteration, from, rest) && added.every(isAddable)
    ? [...addColumns(alteration, to, added), ...alterIndexes(alteration, from, to)]
    : [rebuild(alteration, from, to)]
}

/** What ADD COLUMN takes: something must be in it, or nothing may be. */
const isAddable = (column: ColumnStructure): boolean => !column.isRequired || column.default !== undefined

/** The same table, whatever the order of its columns. */
const isSame = ({ from: before, to: after }: Alteration, from: TableStructure, to: TableStructure): boolean =>
  sorted(before, from) === sorted(after, to)

const sorted = (structure: Structure, table: TableStructure): string =>
  JSON.stringify([tableText(tables, structure, table).split(/,?\n/).sort(), [...table.columns].map(meaning).sort()])

/** A decimal's scale is in no declared type. */
const meaning = ({ name, value }: ColumnStructure): string => `${name} ${value.kind} ${value.scale ?? ''}`

const addColumns = (at: Alteration, table: TableStructure, added: readonly ColumnStructure[]): readonly SqlStep[] =>
  added.map((column) => {
    const sql = [`ALTER TABLE ${quoted(table.name)} ADD COLUMN ${tables.column(column)}`]
    return addStep(at, table, column, { locks: moment, sql })
  })

const alterIndexes = (at: Alteration, from: TableStructure, to: TableStructure): readonly SqlStep[] => {
  const textOf = (index: TableStructure['indexes'][number]) => indexText(quoted(to.name), index)
  const dropped = missing(to.indexes, from.indexes, textOf)
  const made = missing(from.indexes, to.indexes, textOf)
  if (dropped.length + made.length === 0) return []
  const said = [
    ...dropped.map(({ name }) => `drops the index ${name}`),
    ...made.map(({ name }) => `makes the index ${name}`),
  ]
  return [
    stepIn(at, `index ${to.name}`, {
      sentence: `${to.name}: ${said.join(', ')}`,
      locks: 'all writes to the file, while the rows of the table are read once',
      sql: [...dropped.map(({ name }) => `DROP INDEX ${quoted(name)}`), ...indexTexts(to, made)],
    }),
  ]
}

const rebuild = (alteration: Alteration, from: TableStructure, to: TableStructure): SqlStep => {
  const { to: structure } = alteration
  const { pairs, removed } = matchByName(from.columns, to.columns)
  const lost = removed.filter(({ id }) => !id.endsWith(beforeSuffix))
  const temporary = `_charter_new_${to.name}`
  const columns = pairs.map(([, now]) => quoted(now.name)).join(', ')
  const values = pairs.map(([old, now]) => convert(old, now, quoted(old.name)) ?? quoted(old.name)).join(', ')
  return stepIn(alteration, `rebuild ${to.name}`, {
    sentence: `${to.name}: ${changesOf(from, to)}makes the table anew and copies its rows${lost.length > 0 ? `, without ${namesOf(lost)}` : ''}`,
    locks: 'all writes to the file, while the rows of the table are copied',
    ...(lost.length > 0 && { destroys: lost.map(({ id }) => id) }),
    ...nullsRefused(quoted(from.name), pairs),
    sql: [
      tableText(tables, structure, to, { name: temporary }),
      `INSERT INTO ${quoted(temporary)} (${columns}) SELECT ${values} FROM ${quoted(from.name)}`,
      ...(to.columns.some(({ isNumbered }) => isNumbered) ? keepNumbers(from.name, temporary) : []),
      `DROP TABLE ${quoted(from.name)}`,
      `ALTER TABLE ${quoted(temporary)} RENAME TO ${quoted(to.name)}`,
      ...indexTexts(to, to.indexes),
    ],
    findsNothing: `SELECT "table", "parent" FROM pragma_foreign_key_check(${literal(to.name)})`,
  })
}

const namesOf = (columns: readonly ColumnStructure[]): string => columns.map(({ name }) => name).join(', ')

/** `adds title, changes price; `, by which a person knows their change again. */
const changesOf = (from: TableStructure, to: TableStructure): string => {
  const { pairs, added } = matchByName(from.columns, to.columns)
  const text = (column: ColumnStructure) => `${tables.column(column)} ${meaning(column)}`
  const changed = pairs.filter(([old, now]) => text(old) !== text(now)).map(([, now]) => now)
  const said = [
    added.length > 0 ? `adds ${namesOf(added)}` : '',
    changed.length > 0 ? `changes ${namesOf(changed)}` : '',
  ]
  const changes = said.filter((each) => each !== '').join(', ')
  return changes && `${changes}; `
}

/** Numbers of deleted rows are not given again. */
const keepNumbers = (from: string, to: string): readonly string[] => [
  `DELETE FROM "sqlite_sequence" WHERE "name" = ${literal(to)}`,
  `INSERT INTO "sqlite_sequence" ("name", "seq") SELECT ${literal(to)}, "seq" FROM "sqlite_sequence" WHERE "name" = ${literal(from)}`,
]
