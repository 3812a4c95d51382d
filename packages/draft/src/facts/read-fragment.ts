import { fieldNouns, systemNouns } from '../language/lexicon.ts'
import { phraseAt } from '../language/phrases.ts'
import type { Sentence } from '../language/sentences.ts'
import type { Token } from '../language/tokens.ts'
import type { Facts } from './facts.ts'
import { colonAt, pushItems } from './push-items.ts'
import type { Topic } from './topic.ts'

/** A list without a verb belongs to what is spoken of; `Data: a, b` after a colon too. */
export const readFragment = (sentence: Sentence, topic: Topic, facts: Facts) => {
  const tokens = sentence.tokens.slice(
    /^(?:then|next|now|and|also|finally|first|second|third|last|lastly)$/.test(sentence.tokens[0]?.lower ?? '') ? 1 : 0,
  )
  const alone = phraseAt(tokens, 0, false)
  if (
    alone &&
    topic.part === 'data' &&
    tokens.length <= 5 &&
    tokens.slice(alone.next).every(({ pos }) => pos === 'PUNCT') &&
    (alone.value.isPlural || alone.value.quantity === 'one')
  ) {
    const { key, words } = alone.value
    if (
      !fieldNouns.has(words.at(-1) ?? '') &&
      !systemNouns.has(key) &&
      !facts.names.has(key) &&
      sentence.block.text.trim().length > sentence.text.length + 2
    ) {
      topic.subject = key
      topic.label = null
      facts.defined.push(key)
      return
    }
  }
  if (/^(?:for|of|per)$/.test(tokens[0]?.lower ?? '')) {
    const about = phraseAt(tokens, 1, false)
    const next = about ? tokens[about.next] : undefined
    if (about && next && (/^[:,]$/.test(next.text) || next.pos === 'DET') && !systemNouns.has(about.value.key)) {
      topic.subject = about.value.key
      return pushItems(
        about.value.key,
        tokens.slice(/^[:,]$/.test(next.text) ? about.next + 1 : about.next),
        sentence,
        0.85,
        facts,
      )
    }
  }
  const open = tokens.findIndex(({ text }) => text === '(')
  const shut = tokens.findIndex(({ text }) => text === ')')
  const bare = open > 0 && shut > open && open < 4 ? [...tokens.slice(0, open), ...tokens.slice(shut + 1)] : tokens
  if (bare !== tokens && bare[open]?.lower === 'with') {
    const owner = phraseAt(bare, 0, false)
    if (owner && owner.next === open && !systemNouns.has(owner.value.key)) {
      pushItems(owner.value.key, bare.slice(open + 1), sentence, 0.8, facts)
      return
    }
  }
  const withAt = tokens.findIndex(({ lower }) => lower === 'with' || lower === 'having')
  const lead = phraseAt(tokens, 0, false)
  const colon = colonAt(tokens)
  if (lead && colon !== null && lead.next >= colon - 1) {
    topic.subject = lead.value.key
    return pushItems(lead.value.key, tokens.slice(colon + 1), sentence, 0.8, facts)
  }
  if (
    lead &&
    withAt > 0 &&
    lead.next >= withAt &&
    lead.value.key !== topic.subject &&
    !systemNouns.has(lead.value.key)
  ) {
    pushItems(lead.value.key, tokens.slice(withAt + 1), sentence, 0.7, facts)
    return
  }
  const owner = topic.label ?? topic.subject
  const per =
    lead &&
    /^(?:per|for|in|of)$/.test(tokens[lead.next]?.lower ?? '') &&
    /^(?:optional|one|many)$/.test(lead.value.quantity)
      ? phraseAt(tokens, lead.next + 1, false)
      : null
  if (lead && per && !fieldNouns.has(lead.value.words.at(-1) ?? '')) {
    facts.links.push({
      from: lead.value.key,
      to: per.value.key,
      quantity: 'one',
      isLoose: false,
      isOwned: false,
      quote: { text: sentence.text, start: sentence.start },
      weight: 0.7,
    })
    if (lead.value.quantity === 'optional')
      facts.links.push({
        from: per.value.key,
        to: lead.value.key,
        quantity: 'optional',
        isLoose: false,
        isOwned: false,
        quote: { text: sentence.text, start: sentence.start },
        weight: 0.6,
      })
    const inside = bracketAt(tokens, per.next)
    if (inside.length > 0) pushItems(lead.value.key, inside, sentence, 0.85, facts)
    return
  }
  const tied =
    lead && /^(?:in|on|at|under|to|of|for)$/.test(tokens[lead.next]?.lower ?? '')
      ? phraseAt(tokens, lead.next + 1, false)
      : null
  if (
    lead &&
    tied &&
    tied.value.quantity === 'one' &&
    lead.value.quantity === 'none' &&
    facts.defined.includes(lead.value.key)
  )
    return
  const isData = topic.part === 'data' && owner !== null
  const isList =
    (sentence.isContinued && topic.label !== null && tokens.length < 9) ||
    tokens.some(({ text }) => text === ',') ||
    (lead !== null && lead.next >= tokens.length - 1) ||
    /\(|\//.test(sentence.text)
  if (isData && owner !== null && isList && sentence.text.length < 600)
    pushItems(owner, tokens, sentence, topic.label === null ? 0.6 : 0.8, facts)
}

/** What stands between brackets that open at a token. */
const bracketAt = (tokens: readonly Token[], at: number): readonly Token[] => {
  if (tokens[at]?.text !== '(') return []
  const close = tokens.findIndex(({ text }, index) => index > at && text === ')')
  return close < 0 ? [] : tokens.slice(at + 1, close)
}
