import type { Loss } from '@charter/charter'
import type { Type } from '@charter/runtime'
import { claim, memberNameOf, type PlannedEntity, type PlannedField } from '@charter/sql'
import type { Column, Table } from './catalogue.ts'
import { type Condition, readCondition } from './conditions.ts'
import { readDeclarations } from './declarations.ts'
import { defaultOf } from './defaults.ts'
import { typeOf } from './types.ts'

type FieldsPlan = Pick<PlannedEntity, 'key' | 'isReadOnly' | 'fields' | 'unique'>

/** The fields of a table or view, its key, and what is unique in it. */
export const planFields = (table: Table, losses: Loss[]): FieldsPlan => {
  const declarations = readDeclarations(table.kind === 'view' ? '' : table.sql)
  const conditions = conditionsOf(table, declarations.checks, losses)
  const keyColumns = keyOf(table)
  const names = new Set<string>()
  const fields = table.columns.map((column): PlannedField => {
    const about = `${table.name}.${column.name}`
    const collation = declarations.collations.get(column.name.toLowerCase())
    if (collation)
      losses.push({
        reason: 'collation',
        about,
        sentence: `${about} is ordered by the collation ${collation}; filters compare by code point.`,
      })
    const type = fieldType(column, conditions, about, losses)
    const isNumbered = isRowid(table, column)
    return {
      name: fieldName(column, names, about, losses),
      column: column.name,
      type,
      isOptional: !column.isNotNull && !keyColumns.includes(column.name),
      isUnique: isUnique(table, column) && !(keyColumns.length === 1 && keyColumns[0] === column.name),
      isReadOnly: column.isGenerated,
      ...(collation && { columnType: `${column.declaredType} COLLATE ${collation}` }),
      ...(isNumbered ? { default: 'sequence' } : defaultOf(column, type, about, losses)),
    }
  })
  const nameOf = (column: string) => fields.find((field) => field.column === column)?.name ?? column
  reportKey(table, keyColumns, losses)
  reportIndexes(table, losses)
  return {
    key: keyColumns.map(nameOf),
    isReadOnly: keyColumns.length === 0 || table.kind === 'view',
    fields,
    unique: uniqueGroups(table).map((group) => group.map(nameOf)),
  }
}

const conditionsOf = (
  table: Table,
  checks: readonly (readonly Parameters<typeof readCondition>[0][number][])[],
  losses: Loss[],
): readonly Condition[] => {
  const isInteger = (column: string) =>
    /int/i.test(table.columns.find((each) => each.name.toLowerCase() === column.toLowerCase())?.declaredType ?? '')
  return checks.flatMap((tokens) => {
    const read = readCondition(tokens, isInteger)
    if (read) return read
    const text = tokens
      .map((token) => token.text)
      .join(' ')
      .slice(0, 120)
    losses.push({
      reason: 'check-not-read',
      about: table.name,
      sentence: `The database checks (${text}); the charter does not say so, and a write that breaks it is refused by the database.`,
    })
    return []
  })
}

const fieldName = (column: Column, names: Set<string>, about: string, losses: Loss[]): string => {
  const wished = memberNameOf(column.name)
  const name = claim(names, wished, wished || 'column')
  if (name !== wished)
    losses.push({
      reason: 'name-changed',
      about,
      sentence: `${about} is served as ${name}: its own name is taken or cannot be written.`,
    })
  return name
}

const fieldType = (column: Column, conditions: readonly Condition[], about: string, losses: Loss[]): Type => {
  const mine = conditions.filter((each) => each.column.toLowerCase() === column.name.toLowerCase())
  const { type, loss } = typeOf(column.declaredType, mine)
  if (loss) losses.push({ ...loss, about })
  if (column.isGenerated)
    losses.push({
      reason: 'generated-column',
      about,
      sentence: `${about} is computed by the database, so it can be read only.`,
    })
  return type
}

/** The primary key, else the smallest set of columns that is unique and never empty. */
const keyOf = (table: Table): readonly string[] => {
  const primary = table.columns.filter((column) => column.keyPlace > 0).sort((a, b) => a.keyPlace - b.keyPlace)
  if (primary.length > 0) return primary.map((column) => column.name)
  const whole = uniqueIndexes(table).filter((columns) =>
    columns.every((name) => table.columns.some((column) => column.name === name && column.isNotNull)),
  )
  return whole.sort((a, b) => a.length - b.length)[0] ?? []
}

/** INTEGER PRIMARY KEY is the row's number, given by SQLite where none is (sqlite.org/lang_createtable.html#rowid). */
const isRowid = (table: Table, column: Column): boolean =>
  column.keyPlace === 1 &&
  !table.isWithoutRowid &&
  column.declaredType.toUpperCase() === 'INTEGER' &&
  table.columns.every((other) => other === column || other.keyPlace === 0)

const uniqueIndexes = (table: Table): readonly (readonly string[])[] =>
  table.indexes
    .filter((index) => index.isUnique && !index.isPartial && !index.columns.includes(null))
    .map((index) => index.columns.flatMap((name) => name ?? []))

const isUnique = (table: Table, column: Column): boolean =>
  uniqueIndexes(table).some((columns) => columns.length === 1 && columns[0] === column.name)

const uniqueGroups = (table: Table): readonly (readonly string[])[] => {
  const key = keyOf(table).join('\0')
  const groups = uniqueIndexes(table).filter((columns) => columns.length > 1 && columns.join('\0') !== key)
  return [...new Map(groups.map((columns) => [columns.join('\0'), columns])).values()]
}

const reportKey = (table: Table, key: readonly string[], losses: Loss[]): void => {
  for (const { name } of table.columns.filter((column) => key.includes(column.name) && mayLackKey(table, column)))
    losses.push({
      reason: 'nullable-key',
      about: `${table.name}.${name}`,
      sentence: `${table.name}.${name} is of the key, and SQLite lets a row have none: nobody could name such a row, so reading it is refused. Declare the column NOT NULL.`,
    })
  if (key.length > 0) return
  const what = table.kind === 'view' ? 'a view, whose rows have no key' : 'without a key'
  losses.push({
    reason: 'no-key',
    about: table.name,
    sentence: `${table.name} is ${what}, so it can be listed, but single rows cannot be read or written.`,
  })
}

/** A PRIMARY KEY does not say NOT NULL but of a row's number, without rowids, or in a STRICT table (sqlite.org/lang_createtable.html). */
const mayLackKey = (table: Table, column: Column): boolean =>
  table.kind === 'table' && !column.isNotNull && !isRowid(table, column)

const reportIndexes = (table: Table, losses: Loss[]): void => {
  for (const index of table.indexes)
    if (index.isUnique && (index.isPartial || index.columns.includes(null)))
      losses.push({
        reason: 'expression-index',
        about: `${table.name}.${index.name}`,
        sentence: `The unique index ${index.name} covers an expression or some rows only; the charter does not say so, and the database refuses what breaks it.`,
      })
}
