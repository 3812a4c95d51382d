import { type Charter, type Entity, type Field, isSealed } from '@charter/charter'
import type { Rule } from '@charter/runtime'
import { seenAsHolder } from './belonging.ts'
import { all, any, everyone, type Formula, mapFields, nobody } from './formula.ts'
import type { Side } from './side.ts'

export interface ExposedField {
  readonly entity: Entity
  readonly field: Field
  /** `read`, `list`, `search`, or a custom operation that answers with the row. */
  readonly way: string
  /** What one person holds. */
  readonly roles: readonly string[]
}

/**
 * The ways in which values of a field come out. What updates or deletes a row shows it only to who may read it, and
 * aggregates and events go by `list` (docs/semantics.md), so those are no ways of their own.
 */
export const waysOf = ({ charter }: Side, entity: Entity, field: Field): readonly string[] => [
  ...(entity.key.length > 0 ? ['read'] : []),
  'list',
  ...(isSealed(field) ? ['search'] : []),
  ...charter.operations
    .filter(({ result }) => result !== null && 'entity' in result && result.entity === entity.name)
    .map(({ name }) => name),
]

/** On which rows a person sees the value: a holder of the roles, allowed to, of their tenant, stepped up where that is asked, and revealed. */
export const exposureOf = (side: Side, asked: ExposedField): Formula =>
  seenAsHolder(side.belonging, asked.roles, (roles) => seenBy(side, { ...asked, roles }))

const seenBy = (side: Side, { entity, field, way, roles }: ExposedField): Formula => {
  if (way === 'search' && isSealed(field) && field.search === undefined) return nobody
  const action = way === 'search' ? 'list' : way
  const custom = side.charter.operations.find(({ name }) => name === way)
  const owner = custom ? (custom.entity ?? null) : entity.name
  const revealed =
    field.reveal === undefined ? everyone : grantedTo(side.rules, roles, entity.name, `reveal:${field.reveal}`)
  const allowed = grantedTo(side.rules, roles, owner, action)
  return all(
    // What is asked of the row that an operation is called on says nothing of the row that it answers with.
    owner === entity.name ? allowed : mapFields(allowed, (path) => [`(${way})`, ...path]),
    revealed,
    ...(side.charter.access.mfa.includes(custom && owner === null ? way : `${owner}.${action}`) ? [stepUp] : []),
    ...placed(side.charter, entity),
  )
}

const stepUp: Formula = { kind: 'fact', text: 'with a second factor' }

/** Limits that stand outside Cedar, named by stable ids, so that a rename is no change. */
const placed = ({ access: { tenancy } }: Charter, entity: Entity): readonly Formula[] => {
  const idOf = (name: string) => entity.fields.find((field) => field.name === name)?.id ?? name
  return [
    ...(tenancy && !entity.isShared
      ? [{ kind: 'fact', text: `${idOf(tenancy.field)} is the caller's ${tenancy.claim}` } as const]
      : []),
    ...(entity.softDelete === undefined
      ? []
      : [{ kind: 'fact', text: `not deleted by ${idOf(entity.softDelete)}` } as const]),
  ]
}

/** What the rules allow a person with these roles: some permit holds, and no forbid. */
const grantedTo = (
  rules: readonly Rule[],
  roles: readonly string[],
  entity: string | null,
  action: string,
): Formula => {
  const about = rules.filter(
    (rule) =>
      rule.entity === entity &&
      rule.actions.includes(action) &&
      (rule.roles.length === 0 || rule.roles.some((role) => roles.includes(role))),
  )
  const of = (effect: Rule['effect']) => any(...about.filter((rule) => rule.effect === effect).map(conditionOf))
  const forbidden = of('forbid')
  const isNever = forbidden.kind === 'any' && forbidden.of.length === 0
  return all(of('permit'), isNever ? everyone : { kind: 'no', of: forbidden })
}

const conditionOf = ({ when }: Rule): Formula => (when ? { kind: 'holds', when } : everyone)
