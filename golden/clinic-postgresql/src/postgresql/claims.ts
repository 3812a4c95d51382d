import {
  type Claims,
  type Database,
  type IdempotencyClaim,
  type IdempotencyRecord,
  parseExact,
  type SqlRow,
  type Transaction,
} from '../runtime/index.ts'
import { stateName } from './state-schema.ts'

type Save = (record: IdempotencyRecord, on: Transaction) => Promise<void>

/** Claims of idempotency keys, where the rows are in another database. */
export const claimsOf = (database: Database, save: Save): Claims => ({
  async findClaim(scope) {
    const rows = await database.all(
      `SELECT "scope", "input", "id", "claimed_at_ms", "prepared" FROM ${stateName}."claim" WHERE "scope" = ?`,
      [scope],
    )
    return rows[0] ? claimOf(rows[0]) : null
  },
  async putClaim({ scope, input, id, atMs, prepared }, before) {
    const values = [input, id, atMs, prepared && JSON.stringify(prepared), scope]
    const rows =
      before === null
        ? await database.all(
            `INSERT INTO ${stateName}."claim" ("input", "id", "claimed_at_ms", "prepared", "scope") VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING RETURNING 1`,
            values,
          )
        : await database.all(
            `UPDATE ${stateName}."claim" SET "input" = ?, "id" = ?, "claimed_at_ms" = ?, "prepared" = ? WHERE "scope" = ? AND "id" = ? RETURNING 1`,
            [...values, before],
          )
    return rows.length === 1
  },
  endClaim: ({ scope, id }, record) =>
    database.transaction(
      async (on) => {
        if (record) await save(record, on)
        await on.run(`DELETE FROM ${stateName}."claim" WHERE "scope" = ? AND "id" = ?`, [scope, id])
      },
      { isRepeatable: true },
    ),
})

const claimOf = (row: SqlRow): IdempotencyClaim => ({
  scope: String(row[0]),
  input: String(row[1]),
  id: String(row[2]),
  atMs: Number(row[3]),
  // What `claim` wrote.
  prepared: row[4] === null ? null : (parseExact(String(row[4])) as unknown as IdempotencyClaim['prepared']),
})
