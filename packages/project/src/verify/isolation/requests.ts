import {
  type EntityModel,
  type FieldModel,
  filterOperators,
  type Json,
  type JsonObject,
  pathStep,
  type ServiceModel,
} from '@charter/runtime'
import type { RestRoute, RestSurface } from '@charter/styles'
import type { Rows, Sight } from './sight.ts'

/** One request as a principal could send it. */
export interface Request {
  readonly method: string
  readonly path: string
  readonly body?: Json
  /** Sent as lines, in place of a body. */
  readonly lines?: readonly Json[]
  /** Follow the cursor to the end. */
  readonly isWalked?: boolean
  /** The same request about a row that is hidden, and about one that is not there: to be answered alike. */
  readonly twinPath?: string
  readonly twinBody?: Json
}

/** What requests are made from. */
export interface About {
  readonly model: ServiceModel
  /** Whose rows the principal may at most see; absent: there are no tenants. */
  readonly tenant?: string | undefined
  readonly surface: RestSurface
  /** Both states: what is asked must be able to find what differs. */
  readonly states: readonly Rows[]
  readonly sights: readonly Sight[]
}

const valuesMax = 3
const keysMax = 2

/** Every route, with every filter, sort, count and include that there is, and every row in either state. Writes come last. */
export const requestsOf = (about: About): readonly Request[] => {
  const all = about.surface.routes.flatMap((route) => requestsOn(about, route))
  const isWrite = ({ method, path }: Request) => method !== 'GET' && !path.endsWith('/search')
  return [...all.filter((each) => !isWrite(each)), ...all.filter(isWrite)]
}

const requestsOn = (about: About, route: RestRoute): readonly Request[] => {
  const entity = about.model.entities.find(({ name }) => name === (route.answers ?? route.entity))
  const owner = about.model.entities.find(({ name }) => name === route.entity)
  switch (route.kind) {
    case 'list':
      return entity ? listRequests(about, entity, route.path) : []
    case 'search':
      return entity ? searchRequests(about, entity, route.path) : []
    case 'nested':
      return owner && entity ? onRows(about, owner, route).flatMap((each) => nestedRequests(entity, each)) : []
    case 'read':
      return owner
        ? onRows(about, owner, route).flatMap((each) => [
            each,
            ...owner.relations.map(({ name }) => withQuery(each, `?include=${name}`)),
          ])
        : []
    case 'audit':
      return owner ? onRows(about, owner, route) : []
    case 'remove':
    case 'operation':
      return owner && route.keyFields.length > 0 ? onRows(about, owner, route, {}) : []
    case 'update':
      return owner
        ? owner.fields
            .filter(isSent)
            .flatMap((field) => onRows(about, owner, route, { [field.name]: valueIn(about, owner, field) }))
        : []
    case 'replace':
      return owner ? onRows(about, owner, route, bodyOf(about, owner)) : []
    case 'create':
      return owner ? [{ method: 'POST', path: route.path, body: bodyOf(about, owner) }] : []
    default:
      return []
  }
}

/** Rows in sight may well belong to a row out of it: nothing is said of that one then, so it is not compared with an absent one. */
const nestedRequests = (entity: EntityModel, { twinPath: _, ...plain }: Request): readonly Request[] => [
  plain,
  withQuery(plain, '?count=true'),
  withQuery(plain, `?sort=${entity.key.map((name) => `-${name}`).join()}`),
]

const withQuery = (request: Request, query: string): Request => ({
  ...request,
  path: request.path + query,
  ...(request.twinPath !== undefined && { twinPath: request.twinPath + query }),
})

const isSent = (field: FieldModel): boolean => field.writable === 'always'

/** A value that a row in sight has: nothing is written that would make a conflict with a row out of sight. */
const valueIn = ({ states, sights }: About, entity: EntityModel, { name }: FieldModel): Json =>
  (states[0]?.[entity.name] ?? []).find((row) => !sights[0]?.isHidden(entity.name, row))?.[name] ?? null

/** A new row, without its key. */
export const bodyOf = (about: About, entity: EntityModel): JsonObject => {
  const unique = new Set(entity.unique.flatMap(({ fields }) => fields))
  const sent = entity.fields.filter((field) => field.writable !== 'never' && !entity.key.includes(field.name))
  return Object.fromEntries(
    sent
      .map((field) => [
        field.name,
        unique.has(field.name) && field.type.kind === 'text' ? 'fresh' : valueIn(about, entity, field),
      ])
      .filter(([, value]) => value !== null),
  ) as JsonObject
}

/** One request for each of some rows in sight, rows out of it, and a row that neither state has. */
const onRows = (
  about: About,
  entity: EntityModel,
  { method, path, keyFields }: RestRoute,
  body?: Json,
): readonly Request[] => {
  const address = (row: JsonObject) =>
    keyFields.reduce((text, name) => text.replace(`:${name}`, pathStep(row[name] ?? null)), path)
  const inSight = (is: boolean) =>
    about.states.flatMap((rows, at) =>
      (rows[entity.name] ?? []).filter((row) => about.sights[at]?.isHidden(entity.name, row) !== is),
    )
  const paths = (rows: readonly JsonObject[]) => [...new Set(rows.map(address))]
  const absent = absentKey(entity)
  const make = (path: string, more: Partial<Request> = {}): Request => ({
    method,
    path,
    ...(body !== undefined && method !== 'GET' && method !== 'DELETE' && { body }),
    ...more,
  })
  const nowhere = absent && address(absent)
  return [
    // Hidden rows first: what a write changes must not be mistaken for what it shows.
    ...paths(inSight(false)).map((each) => make(each, nowhere ? { twinPath: nowhere } : {})),
    ...(nowhere ? [make(nowhere)] : []),
    ...paths(inSight(true))
      .slice(0, keysMax)
      .map((each) => make(each)),
  ]
}

/** A key that no row has; null where none can be told. */
export const absentKey = (entity: EntityModel): JsonObject | null => {
  const parts = entity.key.map((name) => {
    const type = entity.fields.find((field) => field.name === name)?.type
    if (type?.kind === 'uuid') return [name, '00000000-0000-4000-8fff-00000000dead'] as const
    if (type?.kind === 'text') return [name, 'a'.repeat(Math.max(1, type.lengthMin ?? 1))] as const
    return type?.kind === 'int32' || type?.kind === 'int64'
      ? ([name, type.max === undefined ? 987_654 : Number(type.max)] as const)
      : null
  })
  return parts.includes(null) ? null : Object.fromEntries(parts.filter((each) => each !== null))
}

const listRequests = (about: About, entity: EntityModel, path: string): readonly Request[] => {
  const get = (query: string, more: Partial<Request> = {}): Request => ({
    method: 'GET',
    path: `${path}?${query}`,
    ...more,
  })
  const key = entity.key.join()
  return [
    { method: 'GET', path },
    get('count=true'),
    get('limit=1', { isWalked: true }),
    ...entity.fields.flatMap(({ name }) => [
      get(`sort=${name}`),
      get(`sort=-${name}&limit=1`, { isWalked: true }),
      get(`fields=${key},${name}`),
    ]),
    ...entity.relations.flatMap(({ name }) => [get(`include=${name}`), get(`include=${name}&count=true&sort=-${key}`)]),
    ...conditions(about, entity).flatMap(({ field, op, value }) => {
      const filter = `${encodeURIComponent(`filter[${field}][${op}]`)}=${encodeURIComponent(String(value))}`
      return [get(filter), get(`${filter}&count=true&limit=1`)]
    }),
  ]
}

const searchRequests = (about: About, entity: EntityModel, path: string): readonly Request[] =>
  conditions(about, entity).map(({ field, op, value }) => ({
    method: 'POST',
    path,
    body: { filter: { field, op, value }, count: true },
  }))

interface Condition {
  readonly field: string
  readonly op: string
  readonly value: Json
}

/** Every operator of every field, with values in sight and out of it, of both states. */
const conditions = ({ states }: About, entity: EntityModel): readonly Condition[] =>
  entity.fields.flatMap((field) => {
    const all = [
      ...new Set(
        states.flatMap((rows) => (rows[entity.name] ?? []).map((row) => row[field.name] ?? null)).toReversed(),
      ),
    ]
    const values = all.filter((value) => value !== null && typeof value !== 'object').slice(0, valuesMax)
    return filterOperators(field.type).flatMap((op): readonly Condition[] => {
      if (op === 'isNull') return [true, false].map((value) => ({ field: field.name, op, value }))
      return values.flatMap((value): readonly Condition[] => {
        const text = String(value)
        if (op === 'like')
          return [`${text.slice(0, 3)}%`, `%${text.slice(-2)}`].map((each) => ({ field: field.name, op, value: each }))
        return [{ field: field.name, op, value: op === 'startsWith' ? text.slice(0, 3) : value }]
      })
    })
  })
