import { itemsOf } from '../language/items.ts'
import { fieldNouns } from '../language/lexicon.ts'
import { type Phrase, phraseAt } from '../language/phrases.ts'
import type { Sentence } from '../language/sentences.ts'
import type { Token } from '../language/tokens.ts'
import type { Facts, Quote } from './facts.ts'
import { readItem } from './item.ts'

const owningVerbs =
  /^(?:have|contain|comprise|include|consist|get|receive|be|make|hold|carry|belong|lead|divide|split|keep|stand)$/
const singles = /\b(?:at most|no more than|never more than|max(?:imum)?|zero or) (?:one|1)\b/i
const ownedVerbs = /^(?:belong|disappear|vanish|exist|consist)$/

/** `one department (name, building)`. */
const readBracket = (phrase: Phrase, tokens: readonly Token[], at: number, quote: Quote, facts: Facts): void => {
  if (tokens[at]?.text !== '(') return
  const close = tokens.findIndex(({ text }, index) => index > at && text === ')')
  const end = tokens[close]?.end
  if (end === undefined) return
  const text = quote.text.slice(phrase.start - quote.start, end - quote.start)
  const { nested } = readItem({ text, start: phrase.start })
  if (nested.length > 0)
    facts.has.push({ subject: phrase.key, items: nested, quote: { text, start: phrase.start }, weight: 0.9 })
}

/** Ties between a subject and the things that follow its verb: `belongs to exactly one team`, `teaches several instruments`. */
export const readLinks = ({
  subject,
  tokens,
  lemma,
  quote,
  facts,
  isDefinition,
}: {
  readonly subject: string
  readonly tokens: readonly Token[]
  readonly lemma: string
  readonly quote: Quote
  readonly facts: Facts
  readonly isDefinition: boolean
}): void => {
  let count = 0
  let depth = 0
  let preposition = ''
  const said = tokens
    .slice(0, 6)
    .map(({ lower }) => lower)
    .join(' ')
  for (let at = 0; at < tokens.length && count < 3; ) {
    const token = tokens[at] as Token
    if (token.text === '(') depth++
    if (token.text === ')') depth--
    if (
      /^(?:when|if|until|unless|because|so|since|while|after|before|than|like|as|without)$/.test(token.lower) &&
      token.lower !== 'without'
    )
      break
    if (
      /^(?:to|of|for|in|on|at|by|from|under|with|per|into|through|within|during|against|about|between|without)$/.test(
        token.lower,
      )
    )
      preposition = token.lower
    const read = depth > 0 ? null : phraseAt(tokens, at, false)
    if (!read) {
      at++
      continue
    }
    at = Math.max(read.next, at + 1)
    readBracket(read.value, tokens, at, quote, facts)
    const { quantity, isPlural, isPossessive } = read.value
    const key = /(?:^| )one$/.test(read.value.key) ? subject : read.value.key
    if (key === subject && quantity !== 'one') continue
    if (isDefinition && count === 0 && preposition === '' && !/^(?:one|each|optional)$/.test(quantity)) {
      count++
      continue
    }
    if (isDefinition && preposition === '' && at <= 4) continue
    if (
      quantity === 'one' &&
      !isDefinition &&
      fieldNouns.has(read.value.words.at(-1) ?? '') &&
      /^(?:|on|at|for)$/.test(preposition) &&
      lemma !== 'be'
    )
      facts.has.push({ subject, items: [{ text: key, start: read.value.start }], quote, weight: 0.4 })
    const many = quantity === 'many' || (isPlural && quantity !== 'each' && quantity !== 'one')
    if (quantity === 'none' && !isPossessive && preposition === '') continue
    facts.links.push({
      from: subject,
      to: key,
      quantity: many ? 'many' : quantity === 'optional' ? 'optional' : 'one',
      isLoose: !owningVerbs.test(lemma) && !/^(?:in|into|of)$/.test(preposition),
      isSingle: singles.test(said) && /^(?:have|lead|get|receive|result|be)$/.test(lemma),
      isOwned: ownedVerbs.test(lemma) || preposition === 'without',
      quote,
      weight:
        (quantity === 'one' || quantity === 'each' || quantity === 'many' ? 0.7 : 0.45) -
        count * 0.1 -
        (preposition === 'with' ? 0.1 : 0),
    })
    count++
  }
}

/** `registers as a shopper with name, e-mail and password`: at least two words for fields make it a list. */
const readWith = (
  owner: Phrase,
  at: number,
  { tokens, text, start }: Pick<Sentence, 'tokens' | 'text' | 'start'>,
  facts: Facts,
): void => {
  const [first, last] = [tokens[at + 1], tokens.at(-1)]
  if (!first || !last || fieldNouns.has(owner.words.at(-1) ?? '')) return
  const items = itemsOf(text.slice(first.start - start, last.end - start), first.start)
  const named = items.filter((item) => fieldNouns.has(readItem(item).phrase?.words.at(-1) ?? ''))
  if (named.length >= 2 && named.length >= items.length / 2)
    facts.has.push({
      subject: owner.key,
      items,
      quote: { text: text.slice(first.start - start), start: first.start },
      weight: 0.7,
    })
}

/** `sections of a course for a term`, `three shifts a day per line`: ties inside a noun phrase. */
export const readNounLinks = ({ tokens, text, start }: Sentence, facts: Facts): void => {
  const quote = { text, start }
  for (let at = 0; at < tokens.length; ) {
    const read = phraseAt(tokens, at, false)
    if (!read) {
      at++
      continue
    }
    at = Math.max(read.next, at + 1)
    const { value } = read
    const preposition = tokens[at]?.lower ?? ''
    if (preposition === 'with') readWith(value, at, { tokens, text, start }, facts)
    const isField = fieldNouns.has(value.words.at(-1) ?? '') && !facts.defined.includes(value.key)
    if (!/^(?:of|for|in|under|on|per|to|from)$/.test(preposition) || isField) continue
    const other = phraseAt(tokens, at + 1, false)
    if (!other || other.value.key === value.key) continue
    const isPer = preposition === 'per'
    const isOne =
      isPer ||
      /^(?:one|each|optional)$/.test(other.value.quantity) ||
      (preposition === 'of' && other.value.isPossessive)
    if (!isOne || other.value.isPlural || /^(?:day|week|month|year|hour|minute|time|page|night)$/.test(other.value.key))
      continue
    const isTurned = isPer && value.quantity === 'one' && !/\b(?:at most|max|never two|only)\b/i.test(text)
    facts.links.push({
      from: isTurned ? other.value.key : value.key,
      to: isTurned ? value.key : other.value.key,
      quantity: 'one',
      isLoose: false,
      isOwned: false,
      isSingle:
        (isPer || /^(?:of|for|on)$/.test(preposition)) &&
        (value.quantity === 'optional' || (isTurned && /\bone \w+ per\b/i.test(text))),
      quote,
      weight: isPer
        ? 0.7
        : preposition === 'of' || /^(?:one|exactly|1)$/.test(tokens[at + 1]?.lower ?? '')
          ? 0.55
          : 0.42,
    })
  }
}
