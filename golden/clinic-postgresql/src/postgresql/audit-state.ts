import { randomUUID } from 'node:crypto'
import type { State } from '../runtime/index.ts'
import { type Database, linesMax, linesOf, sqlTransaction, writeOf } from '../sql-store/index.ts'
import { storeEntries } from './audit-rows.ts'
import { stateName } from './state-name.ts'

type Audit = Pick<State, 'appendAudit' | 'pendingAudit' | 'markDrained'>

const pending = `${stateName}."audit_pending"`

/** How long entries that one replica took are left to it; after that it is thought gone. */
const heldFor = '1 minute'

/**
 * A position can become visible after a later one, as transactions commit in any order; so what is not drained yet is what
 * has a row in `audit_pending`, never what lies past a position. Replicas that drain at once take different rows.
 */
const claim = writeOf('UPDATE', {
  table: pending,
  text: `WITH taken AS (
  UPDATE ${pending} AS p SET "holder" = ?, "held_until" = pg_catalog.now() + interval '${heldFor}'
  FROM (
    SELECT "position" FROM ${pending}
    WHERE "holder" IS NULL OR "holder" = ? OR "held_until" < pg_catalog.now()
    ORDER BY "position" LIMIT ? FOR UPDATE SKIP LOCKED
  ) AS free
  WHERE p."position" = free."position"
  RETURNING p."position", p."drained"
)
SELECT taken."position", a."body", taken."drained" FROM taken JOIN ${stateName}."audit" AS a ON a."position" = taken."position" ORDER BY 1`,
})

const release = writeOf('DELETE', {
  table: pending,
  text: `WITH given AS (SELECT ?::text AS holder, ?::bigint AS through),
done AS (
  DELETE FROM ${pending} AS p USING given
  WHERE p."holder" = given.holder AND p."position" * ${linesMax} + p."lines" - 1 <= given.through
)
UPDATE ${pending} AS p SET "drained" = given.through - p."position" * ${linesMax} + 1 FROM given
WHERE p."holder" = given.holder AND p."position" = given.through / ${linesMax}
  AND given.through BETWEEN p."position" * ${linesMax} + p."drained" AND p."position" * ${linesMax} + p."lines" - 2`,
})

/** Statements of their own, each atomic by itself: none of them is among the reads that SERIALIZABLE has to watch. */
export const auditOf = (database: Database): Audit => {
  const holder = randomUUID()
  return {
    appendAudit: (entries, transaction) =>
      storeEntries(
        transaction
          ? (sql, params) => sqlTransaction(transaction).later(sql, params)
          : (sql, params) => database.all(sql, params),
        entries,
      ),
    async pendingAudit(limit) {
      const rows = await database.all(claim, [holder, holder, limit])
      return rows.flatMap((row) => linesOf(row).slice(Number(row[2])))
    },
    async markDrained(throughPosition) {
      await database.all(release, [holder, throughPosition])
    },
  }
}
