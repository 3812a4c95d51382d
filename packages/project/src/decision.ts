import { type Rule, type Why, whyDenied } from '@charter/runtime'

/** What the rules say of an action of a role. */
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
  readonly role: string
  /** The action as a person says it: `list patients`. */
  readonly said: string
}

export const decisionOn = (rules: readonly Rule[], { entity, action, role, said }: Decided): Decision => {
  const deciding = rules.filter(
    (rule) =>
      rule.entity === entity && rule.actions.includes(action) && (rule.roles.length === 0 || rule.roles.includes(role)),
  )
  const isEverAllowed =
    deciding.some(({ effect }) => effect === 'permit') &&
    !deciding.some(({ effect, isConditional }) => effect === 'forbid' && !isConditional)
  if (isEverAllowed) return { rules: deciding, isEverAllowed, sentence: allowedSentence(deciding, role, said) }
  const { sentence, rule } = whyDenied(rules, { entity, action, principal: { roles: [role] } })
  return { rules: deciding, isEverAllowed, sentence, ...(rule && { nearest: rule }) }
}

export const allowedSentence = (deciding: readonly Rule[], role: string, said: string): string =>
  deciding.some(({ when }) => when !== undefined)
    ? `${role} may ${said}, on the rows that meet the condition.`
    : `${role} may ${said}, on every row.`
