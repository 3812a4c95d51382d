import type { EntityModel, Json, JsonObject } from '@charter/runtime'
import type { RestRoute } from '@charter/styles'
import { type About, absentKey, bodyOf, type Request } from './requests.ts'

/** Batches, new rows and lines of an import about what is out of sight. */
export const foreignWrites = (about: About): readonly Request[] =>
  about.surface.routes.flatMap((route): readonly Request[] => {
    const entity = about.model.entities.find(({ name }) => name === route.entity)
    if (route.kind === 'batch') return batches(about, route)
    if (route.kind === 'create' && entity) return foreignCreates(about, entity, route)
    return route.kind === 'import' && entity ? foreignLines(about, entity, route) : []
  })

/** Rows of other tenants in either state: neither a reference to them nor a value that they have may tell that they are there. */
const foreignRows = ({ states, tenant }: About, { name, tenantField }: EntityModel): readonly JsonObject[] =>
  tenantField === undefined
    ? []
    : states.flatMap((rows) => (rows[name] ?? []).filter((row) => row[tenantField] !== tenant))

const rowsMax = 3

/** New rows that refer to another tenant's, alike to one that is not there, and that have its unique values and its key. */
const foreignCreates = (about: About, entity: EntityModel, { path }: RestRoute): readonly Request[] =>
  foreignBodies(about, entity).map(({ body, twinBody }) => ({
    method: 'POST',
    path,
    body,
    ...(twinBody !== undefined && { twinBody }),
  }))

/** The same as lines, all in one request. */
const foreignLines = (about: About, entity: EntityModel, { path }: RestRoute): readonly Request[] => {
  const lines = [bodyOf(about, entity), ...foreignBodies(about, entity).map(({ body }) => body)]
  return [{ method: 'POST', path, lines }]
}

interface Foreign {
  readonly body: JsonObject
  readonly twinBody?: JsonObject
}

const foreignBodies = (about: About, entity: EntityModel): readonly Foreign[] => [
  ...ofReferences(about, entity),
  ...ofValues(about, entity),
]

const ofReferences = (about: About, entity: EntityModel): readonly Foreign[] => {
  const good = { ...bodyOf(about, entity), ...ownKey(entity, 'fresh') }
  return entity.relations.flatMap(({ kind, target: name, from, to }): readonly Foreign[] => {
    const target = about.model.entities.find((each) => each.name === name)
    const absent = target && absentKey(target)
    if (kind !== 'one' || !target || !absent) return []
    const referring = (row: JsonObject): JsonObject => ({
      ...good,
      ...Object.fromEntries(from.map((field, at) => [field, row[to[at] ?? ''] ?? null])),
    })
    return foreignRows(about, target)
      .slice(0, rowsMax)
      .map((row) => ({ body: referring(row), twinBody: referring(absent) }))
  })
}

const ofValues = (about: About, entity: EntityModel): readonly Foreign[] => {
  const isGiven = (name: string) => entity.fields.some((field) => field.name === name && field.writable !== 'never')
  const groups = [entity.key, ...entity.unique.map(({ fields }) => fields)].map((fields) => fields.filter(isGiven))
  return foreignRows(about, entity).flatMap((row, at) =>
    groups
      .filter((fields) => fields.length > 0)
      .map((fields) => ({
        body: {
          ...bodyOf(about, entity),
          ...ownKey(entity, `fresh${at}`),
          ...Object.fromEntries(fields.map((name) => [name, row[name] ?? null])),
        },
      })),
  )
}

/** A key that clients give, as text; nothing where the service makes it or it is of references. */
const ownKey = ({ key, fields, relations }: EntityModel, text: string): JsonObject =>
  Object.fromEntries(
    key
      .filter((name) =>
        fields.some((field) => field.name === name && field.type.kind === 'text' && field.writable !== 'never'),
      )
      .filter((name) => !relations.some(({ from }) => from.includes(name)))
      .map((name) => [name, text]),
  )

/** Calls about rows in and out of sight, each for itself and in one transaction that is undone. */
const batches = (about: About, { path }: RestRoute): readonly Request[] =>
  about.model.entities.flatMap((entity): readonly Request[] => {
    const { name, key, relations } = entity
    const keyOf = (row: JsonObject): JsonObject => Object.fromEntries(key.map((field) => [field, row[field] ?? null]))
    const hidden = about.states.flatMap((rows, at) =>
      (rows[name] ?? []).filter((row) => about.sights[at]?.isHidden(name, row) === true),
    )
    const keys = [...hidden.slice(0, rowsMax), ...hidden.slice(-rowsMax)].map(keyOf)
    const onKeys: readonly JsonObject[] = keys.flatMap((each) => [
      { operation: `${name}.read`, key: each },
      { operation: `${name}.update`, key: each, value: {} },
      { operation: `${name}.delete`, key: each },
    ])
    const included = Object.fromEntries(relations.map((relation) => [relation.name, {}]))
    const lists: readonly JsonObject[] = [
      { operation: `${name}.list`, select: { count: true } },
      { operation: `${name}.list`, select: { include: included } },
    ]
    const created = foreignBodies(about, entity).map(
      ({ body }): JsonObject => ({ operation: `${name}.create`, value: body }),
    )
    const absent = absentKey(entity)
    const undone: Json = absent === null ? [] : [{ operation: `${name}.read`, key: absent }]
    return [
      { method: 'POST', path, body: { calls: [...lists, ...onKeys].slice(0, callsMax) } },
      { method: 'POST', path, body: { atomic: true, calls: [...created.slice(0, callsMax - 1), ...undone] } },
    ]
  })

const callsMax = 20
