import { moveAction, type Rule } from '@charter/runtime'
import { type AskedRole, asked, isRevealed } from './asked-role.ts'
import type { Charter, Entity } from './charter.ts'
import type { CharterCheck, CharterReporter } from './charter-check.ts'
import { atEntity } from './check-names.ts'
import { parseExpression, typesOf } from './expression.ts'
import { mentions } from './model.ts'
import { isOurs } from './ours.ts'
import { readCheck } from './read-check.ts'
import { isGiven, isKeyWithinTenant, tenantFieldOf } from './tenant-key.ts'

/**
 * What the outcome of a write tells of values and rows that the writer may not see. A check that compares a hidden field closes
 * the fields it speaks of to such a writer (docs/semantics.md, Field access); that a value is taken cannot be hidden, and is said.
 */
export const checkTells: CharterCheck = (charter, { report }, { rules }) => {
  for (const entity of charter.entities) {
    const roles = charter.access.roles.map((name) => asked(rules, entity, name))
    for (const { name, text, place } of entity.checks) {
      const fields = fieldsIn(entity, text)
      const hidden = fields.filter((field) => revealOf(entity, field) !== undefined)
      const blind = roles.filter((role) => hidden.some((field) => !isRevealed(role, revealOf(entity, field) ?? '')))
      const closed = fields.filter((field) => !hidden.includes(field))
      if (blind.length > 0 && closed.length > 0)
        report(
          'check-closes',
          { place, path: `entities.${entity.name}.checks.${name}` },
          { check: name, closed, hidden, roles: blind.map((role) => role.name) },
        )
    }
    checkRelated(charter, entity, report, rules)
    for (const field of entity.fields) checkMoves(entity, field, { roles, rules }, report)
    for (const fields of uniquesOf(entity)) {
      const told = roles.filter((role) => isTold(charter, entity, fields, role)).map((role) => role.name)
      if (told.length > 0) report('unique-tells', atEntity(entity), { entity: entity.name, fields, roles: told })
    }
    checkReferences(charter, entity, report, rules)
  }
}

/** What a role learns of rows that it may not read by trying what a check over relations lets through. */
const checkRelated = (
  charter: Charter,
  entity: Entity,
  report: CharterReporter['report'],
  rules: readonly Rule[],
): void => {
  const writers = charter.access.roles.filter((name) => {
    const role = asked(rules, entity, name)
    return role.may('create') !== null || role.may('update') !== null
  })
  for (const { name, text, place } of entity.checks) {
    const read = readCheck(charter, entity, text)
    if ('error' in read) continue
    const told = read.paths
      .filter(({ length }) => length > 1)
      .map((path) => ({ path, blind: writers.filter((role) => !readsAlong(charter, entity, path, rules, role)) }))
    const roles = [...new Set(told.flatMap(({ blind }) => blind))]
    const fields = told.filter(({ blind }) => blind.length > 0).map(({ path }) => path.join('.'))
    if (roles.length > 0)
      report('check-tells', { place, path: `entities.${entity.name}.checks.${name}` }, { check: name, fields, roles })
  }
}

/** Whether a role may read every row that a path leads to. */
const readsAlong = (
  { entities }: Charter,
  entity: Entity,
  path: readonly string[],
  rules: readonly Rule[],
  role: string,
): boolean => {
  let at: Entity | undefined = entity
  for (const step of path.slice(0, -1)) {
    const target: string | undefined = at?.relations.find((each) => each.name === step)?.target
    at = entities.find((each) => each.name === target)
    if (at && !seesAll(asked(rules, at, role))) return false
  }
  return true
}

interface AskedRules {
  readonly roles: readonly AskedRole[]
  readonly rules: readonly Rule[]
}

/** What a role learns by trying a move that asks for what it may not see. */
const checkMoves = (
  entity: Entity,
  { name, states }: Entity['fields'][number],
  { roles, rules }: AskedRules,
  report: CharterReporter['report'],
): void => {
  for (const { operation, place } of states?.moves ?? []) {
    const { when } =
      rules.find(({ entity: of, actions }) => of === entity.name && actions.includes(moveAction(operation))) ?? {}
    const hidden = entity.fields.filter((field) => field.reveal !== undefined && mentions(when, field.name))
    const blind = roles.filter(
      (role) => role.may(operation) && hidden.some(({ reveal = '' }) => !isRevealed(role, reveal, operation)),
    )
    if (blind.length > 0)
      report(
        'move-tells',
        { place, path: `entities.${entity.name}.fields.${name}.states.moves.${operation}.when` },
        { move: operation, fields: hidden.map((field) => field.name), roles: blind.map((role) => role.name) },
      )
  }
}

/** What a role learns by writing references: that there is a row with these values. Keys that the service makes tell nothing. */
const checkReferences = (
  charter: Charter,
  entity: Entity,
  report: CharterReporter['report'],
  rules: readonly Rule[],
): void => {
  for (const { name, kind, target, from, to, place } of entity.relations) {
    const of = charter.entities.find((each) => each.name === target)
    if (kind !== 'one' || !of || !from.every((field) => isGiven(entity, field))) continue
    const writers = charter.access.roles
      .filter((role) => mayRefer(entity, asked(rules, entity, role), from))
      .map((role) => asked(rules, of, role))
    const at = { place, path: `entities.${entity.name}.relations.${name}` }
    const about = { relation: name, target, fields: to }
    const blind = writers.filter((role) => to.some((field) => !seesField(role, revealOf(of, field))))
    if (blind.length > 0) report('hidden-reference', at, { ...about, roles: blind.map((role) => role.name) })
    const told = writers.filter((role) => !blind.includes(role) && !seesAll(role))
    if (told.length > 0 && to.some((field) => isGiven(of, field)))
      report('reference-tells', at, { ...about, roles: told.map((role) => role.name) })
  }
}

const mayRefer = (entity: Entity, role: AskedRole, from: readonly string[]): boolean =>
  ['create', 'update'].some(
    (action) =>
      role.may(action) !== null &&
      from.every((field) => {
        const reveal = revealOf(entity, field)
        return reveal === undefined || isRevealed(role, reveal, action)
      }),
  )

const seesField = (role: AskedRole, reveal: string | undefined): boolean =>
  reveal === undefined || (role.may('read') !== null && isRevealed(role, reveal, 'read'))

const fieldsIn = (entity: Entity, text: string): readonly string[] => {
  const predicate = parseExpression(text, typesOf(entity.fields))
  return entity.fields.map(({ name }) => name).filter((name) => mentions(predicate, name))
}

const revealOf = (entity: Entity, name: string): string | undefined =>
  entity.fields.find((field) => field.name === name)?.reveal

/**
 * Whether a conflict tells a role of a row that it may not see. In a database of ours uniqueness holds within the tenant, but for
 * keys that must differ among all; elsewhere the database decides among all rows.
 */
const isTold = (charter: Charter, entity: Entity, fields: readonly string[], role: AskedRole): boolean => {
  if (!role.may('create') && !role.may('update')) return false
  const isMade = isOurs(charter, entity)
  const tenant = tenantFieldOf(charter, entity)
  const isKey = fields.join() === entity.key.join()
  const isWithin = isMade && (isKey ? isKeyWithinTenant(charter, entity) : tenant !== undefined)
  if (tenant && !isWithin && !fields.includes(tenant.name)) return true
  return !isMade && !seesAll(role)
}

const seesAll = (role: AskedRole): boolean =>
  ['read', 'list'].some((action) => {
    const seeing = role.may(action)
    return seeing?.forbids.length === 0 && seeing.permits.some(({ isConditional }) => !isConditional)
  })

/** Fields that must differ from row to row, where clients give their values. */
const uniquesOf = (entity: Entity): readonly (readonly string[])[] => {
  const own = entity.fields.filter(({ isUnique }) => isUnique).map(({ name }) => [name])
  const groups = [...(entity.key.length > 0 ? [entity.key] : []), ...own, ...entity.unique.map(({ fields }) => fields)]
  return groups.filter(
    (fields, at) =>
      fields.some((name) => isGiven(entity, name)) && groups.findIndex((each) => each.join() === fields.join()) === at,
  )
}
