import { isChecked } from '@charter/charter'
import {
  type EntityModel,
  type FieldModel,
  type Json,
  type JsonObject,
  type Operand,
  type Predicate,
  type Principal,
  type ServiceModel,
  shownOf,
} from '@charter/runtime'
import { type Rows, type Sight, sightOf } from './sight.ts'

/** Text that is in no answer to whoever may not see it. */
export const canaryMark = 'CNRY'

/**
 * The same rows but for what the principal may not see: values of hidden rows are others, one hidden row of each entity is
 * gone and another is new, and fields that are not revealed have other values. Everything that he may see stays as it is.
 */
export const twinOf = (model: ServiceModel, rows: Rows, principal: Principal): Rows => {
  const sight = sightOf(model, rows, principal)
  const decisive = fieldsOfRules(model)
  let count = 0
  const changed = Object.fromEntries(
    model.entities.map((entity) => {
      const own = rows[entity.name] ?? []
      const free = (field: FieldModel) => isFree(entity, field, model, decisive)
      const others = own.map((row) => {
        const veiled = sight.veiled(entity.name, row)
        const isHidden = sight.isHidden(entity.name, row)
        const fields = entity.fields.filter((field) => free(field) && (isHidden || veiled.includes(field.name)))
        return {
          ...row,
          ...Object.fromEntries(
            fields.map((field) => [field.name, otherValue(field, row[field.name] ?? null, ++count)]),
          ),
        }
      })
      return [entity.name, comeAndGo(model, entity, others, rows, sight, () => ++count)]
    }),
  )
  requireSameSight(model, rows, changed, principal)
  return changed
}

/** Names of the fields that some rule reads, wherever: those stay, or rows would come into sight. */
const fieldsOfRules = (model: ServiceModel): ReadonlySet<string> =>
  new Set(
    model.access.rules.flatMap(({ when }) =>
      (when ? operandsOf(when) : []).flatMap((each) => (each.kind === 'field' ? each.path.slice(-1) : [])),
    ),
  )

const operandsOf = (predicate: Predicate): readonly Operand[] => {
  switch (predicate.kind) {
    case 'true':
    case 'false':
    case 'role':
      return []
    case 'and':
    case 'or':
      return predicate.of.flatMap(operandsOf)
    case 'not':
      return operandsOf(predicate.of)
    case 'exists':
      return operandsOf(predicate.where)
    case 'in':
      return [predicate.left, ...predicate.right]
    case 'like':
    case 'startsWith':
    case 'isNull':
      return [predicate.left]
    default:
      return [predicate.left, predicate.right]
  }
}

const isFree = (
  entity: EntityModel,
  field: FieldModel,
  model: ServiceModel,
  decisive: ReadonlySet<string>,
): boolean => {
  const isUnique = entity.unique.some(({ fields }) => fields.includes(field.name))
  const isReferred = model.entities.some(({ relations }) =>
    relations.some(({ target, to }) => target === entity.name && to.includes(field.name)),
  )
  return !(
    decisive.has(field.name) ||
    isReferred ||
    entity.key.includes(field.name) ||
    field.name === entity.tenantField ||
    field.name === entity.softDeleteField ||
    entity.relations.some(({ from }) => from.includes(field.name)) ||
    isChecked(entity, field.name) ||
    (isUnique && field.type.kind !== 'text')
  )
}

/** Another value of the type. What a mask shows of it stays: its length and its end, or its year. */
const otherValue = ({ type, mask }: FieldModel, value: Json, count: number): Json => {
  // Downwards, so that an order by hidden values is another one too.
  const digits = String(9_999 - (count % 10_000)).padStart(4, '0')
  const canary = `${canaryMark}${digits}`
  if (mask?.kind === 'last') {
    if (typeof value !== 'string') return value
    const points = [...value]
    const shown = points.slice(points.length - shownOf(points.length, mask.keep))
    return (
      [...[...`${digits.split('').reverse().join('')}${canary}`].slice(0, points.length - shown.length)]
        .join('')
        .padEnd(points.length - shown.length, 'Q') + shown.join('')
    )
  }
  if (mask?.kind === 'year')
    return typeof value === 'string'
      ? `${value.slice(0, 4)}${value.slice(4).replace(/^-\d\d-\d\d/, value.slice(4, 10) === '-07-19' ? '-07-20' : '-07-19')}`
      : value
  switch (type.kind) {
    case 'text':
      return [...canary].slice(0, type.lengthMax ?? 1000).join('')
    case 'boolean':
      return value !== true
    case 'int32':
      return within(type.min ?? 0, type.max ?? 100_000, count)
    case 'int64':
      return type.isNumber ? within(Number(type.min ?? 0), Number(type.max ?? 100_000), count) : String(700_000 + count)
    case 'decimal':
      return `${type.precision > type.scale ? count % 7 : 0}${type.scale > 0 ? `.${'7'.repeat(type.scale)}` : ''}`
    case 'float64':
      return 0.5 + count
    case 'date':
      return '1931-07-19'
    case 'dateTime':
      return '1931-07-19T01:02:03'
    case 'instant':
      return '1931-07-19T01:02:03Z'
    case 'enum':
      return type.values[(type.values.indexOf(String(value)) + 1) % type.values.length] ?? value
    default:
      return value
  }
}

const within = (least: number, most: number, count: number): number =>
  least + (count % Math.max(1, Math.min(most - least, 1000)))

/** One hidden row that nothing refers to goes, another comes: a copy of a hidden one under a new key. */
const comeAndGo = (
  model: ServiceModel,
  entity: EntityModel,
  own: readonly JsonObject[],
  rows: Rows,
  sight: Sight,
  next: () => number,
): readonly JsonObject[] => {
  const hidden = own.filter((_, at) => sight.isHidden(entity.name, rows[entity.name]?.[at] ?? {}))
  const gone = hidden.find((row) => !isReferredTo(model, entity, row, rows))
  const kept = own.filter((row) => row !== gone)
  const [pattern] = hidden
  const [key = ''] = entity.key
  const isCopyable =
    pattern !== undefined &&
    entity.key.length === 1 &&
    entity.unique.every(({ fields }) =>
      fields.some(
        (name) => entity.fields.find((each) => each.name === name)?.type.kind === 'text' || entity.key.includes(name),
      ),
    )
  if (!isCopyable) return kept
  const count = next()
  const type = entity.fields.find(({ name }) => name === key)?.type.kind
  const made =
    type === 'uuid'
      ? `00000000-0000-4000-9000-${String(count).padStart(12, '0')}`
      : type === 'text'
        ? `${canaryMark}${count}`
        : null
  if (made === null) return kept
  const unique = entity.fields.filter(
    (field) =>
      field.type.kind === 'text' &&
      field.name !== entity.tenantField &&
      !entity.key.includes(field.name) &&
      entity.unique.some(({ fields }) => fields.includes(field.name)) &&
      (pattern[field.name] ?? null) !== null,
  )
  // A rule may read a unique field; then the copy would not stay hidden, and is left out below by whoever asks.
  return [
    ...kept,
    {
      ...pattern,
      [key]: made,
      ...Object.fromEntries(
        unique.map((field) => [
          field.name,
          `${canaryMark}${count}`.slice(0, field.type.kind === 'text' ? (field.type.lengthMax ?? 100) : 100),
        ]),
      ),
    },
  ]
}

const isReferredTo = (model: ServiceModel, entity: EntityModel, row: JsonObject, rows: Rows): boolean =>
  model.entities.some((other) =>
    other.relations.some(
      ({ kind, target, from, to }) =>
        kind === 'one' &&
        target === entity.name &&
        (rows[other.name] ?? []).some((each) => from.every((name, at) => each[name] === row[to[at] ?? ''])),
    ),
  )

/** The twin is one only if the principal sees the same rows in both. */
const requireSameSight = (model: ServiceModel, before: Rows, after: Rows, principal: Principal): void => {
  const [first, second] = [sightOf(model, before, principal), sightOf(model, after, principal)]
  for (const { name, key } of model.entities) {
    const seen = (rows: Rows, sight: Sight) =>
      (rows[name] ?? [])
        .filter((row) => !sight.isHidden(name, row))
        .map((row) => JSON.stringify([key.map((each) => row[each]), sight.veiled(name, row)]))
        .join()
    if (seen(before, first) !== seen(after, second))
      throw new Error(`The twin of ${name} shows other rows to ${principal.id}: the probe would blame the service.`)
  }
}
