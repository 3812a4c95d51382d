import {
  type Alteration,
  beforeSuffix,
  type ColumnStructure,
  literal,
  matchById,
  matchByName,
  nullsRefused,
  primaryKey,
  quoted,
  type SqlStep,
  type Structure,
  type TableStructure,
} from '@charter/sql'
import { columnText, indexText, tableText } from '../render/schema.ts'
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

const create = ({ to, phase }: Alteration, table: TableStructure): SqlStep => ({
  id: `${phase} create ${table.name}`,
  phase,
  sentence: `${table.name}: makes the table`,
  locks: 'nothing that is in use',
  sql: [tableText(to, table), ...table.indexes.map((index) => indexText(table, index))],
  mode: 'transaction',
})

const drop = ({ phase }: Alteration, table: TableStructure): SqlStep => ({
  id: `${phase} drop ${table.name}`,
  phase,
  sentence: `${table.name}: drops the table with its rows`,
  locks: 'all writes to the file, for a moment',
  destroys: [table.id],
  sql: [`DROP TABLE ${quoted(table.name)}`],
  mode: 'transaction',
})

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
  JSON.stringify([tableText(structure, table).split(/,?\n/).sort(), [...table.columns].map(meaning).sort()])

/** A decimal's scale is in no declared type. */
const meaning = ({ name, value }: ColumnStructure): string => `${name} ${value.kind} ${value.scale ?? ''}`

const addColumns = (
  { phase }: Alteration,
  table: TableStructure,
  added: readonly ColumnStructure[],
): readonly SqlStep[] =>
  added.map((column) => ({
    id: `${phase} add ${table.name}.${column.name}`,
    phase,
    sentence: `${table.name}: adds ${column.name}`,
    locks: 'all writes to the file, for a moment',
    sql: [`ALTER TABLE ${quoted(table.name)} ADD COLUMN ${columnText(column)}`],
    mode: 'transaction',
  }))

const alterIndexes = ({ phase }: Alteration, from: TableStructure, to: TableStructure): readonly SqlStep[] => {
  const same = (list: TableStructure['indexes'], text: string) => list.some((each) => indexText(to, each) === text)
  const dropped = from.indexes.filter((each) => !same(to.indexes, indexText(to, each)))
  const made = to.indexes.filter((each) => !same(from.indexes, indexText(to, each)))
  if (dropped.length + made.length === 0) return []
  return [
    {
      id: `${phase} index ${to.name}`,
      phase,
      sentence: `${to.name}: ${[...dropped.map(({ name }) => `drops the index ${name}`), ...made.map(({ name }) => `makes the index ${name}`)].join(', ')}`,
      locks: 'all writes to the file, while the rows of the table are read once',
      sql: [...dropped.map(({ name }) => `DROP INDEX ${quoted(name)}`), ...made.map((each) => indexText(to, each))],
      mode: 'transaction',
    },
  ]
}

const rebuild = (alteration: Alteration, from: TableStructure, to: TableStructure): SqlStep => {
  const { to: structure, phase } = alteration
  const { pairs, removed } = matchByName(from.columns, to.columns)
  const lost = removed.filter(({ id }) => !id.endsWith(beforeSuffix))
  const temporary = `_charter_new_${to.name}`
  const columns = pairs.map(([, now]) => quoted(now.name)).join(', ')
  const values = pairs.map(([old, now]) => convert(old, now, quoted(old.name)) ?? quoted(old.name)).join(', ')
  return {
    id: `${phase} rebuild ${to.name}`,
    phase,
    sentence: `${to.name}: ${changesOf(from, to)}makes the table anew and copies its rows${lost.length > 0 ? `, without ${namesOf(lost)}` : ''}`,
    locks: 'all writes to the file, while the rows of the table are copied',
    ...(lost.length > 0 && { destroys: lost.map(({ id }) => id) }),
    ...nullsRefused(quoted(from.name), pairs),
    sql: [
      tableText(structure, to, temporary),
      `INSERT INTO ${quoted(temporary)} (${columns}) SELECT ${values} FROM ${quoted(from.name)}`,
      ...(to.columns.some(({ isNumbered }) => isNumbered) ? keepNumbers(from.name, temporary) : []),
      `DROP TABLE ${quoted(from.name)}`,
      `ALTER TABLE ${quoted(temporary)} RENAME TO ${quoted(to.name)}`,
      ...to.indexes.map((index) => indexText(to, index)),
    ],
    findsNothing: `SELECT "table", "parent" FROM pragma_foreign_key_check(${literal(to.name)})`,
    mode: 'transaction',
  }
}

const namesOf = (columns: readonly ColumnStructure[]): string => columns.map(({ name }) => name).join(', ')

/** `adds title, changes price; `, by which a person knows their change again. */
const changesOf = (from: TableStructure, to: TableStructure): string => {
  const { pairs, added } = matchByName(from.columns, to.columns)
  const text = (column: ColumnStructure) => `${columnText(column)} ${meaning(column)}`
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
