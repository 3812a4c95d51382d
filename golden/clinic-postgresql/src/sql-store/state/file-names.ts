import type { FileNames, Transaction } from '../../runtime/index.ts'
import type { Database } from '../sql-database.ts'
import { sqlTransaction } from '../sql-transaction.ts'
import type { SqlValue } from '../sql-value.ts'
import { readOf, type Statement, writeOf } from '../statement.ts'
import { deleteFrom, type StateDialect } from './dialect.ts'

const columns = ['name', 'names']

/** What a migration notes beside the structure, where rows or fields went that may have named files. */
export const recount = 'files to count'

/** A row for each file that is named: the one that counts in it holds it. */
export const fileNamesOf = (database: Database, dialect: StateDialect): FileNames => {
  const table = dialect.table('file')
  const begin = dialect.insertNew(table, columns)
  const count = writeOf('UPDATE', {
    text: `UPDATE ${table} SET "names" = "names" + ? WHERE "name" = ?`,
    table,
    columns: ['names'],
  })
  const counted = readOf(`SELECT "names" FROM ${table} WHERE "name" = ?`, table)
  const all = readOf(`SELECT "name", "names" FROM ${table} LIMIT ?`, table)
  const meta = dialect.table('meta')
  const noted = readOf(`SELECT "name" FROM ${meta} WHERE "name" IN ('${recount}', 'migration')`, meta)
  const settle = deleteFrom(meta, `"name" = '${recount}'`)
  const ask = (transaction: Transaction | null) => (transaction ? sqlTransaction(transaction) : database)
  const end = deleteFrom(table, '"name" = ?')
  const change = (statement: Statement, values: readonly SqlValue[], transaction: Transaction | null) =>
    dialect.change(database, statement, values, transaction && sqlTransaction(transaction))
  return {
    async countFile(file, by, transaction) {
      await change(begin, [file, 0], transaction)
      await change(count, [by, file], transaction)
      const [row] = await ask(transaction).all(counted, [file])
      return Number(row?.[0])
    },
    async namedFiles(most, transaction) {
      const rows = await ask(transaction).all(all, [most + 1])
      return rows.length > most ? null : new Map(rows.map(([name, names]) => [String(name), Number(names)]))
    },
    async isToRecount(transaction) {
      const names = (await ask(transaction).all(noted, [])).map(([name]) => name)
      return names.includes(recount) && !names.includes('migration')
    },
    async recounted(transaction) {
      await change(settle, [], transaction)
    },
    async forgetFile(file, transaction) {
      await change(end, [file], transaction)
    },
  }
}
