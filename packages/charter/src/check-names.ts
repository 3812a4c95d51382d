import { calledOperations, crudOperations, listOperations } from '@charter/runtime'
import type { Charter, Entity, Operation, Place, Route } from './charter.ts'
import type { CharterCheck, CharterReporter } from './charter-check.ts'

/** Names that mean two things in one place. */
export const checkNames: CharterCheck = (charter, reporter) => {
  for (const entity of charter.entities) {
    if (Object.hasOwn(charter.types, entity.name))
      reporter.report('name-clash', atEntity(entity), { name: entity.name, other: 'a type' })
    checkMembers(entity, reporter)
  }
  for (const operation of [...calledOperations(charter), ...charter.internal]) {
    const { name } = operation
    const isCrud = ([...crudOperations, ...listOperations] as readonly string[]).includes(name)
    if (isCrud) reporter.report('name-clash', atOperation(operation), { name, other: 'what every entity does' })
  }
  for (const route of charter.routes)
    if (charter.operations.some(({ name }) => name === route.name))
      reporter.report('name-clash', atOperation(route), { name: route.name, other: 'an operation' })
}

const checkMembers = (entity: Entity, { report }: CharterReporter): void => {
  const fields = new Set(entity.fields.map((field) => field.name))
  for (const { name, place } of entity.relations)
    if (fields.has(name))
      report(
        'name-clash',
        { place, path: `entities.${entity.name}.relations.${name}` },
        { name, other: `a field of ${entity.name}` },
      )
}

/** Where an operation of the charter's own stands. */
export const atOperation = (operation: Operation | Route) => ({
  place: operation.place,
  path: `${'answers' in operation ? 'routes' : 'operations'}.${operation.name}`,
})

/** Where the first of these paths stands that the charter has; else where it begins. */
export const placeOf = (charter: Charter, ...paths: readonly string[]): Place =>
  [...paths, ''].map((path) => charter.places[path]).find((place) => place !== undefined) ?? {
    file: 'charter.yaml',
    line: 1,
    column: 1,
  }

/** Where an entity stands. */
export const atEntity = ({ name, place }: Entity) => ({ place, path: `entities.${name}` })

/** Where a field stands. */
export const atField = (entity: Entity, field: Entity['fields'][number]) => ({
  place: field.place,
  path: `entities.${entity.name}.fields.${field.name}`,
})
