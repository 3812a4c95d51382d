import type { CatalogueDialect, Table } from '@charter/sql'
import type { SqliteTable } from './catalogue.ts'
import type { LossReason } from './loss-reasons.ts'
import { typeOf } from './types.ts'

const computed = /^\(*(CURRENT_(?:TIMESTAMP|DATE|TIME))\)*$/i

/** What SQLite's catalogue means. */
export const dialect: CatalogueDialect<LossReason> = {
  title: 'SQLite',
  unserved(table) {
    const { name } = table
    const { kind } = table as SqliteTable
    if (kind === 'virtual')
      return { reason: 'virtual-table', sentence: `${name} is a virtual table, which is not served.` }
    return kind === 'shadow' || /^(?:sqlite|_charter)_/i.test(name)
      ? { reason: 'system-table', sentence: `${name} is kept by the system for itself and is not served.` }
      : null
  },
  typeOf: ({ declaredType }, conditions) => typeOf(declaredType, conditions),
  computedDefault({ declaredType, default: text }) {
    const word = computed.exec(text?.trim() ?? '')?.[1]?.toUpperCase()
    return word === undefined ? null : { default: 'database', columnType: `${declaredType} DEFAULT ${word}`.trim() }
  },
  // A PRIMARY KEY does not say NOT NULL but of a row's number, without rowids, or in a STRICT table (sqlite.org/lang_createtable.html).
  mayLackKey: (table: Table, { isNotNull, isNumbered }) => !table.isView && !isNotNull && !isNumbered,
}
