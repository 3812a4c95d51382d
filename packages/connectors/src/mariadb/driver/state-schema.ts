import { collation } from './settings.ts'

const made = (name: string, columns: string): string =>
  `CREATE TABLE IF NOT EXISTS "_charter_${name}" (\n  ${columns}\n) ENGINE = InnoDB CHARACTER SET utf8mb4 COLLATE ${collation}`

/** Tables of the state; the reserved prefix keeps them apart from others of the database. */
export const stateTables: readonly string[] = [
  made('audit', `"position" bigint NOT NULL AUTO_INCREMENT PRIMARY KEY,\n  "body" longtext NOT NULL`),
  made('audit_row', `"row" bigint NOT NULL,\n  "position" bigint NOT NULL,\n  PRIMARY KEY ("row", "position")`),
  made(
    'audit_pending',
    `"position" bigint NOT NULL PRIMARY KEY,
  "lines" int NOT NULL,
  "drained" int NOT NULL DEFAULT 0,
  "holder" varchar(64),
  "held_until" datetime(6)`,
  ),
  made(
    'idempotency',
    `"scope" varchar(700) NOT NULL PRIMARY KEY,
  "input" longtext NOT NULL,
  "saved_at_ms" bigint NOT NULL,
  "value" longtext NOT NULL,
  "version" longtext,
  KEY "idempotency_age" ("saved_at_ms")`,
  ),
  made(
    'api_key',
    `"hash" varchar(255) NOT NULL PRIMARY KEY,
  "id" varchar(255) NOT NULL UNIQUE,
  "principal" longtext NOT NULL,
  "roles" longtext NOT NULL,
  "attributes" longtext NOT NULL,
  "tenant" longtext,
  "expires_at_ms" bigint`,
  ),
  made(
    'key',
    `"purpose" varchar(64) NOT NULL,
  "version" bigint NOT NULL,
  "id" varchar(255) NOT NULL UNIQUE,
  "provider" longtext NOT NULL,
  "wrapped" longtext NOT NULL,
  "made_at_ms" bigint NOT NULL,
  "active_from_ms" bigint NOT NULL,
  "is_retired" tinyint NOT NULL,
  PRIMARY KEY ("purpose", "version")`,
  ),
  made(
    'token',
    `"token" varchar(255) NOT NULL PRIMARY KEY,
  "entity" longtext NOT NULL,
  "field" longtext NOT NULL,
  "tenant" longtext,
  "value_index" varchar(255) UNIQUE,
  "sealed" longtext NOT NULL`,
  ),
  made('job', `"name" varchar(255) NOT NULL PRIMARY KEY,\n  "position" longtext NOT NULL`),
  made(
    'claim',
    `"scope" varchar(700) NOT NULL PRIMARY KEY,
  "input" longtext NOT NULL,
  "id" varchar(255) NOT NULL,
  "claimed_at_ms" bigint NOT NULL,
  "prepared" longtext`,
  ),
  made('outbox', `"position" bigint NOT NULL PRIMARY KEY,\n  "at_ms" bigint NOT NULL,\n  "changes" longtext NOT NULL`),
  made('outbox_last', `"only" tinyint NOT NULL PRIMARY KEY,\n  "position" bigint NOT NULL`),
  `INSERT IGNORE INTO "_charter_outbox_last" ("only", "position") VALUES (1, 0)`,
  made('api_key_scopes', `"hash" varchar(255) NOT NULL PRIMARY KEY,\n  "scopes" longtext NOT NULL`),
]

/** The table that was added last: where it is, all are. */
export const newestTable = '_charter_api_key_scopes'

/** Gives a row where there is a table of the parameter's name. */
export const hasTable = 'SELECT 1 FROM information_schema.tables WHERE table_schema = database() AND table_name = ?'
