import type { AuditEntry, State } from '@charter/runtime'
import type { PrimaryDatabase } from '@charter/sql/server'
import {
  bodyText,
  claimedAudit,
  deleteFrom,
  insertInto,
  linesByNumber,
  linesMax,
  readOf,
  type SqlTransaction,
  storeBodies,
  updateSetting,
  writeOf,
} from '@charter/sql/store'

const [bodyTable, pendingTable, rowTable] = ['"_charter_audit"', '"_charter_audit_pending"', '"_charter_audit_row"']

/** How long entries that one replica took are left to it; after that it is thought gone. */
const heldFor = 'INTERVAL 1 MINUTE'

const free = readOf(
  `SELECT "position", "drained" FROM ${pendingTable}
WHERE "holder" IS NULL OR "holder" = ? OR "held_until" < now(6) ORDER BY "position" LIMIT ? FOR UPDATE SKIP LOCKED`,
  pendingTable,
)

const among = `IN (SELECT v FROM JSON_TABLE(?, '$[*]' COLUMNS (v bigint PATH '$')) AS j)`
const take = writeOf('UPDATE', {
  text: `UPDATE ${pendingTable} SET "holder" = ?, "held_until" = now(6) + ${heldFor} WHERE "position" ${among}`,
  table: pendingTable,
  columns: ['holder'],
})
const bodies = readOf(
  `SELECT "position", "body" FROM ${bodyTable} WHERE "position" ${among} ORDER BY "position"`,
  bodyTable,
)
const done = deleteFrom(pendingTable, `"holder" = ? AND "position" * ${linesMax} + "lines" - 1 <= ?`)
const partly = updateSetting(pendingTable, ['drained'], '"holder" = ? AND "position" = ? AND "drained" < ?')

const keepBody = insertInto(bodyTable, ['body'])
const keptBody = readOf('SELECT LAST_INSERT_ID()')
const keepPending = insertInto(pendingTable, ['position', 'lines'])

export const auditOf = (database: PrimaryDatabase): Pick<State, 'appendAudit' | 'pendingAudit' | 'markDrained'> =>
  claimedAudit({
    store: (entries, given) =>
      given ? storeEntries(given, entries) : database.within('brief', (on) => storeEntries(on, entries)),
    take: (holder, limit) =>
      database.within('brief', async (on) => {
        const taken = await on.all(free, [holder, limit])
        if (taken.length === 0) return []
        const positions = `[${taken.map(([position]) => position).join()}]`
        await on.run(take, [holder, positions])
        const drained = new Map(taken.map(([position, lines]) => [String(position), lines ?? 0]))
        const rows = await on.all(bodies, [positions])
        return rows.map(([position = null, body = null]) => [position, body, drained.get(String(position)) ?? 0])
      }),
    release: (holder, throughPosition) =>
      database.within('brief', async (on) => {
        await on.run(done, [holder, throughPosition])
        const [body, line] = [Math.floor(throughPosition / linesMax), throughPosition % linesMax]
        await on.run(partly, [line + 1, holder, body, line + 1])
      }),
  })

/** Stores entries, in order. */
const storeEntries = (on: SqlTransaction, entries: readonly AuditEntry[]): Promise<void> =>
  storeBodies(entries, (body) => storeBody(on, body))

const storeBody = async (on: SqlTransaction, entries: readonly AuditEntry[]): Promise<void> => {
  await on.run(keepBody, [bodyText(entries)])
  const position = Number((await on.all(keptBody, []))[0]?.[0])
  await on.run(keepPending, [position, entries.length])
  const found = linesByNumber(entries)
  if (found.length === 0) return
  const rows = found.map(() => '(?, ?)').join(', ')
  const text = `INSERT IGNORE INTO ${rowTable} ("row", "position") VALUES ${rows}`
  await on.run(
    writeOf('INSERT', { text, table: rowTable }),
    found.flatMap(({ number, line }) => [number, position * linesMax + line]),
  )
}
