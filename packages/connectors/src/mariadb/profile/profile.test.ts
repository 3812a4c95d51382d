import { raw } from '@charter/sql'
import { expect, test } from 'vitest'
import type { Change } from './change.ts'
import { mariadbProfile } from './mariadb.ts'
import { mysqlProfile } from './mysql.ts'
import type { Profile } from './profile.ts'

interface Line {
  readonly member: keyof Profile
  ask(profile: Profile): unknown
  readonly mariadb: unknown
  readonly mysql: unknown
}

const [held, asked] = [raw('t."tags"'), raw('?')]
const added: Change = { does: 'add column', name: 'b', text: '"b" int NULL' }
const renamed: Change = { does: 'change column', from: 'a', name: 'c', text: '"c" int NULL' }
const widened: Change = { does: 'change column', from: 'a', name: 'a', text: '"a" bigint NULL' }
const key: Change = { does: 'set key', columns: ['tenant', 'id'] }
const where = (condition: string, statement: string): readonly string[] => [
  `SET @charter_change = IF(${condition}, '${statement}', 'DO 0')`,
  'PREPARE charter_change FROM @charter_change',
  'EXECUTE charter_change',
  'DEALLOCATE PREPARE charter_change',
]
const there = (view: string, name: string): string =>
  `EXISTS (SELECT 1 FROM information_schema.${view} = '${name}' AND table_schema = database() AND table_name = 'one')`

const lines: readonly Line[] = [
  { member: 'name', ask: ({ name }) => name, mariadb: 'mariadb', mysql: 'mysql' },
  { member: 'product', ask: ({ product }) => product.title, mariadb: 'MariaDB', mysql: 'MySQL' },
  {
    member: 'isTrue',
    ask: ({ isTrue }) => isTrue('t."a"'),
    mariadb: '(t."a" <> 0)',
    mysql: 'CAST((t."a" <> 0) AS FLOAT)',
  },
  {
    member: 'timeParameter',
    ask: ({ timeParameter }) => timeParameter,
    mariadb: 'CAST(? AS TIME(6))',
    mysql: 'CAST(CAST(? AS CHAR) AS TIME(6))',
  },
  {
    member: 'holds',
    ask: ({ holds }) => holds('contains', held, asked).sql,
    mariadb: `((? IN (SELECT h.v FROM JSON_TABLE(t."tags", '$[*]' COLUMNS (v longtext CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin PATH '$')) AS h)) IS TRUE)`,
    mysql: 'JSON_CONTAINS(t."tags", ?)',
  },
  {
    member: 'holds',
    ask: ({ holds }) => holds('containsAny', held, asked).sql,
    mariadb: expect.stringMatching(/^EXISTS \(SELECT a\.v FROM JSON_TABLE\(\?/),
    mysql: 'JSON_OVERLAPS(t."tags", ?)',
  },
  {
    member: 'member',
    ask: ({ member }) => (['text', 'bigint', 'integer'] as const).map((kind) => member(raw('x'), { kind }).sql),
    mariadb: ['x', 'x', 'x'],
    mysql: ['JSON_QUOTE(x)', 'JSON_QUOTE(x)', 'x'],
  },
  {
    member: 'escaped',
    ask: ({ escaped }) => escaped(`"a" IN ('it''s', 'a\\b')`),
    mariadb: `"a" IN ('it''s', 'a\\b')`,
    mysql: `"a" IN ('it''s', 'a\\\\b')`,
  },
  { member: 'likeEscape', ask: ({ likeEscape }) => likeEscape, mariadb: ` ESCAPE '\\'`, mysql: '' },
  {
    member: 'default',
    ask: (profile) => [profile.default(`'a'`, 'longtext'), profile.default('1', 'bigint')],
    mariadb: [`'a'`, '1'],
    mysql: [`('a')`, '1'],
  },
  {
    member: 'defaultOf',
    ask: ({ defaultOf }) => [defaultOf({ columnType: 'varchar(36) DEFAULT uuid()' }, '"a"'), defaultOf({}, '"a"')],
    mariadb: ['DEFAULT("a")', 'DEFAULT("a")'],
    mysql: ['(uuid())', 'DEFAULT("a")'],
  },
  {
    member: 'checksSql',
    ask: ({ checksSql }) => /JOIN information_schema\.table_constraints/.test(checksSql),
    mariadb: false,
    mysql: true,
  },
  {
    member: 'columnChecksSql',
    ask: ({ columnChecksSql }) => columnChecksSql,
    mariadb: null,
    mysql: expect.stringContaining(`constraint_type = 'CHECK'`),
  },
  {
    member: 'expressionOf',
    ask: ({ expressionOf }) =>
      [`(\`a\` <> '')`, String.raw`(\`a\` in (_utf8mb4\'it\\\'s\',_latin1\'a\\\\b\'))`].map(expressionOf),
    mariadb: [`(\`a\` <> '')`, String.raw`(\`a\` in (_utf8mb4\'it\\\'s\',_latin1\'a\\\\b\'))`],
    mysql: [`(\`a\` <> '')`, String.raw`(${'`a`'} in ('it''s','a\b'))`],
  },
  {
    member: 'defaultIn',
    ask: ({ defaultIn }) => [
      defaultIn({ value: `NULL`, extra: '', type: 'varchar(9)' }),
      defaultIn({ value: `it's`, extra: '', type: 'varchar(9)' }),
      defaultIn({ value: '5', extra: '', type: 'int unsigned' }),
      defaultIn({ value: String.raw`concat(_utf8mb4\'a\',uuid())`, extra: 'DEFAULT_GENERATED', type: 'varchar(40)' }),
    ],
    mariadb: [null, `it's`, '5', String.raw`concat(_utf8mb4\'a\',uuid())`],
    mysql: [`'NULL'`, `'it''s'`, '5', `concat('a',uuid())`],
  },
  { member: 'json', ask: ({ json }) => json.isReadOnly ?? false, mariadb: false, mysql: true },
  {
    member: 'alter',
    ask: ({ alter }) => alter('one', [added, { does: 'drop index', name: 'i' }]),
    mariadb: ['ALTER TABLE "one"\n  ADD COLUMN IF NOT EXISTS "b" int NULL,\n  DROP INDEX IF EXISTS "i"'],
    mysql: where(
      `NOT ${there('columns WHERE column_name', 'b')}`,
      'ALTER TABLE "one"\n  ADD COLUMN "b" int NULL,\n  DROP INDEX "i"',
    ),
  },
  {
    member: 'alter',
    ask: ({ alter }) => alter('one', [{ does: 'drop column', name: 'c' }, renamed]),
    mariadb: ['ALTER TABLE "one"\n  DROP COLUMN IF EXISTS "c",\n  CHANGE COLUMN IF EXISTS "a" "c" int NULL'],
    // The name `c` is there before and after.
    mysql: where(
      there('columns WHERE column_name', 'a'),
      'ALTER TABLE "one"\n  DROP COLUMN "c",\n  CHANGE COLUMN "a" "c" int NULL',
    ),
  },
  {
    member: 'alter',
    ask: ({ alter }) => alter('one', [widened, key]),
    mariadb: [
      'ALTER TABLE "one"\n  CHANGE COLUMN IF EXISTS "a" "a" bigint NULL,\n  DROP PRIMARY KEY,\n  ADD PRIMARY KEY ("tenant", "id")',
    ],
    mysql: [
      'ALTER TABLE "one"\n  CHANGE COLUMN "a" "a" bigint NULL,\n  DROP PRIMARY KEY,\n  ADD PRIMARY KEY ("tenant", "id")',
    ],
  },
  {
    member: 'alter',
    ask: ({ alter }) =>
      alter('one', [{ does: 'add reference', name: 'f', text: 'FOREIGN KEY ("a") REFERENCES "two" ("id")' }]),
    mariadb: ['ALTER TABLE "one"\n  ADD CONSTRAINT "f" FOREIGN KEY IF NOT EXISTS ("a") REFERENCES "two" ("id")'],
    mysql: where(
      `NOT ${there(`table_constraints WHERE constraint_type = 'FOREIGN KEY' AND constraint_name`, 'f')}`,
      'ALTER TABLE "one"\n  ADD CONSTRAINT "f" FOREIGN KEY ("a") REFERENCES "two" ("id")',
    ),
  },
  {
    member: 'renameTable',
    ask: ({ renameTable }) => renameTable('one', 'two'),
    mariadb: ['RENAME TABLE IF EXISTS "one" TO "two"'],
    mysql: where(
      `EXISTS (SELECT 1 FROM information_schema.tables WHERE table_schema = database() AND table_name = 'one')`,
      'RENAME TABLE "one" TO "two"',
    ),
  },
  {
    member: 'createTrigger',
    ask: ({ createTrigger }) => createTrigger,
    mariadb: 'CREATE OR REPLACE TRIGGER',
    mysql: 'CREATE TRIGGER IF NOT EXISTS',
  },
  { member: 'client', ask: ({ client }) => client.program, mariadb: 'mariadb', mysql: 'mysql' },
]

test.each(lines)('$member is as the server reads it', ({ ask, mariadb, mysql }) => {
  expect(ask(mariadbProfile)).toEqual(mariadb)
  expect(ask(mysqlProfile)).toEqual(mysql)
})

test.each([mariadbProfile, mysqlProfile])('no member of the profile of $product.title is left out', (profile) => {
  expect([...new Set(lines.map(({ member }) => member))].sort()).toEqual(Object.keys(profile).sort())
})
