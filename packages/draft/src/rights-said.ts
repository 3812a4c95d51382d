import type { AnalysedAccess, Analysis } from './analysis.ts'
import { actionsBefore, isActor } from './limit-forms.ts'
import { isWithin, type Said, saidTogether } from './sentences-said.ts'
import { mentionsIn } from './words-of-names.ts'

/** What a sentence lets somebody see or change of what it names is no right to a thing that it does not name. */
export const withRightsSaid = (analysis: Analysis, words: string): Analysis => {
  const all = saidTogether(words)
  return {
    ...analysis,
    access: analysis.access.flatMap((right) => {
      const said = all.find((each) => isWithin(right.offset, each))
      if (!said || !isOfOthers(right, said, analysis)) return [right]
      const left = right.do.filter((action) => !changed.test(action))
      return left.length > 0 ? [{ ...right, do: left }] : []
    }),
  }
}

const changed = /^(?:read|list|update|delete)$/
const standIn =
  /\b(?:it|its|them|they|those|these|this|that|one|ones|everything|anything|all|whole|whatever|both|there|data|records?|information|details|history|full|rest)\b/i

const isOfOthers = ({ on, role, do: actions }: AnalysedAccess, { text }: Said, analysis: Analysis): boolean => {
  const { roles, entities } = analysis
  if (!actions.some((action) => changed.test(action)) || standIn.test(text)) return false
  const who = mentionsIn(text, roles)
  const things = mentionsIn(text, entities).filter((thing) => !isActor(text, thing, who))
  const named = new Set(things.map(({ name }) => name))
  const isSeen = actionsBefore(text).some((action) => changed.test(action))
  return isSeen && named.size > 0 && !named.has(on) && who.some(({ name }) => name === role)
}
