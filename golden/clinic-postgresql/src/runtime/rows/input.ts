import type { Principal } from '../call/call.ts'
import { evaluate } from '../call/evaluate.ts'
import type { CheckModel, FieldModel, RelationModel, ServiceModel } from '../call/model.ts'
import { everyField, type InputMode, isWritten, ownedEntity, ownedRelations } from '../call/written.ts'
import type { InputError, InputErrors } from '../problem/input-errors.ts'
import { errorPointer, ProblemError, problem } from '../problem/problem.ts'
import { isToken, tokenSentence } from '../protect/token.ts'
import type { EntityUnit } from '../store/entity.ts'
import { uuidv7 } from '../store/identifier.ts'
import { instantAt } from '../values/instant-at.ts'
import type { Json, JsonObject } from '../values/json.ts'
import { readMember, readValue } from '../values/read.ts'
import { type ReadContext, readingAt } from '../values/read-context.ts'
import type { Default } from '../values/type.ts'
import { everyRow, type Grant } from './grant.ts'
import { openUnit } from './open-unit.ts'
import { isHidden } from './view.ts'

/** What was read of a body: the fields given or defaulted, and the rows of owned relations where given. */
export interface RowInput {
  readonly fields: JsonObject
  readonly owned: Readonly<Record<string, readonly JsonObject[]>>
}

export interface InputReader {
  readonly unit: EntityUnit
  readonly units: ReadonlyMap<string, EntityUnit>
  readonly reading: ReadContext
  readonly grant: Grant
  readonly principal: Principal
}

/** Reads a body against what this principal may write. Collects every error before it rejects with `invalid-input`. */
export const readRowInput = (reader: InputReader, value: Json | undefined, mode: InputMode, path = ''): RowInput => {
  const { unit, reading } = reader
  if (value === undefined || value === null || typeof value !== 'object' || Array.isArray(value)) {
    reading.errors.push({ path, code: 'wrong-type', message: 'Give an object.' })
    return { fields: {}, owned: {} }
  }
  const given = value as JsonObject
  const owned = ownedRelations(unit.model)
  for (const name of Object.keys(given)) reading.errors.pushAll(misnamed(reader, name, mode, owned, path))
  const fields: Record<string, Json> = {}
  for (const field of everyField(unit.model)) {
    const at = `${path}${errorPointer(field.name)}`
    const read = readField(reader, field, mode, { given, at })
    if (field.protect?.kind === 'tokenize' && isToken(read))
      reading.errors.push({ path: at, code: 'format', message: tokenSentence(field.name) })
    else if (read !== undefined) fields[field.name] = read
  }
  return { fields, owned: readOwned(reader, given, owned, path) }
}

/** What becomes of a field: undefined where it stays as it is, or the database fills it in. */
const readField = (
  reader: InputReader,
  field: FieldModel,
  mode: InputMode,
  { given, at }: { readonly given: JsonObject; readonly at: string },
): Json | undefined => {
  const isGiven = Object.hasOwn(given, field.name)
  if (!mayWrite(reader, field, mode)) return isGiven ? undefined : unwritten(reader, field, mode, at)
  if (given[field.name] === null && mode === 'create' && field.default?.kind === 'database') {
    const message = 'Leave it out and the database fills it in: it cannot be null in a new row.'
    reader.reading.errors.push({ path: at, code: 'null', message })
    return undefined
  }
  if (isGiven) return readMember(field, given[field.name] ?? null, at, reader.reading)
  const isKept = mode === 'update' || (mode === 'replace' && field.isWriteOnly)
  return isKept ? undefined : absent(reader, field, at)
}

/** All errors at once, sorted; nothing when there are none. */
export const refuseErrors = (errors: InputErrors): void => {
  if (errors.length > 0) throw new ProblemError(problem('invalid-input', { errors }))
}

const mayWrite = (reader: InputReader, field: FieldModel, mode: InputMode): boolean =>
  isWritten(field, mode) &&
  !isHidden(reader.unit, field, reader.grant, reader.principal) &&
  (mode === 'create' ||
    !reader.unit.model.checks.some((check) => check.fields.includes(field.name) && isBlind(reader, check)))

/** A field that is hidden from the writer: of a new row what it is where nobody gives it, of a stored row what it was. */
const unwritten = (reader: InputReader, field: FieldModel, mode: InputMode, path: string): Json | undefined =>
  mode === 'create' && field.writable !== 'never' ? absent(reader, field, path) : undefined

/**
 * Whether a check speaks of a field that this principal may not see: on a stored row its outcome would tell the value by trial.
 * They write none of its fields, so that it is theirs neither to break nor to be told of.
 */
export const isBlind = ({ unit, grant, principal }: InputReader, { fields }: CheckModel): boolean =>
  fields.some((name) => {
    const field = unit.fields.get(name)
    return field !== undefined && isHidden(unit, field, grant, principal)
  })

const misnamed = (
  reader: InputReader,
  name: string,
  mode: InputMode,
  owned: readonly RelationModel[],
  path: string,
): readonly InputError[] => {
  const at = `${path}${errorPointer(name)}`
  const field = reader.unit.fields.get(name) ?? reader.unit.model.writeOnly?.find((each) => each.name === name)
  if (field)
    return mayWrite(reader, field, mode)
      ? []
      : [{ path: at, code: 'not-writable', message: `"${name}" cannot be written here.` }]
  return owned.some((relation) => relation.name === name)
    ? []
    : [{ path: at, code: 'unknown', message: `${reader.unit.model.name} has no field "${name}".` }]
}

const absent = ({ reading, principal }: InputReader, field: FieldModel, path: string): Json | undefined => {
  if (field.default) return defaultOf(field, field.default, reading, principal)
  if (field.isOptional) return null
  reading.errors.push({ path, code: 'required', message: 'This is required.' })
  return undefined
}

/** What an absent value becomes; undefined where the database fills it in. */
const defaultOf = (field: FieldModel, of: Default, reading: ReadContext, principal: Principal): Json | undefined => {
  switch (of.kind) {
    case 'value':
      return of.value
    case 'uuid':
      return uuidv7(Date.parse(reading.now))
    case 'now':
      return reading.now
    case 'today':
      return reading.today
    case 'tenant':
      return principal.tenant === undefined ? null : asStored(field, principal.tenant, reading)
    case 'principal':
      return asStored(field, principal.id, reading)
    default:
      return undefined
  }
}

/**
 * What a credential says, in a field: where it is no value of the type, or would be stored as another text (a uuid in capitals), a rule
 * that compares the two would not know them for the same. Throws ProblemError (`forbidden`).
 */
const asStored = ({ name, type }: FieldModel, said: string, { now, types }: ReadContext): Json => {
  if (readValue(type, said, '', readingAt(now, types)) === said) return said
  const detail = `"${name}" takes nothing that is spelled as your sign-in spells who you are.`
  throw new ProblemError(problem('forbidden', { detail }))
}

/** The defaults of fields that nobody writes: made on create only. */
export const generatedFields = (unit: EntityUnit, reading: ReadContext, principal: Principal): JsonObject => {
  const fields: Record<string, Json> = {}
  for (const field of unit.model.fields) {
    if (field.writable !== 'never' || !field.default) continue
    const made = defaultOf(field, field.default, reading, principal)
    if (made !== undefined) fields[field.name] = made
  }
  return fields
}

const ownedMax = 1000

const readOwned = (
  reader: InputReader,
  given: JsonObject,
  owned: readonly RelationModel[],
  path: string,
): Readonly<Record<string, readonly JsonObject[]>> => {
  const read: Record<string, readonly JsonObject[]> = {}
  for (const relation of owned) {
    const rows = given[relation.name]
    if (rows === undefined) continue
    const at = `${path}${errorPointer(relation.name)}`
    if (!Array.isArray(rows) || rows.length > ownedMax) {
      reader.reading.errors.push({ path: at, code: 'wrong-type', message: `Give a list of at most ${ownedMax} items.` })
      continue
    }
    read[relation.name] = rows.map((row: Json, index) => readChild(reader, relation, row, `${at}/${index}`))
  }
  return read
}

/** A row of an owned relation: its reference to the parent comes from the parent, so it is neither asked nor taken. */
const readChild = (reader: InputReader, relation: RelationModel, row: Json, path: string): JsonObject => {
  const found = reader.units.get(relation.target)
  if (!found) throw new Error(`there is no entity ${relation.target}`)
  const unit = reader.grant === everyRow ? openUnit(found) : found
  const model = ownedEntity(unit.model, relation)
  const child: EntityUnit = { ...unit, fields: new Map(model.fields.map((field) => [field.name, field])), model }
  const { fields: read } = readRowInput({ ...reader, unit: child }, row, 'create', path)
  checkNewRow({ ...reader, unit: child }, read, path)
  return { ...generatedFields(child, reader.reading, reader.principal), ...read }
}

/**
 * The charter's cross-field rules of a new row, with what is made for it. What the database fills in, or the parent gives, is not
 * known yet: a rule over it is the database's own constraint.
 */
export const checkNewRow = (
  reader: InputReader,
  given: JsonObject,
  path = '',
  isAsked: (check: CheckModel) => boolean = () => true,
): void => {
  const { unit, principal, reading } = reader
  const row = { ...generatedFields(unit, reading, principal), ...given }
  const isUnknown = (name: string): boolean => {
    const field = unit.fields.get(name)
    return row[name] === undefined && (field?.default !== undefined || field?.writable === 'never')
  }
  checkEach(reader, row, path, (check) => isAsked(check) && !check.fields.some(isUnknown))
}

/** The rules of a stored row that the writer may see. */
export const checkRow = (reader: InputReader, row: JsonObject): void =>
  checkEach(reader, row, '', (check) => !isBlind(reader, check))

/** A rule holds unless it is false; it is told at the first of its fields that somebody writes. */
const checkEach = (
  { unit, principal, reading }: InputReader,
  row: JsonObject,
  path: string,
  isAsked: (check: CheckModel) => boolean,
): void => {
  for (const check of unit.model.checks) {
    if (!isAsked(check)) continue
    if (evaluate(check.predicate, row, principal) !== false) continue
    const told = check.fields.find((name) => unit.fields.get(name)?.writable !== 'never') ?? check.fields[0] ?? ''
    reading.errors.push({
      path: `${path}${errorPointer(told)}`,
      code: 'check',
      message: check.message,
    })
  }
}

/** Of what is written to a service. */
export const readingNow = (nowMs: number, { types, characters }: ServiceModel): ReadContext => ({
  ...readingAt(instantAt(nowMs), types),
  ...(characters && { characters }),
})
