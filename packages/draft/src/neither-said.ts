import type { Analysis, DeniedRight } from './analysis.ts'
import { actionsBefore } from './limit-forms.ts'
import { type Said, sentencesSaid } from './sentences-said.ts'
import { mentionsIn } from './words-of-names.ts'

/** `Neither staff nor guests may see employees`: those whom a sentence begins by denying, whatever else reads it as a right. */
export const withNeither = (analysis: Analysis, words: string): Analysis => {
  const denied = sentencesSaid(words).flatMap((said) => deniedIn(said, analysis))
  return denied.length === 0 ? analysis : { ...analysis, denied: [...(analysis.denied ?? []), ...denied] }
}

const begins = /^\W*(?:neither|no|not even|under no circumstances|in no case|at no time|on no account)\s/i
/** What follows may be for others, or for some rows. */
const isPart = /\b(?:but|except|other than|apart from|unless|until|without|else|own|only|if|when|while)\b/i

const deniedIn = ({ text }: Said, { roles, entities, visible = [] }: Analysis): readonly DeniedRight[] => {
  const [start] = begins.exec(text) ?? []
  const isOfField = visible.some(({ quote }) => quote !== undefined && text.includes(quote))
  if (start === undefined || isPart.test(text) || isOfField) return []
  const named = mentionsIn(text, roles)
  const who = named.filter(({ start: at }, index) =>
    /^(?:may|can|could|should|shall|must|will|nor|or|and|,|an?|the|\s)*$/i.test(
      text.slice(index === 0 ? start.length : named[index - 1]?.end, at),
    ),
  )
  const last = who.at(-1)
  if (!last) return []
  const things = new Set(mentionsIn(text.slice(last.end), entities).map(({ name }) => name))
  const actions = [...new Set(actionsBefore(text.slice(last.end)))]
  return who.flatMap(({ name }) => [...things].map((on) => ({ role: name, on, do: actions })))
}
