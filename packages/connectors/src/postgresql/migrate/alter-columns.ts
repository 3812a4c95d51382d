import {
  type Alteration,
  addStep,
  beforeSuffix,
  type ColumnStructure,
  constraintNames,
  matchByName,
  nullsRefused,
  quoted,
  type SqlStep,
  stepIn,
  type TableStructure,
} from '@charter/sql'
import { tableAt, tables } from '../render/schema.ts'
import { convert, isCatalogOnly } from './convert.ts'

type Pair = readonly [ColumnStructure, ColumnStructure]

/** Steps for the columns of one table. In the phase `expand` a renamed table still has its old name. */
export const alterColumns = (alteration: Alteration, from: TableStructure, to: TableStructure): readonly SqlStep[] => {
  const { pairs, removed, added } = matchByName(from.columns, to.columns)
  const table = alteration.phase === 'expand' ? from : to
  const changed = pairs.flatMap((pair) => alterColumn(alteration, { from, table }, pair))
  return [
    ...added.map((column) => add(alteration, table, column)),
    ...changed,
    ...removed.map((column) => remove(alteration, table, column)),
  ]
}

export const moment = 'reads and writes of the table wait for a moment'

const add = (at: Alteration, table: TableStructure, column: ColumnStructure): SqlStep => {
  const sql = [`ALTER TABLE ${tableAt(table)} ADD COLUMN ${tables.column(column)}`]
  return addStep(at, table, column, { locks: moment, sql })
}

const remove = (at: Alteration, table: TableStructure, column: ColumnStructure): SqlStep =>
  stepIn(at, `drop ${table.name}.${column.name}`, {
    sentence: `${table.name}: drops ${column.name}`,
    locks: moment,
    ...(!column.id.endsWith(beforeSuffix) && { destroys: [column.id] }),
    sql: [`ALTER TABLE ${tableAt(table)} DROP COLUMN ${quoted(column.name)}`],
  })

type Part = Pick<SqlStep, 'sentence' | 'locks' | 'sql' | 'refusedBy'>

interface At {
  /** As the constraints know it. */
  readonly from: TableStructure
  readonly table: TableStructure
}

const alterColumn = (alteration: Alteration, at: At, pair: Pair): readonly SqlStep[] => {
  const [from, to] = pair
  // Named by what they do: what is done is not found in the catalogue any more when a migration goes on.
  const parts: Readonly<Record<string, readonly Part[]>> = {
    loosen: looser(alteration, at, pair),
    rename: renamed(at, pair),
    retype: retyped(at, pair),
    restrict: stricter(at, pair),
  }
  return Object.entries(parts).flatMap(([what, [part]]) =>
    part ? [stepIn(alteration, `${what} ${at.table.name}.${from.name} to ${to.name}`, part)] : [],
  )
}

/** What keeps values out that may be there from now on, and what only rows of the version before needed. */
const looser = (alteration: Alteration, { from: known, table }: At, [from, to]: Pair) => {
  const column = quoted(from.name)
  const sql = [
    ...(from.check !== undefined && checkOf(from) !== checkOf(to)
      ? constraintNames(alteration, known, 'check', [from.name]).map((name) => dropConstraint(table, name))
      : []),
    ...(from.isRequired && !to.isRequired
      ? [`ALTER TABLE ${tableAt(table)} ALTER COLUMN ${column} DROP NOT NULL`]
      : []),
    ...(from.default !== undefined && to.default === undefined
      ? [`ALTER TABLE ${tableAt(table)} ALTER COLUMN ${column} DROP DEFAULT`]
      : []),
  ]
  return sql.length === 0 ? [] : [{ sentence: `${table.name}: ${from.name} takes more`, locks: moment, sql }]
}

/** A condition without the column's own name. */
const checkOf = ({ check, name }: ColumnStructure): string | undefined => check?.replaceAll(quoted(name), '')

const renamed = ({ table }: At, [from, to]: Pair) =>
  from.name === to.name
    ? []
    : [
        {
          sentence: `${table.name}: ${from.name} is called ${to.name}`,
          locks: moment,
          sql: [`ALTER TABLE ${tableAt(table)} RENAME COLUMN ${quoted(from.name)} TO ${quoted(to.name)}`],
        },
      ]

const retyped = ({ table }: At, [from, to]: Pair) => {
  if (from.sqlType === to.sqlType) return []
  const column = quoted(to.name)
  const using = convert(from, to, column) ?? column
  return [
    {
      sentence: `${table.name}: ${to.name} is ${to.sqlType}`,
      locks: isCatalogOnly(from, to) ? moment : 'reads and writes of the table wait while its rows are written anew',
      sql: [`ALTER TABLE ${tableAt(table)} ALTER COLUMN ${column} TYPE ${to.sqlType} USING ${using}`],
    },
  ]
}

/** Checked first beside the writers, then believed (postgresql.org/docs/current/sql-altertable.html, SET NOT NULL). */
const stricter = ({ table }: At, [from, to]: Pair) => {
  const column = quoted(to.name)
  const at = `ALTER TABLE ${tableAt(table)}`
  const filled = quoted(`charter_${to.name}_filled`.slice(0, 60))
  const sql = [
    ...(to.check !== undefined && checkOf(from) !== checkOf(to) ? [`${at} ADD CHECK (${to.check})`] : []),
    ...(!from.isRequired && to.isRequired
      ? [
          `${at} ADD CONSTRAINT ${filled} CHECK (${column} IS NOT NULL) NOT VALID`,
          `${at} VALIDATE CONSTRAINT ${filled}`,
          `${at} ALTER COLUMN ${column} SET NOT NULL`,
          `${at} DROP CONSTRAINT ${filled}`,
        ]
      : []),
  ]
  if (sql.length === 0) return []
  const now = {
    ...from,
    name: to.name,
    ...(from.check !== undefined && { check: from.check.replaceAll(quoted(from.name), column) }),
  }
  return [
    {
      sentence: `${table.name}: ${to.name} ${to.isRequired && !from.isRequired ? 'must have a value' : 'takes fewer values'}`,
      locks: 'writes of the table wait while its rows are read once',
      sql,
      ...nullsRefused(tableAt(table), [[now, to]]),
    },
  ]
}

export const dropConstraint = (table: TableStructure, name: string): string =>
  `ALTER TABLE ${tableAt(table)} DROP CONSTRAINT ${quoted(name)}`
