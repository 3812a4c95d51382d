import { type Charter, type TemporaryDatabase, toModel } from '@charter/charter'
import { connectors } from '@charter/connectors'
import type { JsonObject, Predicate, Principal, Rule, Truth } from '@charter/runtime'
import { compileEntities, type EntityUnit, grantOf, loadRows, type RowSet } from '@charter/runtime/service'
import type { OpenSqlSource, SqlConnector } from '@charter/sql'
import type { EntitySql } from '@charter/sql/store'
import { decode, encode, readOf, ruled, type SqlEntity, sqlEntities } from '@charter/sql/store'
import { attached, attachedTables, charterWith, type DatabaseName } from './charter.ts'

/** One database with rows, in which rules are judged. */
export interface Place {
  readonly name: string
  readonly isOwned: boolean
  readonly charterFor: (charter: Charter) => Charter
  readonly connector: SqlConnector
  readonly source: OpenSqlSource
  /** As the API shows them, by entity. */
  readonly rows: ReadonlyMap<string, readonly JsonObject[]>
  close(): Promise<void>
}

const connectorNamed = (name: string): SqlConnector => {
  const found = connectors.find((each) => each.name === name)
  if (!found) throw new Error(`there is no connector ${name}`)
  return found
}

/** Opens a new database, makes its tables and puts the rows in, through the SQL that services say. */
export const openPlace = async (
  database: DatabaseName,
  isOwned: boolean,
  set: RowSet,
  near: string,
): Promise<Place> => {
  const connector = connectorNamed(database)
  const temporary = await connector.makeTemporary(near)
  const charterFor = (charter: Charter) => (isOwned ? owned(charter, database) : attached(charter, database))
  const charter = charterFor(charterWith({ policies: [], allow: [] }))
  if (!isOwned) await makeTables(connector, temporary, attachedTables[database])
  const schema = isOwned ? connector.createSchema(charter) : null
  const source = await connector.open(temporary.url, {
    isReadOnly: false,
    schema,
    statementTimeoutMs: 20_000,
    ...(!isOwned && { state: await connectorNamed('sqlite').openState(':memory:') }),
  })
  const model = toModel(charter, [])
  const sql = connector.render(charter, model)
  await loadRows(source.store(model, sql), model, set)
  return {
    name: `${database}, ${isOwned ? 'owned' : 'attached'}`,
    isOwned,
    charterFor,
    connector,
    source,
    rows: new Map(await Promise.all(sql.map(async (each) => [each.entity, await allRows(source, each)] as const))),
    close: async () => {
      await source.close()
      await temporary.remove()
    },
  }
}

const owned = (charter: Charter, database: string): Charter => ({
  ...charter,
  sources: [{ place: { file: 'charter.yaml', line: 1, column: 1 }, name: 'main', kind: 'own', database }],
})

const makeTables = async (
  connector: SqlConnector,
  { url }: TemporaryDatabase,
  statements: readonly string[],
): Promise<void> => {
  const state = await connectorNamed('sqlite').openState(':memory:')
  const opened = await connector.open(url, { isReadOnly: false, schema: null, statementTimeoutMs: 20_000, state })
  await opened.database.transaction(async (on) => {
    for (const each of statements) await on.run(each, [])
  })
  await opened.close()
}

const allRows = async ({ database }: OpenSqlSource, { columns, from }: EntitySql): Promise<readonly JsonObject[]> => {
  const names = Object.keys(columns)
  const selected = Object.values(columns).map(({ select }) => select)
  const rows = await database.all(readOf(`SELECT ${selected.join(', ')} FROM ${from}`), [])
  return rows.map((row) =>
    Object.fromEntries(
      names.map((name, at) => [name, decode(columns[name]?.storage ?? { kind: 'text' }, row[at] ?? null)]),
    ),
  )
}

/** An entity with its rules, and its SQL. */
export interface RuledUnit extends EntityUnit {
  readonly kept: SqlEntity
}

/** The rules of one policy set over `Thing` in one database. */
export const unitOf = (
  place: Place,
  charter: Charter,
  rules: readonly Rule[],
  render: SqlConnector['render'] = place.connector.render,
): RuledUnit => {
  const there = place.charterFor(charter)
  const model = toModel(there, rules)
  const sql = render(there, { ...model, entities: model.entities.filter(({ name }) => name === 'Thing') }).concat(
    placeholders(model.entities.map(({ name }) => name)),
  )
  const kept = sqlEntities(model, sql)
  const unit = compileEntities(model, { entities: new Map([...kept].map(([name, { stored }]) => [name, stored])) }).get(
    'Thing',
  )
  const thing = kept.get('Thing')
  if (!unit || !thing) throw new Error('Thing is not there')
  return { ...unit, kept: thing }
}

/** Entities whose rules nobody asks for here are not rendered again for every policy set. */
const placeholders = (names: readonly string[]): readonly EntitySql[] =>
  names
    .filter((name) => name !== 'Thing')
    .map((entity) => ({ entity, table: '', from: '', removeFrom: '',
    visible: null, everywhere: null, columns: {}, byKey: '', version: null, rules: {}, tenancy: null, insert: null, update: null, remove: null, proposed: { sql: '', fields: [] }, relations: {}, lines: '' })) // biome-ignore format: nothing to see

/** Which of the rows the rules allow: as stored, and as proposed, each in one statement. */
export const decidedInSql = async (
  place: Place,
  unit: RuledUnit,
  action: string,
  principal: Principal,
  rows: readonly JsonObject[],
) => {
  const grant = grantOf(unit, action, principal)
  if (!grant) return { stored: new Set<string>(), proposed: new Set<string>() }
  const condition = ruled(unit.kept, grant, principal) ?? {
    sql: place.connector.name === 'sqlite' ? '1' : 'true',
    values: [],
  }
  const names = rows.map(({ id }) => id as string)
  const { columns, from, proposed: whole } = unit.kept.sql
  const { sql, fields } = whole
  const proposals = rows.map((_, at) => `SELECT ${at} AS n WHERE EXISTS (${sql}${condition.sql})`)
  const given = rows.flatMap((row) => [
    ...fields.map((field) => encode(columns[field]?.storage ?? { kind: 'text' }, row[field] ?? null)),
    ...condition.values,
  ])
  const among = names.map(() => '?').join(', ')
  const stored = await place.source.database.all(
    readOf(`SELECT t."id" FROM ${from} WHERE t."id" IN (${among}) AND ${condition.sql}`),
    [...names, ...condition.values],
  )
  const proposed = await place.source.database.all(readOf(proposals.join(' UNION ALL ')), given)
  return {
    stored: new Set(stored.map(([id]) => String(id))),
    proposed: new Set(proposed.map(([at]) => names[Number(at)] ?? '')),
  }
}

/** The same by predicate, in process. */
export const decidedInProcess = (
  evaluate: Evaluate,
  rules: readonly Rule[],
  action: string,
  principal: Principal,
  row: JsonObject,
): boolean => {
  const applying = rules.filter(
    (rule) =>
      rule.entity === 'Thing' &&
      rule.actions.includes(action) &&
      (rule.roles.length === 0 || rule.roles.some((role) => principal.roles.includes(role))),
  )
  const truth = (when: Predicate | undefined) => (when ? evaluate(when, row, principal) : true)
  const isForbidden = applying.some((rule) => rule.effect === 'forbid' && truth(rule.when) !== false)
  return !isForbidden && applying.some((rule) => rule.effect === 'permit' && truth(rule.when) === true)
}

export type Evaluate = (predicate: Predicate, row: JsonObject, principal: Principal) => Truth
