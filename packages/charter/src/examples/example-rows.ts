import {
  askedValues,
  comesBefore,
  type EntityModel,
  everyField,
  type Json,
  type JsonObject,
  type Operand,
  type Predicate,
  type RelationModel,
  readingAt,
  readValue,
  type ServiceModel,
  type Type,
} from '@charter/runtime'
import { exampleMoment } from './example-now.ts'
import { examplePrincipal } from './example-principal.ts'
import { exampleValue } from './example-value.ts'
import { type MeetOptions, meetingChecks } from './meet-checks.ts'
import { meetingRelated } from './meet-related.ts'

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
      const value = asTied(model, { name, type, usual, ordinal, ties }) ?? usual
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

/** What a rule's condition ties a field to: an attribute of the principal, the principal of a role, a literal, or a side of the clock. */
type Tie =
  | { readonly attribute: string }
  | { readonly person: string }
  | { readonly value: Json }
  | { readonly not: Json }
  | { readonly side: 'past' | 'future' }

/** By `Entity.field`. */
type Ties = ReadonlyMap<string, Tie>

const tiesOf = (model: ServiceModel): Ties => {
  const ties = new Map<string, Tie>()
  for (const { when, entity, effect, roles } of model.access.rules) {
    if (when && entity && effect === 'permit') tie({ model, ties, role: roles[0] }, entity, when)
  }
  return ties
}

interface Tying {
  readonly model: ServiceModel
  readonly ties: Map<string, Tie>
  /** Whom the rule is for; undefined: anybody. */
  readonly role: string | undefined
}

const tie = (tying: Tying, entity: string, predicate: Predicate): void => {
  const { model, ties } = tying
  if (predicate.kind === 'and') for (const each of predicate.of) tie(tying, entity, each)
  if (predicate.kind === 'or' && predicate.of[0]) tie(tying, entity, predicate.of[0])
  if (predicate.kind === 'in') {
    const [first] = predicate.right
    if (first) tie(tying, entity, { kind: 'compare', op: 'eq', left: predicate.left, right: first })
  }
  if (predicate.kind === 'exists') {
    const target = entityAt(model, entity, [...predicate.path, ...predicate.of])
    if (target !== null) tieMember(tying, target, predicate.where)
    return
  }
  if (predicate.kind !== 'compare') return
  const [field, other] =
    predicate.left.kind === 'field' ? [predicate.left, predicate.right] : [predicate.right, predicate.left]
  if (field.kind !== 'field') return
  const name = fieldAt(model, entity, field)
  if (!name || ties.has(name)) return
  if (other.kind === 'principal' && isClock(other.name)) {
    const isLess = predicate.op === 'lt' || predicate.op === 'le'
    ties.set(name, { side: isLess === (predicate.left === field) ? 'past' : 'future' })
  }
  if (predicate.op === 'ne' && other.kind === 'value') ties.set(name, { not: other.value })
  if (predicate.op === 'eq' && other.kind === 'principal' && other.name !== 'id' && !askedValues.has(other.name))
    ties.set(name, { attribute: other.name })
  if (predicate.op === 'eq' && other.kind === 'value') ties.set(name, { value: other.value })
}

const isClock = (name: string): boolean => name === 'call.now' || name === 'call.today'

/** Rows of a set stand for those whom the rule is for. */
const tieMember = (tying: Tying, target: string, where: Predicate): void => {
  const parts = where.kind === 'and' ? where.of : [where]
  for (const part of parts) {
    const isPerson = part.kind === 'compare' && part.right.kind === 'principal' && part.right.name === 'id'
    if (!isPerson || part.left.kind !== 'field') tie(tying, target, part)
    else if (tying.role !== undefined && !tying.ties.has(`${target}.${part.left.path[0]}`))
      tying.ties.set(`${target}.${part.left.path[0]}`, { person: tying.role })
  }
}

/** `resource.patient.ward` on Prescription is `Patient.ward`. */
const fieldAt = (model: ServiceModel, entity: string, { path }: Extract<Operand, { kind: 'field' }>): string | null => {
  const at = entityAt(model, entity, path.slice(0, -1))
  return at === null ? null : `${at}.${path.at(-1)}`
}

const entityAt = (model: ServiceModel, entity: string, path: readonly string[]): string | null => {
  let at = entity
  for (const step of path) {
    const relation = model.entities.find(({ name }) => name === at)?.relations.find(({ name }) => name === step)
    if (!relation) return null
    at = relation.target
  }
  return at
}

const rowOf = (
  model: ServiceModel,
  entity: EntityModel,
  ordinal: number,
  ties: Ties,
  attributes: JsonObject,
): JsonObject | null => {
  const row: Record<string, Json> = {}
  for (const field of everyField(entity)) {
    if (field.name === entity.softDeleteField) {
      row[field.name] = null
      continue
    }
    const value =
      field.name === entity.tenantField
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
  if ('side' in to) return fitting(momentOn(to.side, usual(ordinal)))
  if ('person' in to) return examplePrincipal(to.person, ordinal)
  if ('value' in to) return to.value
  const value = usual(ordinal)
  return value === to.not ? usual(ordinal + 1) : value
}

const momentOn = (side: 'past' | 'future', usual: Json | undefined): Json | undefined =>
  typeof usual === 'string' ? exampleMoment(usual, side) : usual

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
