import {
  type AuditEntry,
  ProblemError,
  problem,
  referenceOrder,
  type ServiceModel,
  type Writes,
} from '@charter/runtime'
import type { EntitySql } from '../store/entity-sql.ts'
import type { OpenedSql } from '../store/opened-sql.ts'
import { type SqlTransaction, sqlTransaction } from '../store/sql-transaction.ts'
import { insertInto } from '../store/state/dialect.ts'
import { readOf, writeOf } from '../store/statement.ts'
import { rowsOf } from './entity-rows.ts'
import { auditBodies, type Proof, type Proven, prove, stateRows } from './prove.ts'
import { carriedTables, type StateTables } from './state-tables.ts'

/** A database of ours that is open, with what its connector rendered of the charter. */
export interface CarryPlace {
  readonly opened: OpenedSql
  readonly plans: readonly EntitySql[]
  readonly tables: StateTables
}

export interface CarryOptions {
  readonly model: ServiceModel
  /** Nobody writes into it meanwhile, where `tables` has no way to read it as at one moment. */
  readonly from: CarryPlace
  /** It has the structure of the same charter, and no row, or all of them. */
  readonly to: CarryPlace
}

export interface Carried extends Proof {
  /** All of it was there before. */
  readonly isThere: boolean
}

/**
 * Carries all rows and the state of a service from one database to another, in one transaction of that: all of it is there, or nothing is. It
 * is read again there before it is committed, and compared by counts and digests. Rejects with a ProblemError whose cause says why not.
 */
export const carry = async ({ model, from, to }: CarryOptions): Promise<Carried> => {
  const keys = new Map(model.entities.map(({ name, key }) => [name, key]))
  return atOneMoment({ model, from, keys }, async (source) => {
    const wanted = await prove(source)
    return to.opened.store(model, to.plans).transaction(async (writes) => {
      const on = sqlTransaction(writes.transaction)
      const target: Proven = { ...to, keys, reads: writes, on }
      const before = await prove(target)
      const isThere = hasRows(before)
      if (!isThere) await fill({ model, source, target, writes, on, state: to.opened.state })
      const found = isThere ? before : await prove(target)
      const other = differenceOf(wanted, found)
      if (other !== null)
        throw refused(isThere ? occupied(other) : `What was carried of ${other} is not what was there.`)
      return { ...found, isThere }
    })
  })
}

interface Reading extends Pick<CarryOptions, 'model' | 'from'> {
  readonly keys: Proven['keys']
}

/** Reads a database whatever is written into it meanwhile, where it can; else nobody writes. */
const atOneMoment = async <Result>(
  { model, from, keys }: Reading,
  read: (source: Proven) => Promise<Result>,
): Promise<Result> => {
  const store = from.opened.store(model, from.plans)
  const { snapshot } = from.tables
  if (snapshot === undefined) return read({ ...from, keys, reads: store.current, on: from.opened.database })
  return store.transaction(async (reads) => {
    const on = sqlTransaction(reads.transaction)
    await on.all(readOf(snapshot), [])
    return read({ ...from, keys, reads, on })
  })
}

interface Filling {
  readonly model: ServiceModel
  readonly source: Proven
  readonly target: Proven
  readonly writes: Writes
  readonly on: SqlTransaction
  readonly state: OpenedSql['state']
}

const fill = async ({ model, source, target, writes, on, state }: Filling): Promise<void> => {
  for (const entity of referenceOrder(model)) {
    for await (const rows of rowsOf(source, entity)) await Promise.all(rows.map((row) => writes.insert(entity, row)))
    await countOn({ source, target, on }, entity)
  }
  for (const [table, columns] of Object.entries(carriedTables)) {
    const statement = insertInto(target.tables.table(table), columns)
    for (const row of await stateRows(source, table)) await on.run(statement, row)
  }
  await fillRecord({ source, target, writes, on, state })
}

/** What logs have first: what is put behind it waits for the next one. */
const fillRecord = async ({ source, target, writes, on, state }: Omit<Filling, 'model'>): Promise<void> => {
  const waiting: string[] = []
  for await (const { text, isLogged } of auditBodies(source))
    if (isLogged) await state.appendAudit(entriesIn(text), writes.transaction)
    else waiting.push(text)
  const { drained: text, table } = target.tables
  await on.run(writeOf('INSERT', { text, table: table('audit') }), [])
  for (const body of waiting) await state.appendAudit(entriesIn(body), writes.transaction)
}

/** Versions of rows go on above all that were given: an entity tag of before is of no row that comes. */
const countOn = async (
  { source, target, on }: Pick<Filling, 'source' | 'target' | 'on'>,
  entity: string,
): Promise<void> => {
  const [before, after] = [source, target].map(({ plans }) => plans.find((each) => each.entity === entity))
  if (!before?.version || !after?.version) return
  const [row] = await source.on.all(readOf(`SELECT max("_version") FROM ${before.table}`, before.table), [])
  const next = Number(row?.[0] ?? 0) + 1
  const columns = ['_version']
  await on.run(writeOf('UPDATE', { text: `UPDATE ${after.table} SET "_version" = ?`, table: after.table, columns }), [
    next,
  ])
}

const entriesIn = (body: string): readonly AuditEntry[] =>
  // What `bodyText` wrote.
  body.split('\n').map((line) => JSON.parse(line) as AuditEntry)

const hasRows = ({ entities, state }: Proof): boolean =>
  [...Object.values(entities), ...Object.values(state)].some(({ rows }) => rows > 0)

/** The first kind of which the two do not have the same; null where they are alike. */
const differenceOf = (one: Proof, other: Proof): string | null => {
  for (const part of ['entities', 'state'] as const)
    for (const [name, { rows, digest }] of Object.entries(one[part])) {
      const found = other[part][name]
      if (found?.digest !== digest) return `${name} (${rows} rows here, ${found?.rows ?? 0} there)`
    }
  return null
}

const occupied = (other: string): string =>
  `The database has rows already, and other ones: of ${other}. Give one that is empty.`

const refused = (why: string): ProblemError => new ProblemError(problem('unavailable', { cause: new Error(why) }))
