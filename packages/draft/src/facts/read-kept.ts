import type { Clause } from '../language/clauses.ts'
import { fieldNouns, systemNouns } from '../language/lexicon.ts'
import { phraseAt } from '../language/phrases.ts'
import type { Sentence } from '../language/sentences.ts'
import type { Token } from '../language/tokens.ts'
import type { Facts } from './facts.ts'
import { colonAt, pushItems } from './push-items.ts'
import { readLinks } from './read-links.ts'
import type { Topic } from './topic.ts'

/** `We keep the name and the phone of a customer`, `For a nurse we hold the name`. */
export const readKept = ({ rest }: Clause, about: string | null, sentence: Sentence, topic: Topic, facts: Facts) => {
  const colon = colonAt(rest)
  const tail = ofOrFor(rest)
  if (tail && about === null) {
    topic.subject = tail.subject
    return pushItems(tail.subject, tail.items, sentence, 0.85, facts)
  }
  const read = phraseAt(rest, 0, false)
  if (about === null && colon !== null && read && read.next >= colon - 1) {
    topic.subject = read.value.key
    return pushItems(read.value.key, rest.slice(colon + 1), sentence, 0.85, facts)
  }
  const withAt = rest.findIndex(({ lower }) => lower === 'with')
  if (about === null && read && withAt === read.next) {
    topic.subject = read.value.key
    return pushItems(read.value.key, rest.slice(withAt + 1), sentence, 0.8, facts)
  }
  if (
    about === null &&
    read &&
    read.value.isPlural &&
    read.next >= rest.length - 1 &&
    !fieldNouns.has(read.value.words.at(-1) ?? '')
  ) {
    topic.subject = read.value.key
    facts.defined.push(read.value.key)
    return
  }
  const subject = about ?? topic.subject
  if (about !== null) topic.subject = about
  if (subject !== null)
    pushItems(subject, colon === null ? rest : rest.slice(colon + 1), sentence, about === null ? 0.6 : 0.9, facts)
}

/** `For every customer the following shall be held: …`, `The date of each move is recorded`. */
export const readKeptPassive = (
  clause: Clause,
  about: string | null,
  sentence: Sentence,
  topic: Topic,
  facts: Facts,
) => {
  const { rest, verb } = clause
  const colon = rest.findIndex(({ text }) => text === ':')
  const own = clause.subjects[0]
  const isOwn =
    own && !own.words.includes('following') && !fieldNouns.has(own.words.at(-1) ?? '') && !systemNouns.has(own.key)
  if (colon >= 0 && about === null && isOwn) {
    topic.subject = own.key
    const quote = { text: sentence.text, start: sentence.start }
    readLinks({ subject: own.key, tokens: rest.slice(0, colon), lemma: verb.lemma, quote, facts, isDefinition: false })
    return pushItems(own.key, rest.slice(colon + 1), sentence, 0.9, facts)
  }
  const subject = about ?? ofOrFor(rest)?.subject ?? null
  const isFollowing =
    clause.subjects.some(({ words }) => words.includes('following')) ||
    clause.pronoun === 'this' ||
    clause.subjects.length === 0
  if (subject !== null) topic.subject = subject
  if (isFollowing || colon >= 0) {
    const target = subject ?? (isFollowing ? topic.subject : (clause.subjects[0]?.key ?? topic.subject))
    if (target !== null) {
      topic.subject = target
      pushItems(target, rest.slice(colon + 1), sentence, 0.9, facts)
    }
    return
  }
  const first = clause.subjects[0]
  if (!first) return
  const opened = sentence.tokens.filter(
    ({ start }) => start < verb.start && start >= (clause.opening?.end ?? sentence.start),
  )
  const until = opened.findIndex(({ lower }) =>
    /^(?:is|are|shall|must|should|may|can|will|has|have|be|was|were|gets?)$/.test(lower),
  )
  const items = until < 0 ? opened : opened.slice(0, until)
  if (subject !== null) return pushItems(subject, items, sentence, 0.85, facts)
  if (
    topic.subject !== null &&
    /^(?:additionally|also|furthermore|moreover|in addition|besides|further)\b/i.test(sentence.text)
  )
    return pushItems(
      topic.subject,
      items.filter(({ lower }) => !/^(?:additionally|also|furthermore|moreover|besides|further)$/.test(lower)),
      sentence,
      0.8,
      facts,
    )
  if (first.of) return pushItems(first.of.key, items, sentence, 0.6, facts)
  if (!systemNouns.has(first.key) && !fieldNouns.has(first.words.at(-1) ?? '')) {
    topic.subject = first.key
    readLinks({
      subject: first.key,
      tokens: rest,
      lemma: verb.lemma,
      quote: { text: sentence.text, start: sentence.start },
      facts,
      isDefinition: false,
    })
  }
}

/** `… for every customer`, `of each supplier the name`: what is kept, and of what. */
const ofOrFor = (tokens: readonly Token[]): { readonly subject: string; readonly items: readonly Token[] } | null => {
  const first = tokens[0]?.lower ?? ''
  if (/^(?:of|for|about|on)$/.test(first)) {
    const read = phraseAt(tokens, 1)
    if (!read) return null
    const skip = tokens[read.next]?.text === ':' || tokens[read.next]?.text === ',' ? 1 : 0
    return { subject: read.value.key, items: tokens.slice(read.next + skip) }
  }
  for (let at = tokens.length - 1; at > 1; at--) {
    if (!/^(?:for|of|about|on)$/.test(tokens[at]?.lower ?? '')) continue
    const each = tokens[at + 1]?.lower ?? ''
    const read = phraseAt(tokens, at + 1, false)
    if (!read || !/^(?:each|every|an?|all|any|the)$/.test(each)) return null
    const colon = tokens[read.next]?.text === ':'
    if (colon) return { subject: read.value.key, items: tokens.slice(read.next + 1) }
    return read.next >= tokens.length - 1 && /^(?:each|every|any)$/.test(each)
      ? { subject: read.value.key, items: tokens.slice(0, at) }
      : null
  }
  return null
}
