import {
  type Claims,
  type IdempotencyClaim,
  type IdempotencyRecord,
  parseExact,
  type State,
} from '../../runtime/index.ts'
import type { Database } from '../sql-database.ts'
import { type SqlTransaction, sqlTransaction } from '../sql-transaction.ts'
import type { SqlRow } from '../sql-value.ts'
import { readOf } from '../statement.ts'
import { deleteFrom, names, type StateDialect, updateSetting } from './dialect.ts'
import { textOrNull } from './text-or-null.ts'

type Idempotency = Pick<State, 'findIdempotency' | 'saveIdempotency' | 'sweep'> & Claims

const recordColumns = ['scope', 'input', 'saved_at_ms', 'value', 'version']
const claimColumns = ['scope', 'input', 'id', 'claimed_at_ms', 'prepared']

/** Answers by key, and claims of keys where the rows are in another database. */
export const idempotencyOf = (database: Database, dialect: StateDialect): Idempotency => {
  const [record, claim, outbox] = [dialect.table('idempotency'), dialect.table('claim'), dialect.table('outbox')]
  const save = async (of: IdempotencyRecord, given: SqlTransaction | null): Promise<void> => {
    const [statement, values] = [dialect.upsert(record, 'scope', recordColumns), recordValues(of)]
    if (given) await given.later(statement, values)
    else await dialect.change(database, statement, values)
  }
  return {
    async findIdempotency(scope, transaction) {
      const statement = readOf(`SELECT ${names(recordColumns)} FROM ${record} WHERE "scope" = ?`, record)
      const rows = await (transaction ? sqlTransaction(transaction) : database).all(statement, [scope])
      return rows[0] ? idempotencyRecord(rows[0]) : null
    },
    // A twin that saves at the same time makes one of the two fail, and find the other's answer when it runs again.
    saveIdempotency: (of, transaction) => save(of, transaction && sqlTransaction(transaction)),
    async sweep(beforeMs) {
      await dialect.change(database, deleteFrom(record, '"saved_at_ms" < ?'), [beforeMs])
      await dialect.change(database, deleteFrom(claim, '"claimed_at_ms" < ?'), [beforeMs])
      await dialect.change(database, deleteFrom(outbox, '"at_ms" < ?'), [beforeMs])
    },
    async findClaim(scope) {
      const statement = readOf(`SELECT ${names(claimColumns)} FROM ${claim} WHERE "scope" = ?`, claim)
      const rows = await database.all(statement, [scope])
      return rows[0] ? claimOf(rows[0]) : null
    },
    async putClaim({ scope, input, id, atMs, prepared }, before) {
      const values = [input, id, atMs, prepared && JSON.stringify(prepared), scope]
      const changes =
        before === null
          ? await dialect.change(database, dialect.insertNew(claim, [...claimColumns.slice(1), 'scope']), values)
          : await dialect.change(database, updateSetting(claim, claimColumns.slice(1), '"scope" = ? AND "id" = ?'), [
              ...values,
              before,
            ])
      return changes === 1
    },
    endClaim: ({ scope, id }, of) =>
      database.transaction(
        async (on) => {
          if (of) await save(of, on)
          await on.run(deleteFrom(claim, '"scope" = ? AND "id" = ?'), [scope, id])
        },
        { isRepeatable: true },
      ),
  }
}

const recordValues = ({ scope, input, savedAtMs, outcome }: IdempotencyRecord) => [
  scope,
  input,
  savedAtMs,
  JSON.stringify(outcome.value),
  outcome.version ?? null,
]

const idempotencyRecord = (row: SqlRow): IdempotencyRecord => {
  const version = textOrNull(row[4])
  return {
    scope: String(row[0]),
    input: String(row[1]),
    savedAtMs: Number(row[2]),
    outcome: { value: parseExact(String(row[3])), ...(version !== null && { version }) },
  }
}

const claimOf = (row: SqlRow): IdempotencyClaim => ({
  scope: String(row[0]),
  input: String(row[1]),
  id: String(row[2]),
  atMs: Number(row[3]),
  // What `putClaim` wrote.
  prepared: row[4] === null ? null : (parseExact(String(row[4])) as unknown as IdempotencyClaim['prepared']),
})
