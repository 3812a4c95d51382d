import { toldRule } from '../call/why.ts'
import type { Why } from '../problem/problem.ts'
import type { RowRules } from '../store/store.ts'
import { isEveryPermitted } from './grant.ts'

/**
 * Why a row was refused to whom others are allowed: what allows it has a condition that does not hold for it, or what
 * forbids it has one that does.
 */
export const whyNotThis = (rules: RowRules): Why => {
  const { permits, forbids } = rules
  const [permit, forbid] = [permits[0], forbids[0]]
  if (isEveryPermitted(rules) && forbid)
    return { sentence: 'The condition of a rule that forbids it holds, or cannot be decided.', rule: toldRule(forbid) }
  const only =
    permits.length === 1
      ? 'The condition of the rule that allows it does'
      : 'The conditions of the rules that allow it do'
  const sentence = `${only} not hold${forbid ? ', or that of a rule that forbids it does' : ''}.`
  return { sentence, ...(permit && { rule: toldRule(permit) }) }
}
