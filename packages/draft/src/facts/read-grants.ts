import { actionsOf, isIdle } from '../language/actions.ts'
import { isPerson } from '../language/lexicon.ts'
import { type Phrase, phraseAt } from '../language/phrases.ts'
import type { Sentence } from '../language/sentences.ts'
import { type Token, tokensOf } from '../language/tokens.ts'
import type { Facts, Quote } from './facts.ts'
import { nounOfVerb } from './noun-of-verb.ts'
import type { Topic } from './read-text.ts'

export interface GrantText {
  readonly role: string
  readonly tokens: readonly Token[]
  readonly quote: Quote
  readonly topic: string | null
  readonly facts: Facts
  readonly isDenied?: boolean
}

const particles = /^(?:up|at|through|after|off|out|over|in|down|back|away|on)$/
const conditionStarts =
  /^(?:if|when|where|only|until|unless|while|as|that|which|who|within|before|once|after|whose|assigned|for|from|of|in|on|at|with|under|to|during|by|without|against|except)$/
const stops = /^(?:but|never|not|nothing|no|nobody|n't|cannot|excluding|except)$/

/** Verbs and their objects, from left to right: `create, read and list visits of their own ward, and cancel them`. */
export const readGrant = ({ role, tokens: given, quote, topic, facts, isDenied = false }: GrantText): void => {
  const tokens = settled(given)
  let verbs: string[] = []
  let objects: Phrase[] = []
  let isNegated = isDenied
  let condition = ''
  let hasObject = false
  let preposition = ''
  let depth = 0
  const last: Phrase[] = []
  let isAll = false
  const flush = () => {
    last.push(...objects)
    if (verbs.length > 0 && (hasObject || topic !== null))
      facts.grants.push({ role, verbs, objects, condition, isDenied: isNegated, quote, topic, isAll })
    verbs = []
    objects = []
    condition = ''
    hasObject = false
    isAll = false
    preposition = ''
  }
  for (let at = 0; at < tokens.length; ) {
    const token = tokens[at] as Token
    if (token.text === '(') depth++
    if (token.text === ')') depth--
    if (depth > 0) {
      if (hasObject && depth > 0) condition += ` ${token.lower}`
      at++
      continue
    }
    if (stops.test(token.lower)) {
      if (hasObject) flush()
      const isRestricting = token.lower === 'but'
      if (!isRestricting) isNegated = true
      if (token.lower === 'except' || token.lower === 'excluding') break
      at++
      continue
    }
    const verb = /^(?:everything|anything)$/.test(token.lower) ? null : verbAt(tokens, at, hasObject, preposition)
    if (verb) {
      if (hasObject) flush()
      if (!verb.isIdle) verbs.push(verb.text)
      preposition = ''
      at = verb.next
      continue
    }
    if (
      /^(?:everything|anything|all|it|them|those|these|both|each|one|ones)$/.test(token.lower) &&
      !phraseStarts(tokens, at)
    ) {
      if (token.lower === 'everything' || token.lower === 'anything') {
        if (verbs.length === 0) verbs.push('do everything')
        else isAll = true
      } else if (!/^(?:of|in|for|to|from|on|with|by)$/.test(tokens[at - 1]?.lower ?? ''))
        objects.push(...meant(token.lower, [...last, ...objects]))
      hasObject = true
      const state = stateAfter(tokens, at + 1, verbs.at(-1))
      if (state) {
        verbs = [...verbs.slice(0, -1), ...state.verbs]
        at = state.next
      } else at++
      continue
    }
    if (preposition === '' && conditionStarts.test(token.lower) && hasObject) {
      if (token.lower === 'with' && verbs.includes('do everything') && objects.length === 0) {
        at++
        continue
      }
      preposition = token.lower
    }
    if (preposition !== '') {
      const isBreak = token.text === ',' || token.lower === 'and'
      const after = isBreak ? (tokens[at + 1]?.lower === 'and' ? at + 2 : at + 1) : at
      const next = isBreak ? phraseAt(tokens, after, false) : null
      const isListOn =
        next &&
        !/^(?:their|his|her|its)$/.test(preposition) &&
        (next.value.isPlural || preposition === 'for') &&
        preposition !== 'when' &&
        preposition !== 'if'
      if (isListOn && next) {
        preposition = ''
        at = after
        continue
      }
      condition += ` ${token.lower}`
      at++
      continue
    }
    const read = phraseAt(tokens, at)
    if (read) {
      const { value } = read
      if (value.of) condition += ` of ${value.of.isOwn ? 'own ' : ''}${value.of.key}`
      if (
        /^(?:change )?history$/.test(value.key) ||
        value.key === 'audit trail' ||
        value.key === 'audit log' ||
        value.key === 'audit entry' ||
        value.key === 'trail'
      ) {
        if (verbs.length > 0 && objects.length > 0) flush()
        verbs = ['audit']
        if (!value.of && last.length > 0) {
          objects.push(...last.slice(-1))
          hasObject = true
        }
        if (value.of) {
          objects.push(value.of)
          hasObject = true
        }
      } else if (
        value.key === 'full control' ||
        value.key === 'control' ||
        value.key === 'crud' ||
        value.key === 'full crud' ||
        value.key === 'full access'
      )
        verbs.push('full control')
      else {
        objects.push(value)
        if (value.isOwn) condition += ` own ${value.words.join(' ')}`
        hasObject = true
      }
      at = Math.max(read.next, at + 1)
      const state = objects.length > 0 ? stateAfter(tokens, at, verbs.at(-1)) : null
      if (state) {
        verbs = [...verbs.slice(0, -1), ...state.verbs]
        at = state.next
      }
      if (/^(?:assign|allocate|appoint)$/.test(verbs.at(-1) ?? '') && tokens[at]?.lower === 'to') {
        const target = phraseAt(tokens, at + 1, false)
        const isIt = /^(?:it|them|these|those)$/.test(tokens[at + 1]?.lower ?? '')
        const onto = isIt
          ? meant(tokens[at + 1]?.lower ?? '', last)
          : target && !isPerson(target.value.key)
            ? [target.value]
            : []
        if (onto.length > 0) {
          verbs = [`${verbs.at(-1)} ${value.key}`]
          objects = [...onto]
          at = isIt ? at + 2 : (target?.next ?? at + 1)
        }
      }
      if (/^(?:of|over|on|with|to|about|for)$/.test(tokens[at]?.lower ?? '') && objects.length === 0) at++
      continue
    }
    at++
  }
  flush()
}

/** `marks them taught or missed` is two operations, each named by the state it ends in. */
const stateAfter = (
  tokens: readonly Token[],
  from: number,
  verb: string | undefined,
): { verbs: string[]; next: number } | null => {
  if (verb === undefined || !/^(?:mark|flag|declare|set|put|report|record|check)$/.test(verb)) return null
  let at = /^(?:as|to|is)$/.test(tokens[from]?.lower ?? '') ? from + 1 : from
  const verbs: string[] = []
  for (; at < tokens.length; at++) {
    const token = tokens[at] as Token
    if (verbs.length > 0 && /^(?:or|and|,|\/)$/.test(token.lower)) continue
    if (!/^(?:VERB|ADJ|NOUN)$/.test(token.pos) || actionsOf(token.lemma) !== null || /^(?:of|for)$/.test(token.lower))
      break
    verbs.push(`${verb} ${token.lower}`)
  }
  return verbs.length > 0 ? { verbs, next: at } : null
}

/** What `it` or `them` stands for among the objects so far: the last that is one, or the last that are many. */
const meant = (pronoun: string, objects: readonly Phrase[]): readonly Phrase[] => {
  if (pronoun === 'both' || pronoun === 'all') return objects.slice(-2)
  const isOne = pronoun === 'it' || pronoun === 'one'
  const found = objects.findLast(({ isPlural }) => isPlural !== isOne) ?? objects.at(-1)
  return found ? [found] : []
}

/**
 * Words between verbs settle as verbs or nouns by the form of the first verb: after `view` a word in -s is a noun
 * (`view orders and fills`), and a bare word before any object is a verb (`approve, freeze and close accounts`).
 */
const settled = (tokens: readonly Token[]): readonly Token[] => {
  const first = tokens.find(({ pos, lower }) => pos === 'VERB' && !/^(?:able|allowed)$/.test(lower))
  const isThird = first !== undefined && first.lower !== first.lemma && /s$/.test(first.lower)
  let hasObject = false
  return tokens.map((token, at) => {
    const [before, after] = [tokens[at - 1], tokens[at + 1]]
    const isListed = /^(?:,|and|or|\/|&|\+)$/.test(before?.lower ?? '')
    if (/^(?:DET|PRON)$/.test(token.pos) || (token.pos === 'NOUN' && !isListed && at > 0)) hasObject = true
    if (token.pos === 'VERB' && before?.pos === 'VERB' && !isThird && /[^s]s$/.test(token.lower))
      return { ...token, pos: 'NOUN' }
    if (!isListed || !/^[a-z-]+$/.test(token.lower)) return token
    const isHeld = /^(?:it|them|these|those|the|a|an|one|any|all|their|his|her|its|each)$/.test(after?.lower ?? '')
    if (isThird && isHeld && /^(?:NOUN|ADJ)$/.test(token.pos) && /[^s]s$/.test(token.lower))
      return { ...token, pos: 'VERB', lemma: token.lower.slice(0, -1) }
    const isPlural = /[^s]s$/.test(token.lower)
    if (token.pos === 'VERB' && !isThird && isPlural && !/^(?:is|has|does)$/.test(token.lower))
      return { ...token, pos: 'NOUN' }
    const isBare = /^(?:NOUN|ADJ)$/.test(token.pos) && !isPlural && !isThird
    const opens =
      /^(?:,|and|or|it|them|these|their|his|her|its|the|a|an|any|all|\+|up|off)$/.test(after?.lower ?? '') ||
      /^(?:NOUN|ADJ)$/.test(after?.pos ?? '')
    if (isBare && !hasObject && opens) return { ...token, pos: 'VERB' }
    if (isBare && isHeld) return { ...token, pos: 'VERB' }
    return token
  })
}

const phraseStarts = (tokens: readonly Token[], at: number): boolean => {
  const read = phraseAt(tokens, at, false)
  return read !== null && read.next > at + 1
}

/** A verb at a token: known ones in any form, others where the tagger and the place say so. */
const verbAt = (
  tokens: readonly Token[],
  at: number,
  hasObject: boolean,
  preposition: string,
): { text: string; next: number; isIdle: boolean } | null => {
  const token = tokens[at] as Token
  const before = tokens[at - 1]
  const after = tokens[at + 1]
  const isResumed = before?.lower === 'to' && /^(?:,|and|or)$/.test(tokens[at - 2]?.lower ?? '')
  if (preposition !== '' && !isResumed && !/^(?:,|and|or|\+|&|but|then)$/.test(before?.lower ?? '')) return null
  if (token.lower === 'full' && /^(?:crud|control)$/.test(after?.lower ?? ''))
    return { text: 'full control', next: at + 2, isIdle: false }
  if (token.lower === 'crud') return { text: 'crud', next: at + 1, isIdle: false }
  if (/^(?:does|do)$/.test(token.lower) && /^(?:everything|anything|all)$/.test(after?.lower ?? ''))
    return { text: 'do everything', next: at + 2, isIdle: false }
  if (/^(?:read|read-only|view|viewing)$/.test(token.lower) && /^(?:access|rights?)$/.test(after?.lower ?? ''))
    return { text: 'read', next: at + 2, isIdle: false }
  if (/^(?:read-only|readonly|view-only)$/.test(token.lower))
    return { text: 'read', next: at + (/^(?:access|rights?)$/.test(after?.lower ?? '') ? 2 : 1), isIdle: false }
  if (/^(?:full|complete|unrestricted|unlimited)$/.test(token.lower) && /^(?:access|rights?)$/.test(after?.lower ?? ''))
    return { text: 'full control', next: at + 2, isIdle: false }
  const base = baseOf(token)
  const isKnown = actionsOf(base) !== null
  const isFirst =
    at === 0 ||
    /^(?:,|and|or|\+|&|\/|to|may|can|must|shall|also|but|only|not|then|will|should|who|or)$/.test(before?.lower ?? '')
  const isJoined = before?.text === '+' && !hasObject && /^[a-z]+$/.test(token.lower)
  const isForm = token.pos === 'VERB' || (isKnown && isFirst) || isJoined
  const isTwo = after !== undefined && particles.test(after.lower) && actionsOf(`${base} ${after.lower}`) !== null
  if (!(isForm || isTwo) || !isFirst || token.pos === 'AUX') return null
  if (before?.lower === 'to' && hasObject === false && token.lower !== token.lemma && /s$/.test(token.lower))
    return null
  if (/ed$/.test(token.lower) && !isKnown) return null
  if (hasObject && !isTwo && token.pos !== 'VERB' && !followsVerbPlace(after)) return null
  if (after && particles.test(after.lower)) {
    const two = `${base} ${after.lower}`
    if (/^(?:log|sign) (?:in|on|up)$/.test(two)) return { text: two, next: at + 2, isIdle: true }
    if (actionsOf(two) !== null) return { text: two, next: at + 2, isIdle: false }
    if (actionsOf(base) !== null && /^(?:up|down|in|out|off)$/.test(after.lower) && base !== 'check')
      return { text: base, next: at + 2, isIdle: false }
    if (/^(?:up|off|out|away|back|down|in)$/.test(after.lower))
      return {
        text: two,
        next: at + 2,
        isIdle: isIdle(base) && !/^(?:sign off|hand out|hand back|check in|check out)$/.test(two),
      }
  }
  return { text: base, next: at + 1, isIdle: isIdle(base) }
}

const followsVerbPlace = (after: Token | undefined): boolean =>
  after !== undefined && (/^(?:DET|NOUN|PROPN|PRON|ADJ|CCONJ|PUNCT|NUM)$/.test(after.pos) || /s$/.test(after.lower))

const baseOf = ({ lower, lemma }: Token): string => {
  if (lemma !== lower || !/s$/.test(lower)) return lemma
  for (const base of [lower.replace(/ies$/, 'y'), lower.replace(/es$/, ''), lower.replace(/s$/, '')])
    if (base !== lower && actionsOf(base) !== null) return base
  return lower.replace(/s$/, '')
}

/** Whether what follows a label says what somebody does, not what something has. */
export const beginsGrant = (tokens: readonly Token[], key: string, topic: Topic): boolean => {
  const first = tokens[0]
  if (!first) return false
  const text = tokens
    .slice(0, 4)
    .map(({ lower }) => lower)
    .join(' ')
  if (
    /^(?:full|everything|all of|can|may|read[- ]only|crud|reads?|sees?|views?|creates?|manages?|lists?|looks?|registers?|only (?:reads?|sees?|may|can)|cannot|never)\b/.test(
      text,
    ) &&
    (isPerson(key) || topic.part === 'access')
  )
    return !/^reads? ?,|^reads?:/.test(text)
  const verb = verbAt(tokens, 0, false, '')
  if (!verb || verb.isIdle) return false
  const after = tokens[verb.next]
  const isList = after?.text === ',' && actionsOf(baseOf(tokens[verb.next + 1] ?? first)) === null
  const isKnown = actionsOf(verb.text) !== null
  const isThird = isKnown && /s$/.test(first.lower) && /^(?:\+|and|or|&|\/)$/.test(after?.lower ?? '')
  return !isList && (isPerson(key) || topic.part === 'access' || isThird)
}

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

/** What a cell or a remark grants one role. */
export const readGrantText = ({
  role,
  text,
  start,
  facts,
}: {
  readonly role: string
  readonly text: string
  readonly start: number
  readonly facts: Facts
}): void => {
  const letters = /^([CRUDL]{1,5})\b\s*/.exec(text)
  const spelled = letters?.[1]
    ? [...letters[1]]
        .map((letter) => ({ C: 'create', R: 'read', U: 'update', D: 'delete', L: 'list' })[letter])
        .join(', ')
    : null
  const said =
    spelled === null
      ? text.replace(/^(?:x|yes|✓|full)\b\s*/i, 'manage ')
      : text.replace(letters?.[0] ?? '', `${spelled} `)
  for (const part of said.split(';'))
    readGrant({ role, tokens: tokensOf(part.toLowerCase(), start), quote: { text, start }, topic: null, facts })
}
