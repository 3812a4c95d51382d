import { expect, test } from 'vitest'
import { mariadbProduct } from './mariadb-product.ts'
import { mysqlProduct } from './mysql-product.ts'
import type { Product } from './product.ts'
import { settings } from './settings.ts'
import { stateTablesOf } from './state-schema.ts'

interface Line {
  readonly member: keyof Product
  ask(product: Product): unknown
  readonly mariadb: unknown
  readonly mysql: unknown
}

const lines: readonly Line[] = [
  { member: 'title', ask: ({ title }) => title, mariadb: 'MariaDB', mysql: 'MySQL' },
  { member: 'scheme', ask: ({ scheme }) => scheme, mariadb: 'mariadb', mysql: 'mysql' },
  {
    member: 'isOurs',
    ask: ({ isOurs }) => ['10.11.14-MariaDB-0+deb12u2', '9.7.4-2', '8.4.6'].map(isOurs),
    mariadb: [true, false, false],
    mysql: [false, true, true],
  },
  {
    member: 'otherwise',
    ask: ({ otherwise }) => /(\w+):\/\//.exec(otherwise)?.[1],
    mariadb: 'mysql',
    mysql: 'mariadb',
  },
  {
    member: 'collation',
    ask: ({ collation }) => collation,
    mariadb: 'utf8mb4_nopad_bin',
    mysql: 'utf8mb4_0900_bin',
  },
  {
    member: 'modes',
    ask: (product) =>
      settings(product, { isReadOnly: true, statementTimeoutMs: 1 })[1]?.includes('NO_BACKSLASH_ESCAPES'),
    mariadb: true,
    mysql: false,
  },
  {
    member: 'settings',
    ask: (product) => product.settings(1500),
    mariadb: { max_statement_time: '1.5', optimizer_switch: `'subquery_cache=off'`, check_constraint_checks: '1' },
    mysql: { max_execution_time: '1500' },
  },
  { member: 'endedAfterMs', ask: (product) => product.endedAfterMs(1500), mariadb: null, mysql: 1600 },
  {
    member: 'onDuplicate',
    ask: ({ onDuplicate }) => onDuplicate(['a', 'b']),
    mariadb: ' ON DUPLICATE KEY UPDATE "a" = VALUES("a"), "b" = VALUES("b")',
    mysql: ' AS given ON DUPLICATE KEY UPDATE "a" = given."a", "b" = given."b"',
  },
  {
    member: 'indexOnce',
    ask: (product) => stateTablesOf(product).filter((statement) => statement.includes('idempotency_age')),
    mariadb: ['CREATE INDEX IF NOT EXISTS "idempotency_age" ON "_charter_idempotency" ("saved_at_ms")'],
    mysql: [
      expect.stringMatching(
        /^CREATE TABLE IF NOT EXISTS "_charter_idempotency" [\s\S]*KEY "idempotency_age" \("saved_at_ms"\)\n\)/,
      ),
    ],
  },
  {
    member: 'errors',
    ask: ({ errors }) => [4025, 3819, 1969, 3024].map((number) => errors[number]),
    mariadb: ['checked', undefined, 'timeout', undefined],
    mysql: [undefined, 'checked', undefined, 'timeout'],
  },
]

test.each(lines)('$member is as the server has it', ({ ask, mariadb, mysql }) => {
  expect(ask(mariadbProduct)).toEqual(mariadb)
  expect(ask(mysqlProduct)).toEqual(mysql)
})

test.each([mariadbProduct, mysqlProduct])('nothing that differs of $title is left out', (product) => {
  expect(lines.map(({ member }) => member).sort()).toEqual(Object.keys(product).sort())
})
