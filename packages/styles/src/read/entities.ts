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
export type Form = 'create' | 'replace' | 'update'

/** Bounds of big integers are prose; base64 comes in fours of characters. */
export const jsonVisibility: Visibility = {
  hasEveryBound: false,
  bytesMax: (lengthMax) => Math.ceil(lengthMax / 3) * 3,
}

/** Which schema an entity's rows are written as, by the entity's name: told by where the schema is asked for, as twins have numbers. */
export type WrittenForms = ReadonlyMap<string, Partial<Readonly<Record<Form, string>>>>

/** Forms, of which one entity may have several. */
export const writtenForms = (
  found: readonly { readonly row: string; readonly form: Form; readonly schema: string }[],
): WrittenForms => {
  const forms = new Map<string, Partial<Record<Form, string>>>()
  for (const { row, form, schema } of found) forms.set(row, { ...forms.get(row), [form]: schema })
  return forms
}

/** The entities among named schemas: those that a page is of. */
export const readEntities = (schemas: JsonObject, forms: WrittenForms): VisibleEntities => {
  const pages = pagesIn(schemas)
  return Object.fromEntries(
    [...new Set(pages.values())].map((name) => {
      const inputOf = (form: Form): VisibleMembers | undefined => {
        const schema = forms.get(name)?.[form]
        return schema === undefined ? undefined : readMembers(objectIn(schemas, schema))
      }
      const row = rowIn(objectIn(schemas, name), pages)
      return [name, { ...row, create: inputOf('create'), replace: inputOf('replace'), update: inputOf('update') }]
    }),
  )
}

/** Whose rows pages hold, by the pages' names. Every member of a row may be left out; entries of a trail are none. */
const pagesIn = (schemas: JsonObject): ReadonlyMap<string, string> =>
  new Map(
    Object.keys(schemas).flatMap((page) => {
      const { items, next } = readMembers(objectIn(schemas, page))
      if (!next?.isRequired || items?.type.kind !== 'array' || items.type.items.kind !== 'named') return []
      const { name } = items.type.items
      return 'required' in objectIn(schemas, name) ? [] : [[page, name] as const]
    }),
  )

/** Which schema is every contract's own: the last of those with a number, as it comes after its twins. */
const lastTwin = (schemas: JsonObject, wanted: string, others: ReadonlySet<string>): string | undefined =>
  Object.keys(schemas)
    .filter((name) => name.startsWith(wanted) && /^\d*$/.test(name.slice(wanted.length)) && !others.has(name))
    .sort((one, other) => Number(one.slice(wanted.length)) - Number(other.slice(wanted.length)))
    .at(-1)

/** The other schemas: the charter's own types. `own`: names of what every contract of the style has. */
export const readTypes = (
  schemas: JsonObject,
  forms: WrittenForms,
  own: readonly string[],
): Readonly<Record<string, VisibleType>> => {
  const pages = pagesIn(schemas)
  const others = new Set([...pages.keys(), ...pages.values(), ...[...forms.values()].flatMap(Object.values)])
  const common = new Set(own.map((name) => lastTwin(schemas, name, others)))
  return Object.fromEntries(
    Object.entries(schemas).flatMap(([name, schema]) =>
      isObject(schema) && !others.has(name) && !common.has(name) && !name.endsWith(inputEnding)
        ? [[name, readSchema(schema)] as const]
        : [],
    ),
  )
}

/** A row's fields, and its relations: what refers to a row of an entity, or to a page of them. */
const rowIn = (schema: JsonObject, pages: ReadonlyMap<string, string>): VisibleRow => {
  const rows = new Set(pages.values())
  const properties = Object.entries(objectIn(schema, 'properties')).map(
    ([name, of]) => [name, isObject(of) ? of : {}] as const,
  )
  const targetOf = (of: JsonObject): VisibleRow['relations'][string] | undefined => {
    const type = readSchema(of)
    const name = type.kind === 'named' ? type.name : ''
    if (rows.has(name)) return { kind: 'one', target: name }
    const paged = pages.get(name)
    return paged === undefined ? undefined : { kind: 'many', target: paged }
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
            ? { ...visibleInput(entity, form, jsonVisibility), ...ownedInput(entity, named) }
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
      const entity = target ? ownedEntity(target, relation) : { fields: [] }
      const items: VisibleType = { kind: 'record', members: visibleInput(entity, 'create', jsonVisibility) }
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
