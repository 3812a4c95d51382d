import { lexicon } from '../lexicon/index.ts'

/** Without its sign, only what nobody begins a description with. */
const openings =
  /^(?:what(?:'s| is) (?:the (?:best|weather|capital|meaning|time|difference|point|fastest|cheapest|tallest|biggest)|your|up|\d+)|who (?:won|is|are|was|were)|how (?:do|can|should) (?:i|you)|how (?:are|is) you|(?:are|do|can|could|will|would) you)\b/iu

/** What is to be kept, or whose it is, makes a question a wish: `who of our members paid?` */
const wishes =
  /\b(?:my|our|we|us|each|every|by whom|keep(?:ing)?|kept|track(?:s|ing)?|tracker|records?|recording|logs?|logging|lists?|api|apps?|system|service|database|software|website|platform|manage|managing|register|bookings?|store)\b|,\s*(?:who|when|what|where|which|how)\b|\b(?:who|which|what|when)\b.*\b(?:whom?|which|what|when)\b/iu

/** `how do I boil an egg?`: asks for an answer, and not for something that keeps answers. */
export const isIdleQuestion = (sentence: string): boolean => {
  const text = sentence.trim().replaceAll('’', "'")
  if (!/\?\W*$/.test(text) && !openings.test(text)) return false
  return !wishes.test(text) && !asksWhoDoes(text)
}

/** `who owes me money?`: as often as it is asked, so it is kept. */
const asksWhoDoes = (text: string): boolean => {
  const [, verb] = /^(?:who|which \w+|what)\s+(\w+s)\b/iu.exec(text) ?? []
  const forms = verb === undefined ? [] : (lexicon().verbs.get(verb.toLowerCase()) ?? [])
  return forms.some(({ tenses }) => tenses.includes('third'))
}
