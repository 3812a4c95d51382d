import type { Principal } from '../call.ts'
import { type JsonObject, ownMember } from '../json.ts'
import { ProblemError, problem } from '../problem.ts'
import type { RowChange } from '../state.ts'
import { columnOf, decodeRow, type EntityUnit, encodeField, keyOf, keyValues, rowValues } from './entity.ts'
import { type Grant, grantCondition } from './grant.ts'
import { namingFields } from './protect/unique.ts'
import type { WritingStore } from './store.ts'

/** Lets the rules decide on a row that is not stored yet; `forbidden` where they do not allow it. */
export const judge = async (
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

/** Inserts a row that was judged. Gives it with the key that the database may have made. */
export const insert = async (store: WritingStore, unit: EntityUnit, row: JsonObject): Promise<JsonObject> => {
  const { insert: statement, insertedKey } = unit.sql
  if (!statement) throw new ProblemError(problem('method-not-allowed'))
  await written(
    unit,
    'take',
    () =>
      store.database.run(
        statement.sql,
        statement.fields.map((field) => encodeField(unit, field, row)),
      ),
    async () => (await storedNow(store, unit, row, [])) !== null,
  )
  const made =
    !insertedKey || unit.model.key.every((field) => ownMember(row, field) !== undefined)
      ? row
      : { ...row, ...decodeRow(unit, unit.model.key, (await store.database.all(insertedKey, []))[0] ?? []) }
  noteChange(store, unit, made, 'created')
  return made
}

/**
 * Runs a statement that writes one row. Where no row was written, a trigger or a rule of somebody else's database has put it elsewhere,
 * or kept it from being written: `isDone` looks, and what was not done is a `conflict`.
 */
export const written = async (
  unit: EntityUnit,
  what: 'take' | 'change' | 'remove',
  run: () => Promise<{ readonly changes: number }>,
  isDone: () => Promise<boolean>,
): Promise<void> => {
  const { changes } = await namingFields(unit, run)
  if (changes > 0 || (await isDone())) return
  const detail = `The database did not ${what} this ${unit.model.name}: a trigger or a rule there keeps it from that.`
  throw new ProblemError(problem('conflict', { detail }))
}

/** The given fields of the row with a key as they are stored now; null where there is none, or the key is not known. */
export const storedNow = async (
  store: WritingStore,
  unit: EntityUnit,
  row: JsonObject,
  fields: readonly string[],
): Promise<JsonObject | null> => {
  if (unit.model.key.some((field) => (row[field] ?? null) === null)) return null
  const columns = ['1', ...fields.map((field) => columnOf(unit, field).select)]
  const text = `SELECT ${columns.join(', ')} FROM ${unit.sql.from} WHERE ${unit.sql.byKey}`
  const [found] = await store.database.all(text, keyValues(unit, row))
  return found ? decodeRow(unit, fields, found, 1) : null
}

/** For who follows what happens to rows. */
export const noteChange = (
  store: WritingStore,
  unit: EntityUnit,
  row: JsonObject,
  change: RowChange['change'],
): void => {
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

/** Deletes a row, or marks it deleted where the charter says so. `row`: its key, and its tenant where it has one. */
export const removeRow = async (store: WritingStore, unit: EntityUnit, row: JsonObject, now: string): Promise<void> => {
  const { remove } = unit.sql
  if (!remove) throw new ProblemError(problem('method-not-allowed'))
  const soft = unit.model.softDeleteField
  const at = soft ? [encodeField(unit, soft, { [soft]: now })] : []
  await written(
    unit,
    'remove',
    () => store.database.run(remove, [...at, ...rowValues(unit, row)]),
    async () => (await storedNow(store, unit, row, [])) === null,
  )
  noteChange(store, unit, row, 'deleted')
}
