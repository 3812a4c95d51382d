import type { EntityUidJson, PolicyJson } from '@cedar-policy/cedar-wasm/nodejs'
import type { Charter, Place, Reporter } from '@charter/charter'
import type { Predicate, Rule } from '@charter/runtime'
import { cedar } from './cedar.ts'
import { cedarActionOf, cedarTypeOf } from './cedar-names.ts'
import { allActionsOf, freeOperations } from './cedar-schema.ts'
import { constant } from './compare.ts'
import { compileCondition } from './condition.ts'
import type { accessDiagnostics } from './diagnostics.ts'
import type { Scope } from './operand.ts'
import type { Policy } from './policy.ts'
import { Refusal, refuse } from './refusal.ts'
import { roleIn } from './role-in.ts'
import { slipIn } from './slip.ts'

/** The rules a policy stands for: one for each entity it reaches. Null, with a diagnostic, when it cannot be compiled. */
export const compilePolicy = (
  policy: Policy,
  charter: Charter,
  reporter: Reporter<typeof accessDiagnostics>,
): readonly Rule[] | null => {
  const answer = cedar().policyToJson(policy.text)
  const at = { place: policy.placeOf(0), path: policy.path }
  if (answer.type === 'failure') {
    const slip = policy.condition && policy.entity && slipIn(policy.condition.text, policy.entity)
    if (slip && policy.condition) {
      const place = policy.placeOf(policy.condition.start + slip.offset)
      reporter.report('cedar-syntax', { ...at, place }, slip)
      return null
    }
    const [first] = answer.errors
    const place = policy.placeOf(first?.sourceLocations?.[0]?.start ?? 0)
    const why = (first?.message ?? 'it cannot be read').replace(/^failed to parse policy from string: /, '')
    reporter.report('cedar-syntax', { ...at, place }, { why })
    return null
  }
  if (policy.entity && answer.json.conditions.length > 1) {
    reporter.report('cedar-syntax', at, { why: '`when` holds one condition' })
    return null
  }
  try {
    return compileScopes(policy, answer.json, charter)
  } catch (cause) {
    if (!(cause instanceof Refusal)) throw cause
    const told = { ...at, place: placeOfRefusal(policy, cause) }
    if (cause.code === 'cedar-type') reporter.report(cause.code, told, { why: cause.message, help: cause.instead })
    else reporter.report(cause.code, told, { what: cause.message, instead: cause.instead ?? '' })
    return null
  }
}

/** In a condition where what is refused stands, or where it begins; a policy is refused as a whole. */
const placeOfRefusal = ({ condition, text, placeOf }: Policy, { about }: Refusal): Place => {
  if (!condition) return placeOf(0)
  const found = about === undefined ? -1 : text.indexOf(about, condition.start)
  return placeOf(found < 0 ? condition.start : found + (about?.startsWith('.') ? 1 : 0))
}

const compileScopes = (policy: Policy, json: PolicyJson, charter: Charter): readonly Rule[] => {
  const who = principalOf(json)
  // Of a role that a line of `allow`, or a route, names `check` tells by itself.
  if (policy.path === 'policies') for (const name of who.roles) roleIn(charter, name)
  const made = scopesOf(json, charter).flatMap((scope): Omit<Rule, 'id'>[] => {
    const actions = policy.guards === undefined ? actionsIn(json, scope) : [policy.guards]
    if (actions.length === 0) return []
    const when = conditionOf(json, scope, who.when)
    if (when.kind === 'false') return []
    const { file, line } = policy.placeOf(0)
    return [
      {
        effect: json.effect,
        entity: scope.entity?.name ?? null,
        actions,
        roles: who.roles,
        ...(when.kind === 'true' ? { isConditional: false } : { isConditional: true, when }),
        source: { file, line, text: policy.written },
      },
    ]
  })
  return made.map((rule) => ({
    id: made.length === 1 ? policy.id : `${policy.id}:${rule.entity ?? 'service'}`,
    ...rule,
  }))
}

const uid = (of: EntityUidJson): { readonly type: string; readonly id: string } => ('__entity' in of ? of.__entity : of)

const principalOf = ({ principal }: PolicyJson): { readonly roles: readonly string[]; readonly when: Predicate } => {
  const all = { roles: [], when: constant(true) }
  if (principal.op === 'All') return all
  if ('slot' in principal) return refuse('A template', 'Write the policy out.')
  if (principal.op === 'is') return principal.in === undefined ? all : roleOf(principal.in)
  if (principal.op === 'in') return roleOf(principal)
  const { id } = uid(principal.entity)
  const when: Predicate = {
    kind: 'compare',
    op: 'eq',
    left: { kind: 'principal', name: 'id' },
    right: { kind: 'value', value: id, type: { kind: 'text' } },
  }
  return { roles: [], when }
}

const roleOf = (constraint: { entity: EntityUidJson } | { slot: string }) => {
  if ('slot' in constraint) return refuse('A template', 'Write the policy out.')
  const { type, id } = uid(constraint.entity)
  if (type !== 'Role') return refuse('`in` beyond roles', 'Write `principal in Role::"…"`.')
  return { roles: [id], when: constant(true) }
}

const scopesOf = ({ resource }: PolicyJson, charter: Charter): readonly Scope[] => {
  if (resource.op === 'All') return [...charter.entities, null].map((entity) => ({ charter, entity }))
  if (resource.op !== 'is' || resource.in !== undefined)
    return refuse('`resource ==` and `resource in`', 'Write `resource is Patient`, and a condition on its key.')
  const entity = charter.entities.find((each) => cedarTypeOf(each.name) === resource.entity_type)
  return entity ? [{ charter, entity }] : []
}

const actionsIn = ({ action }: PolicyJson, { entity, charter }: Scope): readonly string[] => {
  const own = entity ? allActionsOf(entity, charter) : freeOperations(charter)
  if (action.op === 'All') return own
  if ('slot' in action) return refuse('A template', 'Write the policy out.')
  const named = 'entities' in action ? action.entities : [action.entity]
  const ids = new Set(named.map((each) => uid(each).id))
  // `==` names one action; `in` also takes the group of that name, over all entities.
  const isGroup = action.op === 'in'
  return own.filter((name) => ids.has(cedarActionOf(entity?.name ?? null, name)) || (isGroup && ids.has(name)))
}

const conditionOf = ({ conditions, effect }: PolicyJson, scope: Scope, first: Predicate): Predicate => {
  const of = [first]
  for (const { kind, body } of conditions) {
    const compiled = compileCondition(body, scope)
    of.push(
      kind === 'when'
        ? compiled
        : compiled.kind === 'true'
          ? constant(false)
          : compiled.kind === 'false'
            ? constant(true)
            : { kind: 'not', of: compiled },
    )
    if (of.at(-1)?.kind === 'false') break
  }
  const open = of.filter((each) => each.kind !== 'true')
  // A permit that errs is none, as one that never holds; a forbid whose first part errs denies, whatever comes after.
  if (open.at(-1)?.kind === 'false' && (effect === 'permit' || open.length === 1)) return constant(false)
  return open.length === 0 ? constant(true) : open.length === 1 && open[0] ? open[0] : { kind: 'and', of: open }
}
