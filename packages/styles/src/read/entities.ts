import {
  type EntityModel,
  isObject,
  type JsonObject,
  ownedEntity,
  ownedRelations,
  type ServiceModel,
} from '@charter/runtime'
import { inputEnding, objectIn, readMembers, readSchema } from './json-schema.ts'
import { type VisibleRow, visibleRow } from './row.ts'
import { type Visibility, type VisibleMembers, type VisibleType, visibleInput, visibleType } from './visible.ts'

/** What a contract in JSON Schema shows of an entity: its rows, and the inputs that are offered. */
export interface VisibleEntity extends VisibleRow {
  readonly create: VisibleMembers | undefined
  readonly replace: VisibleMembers | undefined
  readonly update: VisibleMembers | undefined
}

export type VisibleEntities = Readonly<Record<string, VisibleEntity>>
type Form = 'create' | 'replace' | 'update'

/** Bounds of big integers are prose; base64 comes in fours of characters. */
export const jsonVisibility: Visibility = {
  hasEveryBound: false,
  bytesMax: (lengthMax) => Math.ceil(lengthMax / 3) * 3,
}

const endings = ['', 'Page', 'Create', 'Replace', 'Patch']

/** The entities among named schemas: those that a page is of. */
export const readEntities = (schemas: JsonObject): VisibleEntities => {
  const names = Object.keys(schemas).filter((name) => name !== 'AuditEntry' && Object.hasOwn(schemas, `${name}Page`))
  const inputOf = (name: string): VisibleMembers | undefined =>
    isObject(schemas[name]) ? readMembers(objectIn(schemas, name)) : undefined
  return Object.fromEntries(
    names.map((name) => [
      name,
      {
        ...rowIn(objectIn(schemas, name), names),
        create: inputOf(`${name}Create`),
        replace: inputOf(`${name}Replace`),
        update: inputOf(`${name}Patch`),
      },
    ]),
  )
}

/** The other schemas: the charter's own types, and those that are the style's own. */
export const readTypes = (
  schemas: JsonObject,
  entities: VisibleEntities,
  own: ReadonlySet<string>,
): Readonly<Record<string, VisibleType>> => {
  const forms = new Set(Object.keys(entities).flatMap((name) => endings.map((ending) => `${name}${ending}`)))
  return Object.fromEntries(
    Object.entries(schemas).flatMap(([name, schema]) =>
      isObject(schema) && !forms.has(name) && !own.has(name) && !name.endsWith(inputEnding)
        ? [[name, readSchema(schema)] as const]
        : [],
    ),
  )
}

/** A row's fields, and its relations: what refers to a row of an entity, or to a page of them. */
const rowIn = (schema: JsonObject, entities: readonly string[]): VisibleRow => {
  const properties = Object.entries(objectIn(schema, 'properties')).map(
    ([name, of]) => [name, isObject(of) ? of : {}] as const,
  )
  const targetOf = (of: JsonObject): VisibleRow['relations'][string] | undefined => {
    const type = readSchema(of)
    const name = type.kind === 'named' ? type.name : ''
    if (entities.includes(name)) return { kind: 'one', target: name }
    const paged = name.replace(/Page$/, '')
    return paged !== name && entities.includes(paged) ? { kind: 'many', target: paged } : undefined
  }
  const relations = properties.flatMap(([name, of]) => {
    const target = targetOf(of)
    return target ? [[name, target] as const] : []
  })
  const isField = ([name]: (typeof properties)[number]): boolean => !relations.some(([relation]) => relation === name)
  return {
    fields: readMembers({ properties: Object.fromEntries(properties.filter(isField)) }),
    relations: Object.fromEntries(relations),
  }
}

/** The same from a charter's model: entities that are answered, or included with one that is. */
export const visibleEntities = (
  { entities }: Pick<ServiceModel, 'entities'>,
  answered: readonly string[],
  offers: (entity: string, form: Form) => boolean,
): VisibleEntities => {
  const shown = new Set(answered)
  const named = (name: string): EntityModel | undefined => entities.find((each) => each.name === name)
  for (const name of shown) for (const { target } of named(name)?.relations ?? []) shown.add(target)
  return Object.fromEntries(
    entities
      .filter(({ name }) => shown.has(name))
      .map((entity) => {
        const input = (form: Form): VisibleMembers | undefined =>
          offers(entity.name, form)
            ? { ...visibleInput(entity.fields, form, jsonVisibility), ...ownedInput(entity, named) }
            : undefined
        return [
          entity.name,
          {
            ...visibleRow(entity, jsonVisibility),
            create: input('create'),
            replace: input('replace'),
            update: input('update'),
          },
        ]
      }),
  )
}

/** Rows that are written with their parent. */
const ownedInput = (entity: EntityModel, named: (name: string) => EntityModel | undefined): VisibleMembers =>
  Object.fromEntries(
    ownedRelations(entity).map((relation) => {
      const target = named(relation.target)
      const fields = target ? ownedEntity(target, relation).fields : []
      const items: VisibleType = { kind: 'record', members: visibleInput(fields, 'create', jsonVisibility) }
      return [relation.name, { type: { kind: 'array', items, lengthMax: 1000 }, isNullable: false, isRequired: false }]
    }),
  )

/** The named types that are spoken of, in what is shown or in one another. */
export const referredTypes = (
  from: unknown,
  { types }: Pick<ServiceModel, 'types'>,
  visibility: Visibility,
): Readonly<Record<string, VisibleType>> => {
  const found = new Map<string, VisibleType>()
  const follow = (of: unknown): void => {
    for (const [, name = ''] of JSON.stringify(of).matchAll(/"kind":"named","name":"([^"]+)"/g)) {
      const type = types[name]
      if (found.has(name) || type === undefined) continue
      const visible = visibleType(type, visibility)
      found.set(name, visible)
      follow(visible)
    }
  }
  follow(from)
  return Object.fromEntries(found)
}
