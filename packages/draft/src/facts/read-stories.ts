import { actionsOf } from '../language/actions.ts'
import { phraseAt } from '../language/phrases.ts'
import type { Sentence } from '../language/sentences.ts'
import { tokensOf } from '../language/tokens.ts'
import type { Facts } from './facts.ts'
import { nounOfVerb } from './noun-of-verb.ts'
import { readGrant } from './read-grants.ts'
import type { Topic } from './topic.ts'

const storyStart =
  /\bas (?:an?|the|our) (.{2,50}?),? (?:i|we)(?:'d| would| shall| should)? (?:(?:want|like|need|wish|can|may|must|must be able|am able)(?: to(?: be (?:able|allowed) to)?| the)?\b|(?=own\b|see\b|view\b|keep\b|add\b|create\b|manage\b|submit\b|make\b|check\b|handle\b|[a-z]+ ))/i

/** `As a nurse I want to see my visits so that …`. */
export const readStory = (sentence: Sentence, topic: Topic, facts: Facts): boolean => {
  const found = storyStart.exec(sentence.text)
  if (!found) return false
  const [whole, who = ''] = found
  const at = sentence.start + found.index + whole.toLowerCase().indexOf(who.toLowerCase())
  // Whoever it is, it is a name: `workshop lead`.
  const whoever = tokensOf(who.toLowerCase(), at).map((token) =>
    token.pos === 'VERB' ? { ...token, pos: 'NOUN' } : token,
  )
  const read = phraseAt(whoever, 0, false)
  const key = read?.value.key ?? who.toLowerCase()
  topic.role = key
  facts.roles.push({ key, quote: { text: whole, start: sentence.start + found.index }, weight: 1 })
  const from = found.index + whole.length
  const until = /\b(?:so that|in order to|so i|because|so we)\b/i.exec(sentence.text.slice(from))
  const text = sentence.text.slice(from, until ? from + until.index : undefined)
  const tokens = tokensOf(text, sentence.start + from).map((token, index) =>
    index === 0 && token.pos !== 'AUX' ? { ...token, pos: 'VERB' } : token,
  )
  const quote = { text: sentence.text, start: sentence.start }
  if (/^(?:an?|the|one|my|our|each|every)$/.test(tokens[0]?.lower ?? '')) {
    const thing = phraseAt(tokensOf(text, sentence.start + from), 0, false)
    if (thing) facts.defined.push(thing.value.key)
    topic.subject = thing?.value.key ?? topic.subject
    return true
  }
  const before = facts.grants.length
  readGrant({ role: key, tokens, quote, topic: null, facts })
  const verb = tokens[0]?.lemma ?? ''
  const named =
    actionsOf(verb) === null || facts.mentions.has(verb)
      ? facts.mentions.has(verb)
        ? verb
        : nounOfVerb(verb, facts)
      : null
  topic.subject = named ?? facts.grants[before]?.objects[0]?.key ?? topic.subject
  return true
}

/** `The roles are: applicant, case officer, inspector.` */
export const readRoleList = (sentence: Sentence, facts: Facts): boolean => {
  const found =
    /^(?:the |our |user )*(?:roles?|users?|user groups?|actors?)(?: (?:are|is|we have|involved|known))?\s*[:–-]?\s*(?:are\s*:?\s*)?(?=[a-z])/i.exec(
      sentence.text,
    )
  if (!found || !/^(?:(?:the|our|user) )*(?:roles?|actors?|user groups?)\b/i.test(sentence.text)) return false
  const rest = sentence.text.slice(found[0].length)
  const parts = rest
    .split(/,|;|\band\b/)
    .map((part) => part.trim().replace(/[.:]$/, ''))
    .filter((part) => part !== '')
  if (parts.length < 2 || parts.some((part) => part.split(/\s+/).length > 5)) return false
  let at = sentence.start + found[0].length
  for (const part of parts) {
    const read = phraseAt(tokensOf(part.toLowerCase(), at), 0, false)
    if (read) facts.roles.push({ key: read.value.key, quote: { text: part, start: at }, weight: 1 })
    at += part.length + 1
  }
  return true
}
