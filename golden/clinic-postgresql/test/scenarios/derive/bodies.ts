import type { FieldModel, Json, JsonObject } from '../../../src/runtime/index.ts'
import { exampleRows } from '../examples/index.ts'
import { seedCount } from '../seed-rows.ts'
import { type About, isOpenTo } from './deriving.ts'

/** Fields that the role may send. */
export const writable = (about: About, role: string, mode: 'create' | 'replace'): readonly FieldModel[] =>
  about.entity.fields.filter(
    (field) =>
      (field.writable === 'always' || (field.writable === 'create' && mode === 'create')) &&
      isOpenTo(about, role, field, mode === 'create' ? 'create' : 'update'),
  )

/** A whole body with a row's values. */
export const bodyOf = (about: About, role: string, row: JsonObject, mode: 'create' | 'replace'): JsonObject =>
  Object.fromEntries(
    writable(about, role, mode)
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
  const fresh = freshValues(about, nth)
  const sent = { ...body, ...Object.fromEntries(Object.entries(fresh).filter(([name]) => name in body)) }
  return isNew(about, sent) ? sent : null
}

const freshValues = (about: About, nth: number): JsonObject => {
  const { entity, model } = about
  const ordinal = seedCount + 2 + nth
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
export const isSpokenOf = ({ model }: About, name: string): boolean =>
  model.access.rules.some(({ when }) => when !== undefined && pathsIn(when).some((path) => path.includes(name)))

/** Paths of the fields in a condition, however it is put together. */
const pathsIn = (of: unknown): readonly (readonly string[])[] => {
  if (typeof of !== 'object' || of === null) return []
  const own = 'path' in of && Array.isArray(of.path) ? [of.path as readonly string[]] : []
  return [...own, ...Object.values(of).flatMap(pathsIn)]
}

/** Whether no example row has the body's key or unique values. */
const isNew = ({ entity, rows }: About, body: JsonObject): boolean => {
  const collides = (fields: readonly string[]): boolean =>
    fields.length > 0 &&
    fields.every((name) => body[name] !== undefined && body[name] !== null) &&
    rows.some((row) => fields.every((name) => row[name] === body[name]))
  const hasKey = entity.key.every((name) =>
    entity.fields.some((field) => field.name === name && (field.writable !== 'never' || field.default !== undefined)),
  )
  return hasKey && !collides(entity.key) && !entity.unique.some(({ fields }) => collides(fields))
}

/** Fields that clients may change and nothing else depends on, with another value for each. */
export const changes = (about: About, role: string): readonly { readonly field: FieldModel; readonly value: Json }[] =>
  writable(about, role, 'replace').flatMap((field) => {
    const { entity, rows } = about
    if (entity.key.includes(field.name) || isReference(about, field.name) || field.name === entity.tenantField)
      return []
    const isChecked = entity.checks.some((check) => check.fields.includes(field.name))
    const isUnique = entity.unique.some(({ fields }) => fields.includes(field.name))
    if (isSpokenOf(about, field.name) || isChecked || isUnique) return []
    const other = rows.find(
      (row) => row[field.name] !== null && JSON.stringify(row[field.name]) !== JSON.stringify(rows[0]?.[field.name]),
    )
    return other ? [{ field, value: other[field.name] ?? null }] : []
  })
