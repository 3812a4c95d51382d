import { pluralNoun } from '@charter/charter'
import { withArticle } from '@charter/runtime'
import type { AnalysedRelation, Analysis } from './analysis.ts'
import { isPerson } from './language/lexicon.ts'
import type { DraftQuestion } from './outline.ts'
import { wordsOf } from './read/names.ts'
import { sentencesSaid } from './sentences-said.ts'
import { mentionsIn } from './words-of-names.ts'

/** What goes with what it belongs to is deleted with it: only where the words say that it is a part, as rows are lost by it. */
export const withOwnedSaid = (analysis: Analysis, words: string): Analysis => {
  const parts = partsSaid(words, analysis)
  return {
    ...analysis,
    relations: analysis.relations.map((each) => ({
      ...each,
      owned: each.kind === 'many-to-one' && !isPerson(plain(each.from)) && isPart(each, parts),
    })),
  }
}

/** Of what is usually a part, and the words do not say so. */
export const questionsOfParts = (found: Analysis, { relations }: Analysis): readonly DraftQuestion[] =>
  found.relations.flatMap(({ from, to, owned, quote = '' }) => {
    const isKept = relations.some((each) => each.from === from && each.to === to && each.owned)
    if (!owned || isKept || isPerson(plain(from)) || /\bbelongs?\b/i.test(quote)) return []
    const sentence = `Are ${pluralNoun(plain(from))} a part of ${withArticle(plain(to))}, and deleted with it? Assumed: no.`
    return [{ about: to, sentence, choices: ['no', 'yes'] }]
  })

const plain = (name: string): string => wordsOf(name).join(' ')

/** `OrderLine` of an order is one by its name. */
const isPart = ({ from, to, owned }: AnalysedRelation, parts: ReadonlySet<string>): boolean =>
  parts.has(`${from} ${to}`) || (owned && from.startsWith(to) && partNoun.test(plain(from)))

const partNoun = /\b(?:line|item|row|position|entry|part|section|step|detail|stop|page|chapter|question|answer|option)$/

const goesWith =
  /\b(?:deleted|removed|gone|goes|go|disappears?|vanish(?:es)?|erased|dropped)\s+(?:together\s+|along\s+)?with\s+(?:it|them|its|their|his|her|that|the|this|an?)\b|\b(?:cannot|can['’]?t|never|does not|do not) exist (?:without|outside)\b|\bexists? only (?:in|with|within|as (?:a )?part of)\b|\b(?:is|are) (?:an? |always )?parts? of\b/i
const consists = /\b(?:consists? of|(?:is|are) (?:made up|composed) of|comprises?)\b/i

/** `part whole`, of each two of which a sentence says so. */
const partsSaid = (words: string, { entities, relations }: Analysis): ReadonlySet<string> => {
  const found = new Set<string>()
  for (const { text } of sentencesSaid(words)) {
    const match = goesWith.exec(text) ?? consists.exec(text)
    if (!match) continue
    const named = mentionsIn(text, entities)
    const [before, after] = [
      named.findLast(({ start }) => start < match.index)?.name,
      named.find(({ start }) => start >= match.index)?.name,
    ]
    const [part, whole] = consists.test(match[0]) ? [after, before] : [before, after]
    const wholes = whole === undefined ? named.map(({ name }) => name) : [whole]
    for (const { from, to } of relations) if (from === part && wholes.includes(to)) found.add(`${from} ${to}`)
  }
  return found
}
