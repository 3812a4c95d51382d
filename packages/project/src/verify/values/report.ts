import type { Loss } from '@charter/charter'

/** How the values of an API compare with what the database's own program prints. */
export interface ValuesReport {
  readonly target: string
  readonly tables: readonly TableValues[]
  /** Losses that are of no table that was compared. */
  readonly losses: readonly Loss[]
}

export interface TableValues {
  readonly entity: string
  /** As it is written in SQL. */
  readonly table: string
  readonly rows: number
  readonly cells: number
  readonly equal: number
  /** Fields whose cells differ, with the first that does. */
  readonly differing: readonly CellDifference[]
  /** Fields that the API refuses to tell, in its own words, as some row has what their type cannot say: their cells are not equal. */
  readonly unsaid: readonly { readonly field: string; readonly detail: string }[]
  /** Why nothing of it was compared. */
  readonly skipped?: string
  readonly losses: readonly Loss[]
}

export interface CellDifference {
  readonly field: string
  readonly cells: number
  /** The key of the first row, as JSON. */
  readonly key: string
  readonly database: string | null
  readonly api: string | null
}

export const isEqual = ({ tables }: ValuesReport): boolean =>
  tables.some(({ cells }) => cells > 0) && tables.every(({ cells, equal }) => cells === equal)

export const valuesLines = ({ target, tables, losses }: ValuesReport): readonly string[] => {
  const compared = tables.filter(({ skipped }) => skipped === undefined)
  const sum = (of: (table: TableValues) => number): number => compared.reduce((all, table) => all + of(table), 0)
  return [
    ...tables.flatMap(tableLines),
    ...losses.map(lossLine),
    `${target}: ${compared.length} of ${tables.length} tables, ${sum(({ cells }) => cells)} cells compared, ${sum(({ equal }) => equal)} equal.`,
  ]
}

const tableLines = (of: TableValues): readonly string[] => [
  of.skipped === undefined
    ? `${of.cells === of.equal ? '' : 'FAILED '}${of.table}: ${of.rows} rows, ${of.cells} cells compared, ${of.equal} equal`
    : `${of.table}: not compared, ${of.skipped}`,
  ...of.differing.map(
    ({ field, cells, key, database, api }) =>
      `  ${field}: ${cells} differ, as of ${key}: ${shown(database)} in the database, ${shown(api)} in the API`,
  ),
  ...of.unsaid.map(({ field, detail }) => `  ${field}: ${detail}`),
  ...of.losses.map(lossLine),
]

const shown = (text: string | null): string => (text === null ? 'no value' : JSON.stringify(text.slice(0, 200)))

const lossLine = ({ reason, about, sentence }: Loss): string => `  ${reason} ${about}: ${sentence}`
