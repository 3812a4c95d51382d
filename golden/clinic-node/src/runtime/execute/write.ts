import type { CallContext, Principal, ValueOutcome } from '../call/call.ts'
import type { FieldModel } from '../call/model.ts'
import { ProblemError, problem } from '../problem/problem.ts'
import type { CallStore, WritingStore } from '../rows/call-store.ts'
import type { Grant } from '../rows/grant.ts'
import {
  checkNewRow,
  checkRow,
  generatedFields,
  type InputReader,
  type RowInput,
  readRowInput,
  refuseErrors,
} from '../rows/input.ts'
import { sealRow } from '../rows/open-rows.ts'
import { namingFields, requireUnique, uniqueSealed } from '../rows/unique.ts'
import { matchesVersion, rowVersionIn, versionOf } from '../rows/version.ts'
import type { HookedWrite } from '../rows/write-hooks.ts'
import { type EntityUnit, keyOf, planOf, storedFields } from '../store/entity.ts'
import { rowOf } from '../store/found-row.ts'
import type { Found, RowsQuery } from '../store/store.ts'
import type { Json, JsonObject } from '../values/json.ts'
import { deriveChanged, deriveNew } from './derive.ts'
import { inOrder } from './in-order.ts'
import { insertOwned, ownedOf, removeOwned } from './owned.ts'
import { unknownReferences } from './references.ts'
import { unmetChecks } from './related-checks.ts'
import { insert, insertIf, judge, noteChange, noteFiles, requireWritten, storedNow, wholeRow } from './row-writes.ts'
import type { RowAnswer } from './written-answer.ts'

/** A stored row with what the principal may do with it. */
export interface StoredRow {
  readonly row: JsonObject
  readonly version: string
  readonly mayAct: boolean
}

export interface Insertion<Result> {
  readonly unit: EntityUnit
  readonly grant: Grant
  readonly input: RowInput
  readonly reader: InputReader
  /** What is made of the whole row once it is stored. */
  readonly answer: RowAnswer<Result>
}

export interface Inserted<Result> {
  readonly row: JsonObject
  /** Names of what was given and derived. */
  readonly written: readonly string[]
  readonly made: Result
}

/** Inserts a row and the rows it owns, after the rules have judged it as proposed. */
export const insertRow = async <Result>(
  store: WritingStore,
  { unit, grant, input, reader, answer }: Insertion<Result>,
): Promise<Inserted<Result>> => {
  const given = { ...generatedFields(unit, reader.reading, reader.principal), ...input.fields }
  const write: HookedWrite = { action: 'create', stored: null, given, owned: input.owned }
  const derived = await deriveNew({
    store,
    reader,
    write,
    judged: async () =>
      judge(store, unit, grant, await sealRow(store, unit, given, Object.keys(given)), reader.principal, 'create'),
  })
  const proposed = { ...given, ...derived }
  const written = [...new Set([...Object.keys(input.fields), ...Object.keys(derived), ...Object.keys(input.owned)])]
  const sealed = await sealRow(store, unit, proposed, Object.keys(proposed))
  const owned = ownedOf(unit, input)
  const hasHooks = unit.model.hooks !== undefined
  const isAlone = owned.length === 0 && !hasHooks && isFound(unit, proposed)
  if (isAlone && answer.query && isJudgedAtOnce(unit)) {
    const found = await insertIf(store, unit, { grant, row: sealed, principal: reader.principal, query: answer.query })
    if (found) return { row: proposed, written, made: await answer.of(proposed, found) }
  }
  const [, unknown] = await inOrder([
    judge(store, unit, grant, sealed, reader.principal, 'create'),
    unknownReferences(store, unit, sealed, null, reader),
  ])
  refuseErrors(unknown)
  refuseErrors(await unmetChecks(store, unit, proposed, null, reader))
  await requireUnique(store, unit, proposed, null)
  const read = (row: JsonObject): Promise<readonly Found[]> =>
    answer.query
      ? store.reads.find(answer.query, { principal: reader.principal, key: keyOf(unit, row) })
      : Promise.resolve([])
  if (isAlone) {
    const [, found] = await inOrder([insert(store, unit, sealed), read(proposed)])
    return { row: proposed, written, made: await answer.of(proposed, found) }
  }
  const inserted = await insert(store, unit, sealed)
  const row = { ...proposed, ...keyOf(unit, inserted) }
  for (const [relation, children] of owned) await insertOwned(store, relation, row, children, reader)
  if (hasHooks) await store.hooks.after(unit, { ...write, given: await wholeRow(store, unit, row) })
  return { row, written, made: await answer.of(row, await read(row)) }
}

/**
 * Whether a row is found by its key once it is inserted, and no other is where it could not be: the key was made for it just now, in a
 * table of ours. Then it can be asked for together with its insert.
 */
const isFound = ({ model, fields }: EntityUnit, row: JsonObject): boolean => {
  const isMade = ({ writable, default: of }: FieldModel): boolean => writable === 'never' && of?.kind === 'uuid'
  const keys = model.key.flatMap((name) => fields.get(name) ?? [])
  return model.isOwned && keys.some(isMade) && model.key.every((name) => (row[name] ?? null) !== null)
}

/** Whether the rules and the references are all that a new row has to be asked of beforehand, and the database decides on the rest. */
const isJudgedAtOnce = (unit: EntityUnit): boolean =>
  unit.model.relatedChecks === undefined && uniqueSealed(unit).length === 0

/** Reads a row for writing: `not-found` unless it may be read, `forbidden` unless the action may be done to it. */
export const readForWrite = async (
  store: CallStore,
  unit: EntityUnit,
  reading: Grant,
  acting: Grant,
  key: JsonObject,
  principal: Principal,
): Promise<StoredRow> => {
  const fields = storedFields(unit)
  const query = planOf<RowsQuery>(unit, ['write', reading.id, acting.id], () => ({
    entity: unit.model.name,
    fields,
    byKey: 'given',
    rules: reading,
    judged: [acting],
    isVersioned: true,
  }))
  const [row] = await store.reads.find(query, { principal, key })
  if (!row)
    throw new ProblemError(
      problem('not-found', { detail: `There is no such ${unit.model.name}, or you may not read it.` }),
    )
  return {
    row: rowOf(fields, row),
    version: versionOf(unit, store.versions, principal, row),
    mayAct: row.isJudged(0),
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
  asked: RowInput,
  reader: InputReader,
): Promise<{ row: JsonObject; changed: readonly string[] }> => {
  const write: HookedWrite = { action: 'update', stored, given: asked.fields, owned: asked.owned }
  const input = isNothing(asked)
    ? asked
    : await deriveChanged({
        store,
        reader,
        write,
        judged: async () => {
          const proposed = await sealRow(store, unit, { ...stored, ...asked.fields }, Object.keys(asked.fields))
          await judge(store, unit, grant, proposed, reader.principal, 'update')
        },
      })
  // A protected field that is not written keeps its ciphertext, byte for byte.
  const given = { ...stored, ...input.fields }
  checkRow(reader, given)
  refuseErrors(reader.reading.errors)
  const row = await sealRow(store, unit, given, Object.keys(input.fields))
  const [, unknown] = await inOrder([
    judge(store, unit, grant, row, reader.principal, 'update'),
    unknownReferences(store, unit, row, stored, reader),
  ])
  refuseErrors(unknown)
  refuseErrors(await unmetChecks(store, unit, given, stored, reader))
  await requireUnique(store, unit, given, input.fields)
  if (!unit.stored.canUpdate) throw new ProblemError(problem('method-not-allowed'))
  if (isNothing(input)) return { row, changed: [] }
  const names = Object.keys(input.fields)
  const updated = await namingFields(unit, () => store.writes.update(unit.model.name, names, row, stored))
  if (updated) await requireWritten(unit, 'change', updated, () => isAsGiven(store, unit, updated.set, { row, stored }))
  noteChange(store, unit, row, 'updated')
  noteFiles(store, { unit, before: stored, after: row, written: names })
  for (const [relation, children] of ownedOf(unit, input)) {
    await removeOwned(store, relation, row, reader)
    await insertOwned(store, relation, row, children, reader)
  }
  if (unit.model.hooks !== undefined) await store.hooks.after(unit, { ...write, given: input.fields })
  const changed = Object.keys(input.fields).filter(
    (field) =>
      // Whether it is another value than before would tell the one that there was.
      unit.model.writeOnly?.some(({ name }) => name === field) ||
      JSON.stringify(stored[field] ?? null) !== JSON.stringify(row[field] ?? null),
  )
  return { row, changed: [...changed, ...Object.keys(input.owned)] }
}

const isNothing = ({ fields, owned }: RowInput): boolean => Object.keys(fields).length + Object.keys(owned).length === 0

/** Whether the row that was `stored` has by now, however that came, what `row` gives these fields. */
const isAsGiven = async (
  store: WritingStore,
  unit: EntityUnit,
  set: readonly string[],
  { row, stored }: { readonly row: JsonObject; readonly stored: JsonObject },
): Promise<boolean> => {
  const names = set.filter((name) => unit.fields.has(name))
  const now = await storedNow(store, unit, stored, names)
  return now !== null && names.every((name) => JSON.stringify(now[name]) === JSON.stringify(row[name] ?? null))
}

/** Reads and checks a body for `create`. */
export const readForCreate = (reader: InputReader, value: Json | undefined): RowInput => {
  const input = readRowInput(reader, value, 'create')
  if (reader.reading.errors.length === 0) checkNewRow(reader, input.fields)
  refuseErrors(reader.reading.errors)
  return input
}
