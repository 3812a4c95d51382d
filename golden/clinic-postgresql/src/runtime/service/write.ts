import type { CallContext, Principal, ValueOutcome } from '../call.ts'
import type { Json, JsonObject } from '../json.ts'
import { ProblemError, problem } from '../problem.ts'
import type { SqlRow } from '../sql.ts'
import { columnOf, decodeRow, type EntityUnit, encodeField, keyOf, keyValues, rowValues } from './entity.ts'
import { type Grant, grantCondition } from './grant.ts'
import {
  checkNewRow,
  checkRow,
  generatedFields,
  type InputReader,
  type RowInput,
  readRowInput,
  refuseErrors,
} from './input.ts'
import { insertOwned, ownedOf, removeOwned } from './owned.ts'
import { visible } from './page.ts'
import { sealRow } from './protect/open-rows.ts'
import { requireUnique } from './protect/unique.ts'
import { unknownReferences } from './references.ts'
import { insert, judge, noteChange, storedNow, written } from './row-writes.ts'
import { rowsByKey } from './rows-by-key.ts'
import { settingOnly } from './setting-only.ts'
import { conjunction } from './statement.ts'
import type { Store, WritingStore } from './store.ts'
import { matchesVersion, rowVersionIn, versionColumns } from './version.ts'

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
  refuseErrors(await unknownReferences(store, unit, sealed, null, reader))
  await requireUnique(store, unit, proposed, null)
  const inserted = await insert(store, unit, sealed)
  const row = { ...proposed, ...keyOf(unit, inserted) }
  for (const [relation, children] of ownedOf(unit, input)) await insertOwned(store, relation, row, children, reader)
  return row
}

/** Reads a row for writing: `not-found` unless it may be read, `forbidden` unless the action may be done to it. */
export const readForWrite = async (
  store: Store,
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
  const rows = await rowsByKey(store, `SELECT ${columns.join(', ')} FROM ${unit.sql.from}${sql}`, [
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
    version: version.of(store.versions, principal, row, fields.length),
    mayAct: row.at(-1) === 1,
  }
}

/** `If-Match` and `If-None-Match` against the stored row's version (RFC 9110 sections 13.1.1, 13.1.2). */
export const requireVersion = (
  { ifMatch, ifNoneMatch }: Pick<CallContext, 'ifMatch' | 'ifNoneMatch'>,
  version: string,
): void => {
  if (ifMatch && !matchesVersion(ifMatch, version)) throw new ProblemError(problem('precondition-failed'))
  if (ifNoneMatch && matchesVersion(ifNoneMatch, version))
    throw new ProblemError(
      problem('precondition-failed', { detail: 'There is such a record already, and If-None-Match asks for none.' }),
    )
}

/** `If-Match` against what a read gives (RFC 9110 section 13.1.1: of any method). Where relations are included there is nothing to compare. */
export const requireHeld = ({ ifMatch }: CallContext, { version }: ValueOutcome): void => {
  if (ifMatch && version !== undefined) requireVersion({ ifMatch }, rowVersionIn(version))
}

/**
 * Replaces or merges, judged on the resulting row too. Gives the resulting row as stored and the names of fields that changed.
 * Where nothing is given, nothing is written and the version stays.
 */
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
  checkRow(reader, given)
  refuseErrors(reader.reading.errors)
  const row = await sealRow(store, unit, given, Object.keys(input.fields))
  await judge(store, unit, grant, row, reader.principal, 'update')
  refuseErrors(await unknownReferences(store, unit, row, stored, reader))
  await requireUnique(store, unit, given, input.fields)
  const { update } = unit.sql
  if (!update) throw new ProblemError(problem('method-not-allowed'))
  if (Object.keys(input.fields).length + Object.keys(input.owned).length === 0) return { row, changed: [] }
  const { sql, fields } = settingOnly(update, Object.keys(input.fields))
  if (fields.length > 0)
    await written(
      unit,
      'change',
      () =>
        store.database.run(sql, [...fields.map((field) => encodeField(unit, field, row)), ...rowValues(unit, stored)]),
      async () => {
        const names = fields.filter((name) => unit.fields.has(name))
        const now = await storedNow(store, unit, stored, names)
        return now !== null && names.every((name) => JSON.stringify(now[name]) === JSON.stringify(row[name] ?? null))
      },
    )
  noteChange(store, unit, row, 'updated')
  for (const [relation, children] of ownedOf(unit, input)) {
    await removeOwned(store, unit, relation, row, reader)
    await insertOwned(store, relation, row, children, reader)
  }
  const changed = Object.keys(input.fields).filter(
    (field) => JSON.stringify(stored[field] ?? null) !== JSON.stringify(row[field] ?? null),
  )
  return { row, changed: [...changed, ...Object.keys(input.owned)] }
}

/** Reads and checks a body for `create`. */
export const readForCreate = (reader: InputReader, value: Json | undefined): RowInput => {
  const input = readRowInput(reader, value, 'create')
  if (reader.reading.errors.length === 0) checkNewRow(reader, input.fields)
  refuseErrors(reader.reading.errors)
  return input
}
