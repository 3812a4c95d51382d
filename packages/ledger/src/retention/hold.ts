import type { LedgerEntry } from '../disk/entry-line.ts'
import { columnNames, columns, instantOfEntry, sortable } from '../search/columns.ts'
import type { HeldWhat, Hold } from './retention-record.ts'

/** The first of these holds that an entry is under. */
export const holdOn = (holds: readonly Hold[], index: number, record: LedgerEntry): Hold | undefined =>
  holds.find(({ what }) => isMeant(what, index, record))

const isMeant = ({ entries, query = {} }: HeldWhat, index: number, record: LedgerEntry): boolean => {
  if (entries && (index < entries[0] || index >= entries[1])) return false
  const { field, from, until } = query
  const at = sortable(instantOfEntry(record))
  const fields = Array.isArray(record.entry.fields) ? record.entry.fields.map(String) : []
  return (
    columnNames.every((name) => query[name] === undefined || String(columns[name](record) ?? '') === query[name]) &&
    (field === undefined || fields.includes(field)) &&
    (from === undefined || at >= sortable(from)) &&
    (until === undefined || at < sortable(until))
  )
}
