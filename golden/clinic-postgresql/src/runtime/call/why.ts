import { ProblemError, problem, type Why } from '../problem/problem.ts'
import { doing } from '../problem/said.ts'
import type { Principal } from './call.ts'
import type { Rule } from './model.ts'

/** What was asked, as far as rules see it before a row is at hand. */
export interface Denied {
  readonly entity: string | null
  /** What many of it are called, where the model says it. */
  readonly many?: string | undefined
  readonly action: string
  readonly principal: Pick<Principal, 'roles'>
}

/**
 * Why an action was refused: the `forbid` that decided, or that no rule allows it and the nearest line that would.
 * For development tokens and `explain` only (docs/semantics.md, Precedence).
 */
export const whyDenied = (rules: readonly Rule[], { entity, many, action, principal }: Denied): Why => {
  const about = rules.filter((rule) => rule.entity === null || rule.entity === entity)
  const forbid = about.find(
    (rule) => rule.effect === 'forbid' && rule.actions.includes(action) && isFor(rule, principal.roles),
  )
  if (forbid) return { sentence: `A rule forbids you to ${doing(entity, action, many)}.`, rule: toldRule(forbid) }
  const who = principal.roles.length > 0 ? principal.roles.join(', ') : 'no role'
  const nearest =
    about.find((rule) => rule.effect === 'permit' && rule.actions.includes(action)) ??
    about.find((rule) => rule.effect === 'permit' && isFor(rule, principal.roles))
  const sentence = `No rule allows ${who} to ${doing(entity, action, many)}.`
  if (!nearest) return { sentence }
  const isOther = nearest.actions.includes(action)
  const hint = isOther
    ? `The nearest rule allows it to ${nearest.roles.join(', ') || 'everyone'}`
    : `The nearest rule allows ${nearest.actions.join(', ')}`
  return {
    sentence: `${sentence} ${hint}${nearest.isConditional ? ', under a condition' : ''}.`,
    rule: toldRule(nearest),
  }
}

/** `forbidden`, with the reason for who develops the service: no token of another issuer is told the charter's own lines. */
export const forbidden = (
  { credential }: Pick<Principal, 'credential'>,
  detail: string,
  why: () => Why,
): ProblemError =>
  new ProblemError(problem('forbidden', { detail, ...(credential === 'development' && { why: why() }) }))

const isFor = (rule: Rule, roles: readonly string[]): boolean =>
  rule.roles.length === 0 || rule.roles.some((role) => roles.includes(role))

/** A rule as it is told to who may know the charter's lines. */
export const toldRule = ({ id, source }: Rule): NonNullable<Why['rule']> => ({
  id,
  text: source.text,
  file: source.file,
  line: source.line,
})
