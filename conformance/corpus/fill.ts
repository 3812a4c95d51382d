import { exampleRows } from '@charter/charter'
import { type EntityModel, type JsonObject, ProblemError, referenceOrder, type ServiceModel } from '@charter/runtime'
import { type Derived, openSource } from '@charter/service'
import type { SqlConnector } from '@charter/sql'
import type { Database, EntitySql, SqlValue } from '@charter/sql/store'
import { decode, encode, readOf, setting } from '@charter/sql/store'
import { linkedRow, type Pool } from './link.ts'
import { otherRows } from './other-rows.ts'

export interface Filled {
  readonly tables: number
  readonly rows: number
  /** Rows that the database refused, by its reason. */
  readonly refused: Readonly<Record<string, number>>
}

const rowsEach = 6
/** In this row every value that may be missing is. */
const bareOrdinal = 2

/**
 * Puts example rows into the tables of a throw-away copy that have none, references before what refers to them. A row that
 * a constraint or a trigger refuses is left out, and counted.
 */
export const fillTables = async (derived: Derived<SqlConnector>, url: string, dataFolder: string): Promise<Filled> => {
  const { database, close } = await openSource(derived, { url, dataFolder })
  const refused: Record<string, number> = {}
  let [tables, rows] = [0, 0]
  try {
    const pool = poolOf(derived, database)
    const fill = async (name: string, isInCircle: boolean): Promise<void> => {
      const { made, reasons } = await fillTable({ derived, database, pool, circles }, name, isInCircle)
      for (const reason of reasons) refused[reason] = (refused[reason] ?? 0) + 1
      rows += made
      if (made > 0) tables++
    }
    const circles = circlesOf(derived.model)
    // Rows that refer to one another in a circle have no order in which each finds what it names.
    for (const name of circles.keys()) await fill(name, true)
    for (const name of referenceOrder(withNeeds(derived.model))) await fill(name, false)
  } finally {
    await close()
  }
  return { tables, rows, refused }
}

/** References that may be missing order nothing. */
const withNeeds = (model: ServiceModel): ServiceModel => ({
  ...model,
  entities: model.entities.map((entity) => ({
    ...entity,
    relations: entity.relations.filter(({ isOptional }) => !isOptional),
  })),
})

interface FillContext {
  readonly derived: Derived<SqlConnector>
  readonly database: Database
  readonly pool: Pool
  readonly circles: Circles
}

const fillTable = async ({ derived, database, pool, circles }: FillContext, name: string, isInCircle: boolean) => {
  const nothing = { made: 0, reasons: [] as string[] }
  const entity = derived.model.entities.find((each) => each.name === name)
  const sql = derived.plans.find((each) => each.entity === name)
  if (
    !entity ||
    !sql?.insert ||
    (await database.all(readOf(`SELECT 1 FROM ${sql.from} LIMIT 1`, sql.table), [])).length > 0
  )
    return nothing
  const linking = isInCircle
    ? { ...entity, relations: entity.relations.filter(({ target }) => !circles.get(name)?.has(target)) }
    : entity
  for (const [ordinal, example] of (exampleRows(derived.model, rowsEach).rows[name] ?? []).entries()) {
    const given =
      ordinal === bareOrdinal ? bare(entity, example) : { ...example, ...documents(derived, entity, example) }
    const reason = await tryInsert(database, sql, await rowsFor(linking, given, example, ordinal, pool), isInCircle)
    if (reason === null) nothing.made++
    else nothing.reasons.push(reason)
  }
  return nothing
}

/** By entity, those with which it stands in a circle of references that must not be missing. */
type Circles = ReadonlyMap<string, ReadonlySet<string>>

const circlesOf = ({ entities }: ServiceModel): Circles => {
  const needs = new Map(
    entities.map(({ name, relations }) => [
      name,
      relations.flatMap((each) =>
        each.kind === 'one' && !each.isOptional && each.target !== name ? [each.target] : [],
      ),
    ]),
  )
  const reached = new Map(entities.map(({ name }) => [name, reachable(needs, name)]))
  return new Map(
    entities.flatMap(({ name }) => {
      const others = [...(reached.get(name) ?? [])].filter((other) => reached.get(other)?.has(name))
      return others.length > 1 ? [[name, new Set(others)] as const] : []
    }),
  )
}

const reachable = (needs: ReadonlyMap<string, readonly string[]>, from: string): ReadonlySet<string> => {
  const seen = new Set<string>()
  const open = [...(needs.get(from) ?? [])]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (seen.has(next)) continue
    seen.add(next)
    open.push(...(needs.get(next) ?? []))
  }
  return seen
}

const bare = (entity: EntityModel, row: JsonObject): JsonObject =>
  Object.fromEntries(
    entity.fields.map(({ name, isOptional }) => [
      name,
      isOptional && !entity.key.includes(name) ? null : (row[name] ?? null),
    ]),
  )

/** Views look into XML and into texts as documents: such a value is one, where nothing else depends on it. */
const documents = ({ charter }: Derived, entity: EntityModel, row: JsonObject): JsonObject =>
  Object.fromEntries(
    (charter.entities.find((each) => each.name === entity.name)?.fields ?? []).flatMap(({ name, type, columnType }) => {
      const value = row[name]
      if (typeof value !== 'string' || !isFree(entity, name)) return []
      if (columnType === 'xml') return [[name, '<example/>']]
      const isWide = type.kind === 'text' && type.lengthMax === undefined
      return isWide || (type.kind === 'text' && value.length + 2 <= (type.lengthMax ?? 0))
        ? [[name, type.kind === 'text' && !type.pattern && !type.format ? JSON.stringify(value) : value]]
        : []
    }),
  )

const isFree = ({ key, unique, relations, checks }: EntityModel, name: string): boolean =>
  ![
    key,
    ...unique.map(({ fields }) => fields),
    ...relations.map(({ from }) => from),
    ...checks.map(({ fields }) => fields),
  ]
    .flat()
    .includes(name)

/** As it is meant, then such as a rule that the charter does not say may take instead. */
const rowsFor = async (
  entity: EntityModel,
  given: JsonObject,
  example: JsonObject,
  ordinal: number,
  pool: Pool,
): Promise<readonly JsonObject[]> => {
  const row = await linkedRow(entity, given, ordinal, pool)
  if (ordinal === bareOrdinal) return [row]
  return [row, ...otherRows(entity, await linkedRow(entity, example, ordinal, pool), ordinal)]
}

/** Puts the first of the rows in that the database takes: null, else why it refused the first. */
const tryInsert = async (
  database: Database,
  sql: EntitySql,
  rows: readonly JsonObject[],
  isInCircle: boolean,
): Promise<string | null> => {
  let reason: string | null = null
  for (const row of rows) {
    const refused = await insertOne(database, sql, row, isInCircle)
    if (refused === null) return null
    reason ??= refused
    if (refused !== 'invalid-input') break
  }
  return reason
}

const insertOne = async (
  database: Database,
  sql: EntitySql,
  row: JsonObject,
  isInCircle: boolean,
): Promise<string | null> => {
  const { insert, columns } = sql
  if (!insert) throw new Error(`rows of ${sql.entity} cannot be inserted`)
  try {
    const values = insert.fields.map((field) => encode(columns[field]?.storage ?? { kind: 'text' }, row[field] ?? null))
    await database.transaction(async (transaction) => {
      // References and triggers wait: the whole circle is there in the end.
      if (isInCircle) await transaction.run('SET LOCAL session_replication_role = replica', [])
      await transaction.run(setting(sql, 'INSERT', insert), values)
    })
    return null
  } catch (error) {
    if (!(error instanceof ProblemError) || error.problem.code === 'unavailable') throw error
    return error.problem.code
  }
}

/** Values of fields in rows that are there, as canonical JSON: asked once there are some. */
export const poolOf = ({ plans }: Derived<SqlConnector>, database: Database): Pool => {
  const known = new Map<string, readonly JsonObject[]>()
  return async (name, fields) => {
    const key = JSON.stringify([name, fields])
    const found = known.get(key)
    if (found) return found
    const of = plans.find(({ entity }) => entity === name)
    if (!of) return []
    const columns = fields.map((field) => of.columns[field])
    const rows = await database.all(
      readOf(
        `SELECT ${columns.map((column) => column?.select).join(', ')} FROM ${of.from} LIMIT ${rowsEach}`,
        of.table,
      ),
      [],
    )
    const values = rows.map((row) =>
      Object.fromEntries(
        fields.map((field, at) => [
          field,
          decode(columns[at]?.storage ?? { kind: 'text' }, (row[at] ?? null) as SqlValue),
        ]),
      ),
    )
    if (values.length > 0) known.set(key, values)
    return values
  }
}
