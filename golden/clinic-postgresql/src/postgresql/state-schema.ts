import { newestTables, readOf, type StateTypes, sharedTables } from '../sql-store/index.ts'
import { stateComment, stateName } from './state-name.ts'

/** Makes the schema; fails where there is one. */
export const makeStateSchema: readonly string[] = [
  `CREATE SCHEMA ${stateName}`,
  `COMMENT ON SCHEMA ${stateName} IS '${stateComment}'`,
]

const types: StateTypes = {
  key: 'text COLLATE "C"',
  short: 'text COLLATE "C"',
  text: 'text',
  number: 'bigint',
  flag: 'boolean',
  counted: 'bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY',
  create: (name, lines) =>
    `CREATE TABLE IF NOT EXISTS ${stateName}."${name}" (\n  ${lines.join(',\n  ')}\n)${name === 'audit_pending' ? ' WITH (fillfactor = 70)' : ''}`,
  index: (name, table, column) => `CREATE INDEX IF NOT EXISTS "${name}" ON ${stateName}."${table}" ("${column}")`,
}

const tablesOf = (spelling: StateTypes): readonly string[] => [
  ...sharedTables(spelling),
  spelling.create('audit_pending', [
    '"position" bigint PRIMARY KEY',
    '"lines" integer NOT NULL',
    '"drained" integer NOT NULL DEFAULT 0',
    '"holder" text',
    '"held_until" timestamptz',
  ]),
  spelling.create('outbox', [
    '"position" bigint GENERATED ALWAYS AS IDENTITY',
    '"written_by" xid8 NOT NULL DEFAULT pg_catalog.pg_current_xact_id()',
    '"at_ms" bigint NOT NULL',
    '"changes" text NOT NULL',
    'PRIMARY KEY ("written_by", "position")',
  ]),
  ...newestTables(spelling),
]

/** Tables of the state, in the companion schema. */
export const stateTables: readonly string[] = tablesOf(types)

/** What they are called. */
export const tableNames: readonly string[] = tablesOf({ ...types, create: (name) => name, index: () => '' }).filter(
  (name) => name !== '',
)

/** The same for whoever owns the database to make. */
export const stateDdl = {
  statements: [...makeStateSchema, ...stateTables],
  grants: [
    'GRANT USAGE ON SCHEMA charter_state TO …',
    'GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA charter_state TO …',
  ],
}

/**
 * Gives a row when the state has a table of the parameter's name. Reads the catalogue's tables, since `to_regclass` looks at
 * what the session has cached, and misses what another has just made.
 */
export const findStateTable =
  readOf(`SELECT 1 FROM pg_catalog.pg_class AS c JOIN pg_catalog.pg_namespace AS n ON n.oid = c.relnamespace
WHERE n.nspname = '${stateName.slice(1, -1)}' AND c.relname = ?::text`)
