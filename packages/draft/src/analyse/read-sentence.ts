import { actionsOf, isIdle } from '../language/actions.ts'
import { type Clause, clausesOf } from '../language/clauses.ts'
import { itemsOf, valuesOf } from '../language/items.ts'
import {
  builtNouns,
  fieldNouns,
  hasVerbs,
  isAgentive,
  isPerson,
  keepVerbs,
  looseVerbs,
  systemNouns,
} from '../language/lexicon.ts'
import { type Phrase, phraseAt, phrasesIn } from '../language/phrases.ts'
import type { Sentence } from '../language/sentences.ts'
import { type Token, tokensOf } from '../language/tokens.ts'
import type { Facts, Quote } from './facts.ts'
import { nounOfVerb } from './noun-of-verb.ts'
import { beginsGrant, readGrant, readStory } from './read-grants.ts'
import { readLinks } from './read-links.ts'
import { readStateOf } from './read-state.ts'
import type { Topic } from './read-text.ts'

/** What stands after a label: a list of fields, what somebody may do, a definition, or sentences about it. */
export const readLabelled = (sentence: Sentence, label: Phrase, topic: Topic, facts: Facts): void => {
  if (facts.names.has(label.key) && !label.isPlural) return readSentence(sentence, topic, facts)
  if (readFieldLabel(sentence, label, topic, facts)) return
  const { tokens, text, start } = sentence
  const quote = { text, start }
  const key = label.key
  const acting = topic.part === 'access' && topic.role === key && !beginsGrant(tokens, key, topic)
  if (acting) {
    const clauses = clausesOf(tokens)
    const isActed = clauses.some(
      (clause) => clause.pronoun !== null || isActing({ ...clause, subjects: [label] }, topic),
    )
    if (isActed) {
      topic.actor = key
      facts.roles.push({ key, quote: { text, start: label.start }, weight: 0.8 })
      if (clauses[0] && clauses[0].subjects.length === 0 && clauses[0].pronoun === null)
        return readGrant({ role: key, tokens, quote, topic: null, facts })
      return readSentence(sentence, topic, facts)
    }
  }
  const turned = isPerson(key) || topic.part === 'access' ? objectsFirst(tokens) : null
  if (turned) {
    topic.actor = key
    facts.roles.push({ key, quote: { text, start: label.start }, weight: 0.9 })
    facts.grants.push({ role: key, ...turned, condition: '', isDenied: false, quote, topic: null, isAll: false })
    return
  }
  if (beginsGrant(tokens, key, topic)) {
    topic.role = key
    facts.roles.push({ key, quote: { text, start: label.start }, weight: 0.9 })
    return readGrant({ role: key, tokens, quote, topic: null, facts })
  }
  const isAbout = (topic.subject ?? topic.sibling) !== null && label.words.length === 1
  if (isAbout && fieldNouns.has(label.words.at(-1) ?? '') && valuesOf(bare(text)).length > 1) {
    facts.values.push({ subject: topic.subject, field: key, values: valuesOf(bare(text)), quote })
    return
  }
  const [first] = clausesOf(tokens)
  const isSentence =
    first !== undefined &&
    (first.subjects.length > 0 || first.pronoun !== null) &&
    !beforeComma(tokens, first) &&
    definitionEnd(tokens) === null
  const isSpeaker =
    isSentence &&
    first.pronoun === null &&
    /^[A-Z]/.test(text) === false &&
    !first.subjects.some((each) => each.key === key) &&
    isName(label)
  const isTalk =
    isSpeaker || facts.names.has(key) || (isSentence && first.pronoun !== null && /^(?:i|we|you)$/.test(first.pronoun))
  if (!isTalk) {
    topic.subject = key
    facts.defined.push(key)
  }
  readAliases(sentence, key, null, facts)
  const colon = colonAt(tokens)
  const definition = colon === null ? definitionEnd(tokens) : colon
  if (definition !== null) {
    readLinks({ subject: key, tokens: tokens.slice(0, definition), lemma: 'be', quote, facts, isDefinition: true })
    readKindOf(key, tokens.slice(0, definition), quote, facts)
    const rest = tokens.slice(definition)
    const isList = colon !== null || rest.length > 2
    if (isList) pushItems(key, rest, sentence, 0.9, facts)
    return
  }
  if (isSentence || startsVerb(tokens)) return readSentence(sentence, topic, facts)
  pushItems(key, tokens, sentence, 0.95, facts)
}

/** `tenancies and tenants – add, change, look up`, `recipes, everything`. */
const objectsFirst = (
  tokens: readonly Token[],
): { readonly objects: readonly Phrase[]; readonly verbs: readonly string[] } | null => {
  const text = tokens.map(({ lower }) => lower).join(' ')
  const all =
    /[,:–—-] (?:(?:i |they )?(?:can |may )?(?:do )?(?:everything|the lot|all of it|anything)|full (?:control|rights|access|crud)|crud)\b/.exec(
      text,
    )
  const dash = tokens.findIndex(({ text: sign }) => /^[–—:-]$/.test(sign))
  const end = all ? tokens.findIndex(({ lower }) => /^(?:everything|lot|anything|full|crud)$/.test(lower)) : dash
  if (end < 1) return null
  const objects = phrasesIn(tokens.slice(0, end))
  const isBare = tokens
    .slice(0, all ? Math.max(1, end - 1) : end)
    .every(({ pos, lower }) => /^(?:NOUN|PROPN|ADJ|CCONJ|PUNCT|DET|SYM)$/.test(pos) || lower === 'the')
  if (objects.length === 0 || !isBare) return null
  if (all) return { objects, verbs: ['do everything'] }
  const rest = tokens.slice(end + 1)
  const verbs = itemsOf(rest.map(({ lower }) => lower).join(' '), 0)
    .map(({ text: verb }) => verb.replace(/^(?:can|may|to) /, ''))
    .filter((verb) => actionsOf(verb) !== null)
  return verbs.length > 0 ? { objects, verbs } : null
}

/** A single word that is no person by trade and described nowhere may be somebody who speaks: `Ruta: a request comes …`. */
const isName = (label: Phrase): boolean => label.words.length === 1 && !label.isPlural && !isPerson(label.key)

/** `Also called execution`, `(traders say position)`. */
/** `we say job, works order, repair – all the same`. */
const sameThings =
  /((?:["'*]?[a-z][a-z -]{1,24}["'*]?(?:,| and| or|\/| and also|, and)\s*){1,4}["'*]?[a-z][a-z -]{1,24}["'*]?)\s*(?:[–—:,-]|,? (?:it|that|they|these|which)(?:'s| is| are| all)?)+\s*(?:all |just |always )?(?:mean |are |is )?(?:one and )?(?:the same|interchangeabl|synonym)/i

const readAliases = ({ text, start }: Sentence, key: string | null, last: string | null, facts: Facts): void => {
  let base = key
  const said = sameThings.exec(text)?.[1]
  if (said !== undefined) {
    const keys = itemsOf(
      said.replace(/\b(?:or|say|says|call|calls|calling|we|people|sometimes|when|they)\b/gi, ','),
      start,
    ).flatMap(({ text: name }) => {
      const read = phraseAt(tokensOf(name.toLowerCase(), start), 0, false)
      return read ? [read.value.key] : []
    })
    for (const other of keys.slice(1)) if (keys[0] !== undefined && other !== keys[0]) facts.same.push([keys[0], other])
  }
  for (const found of text.matchAll(
    /\b(?:also (?:called|known as)|a\.?k\.?a\.?|(?<=(?:^|[(–—"]) ?)also|or just|we (?:also )?say|we call (?:it|them|this)|(?:[a-z]+ )?(?:say|says|calls? (?:it|them)))\s+(?:an? |the )?["*]?([a-z][a-z -]{2,24}?)["*]?(?=[,.;:)]|$)/gi,
  )) {
    const other = phraseAt(tokensOf((found[1] ?? '').toLowerCase(), start), 0, false)
    const isThem = /^we (?:also )?call/i.test(found[0])
    if (isThem && last !== null) base = last
    if (other && base !== null && other.value.key !== base) facts.same.push([base, other.value.key])
  }
}

/** A label has no verb and no second article. */
const saysSomething =
  /\s(?:an?|the|one|is|are|has|have|get|gets|be|can|may|must|shall|want|wants|keep|need|hold|we|i|they|it|he|she|you|to)(?:\s|$)|^(?:we|i|they|it|he|she|you|there|this|that|so|but)\b/i

/** `Students: admission number, name.` in the middle of a paragraph. */
const sentenceLabel = (sentence: Sentence): { label: Phrase; rest: Sentence } | null => {
  const found =
    /^(?:(?:[A-Za-z'-]+ ){1,5}(?:of|for|per|about|on) (?:each|every|an?|the|all|any) )?(?:(?:and|then|the|an?|for|per|of|each|every|also)\s+)*([A-Za-z][A-Za-z -]{1,38}?)\s*(?::|=|[–—-](?=\s))\s*(?=\S)/i.exec(
      sentence.text,
    )
  const name = found?.[1]
  if (!found || name === undefined || name.split(/\s+/).length > 4 || saysSomething.test(name)) return null
  const nameAt = sentence.start + found[0].lastIndexOf(name)
  const tokens = sentence.tokens.filter(({ start, end }) => start >= nameAt && end <= nameAt + name.length)
  while (tokens.length > 1 && /^(?:goes|is|are|runs|moves|go|being)$/.test(tokens.at(-1)?.lower ?? '')) tokens.pop()
  const words = tokens.filter(({ text }) => /^[\p{L}\d-]+$/u.test(text))
  const read = phraseAt(
    words
      .map((token) => (/^(?:DET|NUM|ADP)$/.test(token.pos) ? token : { ...token, pos: 'NOUN' }))
      .filter(({ pos }) => pos !== 'ADP'),
    0,
    false,
  )
  if (!read) return null
  const from = found[0].length
  const text = sentence.text.slice(from)
  const start = sentence.start + from
  return {
    label: read.value,
    rest: { ...sentence, text, start, tokens: sentence.tokens.filter((token) => token.start >= start) },
  }
}

/** `- purpose: trade / school` below the thing that has it; `Life cycle: open, closed` of what was spoken of. */
const readFieldLabel = (sentence: Sentence, label: Phrase, topic: Topic, facts: Facts): boolean => {
  const { text, start, block } = sentence
  const written = block.text
    .slice(0, Math.max(block.labelEnd, 0))
    .trim()
    .toLowerCase()
    .replace(/_/g, ' ')
    .replace(/^\W+|\W+$/g, '')
  const list =
    written === ''
      ? undefined
      : facts.has.findLast(({ items }) => items.length > 2 && items.some((item) => item.text.toLowerCase() === written))
  if (list) {
    facts.has.push({
      subject: list.subject,
      items: [{ text: `${written} (${bare(text)})`, start: block.start }],
      quote: { text, start },
      weight: 0.9,
    })
    return true
  }
  const owner = topic.label ?? topic.subject ?? topic.sibling
  if (owner === null) return false
  const values = valuesOf(bare(text).replace(/\([^)]*\)/g, ''))
  if (/^(?:life ?-?cycle|states?|status(?:es)?|workflow|stages?)$/.test(label.key)) {
    if (values.length > 1) facts.values.push({ subject: owner, field: 'status', values, quote: { text, start } })
    return values.length > 1
  }
  const raw = block.text.slice(0, block.labelEnd)
  const isIdentifier = /[a-z]_[a-z]/.test(raw) && block.labelEnd > 0 && start - block.start <= block.labelEnd + 4
  const isField =
    fieldNouns.has(label.words.at(-1) ?? '') &&
    (block.kind === 'item' || topic.label !== null) &&
    owner !== null &&
    topic.part === 'data'
  const isList = values.length === 0 && (text.replace(/\([^)]*\)/g, '').match(/,/g)?.length ?? 0) >= 2
  if ((!isIdentifier && !isField) || (isList && !isIdentifier)) return false
  const name = isIdentifier ? raw.trim() : label.words.join(' ')
  facts.has.push({
    subject: owner,
    items: [{ text: `${name} (${bare(text)})`, start: label.start }],
    quote: { text, start },
    weight: 0.9,
  })
  return true
}

const bare = (text: string): string => text.replace(/[.;!]+$/, '')

/** A list comes before the first verb: `name, mobile, allergies (we keep …)`. */
const beforeComma = (tokens: readonly Token[], clause: Clause): boolean => {
  const comma = tokens.findIndex(({ text }) => text === ',')
  return comma >= 0 && (tokens[comma]?.start ?? 0) < clause.verb.start
}

const startsVerb = (tokens: readonly Token[]): boolean =>
  /^(?:has|have|is|are|belongs?|contains?|consists?|known|identified|made|lists?|comes?|holds?|carries)$/.test(
    tokens[0]?.lower ?? '',
  )

const colonAt = (tokens: readonly Token[]): number | null => {
  let depth = 0
  for (const [at, { text }] of tokens.entries()) {
    if (text === '(') depth++
    else if (text === ')') depth--
    else if (depth === 0 && (text === ':' || text === '–' || text === '—') && at < 14) {
      const before = tokens.slice(0, at)
      if (
        !before.some(({ text: sign }) => sign === ',') ||
        /^(?:an?|the|one|someone|something|what|where|any)$/i.test(tokens[0]?.text ?? '')
      )
        return at > 0 ? at : null
      return null
    }
  }
  return null
}

/** `A steel box owned by a line.` says what a thing is, not what it has. */
const definitionEnd = (tokens: readonly Token[]): number | null => {
  if (!definers.test(tokens[0]?.lower ?? '')) return null
  const comma = tokens.findIndex(({ text }) => text === ',')
  const isList = comma >= 0 && (phraseAt(tokens, 0)?.next ?? 0) >= comma
  if (
    isList ||
    (comma >= 0 &&
      !tokens.slice(0, comma).some(({ lower }) => /^(?:that|which|who|where|whose|for|by|in)$/.test(lower)) &&
      tokens.filter(({ text }) => text === ',').length > 1)
  )
    return null
  const [clause] = clausesOf(tokens)
  const isRelative =
    clause !== undefined &&
    tokens.some(({ lower, start }) => start < clause.verb.start && /^(?:who|which|that|whose|where)$/.test(lower))
  return clause && clause.subjects.length > 0 && !isRelative ? null : tokens.length
}

const definers = /^(?:an?|the|one|someone|somebody|something|anything|anyone|what|where|who|any|people|permission)$/

/** `an instrument that also has a coupon rate`. */
const readKindOf = (sub: string, tokens: readonly Token[], quote: Quote, facts: Facts): void => {
  const read = phraseAt(tokens, 0, false)
  if (!read || !/^(?:an?|any)$/.test(tokens[0]?.lower ?? '')) return
  const rest = tokens.slice(read.next)
  const also = rest.findIndex(({ lower }) =>
    /^(?:also|additionally|moreover|addition|besides|plus|extra|further)$/.test(lower),
  )
  if (/^(?:that|which|who|with|for|whose|plus)$/.test(rest[0]?.lower ?? '') && also >= 0 && also < 6)
    facts.kinds.push({ sub, base: read.value.key, quote })
}

export const pushItems = (
  subject: string,
  tokens: readonly Token[],
  sentence: Sentence,
  weight: number,
  facts: Facts,
): void => {
  const isMore = /^(?:additionally|also|moreover|furthermore)$/.test(tokens[0]?.lower ?? '')
  const skip = isMore
    ? /^[:,]$/.test(tokens[1]?.text ?? '')
      ? 2
      : 1
    : /^(?:up|of|from|out|with|by)$/.test(tokens[0]?.lower ?? '')
      ? tokens[1]?.lower === 'of'
        ? 2
        : 1
      : 0
  const [first, last] = [tokens[skip], tokens.at(-1)]
  if (!first || !last) return
  const text = sentence.text.slice(first.start - sentence.start, last.end - sentence.start)
  const items = itemsOf(text, first.start)
  if (/\b(?:other way round|vice versa|conversely|round the other way|both ways|the reverse)\b/i.test(sentence.text))
    for (const phrase of phrasesIn(tokens))
      if (phrase.quantity === 'many')
        facts.links.push({
          from: subject,
          to: phrase.key,
          quantity: 'many',
          isLoose: true,
          isOwned: false,
          isMutual: true,
          quote: { text: sentence.text, start: sentence.start },
          weight: 0.8,
        })
  if (items.length > 0) facts.has.push({ subject, items, quote: { text, start: first.start }, weight })
}

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
    return readSentence(labelled.rest, topic, facts)
  }
  if (labelled && labelled.rest.tokens.length > 0 && !/^(?:example|note|nb|action)$/.test(labelled.label.key))
    return readLabelled(labelled.rest, labelled.label, topic, facts)
  if (readKeptTail(sentence, topic, facts) || readOpenList(sentence, topic, facts)) return
  const { tokens, text, start } = sentence
  const quote = { text, start }
  readAliases(sentence, topic.subject, topic.last, facts)
  topic.last = phrasesIn(tokens).at(-1)?.key ?? null
  if (goesOnActing(sentence, topic))
    return readGrant({ role: topic.actor ?? '', tokens, quote, topic: topic.subject, facts })
  if (readArrow(sentence, facts) || readStates(sentence, topic, facts)) return
  if (readStateOf(sentence, topic, facts)) return
  const clauses = clausesOf(tokens)
  if (clauses.length === 0 || isListFirst(tokens, clauses[0])) {
    if (topic.part === 'access' && topic.role !== null && beginsGrant(tokens, topic.role, topic))
      return readGrant({ role: topic.role, tokens, quote, topic: topic.subject, facts })
    return readFragment(sentence, topic, facts)
  }
  for (const [at, clause] of clauses.entries()) {
    if (clause.isShared && isActing(clauses[chainStart(clauses, at)] as Clause, topic)) continue
    readClause(clause, sentence, topic, facts, chainEnd(clauses, at))
  }
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

/** `A case goes received → in production → shipped`. */
const readStates = ({ text, start, tokens }: Sentence, topic: Topic, facts: Facts): boolean => {
  const values = text.split(/\s*(?:→|->|=>)\s*/)
  if (values.length < 3 || /:/.test(text)) return false
  const first = phraseAt(tokens, 0, false)
  const subject = first && first.value.end < start + (values[0] ?? '').length ? first.value.key : topic.subject
  const head = (values[0] ?? '').split(/\s+(?:is|goes|go|from|through|moves|runs|:)\s+/i).at(-1) ?? ''
  const names = valuesOf(
    [head, ...values.slice(1)]
      .join(', ')
      .replace(/\([^)]*\)/g, '')
      .replace(/[.;]$/, ''),
  )
  if (names.length < 3) return false
  const isField = fieldNouns.has(subject?.split(' ').at(-1) ?? '')
  facts.values.push({
    subject: isField ? topic.subject : subject,
    field: isField ? (subject ?? 'status') : 'status',
    values: names,
    quote: { text, start },
  })
  return true
}

/** `…; approves or rejects them`, `Looks after the list.`: the same person goes on. */
const goesOnActing = ({ tokens, isContinued, block }: Sentence, topic: Topic): boolean => {
  if (topic.actor === null || (!isContinued && topic.part !== 'access' && topic.role !== topic.actor)) return false
  if (block.labelEnd === 0 && !isContinued) return false
  const at = /^(?:also|and|they|he|she|never|only|may|can)$/.test(tokens[0]?.lower ?? '') ? 1 : 0
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

/** `Known by its ISO number and …`, `Jonas to store number, floor, category`. */
const readOpenList = (sentence: Sentence, topic: Topic, facts: Facts): boolean => {
  const found =
    /^(?:(?:known|identified|described|recognised|characterised|distinguished)(?: only)? by|(?:[A-Z][a-z]+ )?to (?:store|keep|record|hold|note|log|capture|register|save)|to be (?:stored|kept|recorded|held)|(?:fields|data|columns|attributes|we keep|we store|stored|recorded|kept)\s*:)\s+/i.exec(
      sentence.text,
    )
  const subject = topic.label ?? topic.subject
  if (!found || subject === null || topic.part !== 'data') return false
  const from = sentence.start + found[0].length
  pushItems(
    subject,
    sentence.tokens.filter(({ start }) => start >= from),
    sentence,
    0.85,
    facts,
  )
  return true
}

const keptTail =
  /^(?:(?:for|of|per) (?:each|every|any|an?|all|the) ([^,:]{2,40}?),? )?(?:(?:additionally|also|furthermore|moreover|in addition|besides),? )?((?:the |an? )?[^:]{4,400}?),? (?:shall|must|should|are to|is to|will|has to|have to|are|is)(?: also| both| always)?(?: be)? (?:kept|held|recorded|stored|noted|registered|captured|retained|maintained)\.?$/i

/** `Additionally the staff number, the academic degree and … shall be kept.` */
const readKeptTail = (sentence: Sentence, topic: Topic, facts: Facts): boolean => {
  const [, about, items] = keptTail.exec(sentence.text) ?? []
  if (items === undefined || !/,| and /.test(items)) return false
  const said = about === undefined ? null : phraseAt(tokensOf(about.toLowerCase(), sentence.start), 0, false)
  const subject = said?.value.key ?? topic.label ?? topic.subject
  if (
    subject === null ||
    (about === undefined && !/^(?:additionally|also|furthermore|moreover|in addition|besides)/i.test(sentence.text))
  )
    return false
  const from = sentence.start + sentence.text.indexOf(items)
  topic.subject = subject
  pushItems(
    subject,
    sentence.tokens.filter(({ start, end }) => start >= from && end <= from + items.length),
    sentence,
    0.9,
    facts,
  )
  return true
}

/** `unit -> 1 donor`. */
const readArrow = ({ text, start, tokens }: Sentence, facts: Facts): boolean => {
  const found =
    /^(?:an? |each |every )?([a-z][a-z -]{1,30}?)\s*(?:->|→|=>)\s*((?:1|one|n|many|a|an|\d|exactly|several)\s.+)$/i.exec(
      text,
    )
  if (!found) return false
  const at = text.indexOf(found[2] ?? '')
  const from = phraseAt(tokens, 0, false)
  if (from)
    readLinks({
      subject: from.value.key,
      tokens: tokens.filter((token) => token.start >= start + at),
      lemma: 'have',
      quote: { text, start },
      facts,
      isDefinition: false,
    })
  return from !== null
}

/** Two words for fields before the second comma: `Name, address, some have e-mail, …`. */
const areFields = (tokens: readonly Token[]): boolean => {
  const first = tokens.findIndex(({ text }) => text === ',')
  const second = tokens.findIndex(({ text }, at) => at > first && text === ',')
  if (first < 1 || first > 4 || second < 0 || second - first > 5) return false
  return [tokens[first - 1], tokens[second - 1]].every((token) => token !== undefined && fieldNouns.has(token.lower))
}

const isListFirst = (tokens: readonly Token[], clause: Clause | undefined): boolean => {
  if (!clause || clause.opening) return false
  if (areFields(tokens)) return true
  const firstWord = clause.subjects[0]?.words.at(-1) ?? ''
  const commas = tokens.filter(({ text, start }) => text === ',' && start < clause.verb.start).length
  if (
    commas >= 2 &&
    fieldNouns.has(firstWord) &&
    clause.pronoun === null &&
    tokens.findIndex(({ text }) => text === ',') <= 3
  )
    return true
  const comma = tokens.findIndex(({ text }) => text === ',')
  const early = tokens.filter(({ text, start }) => text === ',' && start < clause.verb.start).length
  if (clause.pronoun !== null)
    return early >= 2 && comma > 0 && comma <= 5 && !tokens.slice(0, comma).some(({ pos }) => pos === 'PRON')
  if (clause.verb.lemma === 'be' && / are /.test(tokens.map(({ lower }) => lower).join(' '))) return false
  return commas >= 2 && clause.subjects.length >= 3
}

/** A list without a verb belongs to what is spoken of; `Data: a, b` after a colon too. */
const readFragment = (sentence: Sentence, topic: Topic, facts: Facts): void => {
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
  const fields = parts.filter(({ text }) =>
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

/** `A client rents a box` where the text knows rentals: a rental is of a client and of a box. */
const linkNominal = ({ verb, rest, subjects }: Clause, quote: Quote, facts: Facts): void => {
  const named = actionsOf(verb.lemma) === null ? nounOfVerb(verb.lemma, facts) : null
  const object = phraseAt(rest, 0, false)
  if (named === null) return
  for (const to of [subjects[0]?.key, object?.value.key])
    if (to !== undefined)
      facts.links.push({ from: named, to, quantity: 'one', isLoose: false, isOwned: false, quote, weight: 0.5 })
}

const readClause = (clause: Clause, sentence: Sentence, topic: Topic, facts: Facts, last: Clause): void => {
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
  if (subjects.length === 0 && about !== null) return pushItems(about, rest, sentence, 0.6, facts)
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

/** `A tool has a serial number`, of any tool there is, where `the tool has a dashboard` speaks of what is to be built. */
const isGeneric = ({ text }: Sentence, subject: string): boolean =>
  new RegExp(`^(?:an?|each|every) ${subject} (?:has|have|belongs?|consists?|contains?|carries|holds?)\\b`, 'i').test(
    text,
  )

const isHas = ({ verb, rest }: Clause): boolean =>
  (hasVerbs.has(verb.lemma) && !verb.isPassive && !/^(?:place|to|up|in|at)$/.test(rest[0]?.lower ?? '')) ||
  (verb.isPassive &&
    (/^(?:describe|identify|characterise|characterize|define|make)$/.test(verb.lemma) ||
      (/^(?:show|display|list|store|keep)$/.test(verb.lemma) && rest[0]?.lower === 'with')))

/** `A booking can be cancelled`. */
const readAct = ({ verb }: Clause, subject: string, quote: Quote, facts: Facts): void => {
  if (!verb.isPassive || verb.modal === null || verb.isNegated) return
  if (actionsOf(verb.lemma) === null) facts.acts.push({ verb: verb.lemma, on: subject, quote })
}

/** `Status is one of …`, `a bond is an instrument that also has …`, `a customer is either a person or a business`. */
const readBe = (clause: Clause, subject: string, sentence: Sentence, topic: Topic, facts: Facts): boolean => {
  const { verb, rest } = clause
  if (verb.lemma !== 'be' && verb.lemma !== 'go' && verb.lemma !== 'become') return false
  const [first, last] = [rest[0], rest.at(-1)]
  if (!first || !last) return true
  const text = sentence.text.slice(first.start - sentence.start, last.end - sentence.start)
  const quote = { text: sentence.text, start: sentence.start }
  const isField = fieldNouns.has(subject.split(' ').at(-1) ?? '')
  const colon = rest.findIndex(({ text: sign }) => sign === ':')
  if (colon > 0 && !isField && rest.length - colon > 2) {
    readLinks({ subject, tokens: rest.slice(0, colon), lemma: 'be', quote, facts, isDefinition: true })
    pushItems(subject, rest.slice(colon + 1), sentence, 0.85, facts)
    return true
  }
  if (/^an? [a-z -]+ and an? [a-z]/i.test(text) && !isField) {
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

/** `Fills are created by the gateway and by nobody else`, `Plants are kept by the assortment team`. */
const readDoneBy = (clause: Clause, sentence: Sentence, topic: Topic, facts: Facts): boolean => {
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

/** Whether a clause says what somebody does with data, rather than what a thing has. */
const isActing = (clause: Clause, topic: Topic): boolean => {
  const { verb, subjects, rest, pronoun } = clause
  const isSomebody =
    pronoun !== null ||
    subjects.every(
      ({ key, isPlural }) =>
        isPerson(key) || (isAgentive(key) && isPlural && actionsOf(verb.lemma) !== null && !hasVerbs.has(verb.lemma)),
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

/** The verb and what follows it. */
const clauseTokens = ({ verb }: Clause, last: Clause, sentence: Sentence): readonly Token[] => {
  const at = sentence.tokens.findIndex(({ start }) => start === verb.start)
  const end = last.rest.at(-1)
  return sentence.tokens.slice(at, end ? sentence.tokens.indexOf(end) + 1 : undefined)
}

/** `We keep the name and the phone of a customer`, `For a nurse we hold the name`. */
const readKept = ({ rest }: Clause, about: string | null, sentence: Sentence, topic: Topic, facts: Facts): void => {
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

/** `For every customer the following shall be held: …`, `The date of each move is recorded`. */
const readKeptPassive = (
  clause: Clause,
  about: string | null,
  sentence: Sentence,
  topic: Topic,
  facts: Facts,
): void => {
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
