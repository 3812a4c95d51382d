import { exampleRows, inDevelopment, rowAround } from '@charter/charter'
import {
  type EntityModel,
  evaluate,
  type Json,
  type JsonObject,
  moveAction,
  ownMember,
  type RelationModel,
  type ServiceModel,
  type Subject,
  type Truth,
  writtenFields,
} from '@charter/runtime'
import type { RestRoute } from '@charter/styles'
import type { ExampleCall } from './example-call.ts'
import { tellingFields, uniqueGroups } from './telling-fields.ts'
import { unwritable } from './unwritable.ts'

export type Rows = Readonly<Record<string, readonly JsonObject[]>>

/** What is there when somebody opens the page. */
export interface Situation {
  readonly model: ServiceModel
  /** The sample rows; none of a database that is not ours. */
  readonly rows: Rows
  /** Rows that are not there, whose unique values are free to take. */
  readonly spare: Rows
  /** Claims of the token of each role, by its name. */
  readonly claims: Readonly<Record<string, JsonObject>>
  /** So many styles ask at once. */
  readonly styles: number
}

/** The values of a route's inputs for each role, in the order of the inputs; several where each style needs its own. */
export interface Prefilled {
  readonly values: readonly (readonly string[])[]
  /** By role: which of them. */
  readonly valuesFor: Readonly<Record<string, readonly number[]>>
}

/** A role that asks. */
interface Asker {
  readonly role: string
  readonly subject: Subject
}

const freshMax = 24
const combinationsMax = 400

/**
 * Fills in routes so that what is allowed succeeds: rows that the role's rules give it, values that its claims and the charter's checks
 * ask for, unique ones that nobody has. What is made or taken away is another for each role, and for each style.
 */
export const prefilling = (situation: Situation) => {
  const { model, rows, claims, styles } = situation
  const [anyClaims = {}] = Object.values(claims)
  const fresh = freshRows(situation, subjectOf(model, '', anyClaims))
  const askers: readonly Asker[] = Object.entries(claims).map(([role, each]) => ({
    role,
    subject: subjectOf(model, role, each),
  }))

  const tuplesFor = (route: RestRoute, example: ExampleCall, asker: Asker, at: number): readonly JsonObject[] => {
    const entity = model.entities.find(({ name }) => name === route.entity)
    const may = (action: string) => (row: JsonObject) =>
      entity !== undefined && truthFor(situation, entity, asker, action)(row) === true
    const unwritten = entity ? unwritable(model, entity, 'create', asker.role) : new Set<string>()
    const mayCreate = (row: JsonObject): boolean =>
      entity !== undefined && may('create')(asMade(entity, row, unwritten))
    if (route.kind === 'batch') return [{ calls: JSON.stringify([callFor(situation, asker)]) }]
    if (!entity) return []
    const there = rows[entity.name] ?? []
    const readable = there.filter(may('read'))
    switch (route.kind) {
      case 'read':
        return keyed(readable.slice(0, 1))
      case 'audit':
        return keyed(there.filter(may('audit')).slice(0, 1))
      case 'nested':
        return keyed([parentOf(situation, route, asker, readable)])
      case 'update':
      case 'replace': {
        const sent = readable
          .filter(may('update'))
          .flatMap((row) => sentOf(situation, example, { row, entity }, may('update')).map((value) => ({ row, value })))
        return sent.slice(0, 1).map(({ row, value }) => ({ ...named('key', row), ...valued(value) }))
      }
      case 'remove': {
        // Rows that no other row points to, the last first: the first ones are what reads are filled in with.
        const free = readable
          .filter(may('delete'))
          .filter((row) => !isReferred(situation, entity, row))
          .reverse()
        return keyed(free.filter((_, row) => row % askers.length === at).slice(0, styles))
      }
      case 'operation': {
        if (route.keyFields.length === 0) return []
        const ready = readable.filter(may(route.operation)).filter(isMovable(model, route.operation, may))
        const found = keyed(turned(ready, at * styles).slice(0, styles))
        return found.map((row) => ({ ...row, ...exampleValues(example) }))
      }
      case 'create':
        return fresh(entity, mayCreate, isUnique(entity) ? styles : 1).map(valued)
      case 'import': {
        const lines = fresh(entity, mayCreate, 2).map((row) => JSON.stringify(bodyOf(entity, row, unwritten)))
        return lines.length === 0 ? [] : [{ lines: lines.join('\n') }]
      }
      default:
        return []
    }
  }

  /** A row that is named must be there: where none is known for a role, none is filled in. */
  const isNaming = ({ keyFields }: RestRoute): boolean => keyFields.length > 0 && Object.keys(rows).length > 0

  /** Nothing where no row or value is known that would do. `exampleFor`: the example as a role may send it. */
  return (route: RestRoute, exampleFor: (role: string) => ExampleCall | null): Prefilled | null => {
    const values: (readonly string[])[] = []
    const valuesFor: Record<string, readonly number[]> = {}
    for (const [at, asker] of askers.entries()) {
      const example = exampleFor(asker.role)
      if (!example || (route.kind !== 'batch' && !isEverAllowed(model, route, asker.role))) continue
      const tuples = tuplesFor(route, example, asker, at).map((tuple) =>
        example.inputs.map(({ name, value }) => textOf(tuple[name] ?? value)),
      )
      if (tuples.length > 0 || isNaming(route)) valuesFor[asker.role] = tuples.map((tuple) => placeIn(values, tuple))
    }
    return Object.keys(valuesFor).length > 0 ? { values, valuesFor } : null
  }
}

const textOf = (value: Json): string => (typeof value === 'object' ? '' : String(value))

/** Where it stands, put there where it does not yet. */
const placeIn = (values: (readonly string[])[], tuple: readonly string[]): number => {
  const spelled = JSON.stringify(tuple)
  const at = values.findIndex((each) => JSON.stringify(each) === spelled)
  return at === -1 ? values.push(tuple) - 1 : at
}

const named = (of: 'key' | 'value', row: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [`${of}.${name}`, value]))

const keyed = (rows: readonly (JsonObject | undefined)[]): readonly JsonObject[] =>
  rows.flatMap((row) => (row ? [named('key', row)] : []))
const valued = (row: JsonObject): JsonObject => named('value', row)

const turned = <Each>(all: readonly Each[], by: number): readonly Each[] =>
  all.length === 0 ? all : [...all.slice(by % all.length), ...all.slice(0, by % all.length)]

const exampleValues = ({ inputs }: ExampleCall): JsonObject =>
  Object.fromEntries(inputs.filter(({ name }) => name.startsWith('value.')).map(({ name, value }) => [name, value]))

const subjectOf = ({ access }: ServiceModel, role: string, claims: JsonObject): Subject => ({
  ...inDevelopment,
  id:
    [ownMember(claims, access.personClaim ?? 'sub'), claims.sub].find((id) => typeof id === 'string') ??
    `${role}@development`,
  roles: [role],
  attributes: Object.fromEntries(
    access.principal.flatMap(({ name, claim }) =>
      Object.hasOwn(claims, claim) ? [[name, claims[claim] ?? null]] : [],
    ),
  ),
})

/** Whether a move begins where a row is, and what it asks holds; an operation that moves nothing does so anywhere. */
const isMovable = (
  { operations }: ServiceModel,
  operation: string,
  may: (action: string) => (row: JsonObject) => boolean,
): ((row: JsonObject) => boolean) => {
  const move = operations.find(({ name }) => name === operation)?.move
  if (!move) return () => true
  const holds = move.isGuarded ? may(moveAction(operation)) : () => true
  return (row) => move.from.includes(String(row[move.field])) && holds(row)
}

const actionOf = ({ operation }: RestRoute): string => {
  const action = operation.slice(operation.lastIndexOf('.') + 1)
  return action === 'replace' ? 'update' : action
}

const isEverAllowed = ({ access }: ServiceModel, route: RestRoute, role: string): boolean =>
  access.rules.some(
    ({ effect, entity, actions, roles }) =>
      effect === 'permit' &&
      (entity === null || entity === (route.kind === 'nested' ? route.operation.split('.')[0] : route.entity)) &&
      actions.includes(actionOf(route)) &&
      (roles.length === 0 || roles.includes(role)),
  )

/** What the rules say of a row: a permit that holds, and no `forbid` that may. */
const truthFor =
  (situation: Situation, entity: EntityModel, { role, subject }: Asker, action: string) =>
  (row: JsonObject): Truth => {
    const whole = rowAround(situation.model, situation.rows, entity, row)
    const of = (effect: string) =>
      situation.model.access.rules
        .filter(
          (rule) =>
            rule.effect === effect &&
            (rule.entity === entity.name || rule.entity === null) &&
            rule.actions.includes(action) &&
            (rule.roles.length === 0 || rule.roles.includes(role)),
        )
        .map(({ when }) => (when ? evaluate(when, whole, subject) : true))
    return of('forbid').every((truth) => truth === false) && of('permit').includes(true)
  }

const onesOf = ({ relations }: EntityModel): readonly RelationModel[] => relations.filter(({ kind }) => kind === 'one')

const pointsTo = ({ from, to }: RelationModel, row: JsonObject, other: JsonObject): boolean =>
  from.every((field, at) => (row[field] ?? null) !== null && row[field] === other[to[at] ?? ''])

const isReferred = ({ model, rows }: Situation, { name }: EntityModel, row: JsonObject): boolean =>
  model.entities.some((other) =>
    onesOf(other).some(
      (relation) => relation.target === name && (rows[other.name] ?? []).some((each) => pointsTo(relation, each, row)),
    ),
  )

/** One call that a batch of theirs may hold: a list, else what they may do with a row that is there. */
const callFor = (situation: Situation, asker: Asker): JsonObject => {
  const { model, rows } = situation
  const list = model.entities.find((entity) =>
    (rows[entity.name] ?? []).some((row) => truthFor(situation, entity, asker, 'list')(row) === true),
  )
  if (list) return { operation: `${list.name}.list`, select: { limit: 5 } }
  for (const entity of model.entities)
    for (const action of ['read', 'audit']) {
      const row = rows[entity.name]?.find((each) => truthFor(situation, entity, asker, action)(each) === true)
      const key = row && Object.fromEntries(entity.key.map((name) => [name, row[name] ?? null]))
      if (key) return { operation: `${entity.name}.${action}`, key }
    }
  return { operation: `${model.entities[0]?.name}.list`, select: { limit: 5 } }
}

/** A parent that has rows to show to who asks. */
const parentOf = (
  situation: Situation,
  route: RestRoute,
  asker: Asker,
  readable: readonly JsonObject[],
): JsonObject | undefined => {
  const child = situation.model.entities.find(({ name }) => name === route.operation.split('.')[0])
  if (!child) return readable[0]
  const may = truthFor(situation, child, asker, 'list')
  const listed = (situation.rows[child.name] ?? []).filter((row) => may(row) === true)
  const relations = onesOf(child).filter(({ target }) => target === route.entity)
  const hasRows = (parent: JsonObject): boolean =>
    listed.some((row) => relations.some((relation) => pointsTo(relation, row, parent)))
  return readable.find(hasRows) ?? readable[0]
}

/** What may be sent of a row that is there: an example of it where that may be, else what it has. */
const sentOf = (
  { model, spare }: Situation,
  { call, inputs }: ExampleCall,
  { row, entity }: { readonly row: JsonObject; readonly entity: EntityModel },
  mayBe: (row: JsonObject) => boolean,
): readonly JsonObject[] => {
  const names = inputs.flatMap(({ name }) => (name.startsWith('value.') ? [name.slice(6)] : []))
  const kept = tellingFields(model, entity)
  const isOther = (name: string, value: Json | undefined) => !kept.has(name) && value != null && value !== row[name]
  const another = spare[entity.name]?.find((each) => names.some((name) => isOther(name, each[name])))
  const example = { ...(call.input.value as JsonObject | undefined), ...withValues(another) }
  const own = Object.fromEntries(names.map((name) => [name, row[name] ?? example[name] ?? null]))
  const other = Object.fromEntries(
    names.map((name) => [name, kept.has(name) ? (own[name] ?? null) : (example[name] ?? null)]),
  )
  const wanted = call.operation.endsWith('.replace') ? [own, other] : [other, own]
  return wanted.filter((value) => mayBe({ ...row, ...value }) && keepsChecks(entity, { ...row, ...value }))
}

const keepsChecks = ({ checks }: EntityModel, row: JsonObject): boolean =>
  checks.every(({ predicate }) => evaluate(predicate, row, { id: '', roles: [], attributes: {} }) !== false)

/** Whether a second row like the first would be refused. */
const isUnique = (entity: EntityModel): boolean => {
  const written = new Set(writtenFields(entity, 'create').map(({ name }) => name))
  return uniqueGroups(entity).some((fields) => fields.length > 0 && fields.every((name) => written.has(name)))
}

const marksOf = (entity: EntityModel, row: JsonObject): readonly string[] =>
  uniqueGroups(entity)
    .filter((fields) => fields.length > 0 && fields.every((name) => (row[name] ?? null) !== null))
    .map((fields) => `${fields.join()}=${JSON.stringify(fields.map((name) => row[name] ?? null))}`)

const bodyOf = (entity: EntityModel, row: JsonObject, unwritten: ReadonlySet<string>): JsonObject =>
  Object.fromEntries(
    writtenFields(entity, 'create').flatMap(({ name }) =>
      row[name] === undefined || row[name] === null || unwritten.has(name) ? [] : [[name, row[name]]],
    ),
  )

/** A new row of somebody who may not write all of it: there it is what it is where nobody says. */
const asMade = ({ fields }: EntityModel, row: JsonObject, unwritten: ReadonlySet<string>): JsonObject => ({
  ...row,
  ...Object.fromEntries(
    fields
      .filter(({ name }) => unwritten.has(name))
      .map(({ name, default: of }) => [name, of?.kind === 'value' ? of.value : null]),
  ),
})

/** Rows that are not there yet and could be: each time others. */
const freshRows = (situation: Situation, subject: Subject) => {
  const { model, rows } = situation
  const examples = exampleRows(model, freshMax, subject.attributes).rows
  const taken = new Map<string, Set<string>>()
  const takenOf = (entity: EntityModel): Set<string> => {
    const known = taken.get(entity.name) ?? new Set((rows[entity.name] ?? []).flatMap((row) => marksOf(entity, row)))
    taken.set(entity.name, known)
    return known
  }
  return (entity: EntityModel, mayBe: (row: JsonObject) => boolean, count: number): readonly JsonObject[] => {
    const marks = takenOf(entity)
    const found: JsonObject[] = []
    const own = uniqueGroups(entity).flat()
    for (const [at, plain] of (examples[entity.name] ?? []).entries()) {
      if (found.length === count) break
      const spare = withValues(situation.spare[entity.name]?.[at])
      const unique = Object.fromEntries(own.flatMap((name) => (name in spare ? [[name, spare[name] ?? null]] : [])))
      // What people would write where the rules take it; else what the contract's example holds.
      const row = [spare, unique]
        .flatMap((values) =>
          combinations(situation, entity).map((references): JsonObject => ({ ...plain, ...values, ...references })),
        )
        .find(
          (each) => !marksOf(entity, each).some((mark) => marks.has(mark)) && keepsChecks(entity, each) && mayBe(each),
        )
      if (!row) continue
      for (const mark of marksOf(entity, row)) marks.add(mark)
      found.push(row)
    }
    return found
  }
}

/** Of a row what it has a value of. */
const withValues = (row: JsonObject = {}): JsonObject =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null))

/** Values of the referring fields, for every choice of rows to point to. */
const combinations = ({ rows }: Situation, entity: EntityModel): readonly JsonObject[] => {
  const choices = onesOf(entity).map((relation) =>
    (rows[relation.target] ?? []).map(
      (row): JsonObject =>
        Object.fromEntries(relation.from.map((field, at) => [field, row[relation.to[at] ?? ''] ?? null])),
    ),
  )
  const all = choices
    .filter(({ length }) => length > 0)
    .reduce<readonly JsonObject[]>(
      (found, next) => found.flatMap((each) => next.map((more) => ({ ...each, ...more }))).slice(0, combinationsMax),
      [{}],
    )
  return all
}
