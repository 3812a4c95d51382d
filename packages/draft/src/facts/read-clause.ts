import { actionsOf } from '../language/actions.ts'
import type { Clause } from '../language/clauses.ts'
import { itemsOf, valuesOf } from '../language/items.ts'
import { builtNouns, fieldNouns, hasVerbs, isPerson, keepVerbs, systemNouns } from '../language/lexicon.ts'
import { phraseAt, phrasesIn } from '../language/phrases.ts'
import type { Sentence } from '../language/sentences.ts'
import type { Token } from '../language/tokens.ts'
import { isActing, readDoneBy } from './acting.ts'
import { everyone, type Facts, type Quote } from './facts.ts'
import { nounOfVerb } from './noun-of-verb.ts'
import { colonAt, pushItems } from './push-items.ts'
import { readBe } from './read-be.ts'
import { readGrant } from './read-grants.ts'
import { readKept, readKeptPassive } from './read-kept.ts'
import { readLinks } from './read-links.ts'
import type { Topic } from './topic.ts'

export const readClause = (clause: Clause, sentence: Sentence, topic: Topic, facts: Facts, last: Clause) => {
  const quote = { text: sentence.text, start: sentence.start }
  const { verb, rest, opening } = clause
  const about = opening && !builtNouns.has(opening.key) ? opening.key : null
  const isWe =
    clause.pronoun === 'we' ||
    clause.pronoun === 'i' ||
    clause.pronoun === 'you' ||
    (opening !== null && /^(?:it|they|one)$/.test(clause.pronoun ?? '')) ||
    (clause.subjects.length === 1 && verb.lemma !== 'have' && builtNouns.has(clause.subjects[0]?.key ?? ''))
  if (isWe && keepVerbs.has(verb.lemma)) return readKept(clause, about, sentence, topic, facts)
  if (readDoneBy(clause, sentence, topic, facts)) return
  if (
    verb.isPassive &&
    /^(?:keep|hold|record|store|note|need|capture|register|log|require|know|save|want|track)$/.test(verb.lemma)
  )
    return readKeptPassive(clause, about, sentence, topic, facts)
  if (readPassiveStates(clause, sentence, topic, facts)) return
  if (/^(?:nobody|none|noone)$/.test(clause.pronoun ?? '') || /^no one\b/i.test(sentence.text)) {
    const isSomebodyElse = /\b(?:else|but|except|other than|save|apart from)\b/i.test(sentence.text)
    const tokens = clauseTokens(clause, last, sentence)
    if (!isSomebodyElse) readGrant({ role: everyone, tokens, quote, topic: topic.subject, facts, isDenied: true })
    return
  }
  const listed = listAfterColon(clause, sentence, facts)
  if (listed) {
    const before = { ...clause, rest: listed.before }
    readClause(before, sentence, topic, facts, clause === last ? before : last)
    pushItems(listed.owner, listed.items, sentence, 0.8, facts)
    topic.subject = listed.owner
    return
  }
  const role = roleOf(clause, topic)
  if (role.length > 0 && isActing(clause, topic)) {
    linkNominal(clause, quote, facts)
    for (const key of role) {
      topic.actor = key
      if (clause.pronoun === null)
        facts.roles.push({ key, quote, weight: verb.modal !== null || topic.part === 'access' ? 0.7 : 0.5 })
      readGrant({
        role: key,
        tokens: clauseTokens(clause, last, sentence),
        quote,
        topic: topic.subject,
        facts,
        isDenied: verb.isNegated,
      })
    }
    return
  }
  if (clause.pronoun === 'there' && verb.lemma === 'be' && !verb.isNegated) {
    const read = phraseAt(rest, 0, false)
    if (read && !fieldNouns.has(read.value.words.at(-1) ?? '') && !systemNouns.has(read.value.key)) {
      topic.subject = read.value.key
      topic.label = null
      const colon = rest.findIndex(({ text }) => text === ':')
      if (colon > 0) pushItems(read.value.key, rest.slice(colon + 1), sentence, 0.85, facts)
      if (about !== null)
        facts.links.push({
          from: read.value.key,
          to: about,
          quantity: 'one',
          isLoose: false,
          isOwned: false,
          quote,
          weight: 0.5,
        })
      return
    }
  }
  const subjects = subjectsOf(clause, topic)
  if (subjects.length === 0 && about !== null) {
    const colon = rest.findIndex(({ text }) => text === ':')
    return pushItems(about, rest.slice(colon + 1), sentence, 0.75, facts)
  }
  for (const subject of subjects) {
    if ((builtNouns.has(subject) && !isGeneric(sentence, subject)) || verb.isNegated) continue
    if (clause.subjects.length > 0 && clause.subjects[0]?.key === subject)
      topic.subject = fieldNouns.has(subject.split(' ').at(-1) ?? '') ? topic.subject : subject
    if (readBe(clause, subject, sentence, topic, facts)) continue
    if (isHas(clause)) pushItems(subject, rest, sentence, 0.9, facts)
    else {
      readLinks({ subject, tokens: rest, lemma: verb.lemma, quote, facts, isDefinition: false })
      const colon = colonAt(rest)
      const object = verb.isPassive ? (phraseAt(rest, 1, false) ?? null) : phraseAt(rest, 0, false)
      const named = nounOfVerb(verb.lemma, facts)
      if (named !== null) {
        facts.links.push({
          from: named,
          to: subject,
          quantity: 'one',
          isLoose: false,
          isOwned: false,
          quote,
          weight: 0.6,
        })
        if (object)
          facts.links.push({
            from: named,
            to: object.value.key,
            quantity: 'one',
            isLoose: false,
            isOwned: false,
            quote,
            weight: 0.6,
          })
      }
      const owner =
        (verb.isPassive ? null : named) ??
        (object && !verb.isPassive && colon !== null && object.next === colon ? object.value.key : subject)
      if (colon !== null) {
        topic.subject = owner
        pushItems(owner, rest.slice(colon + 1), sentence, 0.75, facts)
      }
    }
    if (verb.isPassive || /^(?:can|may|could|shall)$/.test(verb.modal ?? '')) readAct(clause, subject, quote, facts)
  }
}

/**
 * `Anybody can report a defect in a room: description, urgency, time`: a list of fields after a colon belongs to what is
 * done to, or, where the verb has a noun for what it makes, to that (`A client rents a box: …` to the rental).
 */
const listAfterColon = (
  { verb, rest, subjects }: Clause,
  sentence: Sentence,
  facts: Facts,
): { readonly owner: string; readonly items: readonly Token[]; readonly before: readonly Token[] } | null => {
  const colon = rest.findIndex(
    ({ text }, at) => text === ':' && at > 0 && !rest.slice(0, at).some((token) => token.text === '('),
  )
  if (colon < 1 || verb.lemma === 'be') return null
  const skip =
    /^(?:we|i|you)$/.test(rest[colon + 1]?.lower ?? '') && keepVerbs.has(rest[colon + 2]?.lemma ?? '') ? 3 : 1
  const items = rest.slice(colon + skip)
  const [first, end] = [items[0], items.at(-1)]
  if (!first || !end) return null
  const parts = itemsOf(sentence.text.slice(first.start - sentence.start, end.end - sentence.start), first.start)
  const isAsked = /^(?:what|which|whether|how)\b|\b(?:on|at|by)(?: \(.*\))?$|\w\/\w/i
  const fields = parts.filter(
    ({ text }) =>
      isAsked.test(text) ||
      fieldNouns.has(
        text
          .toLowerCase()
          .replace(/\([^)]*\)/g, '')
          .match(/[a-z-]+/g)
          ?.at(-1) ?? '',
      ),
  )
  if (parts.length < 2 || fields.length < Math.max(1, parts.length / 4)) return null
  const before = rest.slice(0, colon)
  const named = verb.isPassive ? null : nounOfVerb(verb.lemma, facts)
  const object = phrasesIn(before).find(({ words, key }) => !fieldNouns.has(words.at(-1) ?? '') && !isPerson(key))
  const owner = named ?? (verb.isPassive ? subjects[0]?.key : object?.key)
  return owner === undefined || builtNouns.has(owner) ? null : { owner, items, before }
}

/** `A session can be planned, running, done or aborted`. */
const readPassiveStates = (
  { verb, rest, subjects }: Clause,
  sentence: Sentence,
  topic: Topic,
  facts: Facts,
): boolean => {
  if (!verb.isPassive || verb.isNegated || rest[0]?.text !== ',') return false
  const [first, last] = [rest[0], rest.at(-1)]
  const text = sentence.text
    .slice(verb.start - sentence.start, (last?.end ?? first.end) - sentence.start)
    .replace(/[.;]$/, '')
  const values = valuesOf(text.replace(/\([^)]*\)/g, ''))
  const subject = subjects[0]?.key ?? topic.subject
  if (values.length < 3 || !/\bor\b/.test(text) || subject === null) return false
  facts.values.push({ subject, field: 'status', values, quote: { text: sentence.text, start: sentence.start } })
  return true
}

/** `A client rents a box` where the text knows rentals: a rental is of a client and of a box. */
const linkNominal = ({ verb, rest, subjects }: Clause, quote: Quote, facts: Facts) => {
  const named = actionsOf(verb.lemma) === null ? nounOfVerb(verb.lemma, facts) : null
  const object = phraseAt(rest, 0, false)
  if (named === null) return
  for (const to of [subjects[0]?.key, object?.value.key])
    if (to !== undefined)
      facts.links.push({ from: named, to, quantity: 'one', isLoose: false, isOwned: false, quote, weight: 0.5 })
}

const isHas = ({ verb, rest }: Clause): boolean =>
  (hasVerbs.has(verb.lemma) && !verb.isPassive && !/^(?:place|to|up|in|at)$/.test(rest[0]?.lower ?? '')) ||
  (verb.isPassive &&
    (/^(?:describe|identify|characterise|characterize|define|make)$/.test(verb.lemma) ||
      (/^(?:show|display|list|store|keep)$/.test(verb.lemma) && rest[0]?.lower === 'with')))

/** `A booking can be cancelled`. */
const readAct = ({ verb }: Clause, subject: string, quote: Quote, facts: Facts) => {
  if (!verb.isPassive || verb.modal === null || verb.isNegated) return
  if (actionsOf(verb.lemma) === null) facts.acts.push({ verb: verb.lemma, on: subject, quote })
}

/** `A tool has a serial number`, of any tool there is, where `the tool has a dashboard` speaks of what is to be built. */
const isGeneric = ({ text }: Sentence, subject: string): boolean =>
  new RegExp(`^(?:an?|each|every) ${subject} (?:has|have|belongs?|consists?|contains?|carries|holds?)\\b`, 'i').test(
    text,
  )

const subjectsOf = (clause: Clause, topic: Topic): readonly string[] => {
  if (clause.subjects.length > 0)
    return clause.subjects
      .filter(({ quantity }) => quantity !== 'none' || true)
      .map(({ key }) => key)
      .slice(0, 6)
  const isBack = clause.pronoun === null || /^(?:it|they|this|these|each|both|which|that|he|she)$/.test(clause.pronoun)
  const back = topic.sibling ?? topic.subject
  return isBack && back !== null ? [topic.subject === topic.above ? back : (topic.subject ?? back)] : []
}

const roleOf = (clause: Clause, topic: Topic): readonly string[] => {
  if (clause.pronoun === 'i' || clause.pronoun === 'we') return topic.role === null ? [] : [topic.role]
  if (/^(?:they|he|she)$/.test(clause.pronoun ?? '')) return topic.actor === null ? [] : [topic.actor]
  return clause.subjects.map(({ key }) => key)
}

/** The verb and what follows it. */
const clauseTokens = ({ verb }: Clause, last: Clause, sentence: Sentence): readonly Token[] => {
  const at = sentence.tokens.findIndex(({ start }) => start === verb.start)
  const end = last.rest.at(-1)
  return sentence.tokens.slice(at, end ? sentence.tokens.indexOf(end) + 1 : undefined)
}
