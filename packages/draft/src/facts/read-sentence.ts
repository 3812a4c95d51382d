import { actionsOf } from '../language/actions.ts'
import { type Clause, clausesOf } from '../language/clauses.ts'
import { itemsOf } from '../language/items.ts'
import { isPerson } from '../language/lexicon.ts'
import { phraseAt, phrasesIn } from '../language/phrases.ts'
import type { Sentence } from '../language/sentences.ts'
import { tokensOf } from '../language/tokens.ts'
import { isActing } from './acting.ts'
import type { Facts } from './facts.ts'
import { beginsGrant } from './grant-verbs.ts'
import { isListFirst } from './list-first.ts'
import { readAliases } from './read-aliases.ts'
import { readArrow, readStates } from './read-arrows.ts'
import { readClause } from './read-clause.ts'
import { readEach } from './read-each.ts'
import { readFragment } from './read-fragment.ts'
import { readGrant } from './read-grants.ts'
import { readLabelled } from './read-labelled.ts'
import { readAside, readKeptTail, readOpenList } from './read-open-lists.ts'
import { readStateOf } from './read-state.ts'
import { readStory } from './read-stories.ts'
import { sentenceLabel } from './sentence-label.ts'
import type { Topic } from './topic.ts'

/** A sentence on its own, about what was spoken of before where it says `it`. */
export const readSentence = (sentence: Sentence, topic: Topic, facts: Facts): void => {
  if (readStory(sentence, topic, facts)) return
  const labelled = sentenceLabel(sentence)
  if (
    labelled &&
    /^(?:they|he|she)$/.test(labelled.rest.tokens[0]?.lower ?? '') &&
    labelled.label.words.some(isPerson)
  ) {
    topic.actor = labelled.label.words.find(isPerson) ?? null
    if (topic.actor !== null)
      facts.roles.push({ key: topic.actor, quote: { text: sentence.text, start: sentence.start }, weight: 0.7 })
    readSentence(labelled.rest, topic, facts)
    return
  }
  if (labelled && labelled.rest.tokens.length > 0 && !/^(?:example|note|nb|action)$/.test(labelled.label.key)) {
    if (!readLabelled(labelled.rest, labelled.label, topic, facts)) readSentence(labelled.rest, topic, facts)
    return
  }
  if (readEvent(sentence, topic, facts)) return
  if (readEach(sentence, (before) => readSentence(before, topic, facts), facts)) return
  readAside(sentence, facts)
  if (readDuty(sentence, topic, facts)) return
  if (readKeptTail(sentence, topic, facts) || readOpenList(sentence, topic, facts)) return
  const { tokens, text, start } = sentence
  const quote = { text, start }
  readAliases(sentence, topic.subject, topic.last, facts)
  topic.last = phrasesIn(tokens).at(-1)?.key ?? null
  if (goesOnActing(sentence, topic)) {
    readGrant({ role: topic.actor ?? '', tokens, quote, topic: topic.subject, facts })
    return
  }
  if (readArrow(sentence, facts) || readStates(sentence, topic, facts)) return
  if (readStateOf(sentence, topic, facts)) return
  const clauses = clausesOf(tokens)
  if (clauses.length === 0 || isListFirst(tokens, clauses[0])) {
    if (topic.part === 'access' && topic.role !== null && beginsGrant(tokens, topic.role, topic)) {
      readGrant({ role: topic.role, tokens, quote, topic: topic.subject, facts })
      return
    }
    readFragment(sentence, topic, facts)
    return
  }
  for (const [at, clause] of clauses.entries()) {
    if (clause.isShared && isActing(clauses[chainStart(clauses, at)] as Clause, topic)) continue
    readClause(clause, sentence, topic, facts, chainEnd(clauses, at))
  }
}

/** `…; approves or rejects them`, `Looks after the list.`: the same person goes on. */
const goesOnActing = ({ tokens, isContinued, block }: Sentence, topic: Topic): boolean => {
  if (topic.actor === null || (!isContinued && topic.part !== 'access' && topic.role !== topic.actor)) return false
  if (block.labelEnd === 0 && !isContinued) return false
  if (/^(?:may|can)$/.test(tokens[0]?.lower ?? '')) return true
  const at = /^(?:also|and|they|he|she|never|only)$/.test(tokens[0]?.lower ?? '') ? 1 : 0
  const first = tokens[at]
  if (!first || /^(?:for|in|on|at|a|an|the|no|not)$/.test(first.lower)) return false
  if (
    tokens[at + 1]?.pos === 'AUX' ||
    (first.pos !== 'VERB' && /s$/.test(first.lower) && tokens[at + 1]?.pos !== 'DET')
  )
    return false
  return (
    actionsOf(first.lemma) !== null ||
    (first.pos === 'VERB' &&
      /[^s]s$/.test(first.lower) &&
      !/^(?:has|is|does|belongs|contains)$/.test(first.lower) &&
      phraseAt(tokens, at + 1) !== null)
  )
}

/** `Members borrow tools: for each loan we keep …`: a loan is of a member and of a tool. */
const readEvent = (sentence: Sentence, topic: Topic, facts: Facts): boolean => {
  const { text, start, tokens } = sentence
  const cut = /:\s+(?=(?:for|of|per) (?:each|every|an?) )/i.exec(text)
  if (!cut) return false
  const from = start + cut.index + cut[0].length
  const before = {
    ...sentence,
    text: text.slice(0, cut.index),
    tokens: tokens.filter(({ end }) => end <= start + cut.index),
  }
  const after = {
    ...sentence,
    text: text.slice(from - start),
    start: from,
    tokens: tokens.filter((token) => token.start >= from),
  }
  readSentence(before, topic, facts)
  const sides = phrasesIn(before.tokens)
  readSentence(after, topic, facts)
  const event = topic.subject
  if (sides.length === 2 && event !== null)
    for (const { key } of sides)
      if (key !== event)
        facts.links.push({
          from: event,
          to: key,
          quantity: 'one',
          isLoose: false,
          isOwned: false,
          quote: { text, start },
          weight: 0.8,
        })
  return true
}

/** `The cashier's job is to execute payments`, `We are responsible for the records (create, view)`. */
const readDuty = (sentence: Sentence, topic: Topic, facts: Facts): boolean => {
  const { text, start, tokens } = sentence
  const found =
    /^(?:the |an? |our )?([a-z][a-z -]{2,30}?)(?:'s|s')? (?:only )?(?:job|task|role|duty|work) is (?:only |just )?to /i.exec(
      text,
    )
  const answers = /\b(?:is|are|am) (?:responsible for|in charge of|accountable for|answerable for) /i.exec(text)
  const quote = { text, start }
  if (found?.[1] !== undefined) {
    const who = phraseAt(tokensOf(found[1].toLowerCase(), start), 0, false)
    if (!who) return false
    topic.actor = who.value.key
    facts.roles.push({ key: who.value.key, quote, weight: 0.8 })
    readGrant({
      role: who.value.key,
      tokens: tokens.filter((token) => token.start >= start + found[0].length),
      quote,
      topic: null,
      facts,
    })
    return true
  }
  if (!answers) return false
  const before = phraseAt(tokens, 0, false)?.value
  const role = before && isPerson(before.key) ? before.key : topic.actor
  if (role === null) return false
  const from = start + answers.index + answers[0].length
  const verbs = itemsOf(/\(([^)]*)\)/.exec(text.slice(answers.index))?.[1] ?? '', from)
    .map(({ text: verb }) => verb.split(/\s+/)[0] ?? '')
    .filter((verb) => actionsOf(verb) !== null)
  const objects = phrasesIn(tokens.filter((token) => token.start >= from)).slice(0, 3)
  facts.roles.push({ key: role, quote, weight: 0.7 })
  facts.grants.push({
    role,
    verbs: verbs.length > 0 ? verbs : ['manage'],
    objects,
    condition: '',
    isDenied: false,
    quote,
    topic: null,
    isAll: false,
  })
  return false
}

/** Where the clauses begin that share one subject, and the last of them. */
const chainStart = (clauses: readonly Clause[], at: number): number => {
  let start = at
  while (start > 0 && clauses[start]?.isShared) start--
  return start
}

const chainEnd = (clauses: readonly Clause[], at: number): Clause => {
  let end = at
  while (clauses[end + 1]?.isShared) end++
  return clauses[end] as Clause
}
