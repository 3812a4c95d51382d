import { pluralNoun } from '@charter/charter'
import type { Analysis } from './analysis.ts'
import type { DraftQuestion } from './outline.ts'
import { wordsOf } from './read/names.ts'
import { isWithin, quoted, type Said, saidTogether } from './sentences-said.ts'
import { mentionsIn } from './words-of-names.ts'

/** Words that surely keep somebody from something. */
const keeps =
  /\b(?:never|cannot|forbidden|prohibited|barred|banned|locked|off[- ]limits|read-only|untouchable|reserved|restricted|hands off|no business|(?:may|must|should|shall|can|are|is) not|not allowed)\b|\b(?:may|must|should|ca|is|are|do|does)n['’]?t\b/i

/** What keeps a role from a thing that it may use, and left no trace in what was read: asked, so that it is not granted in silence. */
export const questionsOfRestrictions = (
  analysis: Analysis,
  words: string,
  asked: readonly DraftQuestion[],
): readonly DraftQuestion[] => {
  const quotes = new Set(asked.map(({ sentence }) => quoteIn(sentence)))
  const found = saidTogether(words).flatMap((said) => (keeps.test(said.text) ? askedOf(said, analysis) : []))
  return found.filter(({ sentence }) => !quotes.has(quoteIn(sentence)))
}

const quoteIn = (sentence: string): string => sentence.split('":')[0] ?? ''

const askedOf = (said: Said, analysis: Analysis): readonly DraftQuestion[] => {
  const { text } = said
  const roles = new Set(mentionsIn(text, analysis.roles).map(({ name }) => name))
  const things = new Set(mentionsIn(text, analysis.entities).map(({ name }) => name))
  const { access, denied = [], visible = [] } = analysis
  const isRead =
    access.some(({ when, offset }) => when !== null && isWithin(offset, said)) ||
    visible.some(({ offset }) => isWithin(offset, said)) ||
    denied.some(({ role, on }) => (role === '*' || roles.has(role)) && things.has(on))
  const [kept] = access.filter(({ role, on, when }) => when === null && roles.has(role) && things.has(on))
  if (isRead || !kept) return []
  const sentence = `"${quoted(text)}": what of ${pluralNoun(wordsOf(kept.on).join(' '))} does this keep from ${wordsOf(kept.role).join(' ')}? No rule was made of it.`
  return [{ about: kept.on, sentence, choices: [] }]
}
