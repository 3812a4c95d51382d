import { type Charter, type Entity, type Field, isOfEngine, parseExpression, type Relation } from '@charter/charter'
import { evaluate, type Json, type JsonObject, referenceOrder } from '@charter/runtime'
import { declaredRows, declaredTexts } from './declared-rows.ts'
import { randomFrom } from './random.ts'
import { type SampleContext, sampleValue } from './sample-value.ts'

export interface SampleOptions {
  readonly seed: number
  readonly perEntity: number
  /** Moments and dates lie around it: an instant in canonical form. */
  readonly now?: string
}

/** Rows by entity name, in an order in which every row's references are there before it. */
export type SampleRows = Readonly<Record<string, readonly JsonObject[]>>

const defaultNow = '2026-03-02T09:00:00Z'

/**
 * Believable rows of every entity that can be written: first those that the charter gives, all of them, then made-up ones up to
 * `perEntity`. Values within their constraints, references that point at rows,
 * unique values unique, cross-field rules kept. The same for the same charter, seed and count.
 */
export const sampleRows = (charter: Charter, { seed, perEntity, now = defaultNow }: SampleOptions): SampleRows => {
  const random = randomFrom(seed)
  const made = new Map<string, JsonObject[]>()
  for (const name of referenceOrder(charter)) {
    const entity = charter.entities.find((each) => each.name === name)
    // What the service itself writes (runs, subscriptions, deliveries) is somebody's, and is there once it was begun.
    if (!entity || entity.isReadOnly || isOfEngine(entity)) continue
    const sampling = { charter, entity, random, now }
    const rows = [...declaredRows(sampling, (field, ordinal) => fieldValue(field, { ...sampling, ordinal }))]
    const seen = new Set<string>(rows.flatMap((row) => uniqueMarks({ ...sampling, ordinal: 0 }, row)))
    for (let ordinal = rows.length; ordinal < perEntity; ordinal++) {
      const row = tryRow({ ...sampling, ordinal }, made, seen)
      if (row) rows.push(row)
    }
    made.set(entity.name, rows)
  }
  return Object.fromEntries(made)
}

const ones = (entity: Entity): readonly Relation[] => entity.relations.filter(({ kind }) => kind === 'one')

const attemptsMax = 30

/** A row that keeps uniqueness and the rules across fields; null when a few tries make none. */
const tryRow = (
  sampling: SampleContext,
  made: ReadonlyMap<string, readonly JsonObject[]>,
  seen: Set<string>,
): JsonObject | null => {
  for (let attempt = 0; attempt < attemptsMax; attempt++) {
    // A later try counts on, so that what is made from the row's number differs too.
    const row = makeRow({ ...sampling, ordinal: sampling.ordinal + attempt * 31 }, made)
    if (!row) return null
    const marks = uniqueMarks(sampling, row)
    if (marks.some((mark) => seen.has(mark)) || !keepsRules(sampling.entity, row)) continue
    for (const mark of marks) seen.add(mark)
    return row
  }
  return null
}

const makeRow = (sampling: SampleContext, made: ReadonlyMap<string, readonly JsonObject[]>): JsonObject | null => {
  const { entity } = sampling
  const references = referencesOf(sampling, made)
  if (!references) return null
  const row: Record<string, Json> = {}
  for (const field of entity.fields) {
    // A field may well be called `constructor`, which every object has of itself.
    const value =
      (Object.hasOwn(references, field.name) ? references[field.name] : undefined) ??
      (ones(entity).some(({ from }) => from.includes(field.name)) ? null : fieldValue(field, sampling))
    if (value === undefined && !field.isOptional) return null
    row[field.name] = value ?? null
  }
  return row
}

/** Values of the referring fields; null when a required reference has no row to point at. */
const referencesOf = (
  { entity, random }: SampleContext,
  made: ReadonlyMap<string, readonly JsonObject[]>,
): JsonObject | null => {
  const values: Record<string, Json> = {}
  for (const { target, from, to, isOptional } of ones(entity)) {
    const rows = made.get(target) ?? []
    if (rows.length === 0 && !isOptional) return null
    if (rows.length === 0 || (isOptional && random.between(0, 4) === 0)) continue
    const row = random.of(rows)
    from.forEach((field, at) => {
      values[field] = row[to[at] ?? ''] ?? null
    })
  }
  return values
}

const fieldValue = (field: Field, sampling: SampleContext): Json | undefined => {
  const { charter, random } = sampling
  if (field.name === sampling.entity.softDelete) return null
  // A row is made before its file is sent: of a made-up one there would be no bytes.
  if (field.file) return null
  if (field.name === charter.access.tenancy?.field && !sampling.entity.isShared) return sampleTenant
  if (field.default?.kind === 'principal') return 'sample'
  // Something that is optional and set by an operation alone has not happened yet.
  if (field.isOptional && (field.isReadOnly || random.between(0, 3) === 0)) return null
  const texts = declaredTexts(sampling.entity, field)
  return texts.length > 0 ? random.of(texts) : sampleValue(field, sampling)
}

/** Whose the sample rows are where a charter has tenants. */
const sampleTenant = 'sample'

const uniqueMarks = ({ entity }: SampleContext, row: JsonObject): readonly string[] => {
  const groups = [
    entity.key,
    ...entity.unique.map(({ fields }) => fields),
    ...entity.fields.filter(({ isUnique }) => isUnique).map(({ name }) => [name]),
  ]
  return groups
    .filter((fields) => fields.every((name) => (row[name] ?? null) !== null))
    .map((fields) => `${fields.join()}=${JSON.stringify(fields.map((name) => row[name] ?? null))}`)
}

const keepsRules = (entity: Entity, row: JsonObject): boolean => {
  const types = new Map(entity.fields.map(({ name, type }) => [name, type]))
  return entity.checks.every(({ text }) => {
    const rule = parseExpression(text, types)
    return 'error' in rule || evaluate(rule, row, { id: '', roles: [], attributes: {} }) !== false
  })
}
