import { type Charter, type Entity, type Field, isKeptWithState, isOurs, type Relation } from '@charter/charter'
import { named } from '../store/identifier.ts'

/** The table that holds an entity: as bound, else the entity's name in snake case (`EhrRecord`: `ehr_record`). */
export const tableName = (entity: Entity): string => entity.binding?.table ?? snakeCase(entity.name)

/** The column that holds a field: as bound, else the field's own name. */
export const columnName = (field: Field): string => field.column ?? field.name

/** Column that counts the writes of a row, in tables of ours. */
export const versionColumn = '_version'

/** `t."ward"`. */
export const columnOf = (alias: string, field: Field): string => `${alias}.${named(columnName(field))}`

/** Whether the entity's table is ours to shape. */
export const isOwned = isOurs

/** Where a database has a table of that name that lies with the service's state. */
export type StatePlace = (table: string) => NonNullable<Entity['binding']>

/** Where there is one schema: under the prefix of the state's tables. */
export const prefixedPlace: StatePlace = (table) => ({ table: `_charter_${table}` })

/** The charter with the tables that lie with the state where the database has them. */
export const placedWithState = (charter: Charter, place: StatePlace): Charter =>
  charter.entities.some((entity) => isKeptWithState(charter, entity))
    ? {
        ...charter,
        entities: charter.entities.map((entity) =>
          isKeptWithState(charter, entity) ? { ...entity, binding: place(snakeCase(entity.name)) } : entity,
        ),
      }
    : charter

export const snakeCase = (name: string): string =>
  name
    .replace(/([a-z\d])([A-Z])/g, '$1_$2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1_$2')
    .toLowerCase()

/** The field, which the charter's own check has made sure is there. */
export const fieldOf = (entity: Entity, name: string): Field => {
  const field = entity.fields.find((each) => each.name === name)
  if (!field) throw new Error(`Entity ${entity.name} has no field ${name}.`)
  return field
}

export const entityOf = (charter: Charter, name: string): Entity => {
  const entity = charter.entities.find((each) => each.name === name)
  if (!entity) throw new Error(`The charter has no entity ${name}.`)
  return entity
}

export const relationOf = (entity: Entity, name: string): Relation => {
  const relation = entity.relations.find((each) => each.name === name)
  if (!relation) throw new Error(`${entity.name} has no relation ${name}.`)
  return relation
}
