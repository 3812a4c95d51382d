import { randomUUID } from 'node:crypto'
import type { AuditEntry, State } from '@charter/runtime'
import type { PrimaryDatabase } from '@charter/sql/server'
import {
  bodiesOf,
  bodyText,
  linesMax,
  linesOf,
  numbersOf,
  type SqlTransaction,
  type SqlValue,
  sqlTransaction,
} from '@charter/sql/store'

type Audit = Pick<State, 'appendAudit' | 'pendingAudit' | 'markDrained'>

/** How long entries that one replica took are left to it; after that it is thought gone. */
const heldFor = 'INTERVAL 1 MINUTE'

/**
 * A position can become visible after a later one, as transactions commit in any order; so what is not drained yet is what
 * has a row in `audit_pending`, never what lies past a position. Replicas that drain at once take different rows.
 */
const free = `SELECT "position", "drained" FROM "_charter_audit_pending"
WHERE "holder" IS NULL OR "holder" = ? OR "held_until" < now(6) ORDER BY "position" LIMIT ? FOR UPDATE SKIP LOCKED`

const among = `IN (SELECT v FROM JSON_TABLE(?, '$[*]' COLUMNS (v bigint PATH '$')) AS j)`
const take = `UPDATE "_charter_audit_pending" SET "holder" = ?, "held_until" = now(6) + ${heldFor} WHERE "position" ${among}`
const bodies = `SELECT "position", "body" FROM "_charter_audit" WHERE "position" ${among} ORDER BY "position"`
const done = `DELETE FROM "_charter_audit_pending" WHERE "holder" = ? AND "position" * ${linesMax} + "lines" - 1 <= ?`
const partly = `UPDATE "_charter_audit_pending" SET "drained" = ? WHERE "holder" = ? AND "position" = ? AND "drained" < ?`

export const auditOf = (database: PrimaryDatabase): Audit => {
  const holder = randomUUID()
  return {
    appendAudit: (entries, transaction) =>
      transaction
        ? storeEntries(sqlTransaction(transaction), entries)
        : database.within('brief', (on) => storeEntries(on, entries)),
    pendingAudit: (limit) =>
      database.within('brief', async (on) => {
        const taken = await on.all(free, [holder, limit])
        if (taken.length === 0) return []
        const positions = `[${taken.map(([position]) => position).join()}]`
        await on.run(take, [holder, positions])
        const drained = new Map(taken.map(([position, lines]) => [String(position), Number(lines)]))
        const rows = await on.all(bodies, [positions])
        return rows.flatMap((row) => linesOf(row).slice(drained.get(String(row[0])) ?? 0))
      }),
    async markDrained(throughPosition) {
      const [body, line] = [Math.floor(throughPosition / linesMax), throughPosition % linesMax]
      await database.within('brief', async (on) => {
        await on.run(done, [holder, throughPosition])
        await on.run(partly, [line + 1, holder, body, line + 1])
      })
    },
  }
}

/** Stores entries, in order. */
const storeEntries = async (on: SqlTransaction, entries: readonly AuditEntry[]): Promise<void> => {
  for (const body of bodiesOf(entries)) await storeBody(on, body)
}

const storeBody = async (on: SqlTransaction, entries: readonly AuditEntry[]): Promise<void> => {
  await on.run('INSERT INTO "_charter_audit" ("body") VALUES (?)', [bodyText(entries)])
  const position = Number((await on.all('SELECT LAST_INSERT_ID()', []))[0]?.[0])
  await on.run('INSERT INTO "_charter_audit_pending" ("position", "lines") VALUES (?, ?)', [position, entries.length])
  const found: SqlValue[] = []
  for (const [line, entry] of entries.entries())
    for (const number of numbersOf(entry)) found.push(number, position * linesMax + line)
  if (found.length === 0) return
  const rows = Array.from({ length: found.length / 2 }, () => '(?, ?)').join(', ')
  await on.run(`INSERT IGNORE INTO "_charter_audit_row" ("row", "position") VALUES ${rows}`, found)
}
