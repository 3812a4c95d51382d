import type { Product } from './product.ts'

/**
 * Everything that decides how a statement is read and how a value is spelled, whatever the server's own configuration: names in
 * double quotes, `||`, a value that does not fit refused and never cut.
 */
const modes = [
  'ANSI_QUOTES',
  'PIPES_AS_CONCAT',
  'STRICT_ALL_TABLES',
  'NO_ZERO_DATE',
  'NO_ZERO_IN_DATE',
  'ERROR_FOR_DIVISION_BY_ZERO',
  'NO_ENGINE_SUBSTITUTION',
  'NO_AUTO_VALUE_ON_ZERO',
  'NO_UNSIGNED_SUBTRACTION',
]

export interface SessionSettings {
  readonly isReadOnly: boolean
  readonly statementTimeoutMs: number
}

/** Said once in every session. Alone a statement of SERIALIZABLE reads what is committed; in a transaction it locks what it reads. */
export const settings = (product: Product, { isReadOnly, statementTimeoutMs }: SessionSettings): readonly string[] => [
  `SET NAMES utf8mb4 COLLATE ${product.collation}`,
  `SET SESSION ${Object.entries({
    sql_mode: `'${[...modes, ...product.modes].join(',')}'`,
    time_zone: `'+00:00'`,
    innodb_lock_wait_timeout: secondsOf(statementTimeoutMs),
    lock_wait_timeout: secondsOf(statementTimeoutMs),
    max_sort_length: String(sortedBytes),
    // The least that the server sorts with: fifteen such texts.
    sort_buffer_size: String(sortedBytes * 16),
    group_concat_max_len: '4294967295',
    sql_auto_is_null: '0',
    foreign_key_checks: '1',
    unique_checks: '1',
    ...product.settings(statementTimeoutMs),
  })
    .map(([name, value]) => `${name} = ${value}`)
    .join(', ')}`,
  `SET SESSION TRANSACTION ISOLATION LEVEL SERIALIZABLE, ${isReadOnly ? 'READ ONLY' : 'READ WRITE'}`,
]

const secondsOf = (ms: number): string => String(Math.max(1, Math.ceil(ms / 1000)))

/** So much of a long text decides its place in an order: 65,536 characters. */
const sortedBytes = 262_144
