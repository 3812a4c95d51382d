import type { State } from '../../runtime/index.ts'
import type { Database } from '../sql-database.ts'
import { readOf } from '../statement.ts'
import { bodyOf, intentNumber, rowNumber } from './audit-lines.ts'
import type { StateDialect } from './dialect.ts'
import { newestIn, settledIn, trailIn } from './stored-trail.ts'

type AuditReads = Pick<State, 'readAudit' | 'recentAudit' | 'settledIntents'>

/** What is asked of the record: positions by what entries are about, and bodies by position. */
export const auditReadsOf = (database: Database, dialect: StateDialect): AuditReads => {
  const [audit, row] = [dialect.table('audit'), dialect.table('audit_row')]
  const select = `SELECT "position", "body" FROM ${audit}`
  const bodiesAt = (positions: readonly number[]) =>
    database.all(readOf(`${select} WHERE ${dialect.isAmong('"position"', 'numbers')}`, audit), [
      JSON.stringify([...new Set(positions.map(bodyOf))]),
    ])
  return {
    async readAudit(of, limit, before) {
      const found = await database.all(
        readOf(
          `SELECT "position" FROM ${row} WHERE "row" = ? AND "position" < ? ORDER BY "position" DESC LIMIT ?`,
          row,
        ),
        [rowNumber(of.entity, of.key, of.tenant), before ?? Number.MAX_SAFE_INTEGER, limit],
      )
      const positions = new Set(found.map(([position]) => Number(position)))
      return trailIn(await bodiesAt([...positions]), positions, of)
    },
    async recentAudit(limit, after) {
      const statement = readOf(`${select} WHERE "position" >= ? ORDER BY "position" DESC LIMIT ?`, audit)
      return newestIn(await database.all(statement, [bodyOf(after), limit]), after, limit)
    },
    async settledIntents(ids) {
      const statement = readOf(`SELECT "position" FROM ${row} WHERE ${dialect.isAmong('"row"', 'numbers')}`, row)
      const found = await database.all(statement, [JSON.stringify(ids.map(intentNumber))])
      return settledIn(await bodiesAt(found.map(([position]) => Number(position))), ids)
    },
  }
}
