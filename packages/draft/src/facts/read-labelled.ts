import { actionsOf } from '../language/actions.ts'
import { type Clause, clausesOf } from '../language/clauses.ts'
import { itemsOf, valuesOf } from '../language/items.ts'
import { fieldNouns, isPerson } from '../language/lexicon.ts'
import { type Phrase, phraseAt, phrasesIn } from '../language/phrases.ts'
import type { Sentence } from '../language/sentences.ts'
import type { Token } from '../language/tokens.ts'
import { isActing } from './acting.ts'
import type { Facts, Quote } from './facts.ts'
import { beginsGrant } from './grant-verbs.ts'
import { bare, colonAt, pushItems } from './push-items.ts'
import { readAliases } from './read-aliases.ts'
import { readGrant } from './read-grants.ts'
import { readLinks } from './read-links.ts'
import type { Topic } from './topic.ts'

/**
 * What stands after a label: a list of fields, what somebody may do, a definition. False where it is a sentence as any
 * other, which is left to be read.
 */
export const readLabelled = (sentence: Sentence, label: Phrase, topic: Topic, facts: Facts): boolean => {
  if (facts.names.has(label.key) && !label.isPlural) return false
  if (readFieldLabel(sentence, label, topic, facts)) return true
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
      if (clauses[0] && clauses[0].subjects.length === 0 && clauses[0].pronoun === null) {
        readGrant({ role: key, tokens, quote, topic: null, facts })
        return true
      }
      return false
    }
  }
  const turned = isPerson(key) || topic.part === 'access' ? objectsFirst(tokens) : null
  if (turned) {
    topic.actor = key
    facts.roles.push({ key, quote: { text, start: label.start }, weight: 0.9 })
    facts.grants.push({ role: key, ...turned, condition: '', isDenied: false, quote, topic: null, isAll: false })
    return true
  }
  if (beginsGrant(tokens, key, topic)) {
    topic.role = key
    facts.roles.push({ key, quote: { text, start: label.start }, weight: 0.9 })
    readGrant({ role: key, tokens, quote, topic: null, facts })
    return true
  }
  const isAbout = (topic.subject ?? topic.sibling) !== null && label.words.length === 1
  if (isAbout && fieldNouns.has(label.words.at(-1) ?? '') && valuesOf(bare(text)).length > 1) {
    facts.values.push({ subject: topic.subject, field: key, values: valuesOf(bare(text)), quote })
    return true
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
    return true
  }
  if (isSentence || startsVerb(tokens)) return false
  pushItems(key, tokens, sentence, 0.95, facts)
  return true
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
  const outer = topic.label === label.key ? (block.kind === 'item' ? topic.above : null) : topic.label
  const owner = outer ?? (topic.label === label.key ? null : (topic.subject ?? topic.sibling))
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

/** A list comes before the first verb: `name, mobile, allergies (we keep …)`. */
const beforeComma = (tokens: readonly Token[], clause: Clause): boolean => {
  const comma = tokens.findIndex(({ text }) => text === ',')
  return comma >= 0 && (tokens[comma]?.start ?? 0) < clause.verb.start
}

const startsVerb = (tokens: readonly Token[]): boolean =>
  /^(?:has|have|is|are|belongs?|contains?|consists?|known|identified|made|lists?|comes?|holds?|carries)$/.test(
    tokens[0]?.lower ?? '',
  )

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
const readKindOf = (sub: string, tokens: readonly Token[], quote: Quote, facts: Facts) => {
  if (
    /^(?:an? |another |one )?(?:special )?(?:kind|sort|type|form|subtype|special case|variant) of /i.test(quote.text)
  ) {
    const base = phraseAt(tokens, tokens.findIndex(({ lower }) => lower === 'of') + 1, false)
    if (base) facts.kinds.push({ sub, base: base.value.key, quote })
    return
  }
  const read = phraseAt(tokens, 0, false)
  if (!read || !/^(?:an?|any)$/.test(tokens[0]?.lower ?? '')) return
  const rest = tokens.slice(read.next)
  const also = rest.findIndex(({ lower }) =>
    /^(?:also|additionally|moreover|addition|besides|plus|extra|further)$/.test(lower),
  )
  if (/^(?:that|which|who|with|for|whose|plus)$/.test(rest[0]?.lower ?? '') && also >= 0 && also < 6)
    facts.kinds.push({ sub, base: read.value.key, quote })
}
