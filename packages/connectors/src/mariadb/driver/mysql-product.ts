import type { Product } from './product.ts'

/** MySQL 8.4 and 9. */
export const mysqlProduct: Product = {
  title: 'MySQL',
  scheme: 'mysql',
  isOurs: (version) => !/mariadb/i.test(version),
  otherwise: 'For MariaDB begin the URL with mariadb://, and say `mariadb` where the charter says `mysql`.',
  // dev.mysql.com/doc/refman/8.4/en/charset-unicode-sets.html: the binary collation that is NO PAD.
  collation: 'utf8mb4_0900_bin',
  // With NO_BACKSLASH_ESCAPES a table cannot be opened that has a CHECK, a default or a generated column with a quote in a text: the
  // server keeps those with escapes, and reads them by the mode of whoever comes first (9.7.4).
  modes: [],
  // In milliseconds, of SELECT alone (…/en/server-system-variables.html#sysvar_max_execution_time).
  settings: (statementTimeoutMs) => ({ max_execution_time: String(Math.max(1, Math.ceil(statementTimeoutMs))) }),
  endedAfterMs: (statementTimeoutMs) => statementTimeoutMs + 100,
  // VALUES() is deprecated (…/en/insert-on-duplicate.html).
  onDuplicate: (columns) =>
    ` AS given ON DUPLICATE KEY UPDATE ${columns.map((name) => `"${name}" = given."${name}"`).join(', ')}`,
  // CREATE INDEX knows no IF NOT EXISTS (…/en/create-index.html).
  indexOnce: () => null,
  // dev.mysql.com/doc/mysql-errors/8.4/en/server-error-reference.html
  errors: {
    3024: 'timeout',
    3140: 'wrong-type',
    3169: 'unavailable',
    3819: 'checked',
    4031: 'unavailable',
  },
}
