import {
  type Asked,
  type AskedRelated,
  type Found,
  type FoundGroup,
  type FoundRelated,
  type GroupsQuery,
  type JoinedPage,
  type JsonObject,
  type Missing,
  type Principal,
  type Problem,
  ProblemError,
  type ProposedRow,
  type Reads,
  type Reference,
  type RelatedQuery,
  type RowRules,
  type RowsQuery,
  type RowsShape,
  type ServiceModel,
  type Store,
  type Updated,
  type Watch,
  type Writes,
} from '../runtime/index.ts'
import { type SqlEntities, sqlEntities, sqlEntity } from './entity.ts'
import type { EntitySql } from './entity-sql.ts'
import { type Ask, count, find } from './find.ts'
import { groups } from './groups.ts'
import { insertIf } from './insert-if.ts'
import { present } from './present.ts'
import { countRelated, pages, related } from './related.ts'
import type { Database } from './sql-database.ts'
import type { SqlTransaction } from './sql-transaction.ts'
import { readOf, type Sql, statementIn, textOf } from './statement.ts'
import { insert, isTaken, judge, remove, reseal, update } from './writes.ts'

/** Rows in a database that speaks SQL: `sql` is what its connector rendered of the charter, once. */
export const sqlStore = (model: ServiceModel, sql: readonly EntitySql[], database: Database): Store =>
  storeOver(sqlEntities(model, sql), database)

/** The database below a store of `sqlStore`, for who speaks to it in its own language. Throws for another's. */
export const databaseOf = (store: Store): Database => {
  const database = databases.get(store)
  if (!database) throw new Error('this store is not one of SQL')
  return database
}

const databases = new WeakMap<Store, Database>()

const storeOver = (entities: SqlEntities, database: Database): Store => {
  const { primary = database } = database
  const store: Store = {
    entities: new Map([...entities].map(([name, { stored }]) => [name, stored])),
    reads: new SqlReads(entities, (statement, values) => database.all(statement, values)),
    current: new SqlReads(entities, (statement, values) => primary.all(statement, values)),
    transaction: (work, options) => database.transaction((on) => work(new SqlWrites(entities, on)), options),
    // One for each call: of all else there is one.
    within: (until, tenant) => ({
      ...store,
      reads: new SqlReads(entities, (statement, values) => database.all(statement, values, until, tenant)),
      // Asked for by few.
      get current() {
        return new SqlReads(entities, (statement, values) => primary.all(statement, values, until, tenant))
      },
      transaction: (work, options) =>
        store.transaction(work, { ...options, until, ...(tenant !== undefined && { tenant }) }),
      watched: (watch) => store.watched(watch).within(until, tenant),
    }),
    watched: (watch) => storeOver(entities, watchedDatabase(database, watch)),
    ...(database.fateOf && { fateOf: database.fateOf }),
    condition: {
      get waitingSinceMs() {
        return database.waitingSinceMs ?? null
      },
      get isGone() {
        return database.isGone === true
      },
      get statementCount() {
        return database.statementCount
      },
      answers: async (until) => {
        await database.all(readOf('SELECT 1'), [], until)
      },
    },
    missing: () => missing(entities, database),
    close: () => database.close(),
  }
  databases.set(store, database)
  return store
}

class SqlReads implements Reads {
  protected readonly entities: SqlEntities
  readonly #ask: Ask

  constructor(entities: SqlEntities, ask: Ask) {
    this.entities = entities
    this.#ask = ask
  }

  find(query: RowsQuery, asked: Asked): Promise<readonly Found[]> {
    return find(this.#ask, this.entities, query, asked)
  }

  related(query: RelatedQuery, asked: AskedRelated): Promise<FoundRelated> {
    return related(this.#ask, this.entities, query, asked)
  }

  pages(query: RelatedQuery, asked: AskedRelated): Promise<readonly (JoinedPage | null)[]> {
    return pages(this.#ask, this.entities, query, asked)
  }

  count(shape: RowsShape, asked: Asked, most: number): Promise<number> {
    return count(this.#ask, this.entities, shape, asked, most)
  }

  countRelated(query: RelatedQuery, asked: AskedRelated, most: number): Promise<readonly number[]> {
    return countRelated(this.#ask, this.entities, query, asked, most)
  }

  groups(query: GroupsQuery, asked: Asked): Promise<readonly FoundGroup[]> {
    return groups(this.#ask, this.entities, query, asked)
  }

  present(references: readonly Reference[], principal: Principal): Promise<readonly boolean[]> {
    return present(this.#ask, this.entities, references, principal)
  }

  isTaken(entity: string, column: string, values: readonly string[], key: JsonObject): Promise<boolean> {
    return isTaken(this.#ask, sqlEntity(this.entities, entity), column, values, key)
  }
}

class SqlWrites extends SqlReads implements Writes {
  readonly transaction: SqlTransaction

  constructor(entities: SqlEntities, transaction: SqlTransaction) {
    super(entities, (statement, values) => transaction.all(statement, values))
    this.transaction = transaction
  }

  judge(entity: string, rules: RowRules, row: JsonObject, principal: Principal): Promise<boolean> {
    return judge(this.transaction, sqlEntity(this.entities, entity), rules, row, principal)
  }

  insert(entity: string, row: JsonObject): Promise<{ readonly changes: number; readonly key: JsonObject | null }> {
    return insert(this.transaction, sqlEntity(this.entities, entity), row)
  }

  insertIf(proposed: ProposedRow, query: RowsQuery): Promise<readonly Found[] | null> {
    return insertIf(this.transaction, this.entities, proposed, query)
  }

  update(entity: string, given: readonly string[], row: JsonObject, stored: JsonObject): Promise<Updated | null> {
    return update(this.transaction, sqlEntity(this.entities, entity), given, row, stored)
  }

  remove(entity: string, row: JsonObject, now: string): Promise<number> {
    return remove(this.transaction, sqlEntity(this.entities, entity), row, now)
  }

  reseal(entity: string, before: JsonObject, after: JsonObject): Promise<number> {
    return reseal(this.transaction, sqlEntity(this.entities, entity), before, after)
  }
}

const watchedDatabase = (database: Database, watch: Watch): Database => {
  const { primary } = database
  const told = <Result>(sql: Sql, run: () => Promise<Result>): Promise<Result> =>
    watch({ text: textOf(sql), operation: statementIn(sql)?.operation ?? null }, run)
  const inside = (on: SqlTransaction): SqlTransaction => ({
    all: (sql, values) => told(sql, () => on.all(sql, values)),
    run: (sql, values) => told(sql, () => on.run(sql, values)),
    later: (sql, values) => told(sql, () => on.later(sql, values)),
    ...(on.mark && { mark: on.mark }),
    ...(on.widen && { widen: on.widen }),
  })
  return {
    all: (sql, ...asked) => told(sql, () => database.all(sql, ...asked)),
    ...(primary && { primary: { all: (sql, ...asked) => told(sql, () => primary.all(sql, ...asked)) } }),
    transaction: (work, options) => database.transaction((on) => work(inside(on)), options),
    ...(database.fateOf && { fateOf: database.fateOf }),
    get waitingSinceMs() {
      return database.waitingSinceMs ?? null
    },
    get isGone() {
      return database.isGone === true
    },
    get statementCount() {
      return database.statementCount
    },
    close: () => database.close(),
  }
}

/** One statement for each table or view, with every column, that reads no row. */
const missing = async (entities: SqlEntities, database: Database): Promise<readonly Missing[]> => {
  const found: Missing[] = []
  for (const [entity, { model, sql, stored }] of entities) {
    if (model.isOwned) continue
    const columns = Object.values(sql.columns).map(({ select }) => select)
    const statement = readOf(`SELECT ${columns.join(', ') || '1'} FROM ${sql.from} WHERE 1 = 0`, sql.table)
    const why = await database.all(statement, []).then(() => null, reasonOf)
    if (why !== null) found.push({ entity, place: stored.place, why })
  }
  return found
}

const passing: ReadonlySet<Problem['code']> = new Set(['unavailable', 'timeout', 'cancelled'])

/** No row is read, so what a database says of the statement holds no value of one. */
const reasonOf = (error: unknown): string => {
  // Whether it is there is not known.
  if (error instanceof ProblemError && passing.has(error.problem.code)) throw error
  const cause = error instanceof ProblemError ? error.problem.cause : error
  return cause instanceof Error ? cause.message : 'it cannot be read.'
}
