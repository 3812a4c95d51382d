import type { Principal } from '../call/call.ts'
import { fileFields } from '../call/model.ts'
import { forbidden } from '../call/why.ts'
import { everyField } from '../call/written.ts'
import { ProblemError, problem } from '../problem/problem.ts'
import type { RefiledRow, WritingStore } from '../rows/call-store.ts'
import type { Grant } from '../rows/grant.ts'
import { namingFields } from '../rows/unique.ts'
import { whyNotThis } from '../rows/why-not-this.ts'
import { type EntityUnit, keyOf, tenantIn } from '../store/entity.ts'
import { rowOf } from '../store/found-row.ts'
import type { RowChange } from '../store/state.ts'
import type { Found, RowsQuery } from '../store/store.ts'
import type { JsonObject } from '../values/json.ts'
import { referencesOf } from './references.ts'

/** Lets the rules decide on a row that is not stored yet; `forbidden` where they do not allow it. */
export const judge = async (
  store: WritingStore,
  unit: EntityUnit,
  grant: Grant,
  row: JsonObject,
  principal: Principal,
  action: string,
): Promise<void> => {
  if (!(await store.writes.judge(unit.model.name, grant, row, principal)))
    throw forbidden(principal, `You may not ${action} this ${unit.model.name} with these values.`, () =>
      whyNotThis(grant),
    )
}

/** Inserts a row that was judged. Gives it with the key that the database may have made. */
export const insert = async (store: WritingStore, unit: EntityUnit, row: JsonObject): Promise<JsonObject> => {
  if (!unit.stored.canInsert) throw new ProblemError(problem('method-not-allowed'))
  const inserted = await namingFields(unit, () => store.writes.insert(unit.model.name, row))
  await requireWritten(unit, 'take', inserted, async () => (await storedNow(store, unit, row, [])) !== null)
  const made = { ...row, ...inserted.key }
  noteNew(store, unit, made)
  return made
}

/**
 * Judges a new row, looks for what it refers to, inserts it and reads it, in one go. Null: nothing was written, and whoever takes these
 * steps one by one is told why.
 */
export const insertIf = async (
  store: WritingStore,
  unit: EntityUnit,
  {
    grant: rules,
    row,
    principal,
    query,
  }: { readonly grant: Grant; readonly row: JsonObject; readonly principal: Principal; readonly query: RowsQuery },
): Promise<readonly Found[] | null> => {
  const proposed = { entity: unit.model.name, row, rules, references: referencesOf(unit, row), principal }
  const found = await namingFields(unit, () => store.writes.insertIf(proposed, query))
  if (found) noteNew(store, unit, row)
  return found
}

const noteNew = (store: WritingStore, unit: EntityUnit, row: JsonObject): void => {
  noteChange(store, unit, row, 'created')
  store.entered.push({ unit, row })
}

/**
 * Where no row was written, a trigger or a rule of somebody else's database has put it elsewhere, or kept it from being written:
 * `isDone` looks, and what was not done is a `conflict`.
 */
export const requireWritten = async (
  unit: EntityUnit,
  what: 'take' | 'change' | 'remove',
  { changes }: { readonly changes: number },
  isDone: () => Promise<boolean>,
): Promise<void> => {
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
  const query: RowsQuery = { entity: unit.model.name, fields, byKey: 'stored', rules: null, withDeleted: true }
  const [found] = await store.writes.find(query, { key: row })
  return found ? rowOf(fields, found) : null
}

/** A new row with the fields that its database has filled in. */
export const wholeRow = async (store: WritingStore, unit: EntityUnit, row: JsonObject): Promise<JsonObject> => {
  const left = everyField(unit.model)
    .map(({ name }) => name)
    .filter((name) => row[name] === undefined)
  return left.length === 0 ? row : { ...(await storedNow(store, unit, row, left)), ...row }
}

/**
 * A view of somebody else's database may take a row that it does not show: nobody could read, change or delete it through it again.
 * Throws ProblemError (`conflict`), and nothing is written.
 */
export const requireShown = async (store: WritingStore, unit: EntityUnit, row: JsonObject): Promise<void> => {
  const { key, isOwned, name } = unit.model
  if (isOwned || key.length === 0 || key.some((field) => (row[field] ?? null) === null)) return
  if ((await storedNow(store, unit, row, [])) !== null) return
  const detail = `The database would take this ${name} and not show it: its view leaves out rows with such values.`
  throw new ProblemError(problem('conflict', { detail }))
}

/** For who follows what happens to rows. */
export const noteChange = (
  store: WritingStore,
  unit: EntityUnit,
  row: JsonObject,
  change: RowChange['change'],
): void => {
  const { name, key } = unit.model
  if (key.length === 0) return
  store.changes.push({ entity: name, change, key: keyOf(unit, row), tenant: tenantIn(unit, row) })
}

/** For who counts which files are named. */
export const noteFiles = (store: WritingStore, refiled: RefiledRow): void => {
  if (fileFields(refiled.unit.model).length > 0) store.refiled.push(refiled)
}

/** Whether a change is one of this row. */
export const isOf =
  ({ model }: EntityUnit, row: JsonObject) =>
  ({ entity, key }: RowChange): boolean =>
    entity === model.name && model.key.every((name) => key[name] === row[name])

/** Deletes a row, or marks it deleted where the charter says so. `row`: its key, and its tenant where it has one. */
export const removeRow = async (store: WritingStore, unit: EntityUnit, row: JsonObject, now: string): Promise<void> => {
  if (!unit.stored.canRemove) throw new ProblemError(problem('method-not-allowed'))
  const changes = await namingFields(unit, () => store.writes.remove(unit.model.name, row, now))
  await requireWritten(unit, 'remove', { changes }, async () => (await storedNow(store, unit, row, [])) === null)
  noteChange(store, unit, row, 'deleted')
  // What is only marked deleted keeps its files.
  if (unit.model.softDeleteField === undefined) noteFiles(store, { unit, before: row, after: null, written: [] })
}
