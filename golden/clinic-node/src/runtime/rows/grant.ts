import { isAllowedAlike } from '../call/allowed-alike.ts'
import type { Principal } from '../call/call.ts'
import type { Rule } from '../call/model.ts'
import { type EntityUnit, planOf } from '../store/entity.ts'
import type { RowRules } from '../store/store.ts'

/**
 * What an action is allowed for a set of roles: rules chosen by role, their row conditions still open. Null: not
 * allowed for any row. PUT and PATCH are both decided by `update`.
 */
export interface Grant extends RowRules {
  /** What distinguishes this grant from another of the same entity, for plan keys. */
  readonly id: string
}

/** Every row of the tenant, for what has been allowed already: bodies of operations, and moves. */
export const everyRow: Grant = { permits: [], forbids: [], isOpen: true, id: 'every row' }

export const grantOf = (unit: EntityUnit, action: string, principal: Principal): Grant | null =>
  isOutside(unit, principal)
    ? null
    : planOf(
        unit,
        ['grant', action, rolesKey(principal)],
        () => makeGrant(unit, action === 'replace' ? 'update' : action, principal.roles) ?? denied,
      ) || null

/** Who belongs to no tenant has nothing to do with rows that each belong to one. */
const isOutside = ({ model }: EntityUnit, { tenant }: Principal): boolean =>
  model.tenantField !== undefined && tenant === undefined

const denied = false as const

const rolesKeys = new WeakMap<readonly string[], string>()

/** Roles as one text, kept per array: principals are cached, so their arrays are too. */
export const rolesKey = ({ roles }: Principal): string => {
  const known = rolesKeys.get(roles)
  if (known !== undefined) return known
  const made = JSON.stringify([...roles].sort())
  rolesKeys.set(roles, made)
  return made
}

const rulesFor = (unit: EntityUnit, action: string, roles: readonly string[]): readonly Rule[] =>
  unit.rules.filter(
    (rule) =>
      rule.actions.includes(action) && (rule.roles.length === 0 || rule.roles.some((role) => roles.includes(role))),
  )

const makeGrant = (unit: EntityUnit, action: string, roles: readonly string[], isOpen = false): Grant | null => {
  const applying = rulesFor(unit, action, roles)
  const permits = applying.filter((rule) => rule.effect === 'permit')
  const forbids = applying.filter((rule) => rule.effect === 'forbid')
  if ((permits.length === 0 && !isOpen) || forbids.some((rule) => !rule.isConditional)) return null
  return { permits, forbids, isOpen, id: `${isOpen ? 'owned ' : ''}${applying.map((rule) => rule.id).join(',')}` }
}

/** Whether every row (of the tenant) falls under the rules. */
export const isEveryRow = (rules: RowRules): boolean => rules.forbids.length === 0 && isEveryPermitted(rules)

/** Whether a rule permits every row, whatever others forbid. */
export const isEveryPermitted = ({ permits, isOpen }: RowRules): boolean =>
  isOpen || permits.some(({ isConditional }) => !isConditional)

/**
 * What an action on rows that are written with their parent is allowed for. Where no rule of theirs permits it to these roles,
 * the right to the parent does; what a rule of theirs forbids stays forbidden. Null where that is every row.
 */
export const grantOfOwned = (unit: EntityUnit, action: string, principal: Principal): Grant | null => {
  if (isOutside(unit, principal)) return null
  const isOpen = !rulesFor(unit, action, principal.roles).some(({ effect }) => effect === 'permit')
  if (!isOpen) return grantOf(unit, action, principal)
  return (
    planOf(
      unit,
      ['owned', action, rolesKey(principal)],
      () => makeGrant(unit, action, principal.roles, true) ?? denied,
    ) || null
  )
}

/**
 * Whether every row that `grant` gives is also one whose field behind `reveal` may be seen: then no row needs asking.
 * True when each permit of the one is a permit of the other and nothing forbids the revealing.
 */
export const isRevealed = (unit: EntityUnit, reveal: string, grant: Grant, principal: Principal): boolean => {
  const revealing = grantOf(unit, `reveal:${reveal}`, principal)
  if (!revealing) return false
  if (isEveryRow(revealing)) return true
  return isAllowedAlike(revealing, grant)
}

/** What goes on record as the rule that allowed a call: with several, any of them may have, depending on the row. */
export const ruleOf = ({ permits }: Grant): string | null =>
  permits.length === 1 ? (permits[0]?.id ?? null) : permits.map(({ id }) => id).join(' | ') || null
