/** Tables of the state; the reserved prefix keeps them apart from a charter's own. */
export const stateSchema: readonly string[] = [
  `CREATE TABLE IF NOT EXISTS "_charter_audit" (
  "position" INTEGER PRIMARY KEY,
  "body" TEXT NOT NULL
) STRICT`,
  `CREATE TABLE IF NOT EXISTS "_charter_audit_row" (
  "row" INTEGER NOT NULL,
  "position" INTEGER NOT NULL,
  PRIMARY KEY ("row", "position")
) STRICT, WITHOUT ROWID`,
  `CREATE TABLE IF NOT EXISTS "_charter_drained" (
  "only" INTEGER NOT NULL PRIMARY KEY CHECK ("only" = 1),
  "position" INTEGER NOT NULL
) STRICT`,
  `CREATE TABLE IF NOT EXISTS "_charter_idempotency" (
  "scope" TEXT NOT NULL PRIMARY KEY,
  "input" TEXT NOT NULL,
  "saved_at_ms" INTEGER NOT NULL,
  "value" TEXT NOT NULL,
  "version" TEXT
) STRICT`,
  `CREATE INDEX IF NOT EXISTS "_charter_idempotency_age" ON "_charter_idempotency" ("saved_at_ms")`,
  `CREATE TABLE IF NOT EXISTS "_charter_api_key" (
  "hash" TEXT NOT NULL PRIMARY KEY,
  "id" TEXT NOT NULL UNIQUE,
  "principal" TEXT NOT NULL,
  "roles" TEXT NOT NULL,
  "attributes" TEXT NOT NULL,
  "tenant" TEXT,
  "expires_at_ms" INTEGER
) STRICT`,
  `CREATE TABLE IF NOT EXISTS "_charter_key" (
  "purpose" TEXT NOT NULL,
  "version" INTEGER NOT NULL,
  "id" TEXT NOT NULL UNIQUE,
  "provider" TEXT NOT NULL,
  "wrapped" TEXT NOT NULL,
  "made_at_ms" INTEGER NOT NULL,
  "active_from_ms" INTEGER NOT NULL,
  "is_retired" INTEGER NOT NULL,
  PRIMARY KEY ("purpose", "version")
) STRICT`,
  `CREATE TABLE IF NOT EXISTS "_charter_token" (
  "token" TEXT NOT NULL PRIMARY KEY,
  "entity" TEXT NOT NULL,
  "field" TEXT NOT NULL,
  "tenant" TEXT,
  "value_index" TEXT UNIQUE,
  "sealed" TEXT NOT NULL
) STRICT`,
  `CREATE TABLE IF NOT EXISTS "_charter_job" (
  "name" TEXT NOT NULL PRIMARY KEY,
  "position" TEXT NOT NULL
) STRICT`,
  `CREATE TABLE IF NOT EXISTS "_charter_claim" (
  "scope" TEXT NOT NULL PRIMARY KEY,
  "input" TEXT NOT NULL,
  "id" TEXT NOT NULL,
  "claimed_at_ms" INTEGER NOT NULL,
  "prepared" TEXT
) STRICT`,
  // Positions are never given again, also once the newest rows were swept away.
  `CREATE TABLE IF NOT EXISTS "_charter_outbox" (
  "position" INTEGER PRIMARY KEY AUTOINCREMENT,
  "at_ms" INTEGER NOT NULL,
  "changes" TEXT NOT NULL
) STRICT`,
  `CREATE TABLE IF NOT EXISTS "_charter_api_key_scopes" (
  "hash" TEXT NOT NULL PRIMARY KEY,
  "scopes" TEXT NOT NULL
) STRICT`,
]
