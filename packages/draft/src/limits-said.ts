import type { AnalysedAccess, Analysis } from './analysis.ts'
import { actionsBefore, type LimitSaid, limitsIn } from './limit-forms.ts'
import { withUnreadLimits } from './limits-unread.ts'
import { isWithin, type Said, saidTogether } from './sentences-said.ts'
import { mentionsIn } from './words-of-names.ts'

/**
 * Limits that stand away from what they limit, or before it: `bales and sales, but only sales whose status is offered`, `their own
 * analyses`, `offered sales`. A right that was read without one gets it, so that it is a rule or a question and never every row.
 */
export const withSaidLimits = (analysis: Analysis, words: string): Analysis =>
  saidTogether(words).reduce((so, said) => {
    const limits = limitsIn(said.text, so)
    const limited = limits.reduce((each, limit) => withLimit(each, said, limit), so)
    return withUnreadLimits(limited, said, limits)
  }, analysis)

const withLimit = (given: Analysis, said: Said, limit: LimitSaid): Analysis => {
  const { text } = said
  const { entities, when, at } = limit
  const role = mentionsIn(text.slice(0, at), given.roles).at(-1)?.name
  const actions = limit.actions ?? actionsBefore(text.slice(0, at))
  const analysis = limit.actions === undefined ? given : withoutAhead(given, role, limit)
  const isMeant = (right: AnalysedAccess): boolean =>
    isUnlimited(right.when) &&
    entities.includes(right.on) &&
    (role === undefined ? isWithin(right.offset, said) : right.role === role)
  if (!analysis.access.some(isMeant)) return analysis
  return {
    ...analysis,
    access: analysis.access.flatMap((right) => {
      if (!isMeant(right)) return [right]
      const limited = right.do.filter((action) => actions.length === 0 || actions.includes(action))
      const free = right.do.filter((action) => !limited.includes(action))
      return [
        ...(free.length > 0 ? [{ ...right, do: free }] : []),
        ...(limited.length > 0 ? [{ ...right, do: limited, when }] : []),
      ]
    }),
  }
}

/** A limit that stands before its verbs was taken for one on those before it. */
const withoutAhead = (
  analysis: Analysis,
  role: string | undefined,
  { when, entities, actions = [] }: LimitSaid,
): Analysis => ({
  ...analysis,
  access: analysis.access.map((right) => {
    const isMisread =
      right.when?.startsWith(when.toLowerCase()) === true && !right.do.some((each) => actions.includes(each))
    return isMisread && right.role === role && entities.includes(right.on) ? { ...right, when: null } : right
  }),
})

/** No words, an aside, or what is left of `which are not archived` and `so long as they are not` once the denial is cut off. */
const isUnlimited = (when: string | null): boolean => when === null || /^\(/.test(when) || isEmpty.test(when)

const isEmpty =
  /^(?:(?:that|which|who|as|so|long|far|if|when|while|these|those|they|it|them|the|on|of|in|at|for|with|to|and|or|is|are|was|were|be|been|has|have|had|do|does|must|should|may|can|will)\b\s*)+$/i
