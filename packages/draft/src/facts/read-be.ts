import type { Clause } from '../language/clauses.ts'
import { valuesOf } from '../language/items.ts'
import { fieldNouns } from '../language/lexicon.ts'
import { phraseAt } from '../language/phrases.ts'
import type { Sentence } from '../language/sentences.ts'
import { tokensOf } from '../language/tokens.ts'
import type { Facts } from './facts.ts'
import { bare, pushItems } from './push-items.ts'
import { readLinks } from './read-links.ts'
import type { Topic } from './topic.ts'

/** `Status is one of …`, `a bond is an instrument that also has …`, `a customer is either a person or a business`. */
export const readBe = (clause: Clause, subject: string, sentence: Sentence, topic: Topic, facts: Facts): boolean => {
  const { verb, rest } = clause
  if (verb.lemma !== 'be' && verb.lemma !== 'go' && verb.lemma !== 'become') return false
  const [first, last] = [rest[0], rest.at(-1)]
  if (!first || !last) return true
  const text = sentence.text.slice(first.start - sentence.start, last.end - sentence.start)
  const quote = { text: sentence.text, start: sentence.start }
  const kind =
    /^(?:an? |another )?(?:special |other )?(?:kind|sort|type|form|variant) of (?:an? |the )?([a-z][a-z -]*?)(?:(?:,? (?:with|that has|which has|having) )(.+))?[.;]?$/i.exec(
      text,
    )
  if (kind?.[1] !== undefined) {
    const base = phraseAt(tokensOf(kind[1].toLowerCase(), first.start), 0, false)
    if (base) facts.kinds.push({ sub: subject, base: base.value.key, quote })
    const from = first.start + text.length - (kind[2]?.length ?? 0) - (/[.;]$/.test(text) ? 1 : 0)
    if (kind[2] !== undefined)
      pushItems(
        subject,
        rest.filter(({ start }) => start >= from),
        sentence,
        0.85,
        facts,
      )
    return true
  }
  const isField = fieldNouns.has(subject.split(' ').at(-1) ?? '')
  const colon = rest.findIndex(({ text: sign }) => sign === ':')
  if (colon > 0 && !isField && rest.length - colon > 2) {
    readLinks({ subject, tokens: rest.slice(0, colon), lemma: 'be', quote, facts, isDefinition: true })
    pushItems(subject, rest.slice(colon + 1), sentence, 0.85, facts)
    return true
  }
  if (
    /^an? (?!.*\b(?:with|that|which|who)\b.* and )[a-z -]+ and an? [a-z]/i.test(text) &&
    (!isField || clause.subjects[0]?.quantity === 'one')
  ) {
    pushItems(subject, rest, sentence, 0.8, facts)
    return true
  }
  const values = valuesOf(bare(text).replace(/\([^)]*\)/g, ''))
  if (
    values.length > 1 &&
    (isField || /\bone of\b|\beither\b|->|→|\/|\|/.test(text)) &&
    !/^(?:an?|the) /.test(text.replace(/^either /, ''))
  ) {
    facts.values.push({ subject: topic.subject === subject ? null : topic.subject, field: subject, values, quote })
    return true
  }
  if (
    /\b(?:optional|empty|missing|blank|absent|unknown|left out)\b/.test(text) &&
    verb.lemma === 'be' &&
    rest.length < 8
  ) {
    facts.optional.push({ field: subject })
    return true
  }
  if (
    values.length > 2 &&
    /\bor\b/.test(text) &&
    !(
      values.length > 3
        ? /^(?:an?|the|for|at|of|to|by|one|with|from|per)\b/i
        : /^(?:an?|the|for|in|on|at|of|to|by|one|with|from|per)\b/i
    ).test(text) &&
    rest.length < 16 &&
    rest.every(({ pos, text: sign }) => pos !== 'DET' || sign === 'no')
  ) {
    facts.values.push({ subject, field: 'status', values, quote })
    return true
  }
  const either = /^either (?:an?|the) ([a-z -]+?) or (?:an?|the) ([a-z -]+?)\.?$/i.exec(text)
  if (either) {
    for (const sub of either.slice(1)) if (sub) facts.kinds.push({ sub: sub.toLowerCase(), base: subject, quote })
    return true
  }
  const read = phraseAt(rest, 0, false)
  if (read && /^(?:an?)$/.test(first.lower) && !isField) {
    const after = rest.slice(read.next)
    if (/^(?:that|which|who|with|for|whose|plus|having)$/.test(after[0]?.lower ?? '') && read.value.key !== subject) {
      facts.kinds.push({ sub: subject, base: read.value.key, quote })
      const verbAt = after.findIndex(({ lower }) =>
        /^(?:has|have|carries|carry|with|plus|also|held|holds|hold)$/.test(lower),
      )
      if (verbAt >= 0) pushItems(subject, after.slice(verbAt + 1), sentence, 0.8, facts)
      return true
    }
    if (after.length === 0 || /^[.,;]$/.test(after[0]?.text ?? ''))
      facts.kinds.push({ sub: subject, base: read.value.key, quote, isWeak: true })
  }
  readLinks({ subject, tokens: rest, lemma: 'be', quote, facts, isDefinition: false })
  const withAt = rest.findIndex(({ lower }) => lower === 'with')
  if (withAt >= 0) pushItems(subject, rest.slice(withAt + 1), sentence, 0.6, facts)
  return true
}
