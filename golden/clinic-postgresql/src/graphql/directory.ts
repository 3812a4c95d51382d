import { type EntityModel, everyField, type FieldModel, type ServiceModel, type Type } from '../runtime/index.ts'
import type { GraphqlEntity, GraphqlField, GraphqlRelation, GraphqlSurface, Shape } from './surface.ts'

/** An entity with its names in GraphQL: made once at start. */
export interface Entry {
  readonly model: EntityModel
  readonly names: GraphqlEntity
  /** By their names in GraphQL. */
  readonly fields: ReadonlyMap<string, GraphqlField>
  /** Those of inputs alone. */
  readonly writeOnly: ReadonlyMap<string, GraphqlField>
  readonly relations: ReadonlyMap<string, GraphqlRelation>
  /** By the names they had before. */
  readonly renamed: ReadonlyMap<string, GraphqlField>
  readonly filters: ReadonlyMap<string, GraphqlField>
  /** By the charter's name. */
  readonly fieldModels: ReadonlyMap<string, FieldModel>
}

/** All entities of a service with their names. */
export interface Directory {
  readonly surface: GraphqlSurface
  readonly model: ServiceModel
  /** By the charter's name, by the name of the object type, by what global ids begin with. */
  readonly entries: ReadonlyMap<string, Entry>
  readonly byType: ReadonlyMap<string, Entry>
  readonly byNode: ReadonlyMap<string, Entry>
}

/** What a type stands for, followed to one that is no name. */
export const meantType = ({ model }: Pick<Directory, 'model'>, type: Type | undefined): Type =>
  type?.kind === 'named' ? meantType({ model }, model.types[type.name]) : (type ?? { kind: 'json' })

/** The directory of a surface and the model that it was made for. Throws where they do not belong together. */
export const directoryOf = (surface: GraphqlSurface, model: ServiceModel): Directory => {
  const entries = surface.entities.map((names) => entryFor(names, model))
  const by = (name: (entry: Entry) => string) => new Map(entries.map((entry) => [name(entry), entry]))
  return {
    surface,
    model,
    entries: by(({ names }) => names.name),
    byType: by(({ names }) => names.types.object),
    byNode: by(({ names }) => names.node),
  }
}

const entryFor = (names: GraphqlEntity, model: ServiceModel): Entry => {
  const entity = model.entities.find(({ name }) => name === names.name)
  if (!entity) throw new Error(`The model has no entity ${names.name}.`)
  return {
    model: entity,
    names,
    fields: new Map(names.fields.map((field) => [field.as, field])),
    relations: new Map(names.relations.map((relation) => [relation.as, relation])),
    renamed: new Map(names.fields.flatMap((field) => (field.was === undefined ? [] : [[field.was, field]]))),
    filters: new Map(names.fields.map((field) => [field.filterAs, field])),
    fieldModels: new Map(everyField(entity).map((field) => [field.name, field])),
    writeOnly: new Map((names.writeOnly ?? []).map((field) => [field.as, field])),
  }
}

/** The entry of a name that the surface itself gives; a missing one is a bug in it. */
export const entryOf = ({ entries }: Directory, name: string): Entry => {
  const found = entries.get(name)
  if (!found) throw new Error(`The surface has no entity ${name}.`)
  return found
}

/** The shape that a reference means. */
export const shapeIn = ({ types }: Pick<GraphqlSurface, 'types'>, shape: Shape): Exclude<Shape, { kind: 'ref' }> => {
  if (shape.kind !== 'ref') return shape
  const found = types[shape.type]
  if (!found) throw new Error(`The surface has no type ${shape.type}.`)
  return shapeIn({ types }, found)
}
