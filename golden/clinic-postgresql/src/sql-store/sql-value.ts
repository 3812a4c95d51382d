import type { Json } from '../runtime/index.ts'

/** A value as drivers take and give it. Rows are arrays in column order. */
export type SqlValue = null | number | bigint | string | Uint8Array
export type SqlRow = readonly SqlValue[]

/** A JSON array text that `filters.in` and `RelationSql.match` take; big integers stay digits. */
export const jsonArrayText = (values: readonly (SqlValue | readonly SqlValue[])[]): string =>
  `[${values.map((value) => (Array.isArray(value) ? jsonArrayText(value) : jsonText(value as SqlValue))).join(',')}]`

const jsonText = (value: SqlValue): string =>
  typeof value === 'bigint'
    ? value.toString()
    : value instanceof Uint8Array
      ? 'null'
      : JSON.stringify(value satisfies Json)
