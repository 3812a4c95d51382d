import { DatabaseSync } from 'node:sqlite'
import { readEntryLine } from '../disk/entry-line.ts'
import type { LinePlace, PlacedLine } from '../read/placed-lines.ts'
import { columnNames, columns, instantOfEntry, sortable } from './columns.ts'
import type { LedgerQuery } from './ledger-query.ts'

/** The SQLite file of an index: entries by what can be asked for, and where their lines lie. */
export interface IndexFile {
  /** The last entry in it; null where there is none. */
  readonly last: Omit<PlacedLine, 'line'> | null
  add(lines: readonly PlacedLine[]): void
  /** Of the entries from `from` up to, not including, `until`: those that hold all that is asked for, in the asked order. */
  find(query: LedgerQuery, from: number, until: number, limit: number): readonly Omit<PlacedLine, 'line'>[]
  close(): void
}

/** Which columns there are: a file of another shape is made anew. */
const shape = 2

const inserted = ['place', 'segment', 'start', 'bytes', 'at', ...columnNames]

/** Null where the file is of another shape. Throws what SQLite says of one that is no database. */
export const openIndexFile = (file: string): IndexFile | null => {
  const database = new DatabaseSync(file)
  const found = Number(database.prepare('PRAGMA user_version').get()?.user_version)
  if (found === 0) database.exec(schema)
  else if (found !== shape) {
    database.close()
    return null
  }
  // Nobody waits for the disk: what a crash leaves of the file is not as its digest says, and it is made anew.
  database.exec('PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF')
  const entry = database.prepare(
    `INSERT INTO entry (${inserted.map((name) => `"${name}"`).join(', ')}) VALUES (${inserted.map(() => '?').join(', ')})`,
  )
  const field = database.prepare('INSERT OR IGNORE INTO field (name, place) VALUES (?, ?)')
  const add = ({ index, line, place }: PlacedLine): void => {
    const record = readEntryLine(line)
    const told = columnNames.map((name) => textOf(columns[name](record)))
    entry.run(index, place.segment, place.start, place.bytes, sortable(instantOfEntry(record)), ...told)
    const fields = Array.isArray(record.entry.fields) ? record.entry.fields : []
    for (const name of fields) field.run(String(name), index)
  }
  return {
    get last() {
      return (
        placed(
          database.prepare('SELECT place, segment, start, bytes FROM entry ORDER BY place DESC LIMIT 1').all(),
        )[0] ?? null
      )
    },
    add: (lines) => {
      database.exec('BEGIN')
      try {
        for (const line of lines) add(line)
        database.exec('COMMIT')
      } catch (error) {
        database.exec('ROLLBACK')
        throw error
      }
    },
    find: (query, from, until, limit) => {
      const conditions = conditionsOf(query, from, until)
      const where = conditions.map(([sql]) => sql).join(' AND ')
      const order = query.order === 'newest' ? 'DESC' : 'ASC'
      return placed(
        database
          .prepare(`SELECT place, segment, start, bytes FROM entry WHERE ${where} ORDER BY place ${order} LIMIT ?`)
          .all(...conditions.flatMap(([, ...values]) => values), limit),
      )
    },
    close: () => database.close(),
  }
}

const schema = `
CREATE TABLE entry (place INTEGER PRIMARY KEY, segment INTEGER, start INTEGER, bytes INTEGER, at TEXT,
  ${columnNames.map((name) => `"${name}" TEXT`).join(', ')});
CREATE TABLE field (name TEXT, place INTEGER, PRIMARY KEY (name, place)) WITHOUT ROWID;
${[...columnNames, 'at'].map((name) => `CREATE INDEX entry_${name} ON entry ("${name}", place);`).join('\n')}
PRAGMA user_version = ${shape};`

const placed = (rows: readonly Record<string, unknown>[]): readonly Omit<PlacedLine, 'line'>[] =>
  rows.map(({ place, segment, start, bytes }) => {
    const where: LinePlace = { segment: Number(segment), start: Number(start), bytes: Number(bytes) }
    return { index: Number(place), place: where }
  })

type Condition = readonly [string, ...(string | number)[]]

const conditionsOf = (query: LedgerQuery, from: number, until: number): readonly Condition[] => {
  const conditions: Condition[] = [['place >= ? AND place < ?', from, until]]
  for (const name of columnNames) if (query[name] !== undefined) conditions.push([`"${name}" = ?`, query[name]])
  if (query.from !== undefined) conditions.push(['at >= ?', sortable(query.from)])
  if (query.until !== undefined) conditions.push(['at < ?', sortable(query.until)])
  if (query.field !== undefined)
    conditions.push(['EXISTS (SELECT 1 FROM field WHERE field.name = ? AND field.place = entry.place)', query.field])
  return conditions
}

const textOf = (value: unknown): string | null => (value === null || value === undefined ? null : String(value))
