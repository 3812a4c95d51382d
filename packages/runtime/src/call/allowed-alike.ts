import type { Rule } from './model.ts'

/** Rules on an action, of those that apply to a caller. */
export interface ActionRules {
  readonly permits: readonly Rule[]
  readonly forbids: readonly Rule[]
}

/**
 * Whether every row that one action is allowed on is also one that another is: each permit of the one is a permit of the other, and
 * nothing else forbids the other.
 */
export const isAllowedAlike = (other: ActionRules, one: ActionRules): boolean =>
  other.forbids.every((rule) => one.forbids.includes(rule)) &&
  (other.permits.some((rule) => !rule.isConditional) || one.permits.every((rule) => other.permits.includes(rule)))
