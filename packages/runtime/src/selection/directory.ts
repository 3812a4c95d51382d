import type { EntityModel, FieldModel, RelationModel, ServiceModel } from '../call/model.ts'

/** An entity with its fields and relations by name: made once at start. */
export interface Entry {
  readonly model: EntityModel
  readonly fields: ReadonlyMap<string, FieldModel>
  readonly relations: ReadonlyMap<string, RelationModel>
}

export type Directory = ReadonlyMap<string, Entry>

export const directoryOf = (model: ServiceModel): Directory =>
  new Map(
    model.entities.map((entity) => [
      entity.name,
      {
        model: entity,
        fields: new Map(entity.fields.map((field) => [field.name, field])),
        relations: new Map(entity.relations.map((relation) => [relation.name, relation])),
      },
    ]),
  )

/** The entry of a name that the model itself gives; a missing one is a bug in the model. */
export const entryOf = (directory: Directory, name: string): Entry => {
  const found = directory.get(name)
  if (!found) throw new Error(`The model has no entity ${name}.`)
  return found
}
