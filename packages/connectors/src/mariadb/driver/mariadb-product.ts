import type { Product } from './product.ts'

/** MariaDB 10.11 and later. */
export const mariadbProduct: Product = {
  title: 'MariaDB',
  scheme: 'mariadb',
  isOurs: (version) => /mariadb/i.test(version),
  otherwise: 'For MySQL begin the URL with mysql://, and say `mysql` where the charter says `mariadb`.',
  // mariadb.com/kb/en/supported-character-sets-and-collations
  collation: 'utf8mb4_nopad_bin',
  // Literals have no escapes (mariadb.com/kb/en/sql-mode).
  modes: ['NO_BACKSLASH_ESCAPES'],
  settings: (statementTimeoutMs) => ({
    // In seconds, of every statement (mariadb.com/kb/en/server-system-variables/#max_statement_time).
    max_statement_time: String(statementTimeoutMs / 1000),
    // It keeps what a subquery gave by the outer column's collation, so a row `X` is given what is so for `x` (mariadb.com/kb/en/subquery-cache).
    optimizer_switch: `'subquery_cache=off'`,
    check_constraint_checks: '1',
  }),
  endedAfterMs: () => null,
  // mariadb.com/kb/en/values-value
  onDuplicate: (columns) =>
    ` ON DUPLICATE KEY UPDATE ${columns.map((name) => `"${name}" = VALUES("${name}")`).join(', ')}`,
  indexOnce: (name, table, column) => `CREATE INDEX IF NOT EXISTS "${name}" ON "${table}" ("${column}")`,
  // mariadb.com/kb/en/mariadb-error-codes
  errors: { 1927: 'unavailable', 1969: 'timeout', 4025: 'checked' },
}
