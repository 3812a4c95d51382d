import { quoted } from '../store/identifier.ts'
import type { IndexStructure, Structure, TableStructure } from '../structure.ts'
import type { MigrationDialect } from './dialect.ts'
import { matchById } from './match.ts'
import type { SqlStep } from './step.ts'

/** Before anything is done: values that are to be unique from now on, of columns that are there. */
export const uniqueSteps = (dialect: MigrationDialect, before: Structure, after: Structure): readonly SqlStep[] =>
  matchById(before.tables, after.tables).pairs.flatMap(([from, to]) =>
    to.indexes
      .filter((index) => index.isUnique && !isUniqueIn(from, index) && isThere(from, to, index))
      .map((index) => uniqueStep(dialect, from, to, index)),
  )

const uniqueStep = (
  dialect: MigrationDialect,
  from: TableStructure,
  to: TableStructure,
  { name, columns, where }: IndexStructure,
): SqlStep => {
  const names = columns.map(quoted)
  const conditions = [...names.map((each) => `${each} IS NOT NULL`), ...(where === undefined ? [] : [`(${where})`])]
  const grouped = `SELECT 1 FROM ${dialect.tableAt(from)} WHERE ${conditions.join(' AND ')} GROUP BY ${names.join(', ')} HAVING count(*) > 1`
  return {
    id: `expand unique ${name}`,
    phase: 'expand',
    sentence: `${to.name}: no two rows have the same ${columns.join(', ')}`,
    locks: 'nothing: reads and writes go on while the rows are read once',
    sql: [],
    mode: 'transaction',
    refusedBy: {
      sql: `SELECT count(*) FROM (${grouped}) AS taken`,
      sentence: `${columns.join(', ')} of ${to.name} must be another in every row, and several rows share one`,
      counts: 'value',
    },
  }
}

const isUniqueIn = ({ indexes }: TableStructure, { columns, where }: IndexStructure): boolean =>
  indexes.some((each) => each.isUnique && each.where === where && each.columns.join() === columns.join())

/** Whether the columns hold already what the index is over. */
const isThere = (from: TableStructure, to: TableStructure, { columns, where = '' }: IndexStructure): boolean => {
  const valueIn = ({ columns: all }: TableStructure, name: string) =>
    JSON.stringify(all.find((column) => column.name === name)?.value)
  const asked = [...where.matchAll(/"((?:[^"]|"")+)"/g)].map(([, name = '']) => name.replaceAll('""', '"'))
  return [...columns, ...asked].every(
    (name) => valueIn(from, name) !== undefined && valueIn(from, name) === valueIn(to, name),
  )
}
