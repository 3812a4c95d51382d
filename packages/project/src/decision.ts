import { type Rule, type Why, whyDenied } from '@charter/runtime'
import { appliesTo, asksRow, type Known } from './outcomes.ts'

/** What the rules say of an action of somebody who holds roles. */
export interface Decision {
  /** Those that apply to them, or may. */
  readonly rules: readonly Rule[]
  /** On some row, it may be. */
  readonly isEverAllowed: boolean
  /** Why not, or on which rows. */
  readonly sentence: string
  /** The rule that would allow it most likely, where it is not allowed. */
  readonly nearest?: Why['rule']
}

export interface Decided extends Known {
  /** Null: on no entity. */
  readonly entity: string | null
  /** What many of it are called, where the model says it. */
  readonly many?: string | undefined
  readonly action: string
  /** The action as a person says it: `list patients`. */
  readonly said: string
}

/** What asks no row is decided: a `forbid` for a role that is held, or for REST, forbids every row. */
export const decisionOn = (rules: readonly Rule[], asked: Decided): Decision => {
  const { entity, many, action, roles } = asked
  const deciding = rules.filter(
    (rule) => rule.entity === entity && rule.actions.includes(action) && appliesTo(rule, asked) !== 'never',
  )
  const isForbidden = deciding.some((rule) => rule.effect === 'forbid' && appliesTo(rule, asked) === 'always')
  const isEverAllowed = !isForbidden && deciding.some(({ effect }) => effect === 'permit')
  if (isEverAllowed) return { rules: deciding, isEverAllowed, sentence: allowedSentence(deciding, asked) }
  // A `forbid` that does not decide is no reason.
  const reasons = rules.filter((rule) => rule.effect === 'permit' || appliesTo(rule, asked) === 'always')
  const { sentence, rule } = whyDenied(reasons, { entity, many, action, principal: { roles } })
  return { rules: deciding, isEverAllowed, sentence, ...(rule && { nearest: rule }) }
}

const allowedSentence = (deciding: readonly Rule[], asked: Decided): string => {
  const { roles, said, entity } = asked
  const who = roles.length === 1 ? roles[0] : `Whoever has the roles ${roles.join(', ')}`
  const open = deciding.filter((rule) => appliesTo(rule, asked) === 'perhaps')
  const isPermitted = deciding.some((rule) => rule.effect === 'permit' && appliesTo(rule, asked) === 'always')
  const conditions = isPermitted ? open.filter(({ effect }) => effect === 'forbid') : open
  if (conditions.length === 0) return `${who} may ${said}${entity === null ? '' : ', on every row'}.`
  return conditions.some(({ when }) => when && asksRow(when))
    ? `${who} may ${said}, on the rows that meet the condition.`
    : `${who} may ${said}, where the condition is met.`
}
