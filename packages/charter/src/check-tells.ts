import type { Allow, Charter, Entity } from './charter.ts'
import type { Checking } from './check.ts'
import { atEntity } from './check-names.ts'
import { parseExpression } from './expression.ts'
import { mentions } from './model.ts'
import { isGiven, isKeyWithinTenant, tenantFieldOf } from './tenant-key.ts'

/**
 * What the outcome of a write tells of values and rows that the writer may not see. A check that compares a hidden field closes
 * the fields it speaks of to such a writer (docs/semantics.md, Field access); that a value is taken cannot be hidden, and is said.
 */
export const checkTells: Checking = (charter, { report }) => {
  for (const entity of charter.entities) {
    for (const { name, text, place } of entity.checks) {
      const fields = fieldsIn(entity, text)
      const hidden = fields.filter((field) => revealOf(entity, field) !== undefined)
      const roles = blindTo(entity, hidden)
      const closed = fields.filter((field) => !hidden.includes(field))
      if (roles.length > 0 && closed.length > 0)
        report(
          'check-closes',
          { place, path: `entities.${entity.name}.checks.${name}` },
          { check: name, closed, hidden, roles },
        )
    }
    for (const fields of uniquesOf(entity)) {
      const roles = toldBy(charter, entity, fields)
      if (roles.length > 0) report('unique-tells', atEntity(entity), { entity: entity.name, fields, roles })
    }
  }
}

const fieldsIn = (entity: Entity, text: string): readonly string[] => {
  const predicate = parseExpression(text, new Map(entity.fields.map((field) => [field.name, field.type])))
  return entity.fields.map(({ name }) => name).filter((name) => mentions(predicate, name))
}

const revealOf = (entity: Entity, name: string): string | undefined =>
  entity.fields.find((field) => field.name === name)?.reveal

/** Roles that may change rows under a line that does not reveal all of these fields. */
const blindTo = (entity: Entity, hidden: readonly string[]): readonly string[] => [
  ...new Set(
    entity.allow
      .filter(
        ({ do: actions, reveal }) =>
          actions.includes('update') && hidden.some((name) => !reveal.includes(revealOf(entity, name) ?? '')),
      )
      .map(({ role }) => role),
  ),
]

/**
 * Roles to whom a conflict tells of a row that they may not see. In a database of ours uniqueness holds within the tenant, but for
 * keys that must differ among all; elsewhere the database decides among all rows.
 */
const toldBy = (charter: Charter, entity: Entity, fields: readonly string[]): readonly string[] => {
  const isOurs = charter.sources.find(({ name }) => name === entity.source)?.kind === 'own'
  const tenant = tenantFieldOf(charter, entity)
  const isKey = fields.join() === entity.key.join()
  const isWithin = isOurs && (isKey ? isKeyWithinTenant(charter, entity) : tenant !== undefined)
  const writers = [...new Set(entity.allow.filter(isWriting).map(({ role }) => role))]
  if (tenant && !isWithin && !fields.includes(tenant.name)) return writers
  return isOurs ? [] : writers.filter((role) => !entity.allow.some((line) => line.role === role && seesAll(line)))
}

const isWriting = ({ do: actions }: Allow): boolean => actions.includes('create') || actions.includes('update')

const seesAll = ({ do: actions, when }: Allow): boolean =>
  when === undefined && (actions.includes('read') || actions.includes('list'))

/** Fields that must differ from row to row, where clients give their values. */
const uniquesOf = (entity: Entity): readonly (readonly string[])[] => {
  const own = entity.fields.filter(({ isUnique }) => isUnique).map(({ name }) => [name])
  const groups = [...(entity.key.length > 0 ? [entity.key] : []), ...own, ...entity.unique.map(({ fields }) => fields)]
  return groups.filter(
    (fields, at) =>
      fields.some((name) => isGiven(entity, name)) && groups.findIndex((each) => each.join() === fields.join()) === at,
  )
}
