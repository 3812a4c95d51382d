import type { State } from '@charter/runtime'
import { claimedAudit, type Database, linesMax, writeOf } from '@charter/sql/store'
import { storeEntries } from './audit-rows.ts'
import { stateName } from './state-name.ts'

const pending = `${stateName}."audit_pending"`

/** How long entries that one replica took are left to it; after that it is thought gone. */
const heldFor = '1 minute'

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
export const auditOf = (database: Database): Pick<State, 'appendAudit' | 'pendingAudit' | 'markDrained'> =>
  claimedAudit({
    store: (entries, given) =>
      storeEntries((sql, params) => (given ? given.later(sql, params) : database.all(sql, params)), entries),
    take: (holder, limit) => database.all(claim, [holder, holder, limit]),
    release: async (holder, throughPosition) => void (await database.all(release, [holder, throughPosition])),
  })
