import { actionsOf, isIdle } from '../language/actions.ts'
import type { Clause } from '../language/clauses.ts'
import { hasVerbs, isAgentive, isPerson, looseVerbs } from '../language/lexicon.ts'
import { phraseAt } from '../language/phrases.ts'
import type { Sentence } from '../language/sentences.ts'
import type { Facts } from './facts.ts'
import { beginsGrant } from './grant-verbs.ts'
import { pushItems } from './push-items.ts'
import { readGrant } from './read-grants.ts'
import { readLinks } from './read-links.ts'
import type { Topic } from './topic.ts'

/** Whether a clause says what somebody does with data, rather than what a thing has. */
export const isActing = (clause: Clause, topic: Topic): boolean => {
  const { verb, subjects, rest, pronoun } = clause
  const isSomebody =
    pronoun !== null ||
    subjects.every(
      ({ key, isPlural }) =>
        isPerson(key) ||
        (isAgentive(key) && (isPlural || verb.isThird) && actionsOf(verb.lemma) !== null && !hasVerbs.has(verb.lemma)),
    )
  const meaning = actionsOf(verb.lemma)
  if (verb.isPassive || verb.lemma === 'be' || verb.lemma === '') return false
  if (verb.lemma === 'do') return isSomebody && /^(?:everything|anything|all)$/.test(rest[0]?.lower ?? '')
  if (verb.lemma === 'have')
    return /\b(?:full|control|access|rights?|crud)\b/.test(
      rest
        .slice(0, 4)
        .map(({ lower }) => lower)
        .join(' '),
    )
  if (isSomebody && (verb.modal === 'can' || verb.modal === 'may' || verb.isOnly)) return true
  if (topic.part === 'access') return isSomebody || meaning !== null
  const isNumbered = /^(?:one|exactly|several|many)$/.test(rest[0]?.lower ?? '')
  if (isSomebody && meaning !== null) return !(looseVerbs.has(verb.lemma) && verb.modal === null) && !isNumbered
  if (verb.modal !== null && /^(?:can|may)$/.test(verb.modal) && meaning !== null && phraseAt(rest, 0) !== null)
    return true
  if (isSomebody && verb.modal === 'want') return true
  return (
    isSomebody &&
    !isIdle(verb.lemma) &&
    !looseVerbs.has(verb.lemma) &&
    !hasVerbs.has(verb.lemma) &&
    !isNumbered &&
    (rest.length < 2 || phraseAt(rest, 0) !== null) &&
    clause.pronoun === null
  )
}

/** `Fills are created by the gateway and by nobody else`, `Plants are kept by the assortment team`. */
export const readDoneBy = (clause: Clause, sentence: Sentence, topic: Topic, facts: Facts): boolean => {
  const { verb, rest, subjects } = clause
  const by = rest.findIndex(({ lower }) => lower === 'by')
  if (!verb.isPassive || verb.isNegated || by < 0 || by > 6 || subjects.length === 0) return false
  const read = phraseAt(rest, by + 1, false)
  const isWho =
    read &&
    (isPerson(read.value.key) ||
      (actionsOf(verb.lemma) !== null &&
        (topic.part === 'access' || /\b(?:only|nobody|no one)\b/i.test(sentence.text))))
  if (
    !read ||
    !isWho ||
    (/^(?:one|many)$/.test(read.value.quantity) && !/^(?:the|a|an)$/.test(rest[by + 1]?.lower ?? ''))
  )
    return false
  if (actionsOf(verb.lemma) === null && topic.part !== 'access' && verb.modal === null) return false
  const quote = { text: sentence.text, start: sentence.start }
  const role = read.value.key
  topic.actor = role
  facts.roles.push({ key: role, quote, weight: 0.7 })
  facts.grants.push({
    role,
    verbs: [verb.lemma],
    objects: subjects,
    condition: '',
    isDenied: false,
    quote,
    topic: null,
    isAll: false,
  })
  const colon = rest.findIndex(({ text }) => text === ':')
  const after = rest.slice(colon + 1)
  if (colon >= 0 && beginsGrant(after, role, topic))
    readGrant({ role, tokens: after, quote, topic: subjects[0]?.key ?? null, facts })
  else if (colon >= 0 && subjects[0]) pushItems(subjects[0].key, after, sentence, 0.85, facts)
  if (subjects[0]) {
    topic.subject = subjects[0].key
    readLinks({
      subject: subjects[0].key,
      tokens: rest.slice(read.next, colon < 0 ? undefined : colon),
      lemma: verb.lemma,
      quote,
      facts,
      isDefinition: false,
    })
  }
  return true
}
