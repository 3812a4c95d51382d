import {
  type FieldModel,
  isNeeded,
  isWritten,
  type Json,
  type JsonObject,
  writtenFields,
} from '../../../src/runtime/index.ts'
import { examplePrincipal, exampleRows, isChecked, meetsChecks } from '../examples/index.ts'
import { namesInRules } from '../names-in-rules.ts'
import { seedCount } from '../seed-rows.ts'
import { type About, isOpenTo } from './derivation.ts'

/** Fields that the role may send, and reads back where it may read the row. */
export const writable = (about: About, role: string, mode: 'create' | 'replace'): readonly FieldModel[] =>
  sendable(about, role, mode).filter(({ isWriteOnly }) => !isWriteOnly)

/** The same with those that nobody is ever told. */
export const sendable = (about: About, role: string, mode: 'create' | 'replace'): readonly FieldModel[] =>
  writtenFields(about.entity, mode).filter((field) =>
    mode === 'create' ? isOpenTo(about, role, field, 'create') : !isClosedTo(about, role, field),
  )

/** Whether the role may send all that a new row needs. */
export const maySendNeeded = (about: About, role: string): boolean =>
  writtenFields(about.entity, 'create').every(
    (field) =>
      !isNeeded(field, 'create') || field.name === about.entity.tenantField || isOpenTo(about, role, field, 'create'),
  )

/** Whether a stored row's field is not the role's to write: they are not shown it, or a check would tell of one that they are not. */
export const isClosedTo = (about: About, role: string, field: FieldModel): boolean => {
  const { checks, fields } = about.entity
  const isHidden = (each: FieldModel): boolean => !isOpenTo(about, role, each, 'update')
  const besides = checks.filter((check) => check.fields.includes(field.name)).flatMap((check) => check.fields)
  return isHidden(field) || fields.some((each) => besides.includes(each.name) && isHidden(each))
}

/** A whole body with a row's values. */
export const bodyOf = (about: About, role: string, row: JsonObject, mode: 'create' | 'replace'): JsonObject =>
  Object.fromEntries(
    sendable(about, role, mode)
      .filter(({ name }) => name !== about.entity.tenantField)
      .map(({ name }) => [name, row[name] ?? null]),
  )

/**
 * A body for a row that is not there yet: the first example's, with new values where they must be unique. `nth` gives
 * another each time. Null where a new one cannot be made (a key of references alone).
 */
export const newBody = (about: About, role: string, nth = 0): JsonObject | null => {
  const [first] = about.rows
  if (!first) return null
  const body = bodyOf(about, role, first, 'create')
  const signed = signedBy(about, role)
  const made: JsonObject[] = []
  for (let at = 0; at < nth + triesMax && made.length <= nth; at++) {
    const fresh = freshValues(about, seedCount + 2 + at)
    const sent = { ...body, ...Object.fromEntries(Object.entries(fresh).filter(([name]) => Object.hasOwn(body, name))) }
    const others = made.map((each) => ({ ...each, ...signed }))
    if (isNew(about, { ...sent, ...signed }, others) && meetsChecks(about.entity, { ...first, ...sent }))
      made.push(sent)
  }
  return made[nth] ?? null
}

/** What the service fills in of a new row with who made it: no client can say another. */
const signedBy = ({ entity }: About, role: string): JsonObject =>
  Object.fromEntries(
    entity.fields
      .filter((field) => field.default?.kind === 'principal' && !isWritten(field, 'create'))
      .map(({ name }) => [name, examplePrincipal(role)]),
  )

/** Values of small types and patterns come again every so many ordinals. */
const triesMax = 10

const freshValues = (about: About, ordinal: number): JsonObject => {
  const { entity, model } = about
  const other = exampleRows(model, ordinal + 1).rows[entity.name]?.[ordinal] ?? {}
  const fields = entity.fields.filter(
    ({ name }) =>
      (entity.key.includes(name) || entity.unique.some(({ fields }) => fields.includes(name))) &&
      !isReference(about, name) &&
      !isSpokenOf(about, name),
  )
  return Object.fromEntries(fields.map(({ name }) => [name, other[name] ?? null]))
}

export const isReference = ({ entity }: About, name: string): boolean =>
  entity.relations.some(({ kind, from }) => kind === 'one' && from.includes(name))

/** Whether a rule's condition mentions the field: another value could take the row out of reach. */
export const isSpokenOf = ({ model }: About, name: string): boolean => namesInRules(model).has(name)

/** Whether neither an example row nor a body made before has the body's key or unique values. */
const isNew = ({ entity, rows }: About, body: JsonObject, made: readonly JsonObject[]): boolean => {
  // What is left out is what the service fills in, the same each time.
  const filled = (row: JsonObject, name: string): Json | undefined => row[name] ?? literalOf(entity, name)
  const collides = (fields: readonly string[]): boolean =>
    fields.length > 0 &&
    fields.every((name) => filled(body, name) !== undefined && filled(body, name) !== null) &&
    [...rows, ...made].some((row) => fields.every((name) => filled(row, name) === filled(body, name)))
  const hasKey = entity.key.every((name) =>
    entity.fields.some((field) => field.name === name && (field.writable !== 'never' || field.default !== undefined)),
  )
  return hasKey && !collides(entity.key) && !entity.unique.some(({ fields }) => collides(fields))
}

/** The value that a field has where none is given; undefined where it has none, or another each time. */
const literalOf = (entity: About['entity'], name: string): Json | undefined => {
  const given = entity.fields.find((field) => field.name === name)?.default
  return given?.kind === 'value' ? given.value : undefined
}

/** Fields that clients may change and nothing else depends on, with another value for each. */
export const changes = (about: About, role: string): readonly { readonly field: FieldModel; readonly value: Json }[] =>
  writable(about, role, 'replace').flatMap((field) => {
    const { entity, rows } = about
    if (entity.key.includes(field.name) || isReference(about, field.name) || field.name === entity.tenantField)
      return []
    const isUnique = entity.unique.some(({ fields }) => fields.includes(field.name))
    if (isSpokenOf(about, field.name) || isChecked(entity, field.name) || isUnique) return []
    const other = rows.find(
      (row) => row[field.name] !== null && JSON.stringify(row[field.name]) !== JSON.stringify(rows[0]?.[field.name]),
    )
    return other ? [{ field, value: other[field.name] ?? null }] : []
  })
