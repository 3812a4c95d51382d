import type { AnalysedRelation, Analysis } from './analysis.ts'
import { isWithin, sentencesSaid } from './sentences-said.ts'
import { mentionsIn } from './words-of-names.ts'

/** `A loan is of one tool to one member`: a tool and a member hang together through the loan, and a tool is of no member. */
export const withoutThrough = (analysis: Analysis, words: string): Analysis => {
  const { entities, relations } = analysis
  const through = sentencesSaid(words).flatMap((said) => {
    const [event, ...parts] = mentionsIn(said.text, entities)
    if (!event) return []
    return parts.flatMap((one, at) =>
      parts
        .slice(at + 1)
        .filter((other) => isOfBoth(said.text.slice(event.end, one.start), said.text.slice(one.end, other.start)))
        .map((other) => ({ said, event: event.name, between: [one.name, other.name] })),
    )
  })
  const has = (from: string, to: string): boolean => relations.some((each) => each.from === from && each.to === to)
  const isThrough = ({ from, to, kind, quoted, offset }: AnalysedRelation): boolean =>
    kind === 'many-to-one' &&
    quoted &&
    through.some(
      ({ said, event, between }) =>
        isWithin(offset, said) && between.includes(from) && between.includes(to) && has(event, from) && has(event, to),
    )
  return { ...analysis, relations: relations.filter((each) => !isThrough(each)) }
}

const first =
  /^\s+(?:(?:is|are|was|were)\s+)?(?:(?:always|made|placed|given|booked|taken|written)\s+)?(?<lead>of|for|from|in|on|with|by|to|at|between|links?|connects?|joins?|ties?|assigns?|brings?)\s+(?:(?:an?|the|one|exactly|each|every)\s+)*(?:\p{L}+\s+)?$/iu
const second =
  /^\s*(?:,|\band\b)?\s*(?<lead>of|for|from|in|on|with|by|to|at|and|made by|given to)\s+(?:(?:an?|the|one|exactly|each|every)\s+)*(?:\p{L}+\s+)?$/iu

/** `a visit is for one patient of one ward`: there the patient is of a ward. */
const isOfBoth = (ahead: string, between: string): boolean => {
  const [lead, next] = [first.exec(ahead)?.groups?.lead, second.exec(between)?.groups?.lead]
  return lead !== undefined && next !== undefined && (next !== 'of' || lead === 'by')
}
