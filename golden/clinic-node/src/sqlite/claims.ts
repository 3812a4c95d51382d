import {
  type Claims,
  type Database,
  type IdempotencyClaim,
  type IdempotencyRecord,
  parseExact,
  type SqlRow,
  type Transaction,
} from '../runtime/index.ts'

type Save = (on: Transaction, record: IdempotencyRecord) => Promise<void>

/** Claims of idempotency keys, where the rows are in another database. */
export const claimsOf = (database: Database, save: Save): Claims => ({
  async findClaim(scope) {
    const rows = await database.all(
      'SELECT "scope", "input", "id", "claimed_at_ms", "prepared" FROM "_charter_claim" WHERE "scope" = ?',
      [scope],
    )
    return rows[0] ? claimOf(rows[0]) : null
  },
  putClaim: ({ scope, input, id, atMs, prepared }, before) =>
    database.transaction(async (on) => {
      const values = [input, id, atMs, prepared && JSON.stringify(prepared), scope]
      const { changes } =
        before === null
          ? await on.run(
              'INSERT INTO "_charter_claim" ("input", "id", "claimed_at_ms", "prepared", "scope") VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING',
              values,
            )
          : await on.run(
              'UPDATE "_charter_claim" SET "input" = ?, "id" = ?, "claimed_at_ms" = ?, "prepared" = ? WHERE "scope" = ? AND "id" = ?',
              [...values, before],
            )
      return changes === 1
    }),
  endClaim: ({ scope, id }, record) =>
    database.transaction(async (on) => {
      if (record) await save(on, record)
      await on.run('DELETE FROM "_charter_claim" WHERE "scope" = ? AND "id" = ?', [scope, id])
    }),
})

const claimOf = (row: SqlRow): IdempotencyClaim => ({
  scope: String(row[0]),
  input: String(row[1]),
  id: String(row[2]),
  atMs: Number(row[3]),
  // What `claim` wrote.
  prepared: row[4] === null ? null : (parseExact(String(row[4])) as unknown as IdempotencyClaim['prepared']),
})
