import { type ExampleRows, isAllowedExample } from '@charter/charter'
import {
  type CrudOperation,
  canonicalJson,
  compareValues,
  type EntityModel,
  type FieldModel,
  type Json,
  type JsonObject,
  pathStep,
  type RelationModel,
  type Rule,
  type ServiceModel,
  type Sort,
} from '@charter/runtime'
import type { RestSurface, RouteKind } from '@charter/styles'
import { anyToken } from '../match.ts'

/** What scenarios are derived from: nothing but the charter's own consequences. */
export interface Derivation {
  readonly model: ServiceModel
  /** Each style that is served, with its plan, which the style itself knows the type of. */
  readonly styles: readonly { readonly style: { readonly name: string }; readonly surface: unknown }[]
  /** Of REST. */
  readonly surface: Pick<RestSurface, 'base' | 'routes' | 'files' | 'session'>
  readonly examples: ExampleRows
}

/** One entity with its example rows and what the rules say of them. */
export interface About extends Derivation {
  readonly entity: EntityModel
  readonly rows: readonly JsonObject[]
  /** The address of a kind of request, for a row where it is about one; null where it is not offered. */
  path(kind: RouteKind, row?: JsonObject): string | null
  /** Of `create`: whether a row of these values may be made, of which the service fills in what is not the caller's to say. */
  can(role: string, action: string, row: JsonObject | undefined, claims?: number): boolean
  /** Whether some rule allows the role the action for some row. */
  mayEver(role: string, action: string): boolean
}

export const aboutEntity = (deriving: Derivation, entity: EntityModel): About => {
  const { model, surface, examples } = deriving
  const rules = model.access.rules.filter((rule) => rule.entity === null || rule.entity === entity.name)
  return {
    ...deriving,
    entity,
    rows: examples.rows[entity.name] ?? [],
    path: (kind, row) => {
      const route = surface.routes.find((each) => each.kind === kind && each.entity === entity.name)
      return route ? filledPath(route.path, row) : null
    },
    can: (role, action, row, claims = 0) =>
      row !== undefined && isAllowedExample(model, examples, { role, entity: entity.name, action, row, claims }),
    mayEver: (role, action) => mayEver(rules, role, action),
  }
}

/** A list that some role may ask for, whatever the rows. */
export interface ListedEntity {
  readonly entity: string
  readonly path: string
  readonly role: string
}

/** The first of them; null where nobody may list anything. */
export const whatToList = (deriving: Derivation): ListedEntity | null => {
  for (const entity of deriving.model.entities) {
    const about = aboutEntity(deriving, entity)
    const path = about.path('list')
    const role = deriving.model.access.roles.find((each) => about.mayEver(each, 'list'))
    if (path !== null && role !== undefined) return { entity: entity.name, path, role }
  }
  return null
}

/** Null where the row does not say what a parameter needs. */
export const filledPath = (path: string, row: JsonObject = {}): string | null => {
  const steps = path.split('/').map((step) => {
    if (!step.startsWith(':')) return step
    const value = row[step.slice(1)]
    return value === undefined || value === null ? null : pathStep(value)
  })
  return steps.includes(null) ? null : steps.join('/')
}

const isFor = (rule: Rule, role: string): boolean => rule.roles.length === 0 || rule.roles.includes(role)

export const mayEver = (rules: readonly Rule[], role: string, action: string): boolean => {
  const applying = rules.filter((rule) => rule.actions.includes(action) && isFor(rule, role))
  return (
    applying.some(({ effect }) => effect === 'permit') &&
    !applying.some(({ effect, when }) => effect === 'forbid' && !when)
  )
}

/** Whether the rules let a role call a tool's operation for some row; PUT is decided by `update`, and groups by `list`. */
export const mayCallEver = ({ operations, access }: ServiceModel, role: string, operation: string): boolean => {
  const custom = operations.find(({ name }) => name === operation)
  const [entity, action = ''] = custom ? [custom.entity, operation] : operation.split('.')
  const rules = access.rules.filter((rule) => rule.entity === null || rule.entity === entity)
  return mayEver(rules, role, action === 'replace' ? 'update' : action === 'aggregate' ? 'list' : action)
}

/** Whether rules allow the role the action whatever the row. */
export const isAllowedAlways = (about: About, role: string, action: string): boolean => {
  const rules = rulesFor(about, role).filter(({ actions }) => actions.includes(action))
  return (
    rules.some(({ effect, when }) => effect === 'permit' && !when) && !rules.some(({ effect }) => effect === 'forbid')
  )
}

/** Whether no rule of an owned entity permits or forbids the role the action: then the right to its parent decides. */
export const isLeftToParent = (about: About, role: string, action: string): boolean =>
  !rulesFor(about, role).some(({ actions }) => actions.includes(action))

/** Rules about the entity, or about all, that concern the role. */
const rulesFor = ({ entity, model }: About, role: string): readonly Rule[] =>
  model.access.rules.filter((rule) => (rule.entity === null || rule.entity === entity.name) && isFor(rule, role))

/** PUT is decided by `update`. */
export const actionOf = (operation: CrudOperation): string => (operation === 'replace' ? 'update' : operation)

/** The first role that may do all of these to the row and sees every field of it. */
export const roleThat = (about: About, actions: readonly string[], row = about.rows[0]): string | undefined =>
  about.model.access.roles.find(
    (role) => actions.every((action) => about.can(role, action, row)) && seesAll(about, role, row),
  )

export const seesAll = (about: About, role: string, row: JsonObject | undefined): boolean =>
  about.entity.fields.every(({ reveal }) => reveal === undefined || about.can(role, `reveal:${reveal}`, row))

/** What the role is shown of a row. */
export const shownTo = (about: About, role: string, row: JsonObject, claims = 0): JsonObject =>
  Object.fromEntries(
    about.entity.fields.map((field) => [
      field.name,
      field.reveal === undefined || about.can(role, `reveal:${field.reveal}`, row, claims)
        ? (row[field.name] ?? null)
        : maskedValue(field, row[field.name] ?? null),
    ]),
  )

export const maskedValue = ({ mask, protect }: FieldModel, value: Json): Json => {
  if (protect?.kind === 'tokenize') return value === null ? null : anyToken
  if (typeof value !== 'string' || !mask || mask.kind === 'hide') return null
  if (mask.kind === 'year')
    return value.length > 10 ? `${value.slice(0, 4)}-01-01T00:00:00Z` : `${value.slice(0, 4)}-01-01`
  // At most half of it; said here again, since what judges the engine does not ask it.
  const points = [...value]
  const shown = Math.min(mask.keep, Math.floor(points.length / 2))
  return points.map((point, at) => (at < points.length - shown ? '*' : point)).join('')
}

/** Rows that a list gives the role, in the order asked. */
export const listed = (
  about: About,
  role: string,
  sorts: readonly Sort[] = [],
  isAsked: (row: JsonObject) => boolean = () => true,
  claims = 0,
): readonly JsonObject[] => {
  const { entity } = about
  const key = entity.key.filter((field) => !sorts.some((sort) => sort.field === field)).map((field) => ({ field }))
  return about.rows
    .filter((row) => about.can(role, 'list', row, claims) && isAsked(row))
    .toSorted((a, b) => {
      for (const sort of [...sorts, ...key]) {
        const order = compareNullable(entity, sort, a, b)
        if (order !== 0) return order
      }
      return 0
    })
}

/** NULLs last both ways (docs/semantics.md, Order). */
const compareNullable = (entity: EntityModel, { field, isDescending }: Sort, a: JsonObject, b: JsonObject): number => {
  const [left, right] = [a[field] ?? null, b[field] ?? null]
  if (left === null || right === null) return left === right ? 0 : left === null ? 1 : -1
  const type = entity.fields.find(({ name }) => name === field)?.type ?? { kind: 'text' as const }
  return compareValues(type, left, right) * (isDescending ? -1 : 1)
}

/**
 * Fields whose values the role is shown whatever the row, as the service can tell without looking at rows: one line reveals them
 * on every row, or each that allows the action reveals them too, and no other forbids it.
 */
export const isOpenTo = (about: About, role: string, { reveal }: FieldModel, action = 'list'): boolean => {
  if (reveal === undefined) return true
  const rules = rulesFor(about, role)
  const saying = (effect: Rule['effect'], of: string) =>
    rules.filter((rule) => rule.effect === effect && rule.actions.includes(of))
  const [revealing, acting] = [saying('permit', `reveal:${reveal}`), saying('permit', action)]
  const besides = saying('forbid', action)
  return (
    revealing.length > 0 &&
    saying('forbid', `reveal:${reveal}`).every((rule) => rule.when !== undefined && besides.includes(rule)) &&
    (revealing.some(({ when }) => !when) || acting.every((rule) => revealing.includes(rule)))
  )
}

/** The reveals, each with its entity, that a relation of this entity asks for: it is followed by who sees all that it goes along. */
export const revealsAlong = (
  about: About,
  { from, to, target, through }: RelationModel,
): readonly (readonly [About, string])[] => {
  const of = (name: string, fields: readonly string[]) => {
    const entity = about.model.entities.find((each) => each.name === name)
    const reveals = fields.map((field) => entity?.fields.find((each) => each.name === field)?.reveal)
    return reveals.flatMap((reveal) =>
      entity && reveal !== undefined ? [[aboutEntity(about, entity), reveal] as const] : [],
    )
  }
  return [
    ...of(about.entity.name, from),
    ...(through ? [...of(through.entity, [...to, ...through.from]), ...of(target, through.to)] : of(target, to)),
  ]
}

/** Whether values of the field stay out of addresses. */
/** Statements that a record of protected values takes, written before the answer leaves, and asking the vault. */
const recordStatements = 6

/** How many statements an answer with rows of these entities may take, when it takes `max` without protected values. */
export const statementsOf = (max: number, ...entities: readonly EntityModel[]): number =>
  entities.some(({ fields }) => fields.some(isProtected)) ? max + recordStatements : max

export const isProtected = ({ reveal, mask, protect }: FieldModel): boolean =>
  reveal !== undefined || mask !== undefined || protect !== undefined

/** A row's key, as a call names it. */
export const keyOf = ({ key }: EntityModel, row: JsonObject): JsonObject =>
  Object.fromEntries(key.map((field) => [field, row[field] ?? null]))

export const keyTexts = (entity: EntityModel, rows: readonly JsonObject[]): readonly Json[] => {
  const [first = ''] = entity.key
  return rows.map((row) => row[first] ?? null)
}

export const isSame = (a: Json | undefined, b: Json | undefined): boolean =>
  canonicalJson(a ?? null) === canonicalJson(b ?? null)
