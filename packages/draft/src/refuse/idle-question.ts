import { lexicon } from '../lexicon/index.ts'

/** Without its sign, only what nobody begins a description with. */
const openings =
  /^(?:what(?:'?s| is) (?:the (?:best|weather|capital|meaning|time|difference|point|fastest|cheapest|tallest|biggest)|your|up|\d+)|what (?:should|shall) i|how (?:old|tall|big|deep|high|far) (?:is|are|was) the|who (?:won|was|were|is (?:the|your?))|why (?:is|are) the|how (?:do|can|should) (?:i|you)|how (?:are|is) you|(?:are|do|can|could|will|would) you)\b/iu

/** `can you make a forum for chefs?` */
const asksToMake =
  /\b(?:can|could|will|would) you\s+(?:\w+\s+)?(?:make|build|create|design|draft|develop|program|set up|do|generate)\s+\w/iu

/** How a question begins; `products: name, price?` is unsure of a list. */
const asks =
  /^\W*(?:(?:hey|hi|so|and|ok|okay|please|but|now)\W+)*(?:what|who|whose|whom|where|when|why|how|which|is|are|am|was|were|do|does|did|can|could|would|should|shall|will|have|has|may|isn't|aren't|don't|doesn't|can't)\b/iu

/** What is to be kept, or whose it is, makes a question a wish: `who of our members paid?` */
const wishes =
  /\b(?:my|our|we|us|each|every|by whom|keep(?:ing)?|kept|track(?:s|ing)?|tracker|records?|recording|logs?|logging|lists?|api|apps?|system|service|database|software|website|platform|manage|managing|register|bookings?|store|(?:did|have|had) (?:i|he|she|they))\b|,\s*(?:who|when|what|where|which|how)\b|\b(?:who|which|what|when)\b.*\b(?:whom?|which|what|when)\b/iu

/** `how do I boil an egg?`: asks for an answer, and not for something that keeps answers. */
export const isIdleQuestion = (sentence: string): boolean => {
  const text = sentence.trim().replaceAll('’', "'")
  const isQuestion = /\?\W*$/.test(text) && asks.test(text)
  if (!isQuestion && !openings.test(text)) return false
  return !isWish(text) && !asksToMake.test(text) && !asksWhoDoes(text)
}

/** Whether a question or a request asks for something that keeps things: `my keys`, `each customer`, `by whom`. */
export const isWish = (sentence: string): boolean => wishes.test(sentence)

/** `who owes me money?`: as often as it is asked, so it is kept. */
const asksWhoDoes = (text: string): boolean => {
  const [, verb] = /^(?:who|which \w+|what)\s+(\w+s)\b/iu.exec(text) ?? []
  if (/^who (?:is|are) (?!the\b|your?\b|an?\b)[a-z]/.test(text.replace(/^W/, 'w'))) return true
  const forms =
    verb === undefined || /^(?:is|was|does)$/i.test(verb) ? [] : (lexicon().verbs.get(verb.toLowerCase()) ?? [])
  return forms.some(({ tenses }) => tenses.includes('third'))
}
