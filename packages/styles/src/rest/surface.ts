import {
  type Charter,
  type Entity,
  type Operation,
  offersOf,
  type Relation,
  type Route,
  shownFields,
} from '@charter/charter'
import type { CrudOperation } from '@charter/runtime'
import { kebabCase, wordsOf } from './kebab-case.ts'
import type { RestFile, RestRoute, RestSurface, RouteKind } from './routes.ts'
import { baseOf, overrideOf } from './settings.ts'

export type { RestEntity, RestFile, RestRoute, RestSurface, RouteKind } from './routes.ts'

export const surfaceOf = (charter: Charter): RestSurface => {
  const base = baseOf(charter).replace(/\/+$/, '')
  const own = [
    ...charter.operations.flatMap((operation) => operationRoutes(charter, base, operation)),
    ...charter.routes.map((route) => ownRoute(base, route)),
  ]
  // An operation of the charter's own at `…/import` goes before ours.
  const files = charter.entities.flatMap((entity) => filesOf(base, entity))
  const isTaken = ({ kind, path }: RestRoute) =>
    kind === 'import' && own.some((each) => each.method === 'POST' && each.path === path)
  return {
    base,
    ...(charter.access.cookies && { session: `${base}/session` }),
    routes: [
      ...charter.entities.flatMap((entity) => entityRoutes(charter, base, entity)).filter((each) => !isTaken(each)),
      ...own,
      { method: 'POST', path: `${base}/batch`, kind: 'batch', operation: 'batch', keyFields: [] },
    ],
    entities: charter.entities.map((entity) => ({
      name: entity.name,
      key: entity.key,
      relations: Object.fromEntries(entity.relations.map(({ name, target }) => [name, target])),
      protected: shownFields(entity)
        .filter(({ reveal, mask, protect }) => reveal !== undefined || mask !== undefined || protect !== undefined)
        .map(({ name }) => name),
    })),
    ...(files.length > 0 && { files }),
  }
}

const entityRoutes = (charter: Charter, base: string, entity: Entity): readonly RestRoute[] => {
  const all = collectionOf(base, entity)
  const one = itemOf(all, entity)
  const route = (method: RestRoute['method'], path: string, kind: RouteKind, action: CrudOperation): RestRoute => ({
    method,
    path,
    kind,
    operation: `${entity.name}.${action}`,
    entity: entity.name,
    ...(kind === 'remove' || kind === 'audit' || kind === 'import' ? {} : { answers: entity.name }),
    keyFields: parametersIn(path),
  })
  const routes = [
    route('GET', all, 'list', 'list'),
    route('POST', `${all}/search`, 'search', 'list'),
    route('POST', all, 'create', 'create'),
    route('POST', `${all}/import`, 'import', 'create'),
    route('GET', one, 'read', 'read'),
    route('PUT', one, 'replace', 'replace'),
    route('PATCH', one, 'update', 'update'),
    route('DELETE', one, 'remove', 'delete'),
    route('GET', `${one}/audit`, 'audit', 'audit'),
  ]
  const offered = routes.filter((each) => isOffered(entity, each))
  const nested = entity.relations.flatMap((relation) => nestedRoutes(charter, base, one, entity, relation))
  return [...offered, ...nested]
}

const filesOf = (base: string, entity: Entity): readonly RestFile[] =>
  entity.fields
    .filter(({ file }) => file !== undefined && isAsked(entity, 'read'))
    .map(({ name }) => {
      const path = `${itemOf(collectionOf(base, entity), entity)}/${kebabCase(name)}`
      return {
        entity: entity.name,
        field: name,
        path,
        keyFields: parametersIn(path),
        isTaken: isAsked(entity, 'update'),
      }
    })

/** Whether an action on a row has an address. */
const isAsked = (entity: Entity, action: CrudOperation): boolean =>
  offersOf(entity).includes(action) && (overrideOf(entity)?.only?.includes(action) ?? true)

const isOffered = (entity: Entity, { operation, path, kind }: RestRoute): boolean => {
  const action = operation.slice(entity.name.length + 1) as CrudOperation
  if (!offersOf(entity).includes(action)) return false
  if (entity.key.length === 0 && kind !== 'list' && kind !== 'search' && kind !== 'create' && kind !== 'import')
    return false
  return path !== '' && (overrideOf(entity)?.only?.includes(action) ?? true)
}

/** Below the base: the override, or the plural in kebab-case. */
const collectionOf = (base: string, entity: Entity): string =>
  `${base}/${trimmed(overrideOf(entity)?.path ?? kebabCase(entity.plural))}`

const itemOf = (collection: string, { key }: Entity): string =>
  [collection, ...key.map((field) => `:${field}`)].join('/')

const trimmed = (path: string): string => path.replace(/^\/+|\/+$/g, '')

/** A list of the relation's rows under its parent, where the parent's key alone finds them. */
const nestedRoutes = (
  charter: Charter,
  base: string,
  one: string,
  parent: Entity,
  relation: Relation,
): readonly RestRoute[] => {
  const target = charter.entities.find(({ name }) => name === relation.target)
  const isByKey = relation.from.every((field) => parent.key.includes(field)) && parent.key.length > 0
  if (relation.kind === 'one' || relation.through || !isByKey || !target || !offersOf(target).includes('list'))
    return []
  const told = overrideOf(relation)?.path
  const path = told ? `${base}/${trimmed(told)}` : `${one}/${kebabCase(relation.name)}`
  return [
    {
      method: 'GET',
      path,
      kind: 'nested',
      operation: `${target.name}.list`,
      entity: parent.name,
      relation: relation.name,
      answers: target.name,
      keyFields: parametersIn(path),
    },
  ]
}

const operationRoutes = (charter: Charter, base: string, operation: Operation): readonly RestRoute[] => {
  if (operation.mode === 'stream') return []
  const entity = charter.entities.find(({ name }) => name === operation.entity)
  const told = overrideOf(operation)?.path
  const path = told ? `${base}/${trimmed(told)}` : operationPath(base, operation, entity)
  return [
    {
      method: verbOf(operation),
      path,
      kind: 'operation',
      operation: operation.name,
      ...(entity ? { entity: entity.name } : {}),
      ...(operation.result && 'entity' in operation.result ? { answers: operation.result.entity } : {}),
      keyFields: parametersIn(path),
    },
  ]
}

const ownRoute = (base: string, { name, path, verb, params, body, answers }: Route): RestRoute => ({
  method: verb,
  path: `${base}/${path}`,
  kind: 'own',
  operation: name,
  keyFields: params.map((member) => member.name),
  ...(body && { takes: body.type }),
  gives: answers,
})

const verbOf = (operation: Operation): RestRoute['method'] => {
  const verb = overrideOf(operation)?.verb?.toUpperCase()
  return verb === 'GET' || verb === 'PUT' || verb === 'PATCH' || verb === 'DELETE' ? verb : 'POST'
}

const operationPath = (base: string, operation: Operation, entity: Entity | undefined): string => {
  if (!entity) return `${base}/${kebabCase(operation.name)}`
  const all = collectionOf(base, entity)
  return `${operation.hasKey ? itemOf(all, entity) : all}/${shortName(operation.name, entity)}`
}

/** `dischargePatient` is `discharge` below `/patients/:id`. */
const shortName = (name: string, entity: Entity): string => {
  const words = wordsOf(name)
  const ending = [entity.plural, entity.name]
    .map(wordsOf)
    .find((of) => of.length < words.length && words.slice(-of.length).join(' ') === of.join(' '))
  return words.slice(0, words.length - (ending?.length ?? 0)).join('-')
}

export const parametersIn = (path: string): readonly string[] =>
  path.split('/').flatMap((step) => (step.startsWith(':') ? [step.slice(1)] : []))

/** Path of an entity's row, for `Location`; undefined of none. */
export const addressOf = (surface: RestSurface, entity: string | undefined): string | undefined =>
  surface.routes.find((route) => route.kind === 'read' && route.entity === entity)?.path
