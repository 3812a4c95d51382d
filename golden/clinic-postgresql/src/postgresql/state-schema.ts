/** The companion schema that holds service state, as an SQL name. */
export const stateName = '"charter_state"'

/** Tells our schema from another of the same name. */
export const stateComment = 'State of a Charter service'

/** Makes the schema; fails where there is one. */
export const makeStateSchema: readonly string[] = [
  `CREATE SCHEMA ${stateName}`,
  `COMMENT ON SCHEMA ${stateName} IS '${stateComment}'`,
]

/** Tables of the state, in the companion schema. */
export const stateTables: readonly string[] = [
  `CREATE TABLE IF NOT EXISTS ${stateName}."audit" (
  "position" bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  "body" text NOT NULL
)`,
  `CREATE TABLE IF NOT EXISTS ${stateName}."audit_row" (
  "row" bigint NOT NULL,
  "position" bigint NOT NULL,
  PRIMARY KEY ("row", "position")
)`,
  `CREATE TABLE IF NOT EXISTS ${stateName}."audit_pending" (
  "position" bigint PRIMARY KEY,
  "lines" integer NOT NULL,
  "drained" integer NOT NULL DEFAULT 0,
  "holder" text,
  "held_until" timestamptz
) WITH (fillfactor = 70)`,
  `CREATE TABLE IF NOT EXISTS ${stateName}."idempotency" (
  "scope" text COLLATE "C" PRIMARY KEY,
  "input" text NOT NULL,
  "saved_at_ms" bigint NOT NULL,
  "value" text NOT NULL,
  "version" text
)`,
  `CREATE INDEX IF NOT EXISTS "idempotency_age" ON ${stateName}."idempotency" ("saved_at_ms")`,
  `CREATE TABLE IF NOT EXISTS ${stateName}."api_key" (
  "hash" text COLLATE "C" PRIMARY KEY,
  "id" text COLLATE "C" NOT NULL UNIQUE,
  "principal" text NOT NULL,
  "roles" text NOT NULL,
  "attributes" text NOT NULL,
  "tenant" text,
  "expires_at_ms" bigint
)`,
  `CREATE TABLE IF NOT EXISTS ${stateName}."key" (
  "purpose" text COLLATE "C" NOT NULL,
  "version" bigint NOT NULL,
  "id" text COLLATE "C" NOT NULL UNIQUE,
  "provider" text NOT NULL,
  "wrapped" text NOT NULL,
  "made_at_ms" bigint NOT NULL,
  "active_from_ms" bigint NOT NULL,
  "is_retired" boolean NOT NULL,
  PRIMARY KEY ("purpose", "version")
)`,
  `CREATE TABLE IF NOT EXISTS ${stateName}."token" (
  "token" text COLLATE "C" PRIMARY KEY,
  "entity" text NOT NULL,
  "field" text NOT NULL,
  "tenant" text,
  "value_index" text COLLATE "C" UNIQUE,
  "sealed" text NOT NULL
)`,
  `CREATE TABLE IF NOT EXISTS ${stateName}."job" (
  "name" text COLLATE "C" PRIMARY KEY,
  "position" text NOT NULL
)`,
  `CREATE TABLE IF NOT EXISTS ${stateName}."claim" (
  "scope" text COLLATE "C" PRIMARY KEY,
  "input" text NOT NULL,
  "id" text NOT NULL,
  "claimed_at_ms" bigint NOT NULL,
  "prepared" text
)`,
  `CREATE TABLE IF NOT EXISTS ${stateName}."outbox" (
  "position" bigint GENERATED ALWAYS AS IDENTITY,
  "written_by" xid8 NOT NULL DEFAULT pg_catalog.pg_current_xact_id(),
  "at_ms" bigint NOT NULL,
  "changes" text NOT NULL,
  PRIMARY KEY ("written_by", "position")
)`,
  `CREATE TABLE IF NOT EXISTS ${stateName}."api_key_scopes" (
  "hash" text COLLATE "C" PRIMARY KEY,
  "scopes" text NOT NULL
)`,
]

/** The same for whoever owns the database to make. */
export const stateDdl: readonly string[] = [...makeStateSchema, ...stateTables]

export const tableNames: readonly string[] = stateTables.flatMap(
  (statement) => /^CREATE TABLE IF NOT EXISTS "[^"]+"\."([^"]+)"/.exec(statement)?.[1] ?? [],
)

/** The table that was added last: where it is, all are. */
export const newestTable = 'api_key_scopes'

/**
 * Gives a row when the state has a table of the parameter's name. Reads the catalogue's tables, since `to_regclass` looks at
 * what the session has cached, and misses what another has just made.
 */
export const findStateTable = `SELECT 1 FROM pg_catalog.pg_class AS c JOIN pg_catalog.pg_namespace AS n ON n.oid = c.relnamespace
WHERE n.nspname = '${stateName.slice(1, -1)}' AND c.relname = ?::text`
