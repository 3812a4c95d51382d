import { setTimeout as wait } from 'node:timers/promises'
import type { ExampleRows, TemporaryDatabase } from '@charter/charter'
import type { Database, EntitySql, JsonObject, ServiceModel, State, Transaction } from '@charter/runtime'
import { encode, loadRows, openProtection, referenceOrder } from '@charter/runtime/service'
import { type Derived, serverNear } from '@charter/service'
import type { Scenario } from './scenario.ts'

/** A throw-away database of a charter's own schema, beside the service that uses it. */
export interface ExampleDatabase {
  readonly url: string
  /** The same database, past the service: to look into, and to do what no API does. */
  readonly database: Database
  /** Where the service keeps its record. */
  readonly state: State
  reset(rows: Scenario['rows']): Promise<void>
  /** Resolves when every row is taken, and gives them back untouched after so many milliseconds. */
  hold(ms: number): Promise<void>
  /** The address of a database of another charter's, made when it is first asked for. */
  another(): Promise<string>
  close(): Promise<void>
}

/** Opens (and makes) the database that a service under verification will open too, with the keys in its data folder. */
export const openExampleDatabase = async (
  derived: Derived,
  examples: ExampleRows,
  dataFolder: string,
): Promise<ExampleDatabase> => {
  const temporary = await derived.connector.makeTemporary(serverNear())
  const opened = await derived.connector.open(temporary.url, {
    isReadOnly: false,
    schema: derived.schema,
    statementTimeoutMs,
  })
  const protection = await openProtection({
    model: derived.model,
    state: opened.state,
    env: {},
    mode: 'development',
    dataFolder,
    nowMs: Date.now,
  })
  const others: TemporaryDatabase[] = []
  const other = async (): Promise<TemporaryDatabase> => {
    const made = await derived.connector.makeTemporary(serverNear())
    others.push(made)
    const schema = (derived.schema ?? []).slice(0, -1)
    await (await derived.connector.open(made.url, { isReadOnly: false, schema, statementTimeoutMs })).close()
    return made
  }
  return {
    url: temporary.url,
    database: opened.database,
    state: opened.state,
    reset: async (rows) => {
      const wanted = rows === 'example' ? examples.rows : {}
      if (!protection) return replaceRows(derived, opened.database, wanted)
      await replaceRows(derived, opened.database, {})
      const order = referenceOrder(derived.model).map((entity) => ({ entity, rows: wanted[entity] ?? [] }))
      await loadRows(opened.database, derived.model, derived.sql, order, protection)
    },
    hold: (ms) => hold(derived, opened.database, ms),
    another: async () => (others[0] ?? (await other())).url,
    close: async () => {
      protection?.keyring.close()
      await opened.close().finally(temporary.remove)
      for (const each of others) await each.remove()
    },
  }
}

const statementTimeoutMs = 10_000

class Released extends Error {}

const hold = async ({ model, sql }: Derived, database: Database, ms: number): Promise<void> => {
  const held = Promise.withResolvers<void>()
  const holding = database.transaction(async (transaction) => {
    for (const each of [...inOrder(model, sql)].reverse()) if (each.insert) await removeRows(transaction, model, each)
    held.resolve()
    await wait(ms)
    throw new Released()
  })
  holding.catch((error) => {
    if (!(error instanceof Released)) held.reject(error)
  })
  await held.promise
}

/** All rows away, then these in, in one transaction, past rules and audit. */
const replaceRows = (
  { model, sql }: Derived,
  database: Database,
  rows: Readonly<Record<string, readonly JsonObject[]>>,
): Promise<void> =>
  database.transaction(async (transaction) => {
    const order = inOrder(model, sql)
    for (const each of [...order].reverse()) if (each.insert) await removeRows(transaction, model, each)
    for (const { entity, insert, columns } of order) {
      for (const row of insert ? (rows[entity] ?? []) : [])
        await transaction.run(
          insert?.sql ?? '',
          (insert?.fields ?? []).map((field) =>
            encode(columns[field]?.storage ?? { kind: 'text' }, row[field] ?? null),
          ),
        )
    }
  })

/** What is referred to before what refers to it. */
const inOrder = (model: ServiceModel, sql: readonly EntitySql[]): readonly EntitySql[] =>
  referenceOrder(model).flatMap((name) => sql.find(({ entity }) => entity === name) ?? [])

/** Rows that no row of their own entity refers to, until none is left: a reference may forbid what it refers to to go. */
const removeRows = async (
  transaction: Transaction,
  model: ServiceModel,
  { entity, from, columns }: EntitySql,
): Promise<void> => {
  const relations = model.entities.find(({ name }) => name === entity)?.relations ?? []
  const leaves = relations.flatMap((relation) => {
    const [own = '', other = ''] = [relation.from[0], relation.to[0]]
    const [reference, key] = [columns[own]?.sort, columns[other]?.sort]
    return relation.kind === 'one' && relation.target === entity && relation.from.length === 1 && reference && key
      ? [`${key} NOT IN (SELECT ${reference} FROM ${from} WHERE ${reference} IS NOT NULL)`]
      : []
  })
  const text = `DELETE FROM ${from}${leaves.length > 0 ? ` WHERE ${leaves.join(' AND ')}` : ''}`
  while ((await transaction.run(text, [])).changes > 0 && leaves.length > 0);
  if (leaves.length > 0 && (await transaction.all(`SELECT 1 FROM ${from} LIMIT 1`, [])).length > 0)
    throw new Error(`rows of ${entity} refer to one another in a circle, so a scenario's rows cannot be put back`)
}
