import { createHash, hash } from 'node:crypto'
import { canonicalJson } from '@charter/runtime'
import type { Database } from '../store/sql-database.ts'
import type { SqlRow } from '../store/sql-value.ts'
import { names } from '../store/state/dialect.ts'
import { readOf } from '../store/statement.ts'
import { type RowsOf, rowsOf } from './entity-rows.ts'
import { carriedTables, type StateTables } from './state-tables.ts'

/** How many rows there are of a kind, and the digest of all of them, in whatever order they come. */
export interface RowsProof {
  readonly rows: number
  /** SHA-256, hex, over the sorted digests of the rows. */
  readonly digest: string
}

/** Of each entity, and of each table of the state. */
export interface Proof {
  readonly entities: Readonly<Record<string, RowsProof>>
  readonly state: Readonly<Record<string, RowsProof>>
}

/** What of a database is asked. */
export interface Proven extends RowsOf {
  /** Its statements, in the transaction that the rows are read in. */
  readonly on: Pick<Database, 'all'>
  readonly tables: StateTables
}

/** Reads all of it. Rows of entities are compared by their values in canonical form, whatever a database stores them as. */
export const prove = async (proven: Proven): Promise<Proof> => {
  const entities: Record<string, RowsProof> = {}
  for (const { entity } of proven.plans) {
    const digests: string[] = []
    for await (const rows of rowsOf(proven, entity))
      digests.push(...rows.map((row) => hash('sha256', canonicalJson(row))))
    entities[entity] = proofOf(digests)
  }
  const state: Record<string, RowsProof> = { audit: await auditProof(proven) }
  for (const table of Object.keys(carriedTables))
    state[table] = proofOf((await stateRows(proven, table)).map((row) => hash('sha256', textOf(row))))
  return { entities, state }
}

/** All rows of a table of the state. */
export const stateRows = ({ on, tables }: Pick<Proven, 'on' | 'tables'>, table: string): Promise<readonly SqlRow[]> => {
  const named = tables.table(table)
  return on.all(readOf(`SELECT ${names(carriedTables[table] ?? [])} FROM ${named}`, named), [])
}

/** A body of the record, and whether some log has all of it. */
export interface AuditBody {
  readonly text: string
  readonly isLogged: boolean
}

/** Bodies of the record, oldest first. */
export const auditBodies = async function* ({ on, tables }: Pick<Proven, 'on' | 'tables'>): AsyncGenerator<AuditBody> {
  const table = tables.table('audit')
  const pending = new Set((await on.all(readOf(tables.pending, table), [])).map(([position]) => Number(position)))
  const next = readOf(
    `SELECT "position", "body" FROM ${table} WHERE "position" > ? ORDER BY "position" LIMIT 200`,
    table,
  )
  for (let after = 0; ; ) {
    const rows = await on.all(next, [after])
    const last = rows.at(-1)
    if (!last) return
    yield* rows.map(([position, body]) => ({ text: String(body), isLogged: !pending.has(Number(position)) }))
    after = Number(last[0])
  }
}

const auditProof = async (proven: Proven): Promise<RowsProof> => {
  const digests: string[] = []
  for await (const { text } of auditBodies(proven)) digests.push(hash('sha256', text))
  return proofOf(digests)
}

const proofOf = (digests: string[]): RowsProof => ({
  rows: digests.length,
  digest: createHash('sha256').update(digests.sort().join('\n')).digest('hex'),
})

/** Databases give a number as one, as digits or as a truth: the same text stands for it. */
const textOf = (row: SqlRow): string =>
  JSON.stringify(
    row.map((value) => (value === null ? null : String(typeof value === 'boolean' ? Number(value) : value))),
  )
