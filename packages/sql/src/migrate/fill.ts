import { type Charter, type Field, isSealed } from '@charter/charter'
import type { SqlValue } from '../store/sql-value.ts'
import { encode } from '../store/storage.ts'
import type { Storage } from '../store/stored-as.ts'
import type { MigrationDialect } from './dialect.ts'

/** How a database says what rows without a value get. */
export interface FillSpelling {
  /** As a column of ours keeps it. */
  storage(charter: Charter, field: Field): Storage
  /** A value as the column takes it. */
  constant(value: Exclude<SqlValue, null>, charter: Charter, field: Field): string
  /** By kind of default (`now`, `today`, `uuid`): what gives a value for each row. */
  readonly computed: Readonly<Record<string, string>>
}

/** `MigrationDialect.fill`: the charter's default. */
export const fillWith =
  ({ storage, constant, computed }: FillSpelling): MigrationDialect['fill'] =>
  (charter, field) => {
    if (isSealed(field) || !field.default) return null
    if (field.default.kind !== 'value') {
      const sql = computed[field.default.kind]
      return sql === undefined ? null : { sql, isConstant: false }
    }
    const value = encode(storage(charter, field), field.default.value)
    return value === null ? null : { sql: constant(value, charter, field), isConstant: true }
  }
