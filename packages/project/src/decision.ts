import { type Rule, type Why, whyDenied } from '@charter/runtime'

/** What the rules say of an action of somebody who holds roles. */
export interface Decision {
  readonly rules: readonly Rule[]
  /** On some row, it may be. */
  readonly isEverAllowed: boolean
  /** Why not, or on which rows. */
  readonly sentence: string
  /** The rule that would allow it most likely, where it is not allowed. */
  readonly nearest?: Why['rule']
}

export interface Decided {
  /** Null: on no entity. */
  readonly entity: string | null
  readonly action: string
  /** All that they hold. */
  readonly roles: readonly string[]
  /** The action as a person says it: `list patients`. */
  readonly said: string
}

export const decisionOn = (rules: readonly Rule[], { entity, action, roles, said }: Decided): Decision => {
  const deciding = rules.filter((rule) => rule.entity === entity && rule.actions.includes(action) && isFor(rule, roles))
  const isEverAllowed =
    deciding.some(({ effect }) => effect === 'permit') &&
    !deciding.some(({ effect, isConditional }) => effect === 'forbid' && !isConditional)
  if (isEverAllowed) return { rules: deciding, isEverAllowed, sentence: allowedSentence(deciding, roles, said) }
  const { sentence, rule } = whyDenied(rules, { entity, action, principal: { roles } })
  return { rules: deciding, isEverAllowed, sentence, ...(rule && { nearest: rule }) }
}

/** Whether a rule speaks of somebody who holds these roles. */
export const isFor = (rule: Rule, roles: readonly string[]): boolean =>
  rule.roles.length === 0 || rule.roles.some((role) => roles.includes(role))

export const allowedSentence = (deciding: readonly Rule[], roles: readonly string[], said: string): string => {
  const who = roles.length === 1 ? roles[0] : `Whoever has the roles ${roles.join(', ')}`
  return deciding.some(({ when }) => when !== undefined)
    ? `${who} may ${said}, on the rows that meet the condition.`
    : `${who} may ${said}, on every row.`
}
