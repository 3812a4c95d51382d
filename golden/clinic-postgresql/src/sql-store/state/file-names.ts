import type { FileNames, Transaction } from '../../runtime/index.ts'
import type { Database } from '../sql-database.ts'
import { sqlTransaction } from '../sql-transaction.ts'
import type { SqlValue } from '../sql-value.ts'
import { readOf, type Statement, writeOf } from '../statement.ts'
import { deleteFrom, type StateDialect } from './dialect.ts'

const columns = ['name', 'names']

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
  const end = deleteFrom(table, '"name" = ?')
  const change = (statement: Statement, values: readonly SqlValue[], transaction: Transaction | null) =>
    dialect.change(database, statement, values, transaction && sqlTransaction(transaction))
  return {
    async countFile(file, by, transaction) {
      await change(begin, [file, 0], transaction)
      await change(count, [by, file], transaction)
      const [row] = await (transaction ? sqlTransaction(transaction) : database).all(counted, [file])
      return Number(row?.[0])
    },
    async forgetFile(file, transaction) {
      await change(end, [file], transaction)
    },
  }
}
