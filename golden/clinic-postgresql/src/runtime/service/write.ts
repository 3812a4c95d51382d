import type { Principal } from '../call.ts'
import type { Json, JsonObject } from '../json.ts'
import type { RelationModel } from '../model.ts'
import { ProblemError, problem } from '../problem.ts'
import type { SqlRow } from '../sql.ts'
import type { RowChange } from '../state.ts'
import { columnOf, decodeRow, type EntityUnit, encodeField, entityOf, keyOf, keyValues } from './entity.ts'
import { type Grant, grantCondition } from './grant.ts'
import { checkRow, generatedFields, type InputReader, type RowInput, readRowInput, refuseErrors } from './input.ts'
import { visible } from './page.ts'
import { sealRow } from './protect/open-rows.ts'
import { namingFields, requireUnique } from './protect/unique.ts'
import { versionColumns } from './read.ts'
import { requireSameTenant } from './same-tenant.ts'
import { type Condition, conjunction } from './statement.ts'
import type { WritingStore } from './store.ts'
import { matchesVersion } from './version.ts'

/** A stored row with what the principal may do with it. */
export interface StoredRow {
  readonly row: JsonObject
  readonly version: string
  readonly mayAct: boolean
}

/** Inserts a row and the rows it owns, after the rules have judged it as proposed. Gives the whole row. */
export const insertRow = async (
  store: WritingStore,
  unit: EntityUnit,
  grant: Grant,
  input: RowInput,
  reader: InputReader,
): Promise<JsonObject> => {
  const proposed = { ...generatedFields(unit, reader.reading, reader.principal), ...input.fields }
  const sealed = await sealRow(store, unit, proposed, Object.keys(proposed))
  await judge(store, unit, grant, sealed, reader.principal, 'create')
  await requireSameTenant(store, unit, sealed, reader.principal)
  await requireUnique(store, unit, proposed, null)
  const inserted = await insert(store, unit, sealed)
  const row = { ...proposed, ...keyOf(unit, inserted) }
  for (const [relation, children] of ownedOf(unit, input)) await insertChildren(store, unit, relation, row, children)
  return row
}

const insert = async (store: WritingStore, unit: EntityUnit, row: JsonObject): Promise<JsonObject> => {
  const { insert: statement, insertedKey } = unit.sql
  if (!statement) throw new ProblemError(problem('method-not-allowed'))
  await namingFields(unit, () =>
    store.database.run(
      statement.sql,
      statement.fields.map((field) => encodeField(unit, field, row)),
    ),
  )
  const made =
    !insertedKey || unit.model.key.every((field) => row[field] !== undefined)
      ? row
      : { ...row, ...decodeRow(unit, unit.model.key, (await store.database.all(insertedKey, []))[0] ?? []) }
  noteChange(store, unit, made, 'created')
  return made
}

/** For who follows what happens to rows. */
const noteChange = (store: WritingStore, unit: EntityUnit, row: JsonObject, change: RowChange['change']): void => {
  const { name, key, tenantField } = unit.model
  if (key.length === 0) return
  const tenant = tenantField === undefined ? null : (row[tenantField] ?? null)
  store.changes.push({
    entity: name,
    change,
    key: keyOf(unit, row),
    tenant: typeof tenant === 'string' ? tenant : null,
  })
}

const ownedOf = (unit: EntityUnit, input: RowInput): readonly (readonly [RelationModel, readonly JsonObject[]])[] =>
  Object.entries(input.owned).flatMap(([name, rows]) => {
    const relation = unit.relations.get(name)
    return relation ? [[relation, rows] as const] : []
  })

const insertChildren = async (
  store: WritingStore,
  unit: EntityUnit,
  relation: RelationModel,
  parent: JsonObject,
  children: readonly JsonObject[],
): Promise<void> => {
  const target = entityOf(store.units, relation.target)
  const tenant =
    target.model.tenantField && unit.model.tenantField
      ? { [target.model.tenantField]: parent[unit.model.tenantField] ?? null }
      : {}
  const reference = Object.fromEntries(
    relation.to.map((field, at) => [field, parent[relation.from[at] as string] ?? null]),
  )
  for (const child of children) {
    const row = { ...child, ...tenant, ...reference }
    await requireUnique(store, target, row, null)
    await insert(store, target, await sealRow(store, target, row, Object.keys(row)))
  }
}

/** Reads a row for writing: `not-found` unless it may be read, `forbidden` unless the action may be done to it. */
export const readForWrite = async (
  store: WritingStore,
  unit: EntityUnit,
  reading: Grant,
  acting: Grant,
  key: JsonObject,
  principal: Principal,
): Promise<StoredRow> => {
  const fields = [...unit.model.fields.map(({ name }) => name), ...unit.indexes]
  const version = versionColumns(unit)
  const may = grantCondition(unit, acting, principal)
  const columns = [...fields.map((name) => columnOf(unit, name).select), ...version.columns, may ? `(${may.sql})` : '1']
  const { sql, values } = conjunction([
    { sql: unit.sql.byKey, values: keyValues(unit, key) },
    visible(unit),
    grantCondition(unit, reading, principal),
  ])
  const rows = await store.database.all(`SELECT ${columns.join(', ')} FROM ${unit.sql.from}${sql}`, [
    ...(may?.values ?? []),
    ...values,
  ])
  const row: SqlRow | undefined = rows[0]
  if (!row)
    throw new ProblemError(
      problem('not-found', { detail: `There is no such ${unit.model.name}, or you may not read it.` }),
    )
  return {
    row: decodeRow(unit, fields, row),
    version: version.of(row, fields.length),
    mayAct: row.at(-1) === 1 || row.at(-1) === true.toString(),
  }
}

/** `If-Match` against the stored row's version (RFC 9110 section 13.1.1). */
export const requireVersion = (ifMatch: readonly string[] | undefined, version: string): void => {
  if (ifMatch && !matchesVersion(ifMatch, version)) throw new ProblemError(problem('precondition-failed'))
}

/** Replaces or merges, judged on the resulting row too. Gives the resulting row as stored and the names of fields that changed. */
export const updateRow = async (
  store: WritingStore,
  unit: EntityUnit,
  grant: Grant,
  stored: JsonObject,
  input: RowInput,
  reader: InputReader,
): Promise<{ row: JsonObject; changed: readonly string[] }> => {
  // A protected field that is not written keeps its ciphertext, byte for byte.
  const given = { ...stored, ...input.fields }
  checkRow(unit, given, reader.principal, reader.reading.errors)
  refuseErrors(reader.reading.errors)
  const row = await sealRow(store, unit, given, Object.keys(input.fields))
  await judge(store, unit, grant, row, reader.principal, 'update')
  await requireSameTenant(store, unit, row, reader.principal, input.fields)
  await requireUnique(store, unit, given, input.fields)
  const { update } = unit.sql
  if (!update) throw new ProblemError(problem('method-not-allowed'))
  await namingFields(unit, () =>
    store.database.run(update.sql, [
      ...update.fields.map((field) => encodeField(unit, field, row)),
      ...keyValues(unit, keyOf(unit, stored)),
    ]),
  )
  noteChange(store, unit, row, 'updated')
  for (const [relation, children] of ownedOf(unit, input)) {
    await removeChildren(store, unit, relation, row)
    await insertChildren(store, unit, relation, row, children)
  }
  const changed = Object.keys(input.fields).filter(
    (field) => JSON.stringify(stored[field] ?? null) !== JSON.stringify(row[field] ?? null),
  )
  return { row, changed: [...changed, ...Object.keys(input.owned)] }
}

const removeChildren = async (
  store: WritingStore,
  unit: EntityUnit,
  relation: RelationModel,
  parent: JsonObject,
): Promise<void> => {
  const target = entityOf(store.units, relation.target)
  const fields = [...target.model.key, ...(target.model.tenantField === undefined ? [] : [target.model.tenantField])]
  const columns = fields.map((field) => columnOf(target, field).select)
  const conditions = relation.to.map(
    (field, at): Condition => ({
      sql: target.sql.columns[field]?.filters.eq ?? '0 = 1',
      values: [encodeField(unit, relation.from[at] as string, parent)],
    }),
  )
  const { sql, values } = conjunction(conditions)
  const rows = await store.database.all(`SELECT ${columns.join(', ')} FROM ${target.sql.from}${sql}`, values)
  for (const row of rows) await removeRow(store, target, decodeRow(target, fields, row), null)
}

/** Deletes a row, or marks it deleted where the charter says so. `row`: its key, and its tenant where it has one. */
export const removeRow = async (
  store: WritingStore,
  unit: EntityUnit,
  row: JsonObject,
  now: string | null,
): Promise<void> => {
  const { remove } = unit.sql
  if (!remove) throw new ProblemError(problem('method-not-allowed'))
  const soft = unit.model.softDeleteField
  const at = soft ? [encodeField(unit, soft, { [soft]: now as Json })] : []
  await store.database.run(remove, [...at, ...keyValues(unit, row)])
  noteChange(store, unit, row, 'deleted')
}

/** Lets the rules decide on a row that is not stored yet; `forbidden` where they do not allow it. */
const judge = async (
  store: WritingStore,
  unit: EntityUnit,
  grant: Grant,
  row: JsonObject,
  principal: Principal,
  action: string,
): Promise<void> => {
  const condition = grantCondition(unit, grant, principal)
  if (!condition) return
  const { proposed } = unit.sql
  const rows = await store.database.all(`${proposed.sql}${condition.sql}`, [
    ...proposed.fields.map((field) => encodeField(unit, field, row)),
    ...condition.values,
  ])
  if (rows.length === 0)
    throw new ProblemError(
      problem('forbidden', { detail: `You may not ${action} this ${unit.model.name} with these values.` }),
    )
}

/** Reads and checks a body for `create`. */
export const readForCreate = (reader: InputReader, value: Json | undefined): RowInput => {
  const input = readRowInput(reader, value, 'create')
  if (reader.reading.errors.length === 0) checkRow(reader.unit, input.fields, reader.principal, reader.reading.errors)
  refuseErrors(reader.reading.errors)
  return input
}
