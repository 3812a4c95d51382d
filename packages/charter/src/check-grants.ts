import type { Rule } from '@charter/runtime'
import { asked, isRevealed } from './asked-role.ts'
import { type Charter, type Entity, type Operation, offersOf } from './charter.ts'
import type { CharterCheck, CharterReporter } from './charter-check.ts'
import { atEntity, atOperation } from './check-names.ts'
import { isGiven, tenantFieldOf } from './tenant-key.ts'

/** Rights that come to nothing, by the rules as they are compiled: rows that a role could never make or find, operations that nobody may call. */
export const checkGrants: CharterCheck = (charter, reporter, { access, rules }) => {
  if (!access) return
  for (const entity of charter.entities) {
    checkCreate(entity, charter, reporter, rules)
    checkFound(entity, charter, reporter, rules)
  }
  const isCalled = ({ name, entity }: Operation): boolean =>
    rules.some((rule) => rule.effect === 'permit' && rule.actions.includes(name) && (rule.entity ?? entity) === entity)
  const scheduled = new Set(charter.operations.flatMap(({ name, schedule }) => (schedule ? [name] : [])))
  const isByItself = ({ name, entity }: Operation): boolean =>
    scheduled.has(name) || scheduled.has(charter.entities.find((each) => each.name === entity)?.job ?? '')
  for (const operation of charter.operations)
    if (!isByItself(operation) && !isCalled(operation))
      reporter.report('never-called', atOperation(operation), { name: operation.name, entity: operation.entity })
  // Who may is said where a route is: one that says nothing would be open in most other frameworks.
  for (const route of charter.routes)
    if (!route.isOpen && !isCalled(route)) reporter.report('route-for-nobody', atOperation(route), { name: route.name })
}

/** A new row needs all that has no default; what is hidden from its maker they cannot send. */
const checkCreate = (entity: Entity, charter: Charter, { report }: CharterReporter, rules: readonly Rule[]): void => {
  if (!offersOf(entity).includes('create')) return
  const tenant = tenantFieldOf(charter, entity)
  const needed = entity.fields.filter(
    (field) => !field.isOptional && !field.default && field !== tenant && isGiven(entity, field.name),
  )
  for (const name of charter.access.roles) {
    const role = asked(rules, entity, name)
    const hidden = needed.filter(({ reveal }) => reveal !== undefined && !isRevealed(role, reveal, 'create'))
    const fields = hidden.map((field) => field.name)
    if (role.may('create') && hidden.length > 0)
      report('never-created', atEntity(entity), { entity: entity.name, role: name, fields })
  }
}

/** What may not be read is not found, whatever else may be done with it; whoever is signed in holds that role besides. */
const checkFound = (entity: Entity, charter: Charter, { report }: CharterReporter, rules: readonly Rule[]): void => {
  const { roles, membership } = charter.access
  const acts = [
    ...offersOf(entity).filter((action) => action === 'update' || action === 'delete'),
    ...charter.operations.filter((each) => each.entity === entity.name && each.hasKey).map(({ name }) => name),
  ]
  const isReading = (name: string): boolean => asked(rules, entity, name).may('read') !== null
  if (membership?.signedIn !== undefined && isReading(membership.signedIn)) return
  for (const name of roles.filter((each) => !isReading(each))) {
    const may = acts.filter((action) => asked(rules, entity, name).may(action))
    if (may.length > 0) report('never-found', atEntity(entity), { entity: entity.name, role: name, actions: may })
  }
}
