import { isKeyType, type Loss } from '@charter/charter'
import { firstKey } from '../first-key.ts'
import { computed, partlyUnique, renamed } from '../loss-sentences.ts'
import type { PlannedEntity, PlannedField } from '../plan.ts'
import { claim, memberNameOf } from '../words.ts'
import type { CatalogueDialect, Column, ReadType, Table } from './catalogue.ts'
import { type Condition, readCondition } from './conditions.ts'
import { defaultOf } from './defaults.ts'
import type { TableLosses, TableLossReason } from './table-losses.ts'
import { primaryKeyOf } from './told.ts'

type FieldsPlan = Pick<PlannedEntity, 'key' | 'isReadOnly' | 'fields' | 'unique'>

/** The fields of a table or view, its key, and what is unique in it. */
export const planFields = <Reason extends string>(
  dialect: CatalogueDialect<Reason>,
  table: Table,
  losses: Loss<Reason | TableLossReason>[],
): FieldsPlan => {
  const conditions = conditionsOf(table, losses)
  const isKeyColumn = (column: Column): boolean => isKeyType(dialect.typeOf(column, of(column, conditions)).type)
  const keyColumns = keyOf(table, isKeyColumn)
  const names = new Set<string>()
  const fields = table.columns.map((column): PlannedField => {
    const about = `${table.name}.${column.name}`
    const { collation } = column
    if (collation)
      losses.push({
        reason: 'collation',
        about,
        sentence: `${about} is ordered by the collation ${collation}; filters compare by code point.`,
      })
    const { type, columnType, isReadOnly = false } = fieldType(dialect, column, conditions, about, losses)
    return {
      name: fieldName(column, names, about, losses),
      column: column.name,
      type,
      isOptional: !column.isNotNull && !keyColumns.includes(column.name),
      isUnique: isUnique(table, column) && !(keyColumns.length === 1 && keyColumns[0] === column.name),
      isReadOnly: column.isGenerated || isReadOnly,
      ...(column.comment !== undefined && { description: column.comment }),
      ...(columnType !== undefined && { columnType }),
      ...(collation && { columnType: `${column.declaredType} COLLATE ${collation}` }),
      ...(column.isNumbered ? { default: 'sequence' } : defaultOf(column, { dialect, type, about, losses })),
    }
  })
  const nameOf = (column: string) => fields.find((field) => field.column === column)?.name ?? column
  reportKey(dialect, table, keyColumns, losses)
  reportIndexes(table, losses)
  return {
    key: keyColumns.map(nameOf),
    isReadOnly: keyColumns.length === 0 || table.isView,
    fields,
    unique: uniqueGroups(table, keyColumns).map((group) => group.map(nameOf)),
  }
}

const conditionsOf = (table: Table, losses: TableLosses): readonly Condition[] => {
  const isInteger = (column: string) =>
    /int/i.test(table.columns.find((each) => each.name.toLowerCase() === column.toLowerCase())?.declaredType ?? '')
  return table.checks.flatMap((tokens) => {
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

const fieldName = (column: Column, names: Set<string>, about: string, losses: TableLosses): string => {
  const wished = memberNameOf(column.name)
  const name = claim(names, wished, wished || 'column')
  if (name !== wished) losses.push(renamed(about, about, name))
  return name
}

const fieldType = <Reason extends string>(
  dialect: CatalogueDialect<Reason>,
  column: Column,
  conditions: readonly Condition[],
  about: string,
  losses: Loss<Reason | TableLossReason>[],
): ReadType<Reason> => {
  const read = dialect.typeOf(column, of(column, conditions))
  if (read.loss) losses.push({ ...read.loss, about })
  if (column.isGenerated) losses.push(computed(about, about))
  return read
}

const of = ({ name }: Column, conditions: readonly Condition[]): readonly Condition[] =>
  conditions.filter((each) => each.column.toLowerCase() === name.toLowerCase())

/** The primary key, else the smallest set of columns that is unique and never empty; none of types that identify no row. */
const keyOf = (table: Table, isKeyColumn: (column: Column) => boolean): readonly string[] => {
  const primary = primaryKeyOf(table)
  if (primary.length > 0 && primary.every(isKeyColumn)) return primary.map((column) => column.name)
  return firstKey([uniqueIndexes(table)], (name) =>
    table.columns.some((column) => column.name === name && column.isNotNull && isKeyColumn(column)),
  )
}

const uniqueIndexes = (table: Table): readonly (readonly string[])[] =>
  table.indexes
    .filter((index) => index.isUnique && !index.isPartial && !index.columns.includes(null))
    .map((index) => index.columns.flatMap((name) => name ?? []))

const isUnique = (table: Table, column: Column): boolean =>
  uniqueIndexes(table).some((columns) => columns.length === 1 && columns[0] === column.name)

const uniqueGroups = (table: Table, key: readonly string[]): readonly (readonly string[])[] => {
  const groups = uniqueIndexes(table).filter((columns) => columns.length > 1 && columns.join('\0') !== key.join('\0'))
  return [...new Map(groups.map((columns) => [columns.join('\0'), columns])).values()]
}

const reportKey = (dialect: CatalogueDialect, table: Table, key: readonly string[], losses: TableLosses): void => {
  for (const { name } of table.columns.filter(
    (column) => key.includes(column.name) && dialect.mayLackKey(table, column),
  ))
    losses.push({
      reason: 'nullable-key',
      about: `${table.name}.${name}`,
      sentence: `${table.name}.${name} is of the key, and ${dialect.title} lets a row have none: nobody could name such a row, so reading it is refused. Declare the column NOT NULL.`,
    })
  if (key.length > 0) return
  const primary = primaryKeyOf(table).map(({ name, declaredType }) => `${name} ${declaredType}`)
  const what = table.isView
    ? 'a view, whose rows have no key'
    : primary.length > 0
      ? `a table whose key cannot stand in a request (${primary.join(', ')})`
      : 'without a key'
  losses.push({
    reason: 'no-key',
    about: table.name,
    sentence: `${table.name} is ${what}, so it can be listed, but single rows cannot be read or written.`,
  })
}

const reportIndexes = (table: Table, losses: TableLosses): void => {
  for (const index of table.indexes)
    if (index.isUnique && (index.isPartial || index.columns.includes(null)))
      losses.push(partlyUnique(table.name, index.name))
}
