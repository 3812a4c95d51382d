import { phrasesIn } from '../language/phrases.ts'
import type { Sentence } from '../language/sentences.ts'
import type { Facts } from './facts.ts'

const dismissal: readonly RegExp[] = [
  /\b(?:not (?:in|part of|needed|wanted|required|included|recorded|stored|kept|covered|described|a (?:thing|separate|part)|our (?:business|concern|problem|job|scope|task)|now|ours|for now|yet|something|an? (?:entity|role)))\b/i,
  /\b(?:out of scope|outside (?:the |its |our )?scope|of no concern|if ever|no need|ignore|later,? (?:not|maybe|if|perhaps)|leave (?:it|them|that|those) (?:out|there|alone)|left out|is dropped|was dropped|were dropped|postponed|phase (?:2|two|3)|next year|different ticket|separate (?:ticket|project|order|system|team|thing|program|programme)|other (?:program|team|system|project)|nice to have|dropped|maybe (?:later|next))\b/i,
  /\b(?:do(?:es)? not|don't|doesn't|do n't|never|must not|shall not|should not|won't|will not) (?:store|keep|want|need|record|build|hold|describe|cover|include|model|replace|rebuild)\b/i,
  /\b(?:stays?|lives?|remains?|sits?|is|are|happens?|done|made|handled|kept|managed) (?:as (?:it|they) (?:is|are)|elsewhere|in (?:the )?(?:[A-Z]{2,}|[A-Z]\w+)|outside)\b/,
  /\bthe answer (?:is|to .* is) no\b|\bno thanks\b|: no\b|\bno!+|- no\.?$/i,
]
const opens = /^(?:no|not|without|never mind|forget|ignore|skip|leave out|except|nothing (?:about|on|for))\b/i
/** What a negation inside an access or a rule says nothing about being left out. */
const rules =
  /\b(?:nobody|no one|cannot|can not|must never|may not|only|unless|until|more than|at most|less than|optional|empty|missing|delete|edit|change|see|sees|read|overlap|twice)\b/i

/** Whether a sentence only says that something is left out; then everything that it names is noted as that. */
export const readExclusion = (sentence: Sentence, facts: Facts, label: string): boolean => {
  const text = sentence.text.replace(/\([^)]*\)/g, ' ')
  const isOut = opens.test(text) || dismissal.some((pattern) => pattern.test(text))
  if (!isOut) return false
  if (rules.test(text) && !/\b(?:out of scope|not part of|ignore|postponed|dropped|not in this|not now)\b/i.test(text))
    return false
  if (
    text.length > 260 ||
    (/\b(?:has|have|with|:)\b.*,.*,/.test(text) &&
      !opens.test(text) &&
      !/\b(?:out of scope|not part of|not in this|not now|postponed|elsewhere)\b/i.test(text))
  )
    return false
  const place = opens.test(text) ? 0 : Math.min(...dismissal.map((pattern) => pattern.exec(text)?.index ?? text.length))
  const isBefore = !opens.test(text) && !/^\W*(?:out of scope|not (?:in|needed|wanted|now|part))/i.test(text)
  const isVerb =
    /\b(?:not|n't|never) (?:store|keep|want|need|record|build|hold|describe|cover|include|model|replace|rebuild)\b/i.test(
      text,
    )
  const phrases = phrasesIn(sentence.tokens).filter(({ start }) => {
    const at = start - sentence.start
    return !isBefore || (isVerb ? at > place : at < place)
  })
  const quote = { text: sentence.text, start: sentence.start }
  for (const { key } of phrases.slice(0, isBefore ? 3 : 40)) facts.excluded.set(key, quote)
  if (label !== '' && phrases.length === 0) facts.excluded.set(label.toLowerCase(), quote)
  return true
}
