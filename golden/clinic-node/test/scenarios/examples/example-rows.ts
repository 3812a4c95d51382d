import {
  comesBefore,
  type EntityModel,
  everyField,
  type FieldModel,
  type Json,
  type JsonObject,
  type RelationModel,
  readingAt,
  readValue,
  type ServiceModel,
  type Type,
} from '../../../src/runtime/index.ts'
import { exampleMoment } from './example-now.ts'
import { examplePrincipal } from './example-principal.ts'
import { exampleValue } from './example-value.ts'
import { type MeetOptions, meetingChecks } from './meet-checks.ts'
import { meetingRelated } from './meet-related.ts'
import { attributeTie, type Tie, type Ties, tiesOf } from './ties.ts'

/** Rows that fit together: row n of an entity refers to row n of its targets, and meets its checks and the conditions of rules for claims n. */
export interface ExampleRows {
  readonly rows: Readonly<Record<string, readonly JsonObject[]>>
  /** Attributes of a principal (by attribute name) to whom the rules' conditions give the rows of ordinal n. */
  readonly attributes: readonly JsonObject[]
}

const known = new WeakMap<ServiceModel, Map<number, ExampleRows>>()

/**
 * `count` rows of each entity. Values that could not be made are absent: such an entity has no rows. Made once for a model:
 * whoever verifies a thousand tables asks for them a thousand times.
 * `of`: the attributes of one principal to whom they are all to belong; left out, each row belongs to another.
 */
export const exampleRows = (model: ServiceModel, count: number, of?: JsonObject): ExampleRows => {
  if (of) return makeRows(model, count, of)
  const made = known.get(model) ?? new Map<number, ExampleRows>()
  known.set(model, made)
  const rows = made.get(count) ?? makeRows(model, count)
  made.set(count, rows)
  return rows
}

const makeRows = (model: ServiceModel, count: number, of?: JsonObject): ExampleRows => {
  const ties = tiesOf(model)
  const ordinals = Array.from({ length: count }, (_, ordinal) => ordinal)
  const attributes = ordinals.map((ordinal) => of ?? attributesOf(model, ordinal, ties))
  const rows = Object.fromEntries(
    model.entities.map((entity) => [
      entity.name,
      ordinals
        .map((ordinal) => rowOf(model, entity, ordinal, ties, attributes[ordinal] ?? {}))
        .filter((row): row is JsonObject => row !== null),
    ]),
  )
  const meetingOf = (entity: EntityModel, ordinal: number) => meeting(model, entity, ordinal, ties)
  return { rows: meetingRelated(model, linked(model, rows), meetingOf), attributes }
}

const tenantOf = (ordinal: number) => `tenant-${ordinal + 1}`

const attributesOf = (model: ServiceModel, ordinal: number, ties: Ties): JsonObject =>
  Object.fromEntries(
    model.access.principal.flatMap(({ name, type, claim }) => {
      if (claim === model.access.tenantClaim) return [[name, tenantOf(ordinal)]]
      const usual = exampleValue(type, { types: model.types, ordinal, name })
      const to = ties.get(attributeTie(name))
      const value =
        to && 'side' in to
          ? farFrom(to.side, usual, (each) => isOf(model, type, each))
          : (asTied(model, { name, type, usual, ordinal, ties }) ?? usual)
      return value === undefined ? [] : [[name, value]]
    }),
  )

interface AttributeExample {
  readonly name: string
  readonly type: Type
  readonly usual: Json | undefined
  readonly ordinal: number
  readonly ties: Ties
}

/** The field's own example where an attribute is compared with a field that the usual value is none for: a text, with a uuid. */
const asTied = (model: ServiceModel, { name, type, usual, ordinal, ties }: AttributeExample): Json | undefined => {
  const fields = model.entities.flatMap((entity) =>
    everyField(entity).filter((field) => {
      const to = ties.get(`${entity.name}.${field.name}`)
      return to !== undefined && 'attribute' in to && to.attribute === name
    }),
  )
  const narrow = fields.find((field) => !isOf(model, field.type, usual))
  const value = narrow && exampleValue(narrow.type, { types: model.types, ordinal, name: narrow.name })
  return value !== undefined && isOf(model, type, value) ? value : undefined
}

/** Whether the value is one of the type. */
const isOf = ({ types }: ServiceModel, type: Type, value: Json | undefined): boolean =>
  value !== undefined && readValue(type, value, '', readingAt('2026-06-15T12:00:00Z', types)) !== undefined

const rowOf = (
  model: ServiceModel,
  entity: EntityModel,
  ordinal: number,
  ties: Ties,
  attributes: JsonObject,
): JsonObject | null => {
  const row: Record<string, Json> = {}
  for (const field of everyField(entity)) {
    if (field.name === entity.softDeleteField || field.file) {
      row[field.name] = null
      continue
    }
    const value =
      field.name === entity.tenantField || isTenantKey(model, entity, field, tenantOf(ordinal))
        ? tenantOf(ordinal)
        : tied(ties.get(`${entity.name}.${field.name}`), ordinal, {
            attribute: (name) => attributes[name],
            usual: (of) => exampleValue(field.type, { types: model.types, ordinal: of, name: field.name }),
            isFit: (value) => isOf(model, field.type, value),
          })
    if (value === undefined && !field.isOptional) return null
    row[field.name] = value ?? null
  }
  return meetingChecks(entity, row, meeting(model, entity, ordinal, ties))
}

/** Whether rows refer to it by whose they are: then it is what tokens say of that. */
const isTenantKey = (model: ServiceModel, entity: EntityModel, field: FieldModel, tenant: string): boolean =>
  isOf(model, field.type, tenant) &&
  model.entities.some(({ tenantField, relations }) =>
    relations.some(
      ({ kind, target, from, to }) =>
        kind === 'one' &&
        target === entity.name &&
        from.some((each, at) => each === tenantField && to[at] === field.name),
    ),
  )

const meeting = ({ types }: ServiceModel, entity: EntityModel, ordinal: number, ties: Ties): MeetOptions => ({
  types,
  ordinal,
  isTied: (name) =>
    ties.has(`${entity.name}.${name}`) || name === entity.tenantField || name === entity.softDeleteField,
})

interface TiedField {
  attribute(name: string): Json | undefined
  usual(ordinal: number): Json | undefined
  /** Whether the value is one of the field's type. */
  isFit(value: Json | undefined): boolean
}

const tied = (to: Tie | undefined, ordinal: number, { attribute, usual, isFit }: TiedField): Json | undefined => {
  const fitting = (value: Json | undefined): Json | undefined => (isFit(value) ? value : usual(ordinal))
  if (!to) return usual(ordinal)
  if ('attribute' in to) return fitting(attribute(to.attribute))
  if ('side' in to) return farFrom(to.side, usual(ordinal), isFit)
  if ('person' in to) return examplePrincipal(to.person, ordinal)
  if ('value' in to) return to.value
  const value = usual(ordinal)
  return value === to.not ? usual(ordinal + 1) : value
}

/** The other side where the type has nothing on the one, so that it is on one of them at any time. */
const farFrom = (
  side: 'past' | 'future',
  usual: Json | undefined,
  isFit: (value: Json | undefined) => boolean,
): Json | undefined => {
  if (typeof usual !== 'string') return usual
  const sides = side === 'past' ? (['past', 'future'] as const) : (['future', 'past'] as const)
  return sides.map((each) => exampleMoment(usual, each)).find(isFit) ?? usual
}

/** References set to the row of the same ordinal. Where that is impossible (no rows there) an optional one is null. */
const linked = (
  model: ServiceModel,
  rows: Record<string, readonly JsonObject[]>,
): Readonly<Record<string, readonly JsonObject[]>> => {
  const result: Record<string, JsonObject[]> = Object.fromEntries(
    Object.entries(rows).map(([name, each]) => [name, each.map((row) => ({ ...row }))]),
  )
  const isBefore = comesBefore(model)
  /** What refers to rows that come later can be put in only without: a circle is left open where a row may be without. */
  const isOpen = (entity: string, { target, isOptional }: RelationModel): boolean =>
    isOptional && !isBefore(target, entity)
  // Keys may be references themselves, so links are followed until nothing moves; depth bounds it.
  for (let pass = 0; pass < 4; pass++) {
    for (const entity of model.entities) {
      for (const relation of entity.relations.filter(({ kind }) => kind === 'one')) {
        const isLeftOut = isOpen(entity.name, relation)
        result[entity.name] = (result[entity.name] ?? []).map((row, ordinal) => {
          const target = isLeftOut ? undefined : result[relation.target]?.[ordinal]
          const values = relation.from.map((field, at) => [
            field,
            target?.[relation.to[at] as string] ?? (entity.key.includes(field) ? (row[field] ?? null) : null),
          ])
          return { ...row, ...Object.fromEntries(values) }
        })
      }
    }
  }
  return result
}
