import { actionsOf } from './actions.ts'
import { type Phrase, phraseAt } from './phrases.ts'
import type { Token } from './tokens.ts'

/** Somebody or something, what it does, and the words after: `A nurse | sees | only the visits …`. */
export interface Clause {
  /** `each` of `A site and a study have …`; empty where a pronoun or nothing stands. */
  readonly subjects: readonly Phrase[]
  /** `it`, `they`, `we`, `i`, `nobody` … in small letters. */
  readonly pronoun: string | null
  /** `For each patient, …`: what the clause is about, beside its subject. */
  readonly opening: Phrase | null
  readonly verb: Verb
  readonly rest: readonly Token[]
  /** It goes on with the subject of the clause before. */
  readonly isShared: boolean
}

export interface Verb {
  /** `look` of `looks up`. */
  readonly lemma: string
  readonly modal: string | null
  readonly isPassive: boolean
  readonly isNegated: boolean
  readonly isOnly: boolean
  /** `makes`. */
  readonly isThird: boolean
  readonly start: number
}

const pronouns = new Set(
  'it they he she we i you this these those there nobody none noone who each everyone everybody anybody anyone both which that one somebody someone nothing'.split(
    ' ',
  ),
)
const separators = new Set([',', 'and', 'but', 'while', 'whereas', 'or', '–', '—', '-', ':', 'yet', 'then', '+', '&'])
const openers = new Set('for of at in on with about per concerning regarding against during under from to'.split(' '))
const subordinators = new Set(
  'when if once while after before as where unless until since because although whenever'.split(' '),
)

/** The clauses of a sentence, in order; none where it has no verb. */
export const clausesOf = (tokens: readonly Token[]): readonly Clause[] => {
  const found: Clause[] = []
  let at = 0
  let opening: Phrase | null = null
  const start = openingAt(tokens)
  if (start) {
    opening = start.opening
    at = start.next
  }
  while (at < tokens.length) {
    const verbAt = finiteAt(tokens, at, found.length > 0)
    if (verbAt === null) break
    const group = verbGroup(tokens, verbAt)
    const before = tokens.slice(at, verbAt)
    const end = clauseEnd(tokens, group.next, group.verb)
    const own = subjectOf(before)
    const last = found.at(-1)
    const isShared = own.subjects.length === 0 && own.pronoun === null && last !== undefined
    found.push({
      subjects: isShared ? last.subjects : own.subjects,
      pronoun: isShared ? last.pronoun : own.pronoun,
      opening,
      verb: {
        ...group.verb,
        modal: group.verb.modal ?? (isShared && isBase(tokens[verbAt]) ? last.verb.modal : null),
        isOnly: own.isOnly || group.verb.isOnly,
      },
      rest: tokens.slice(group.next, end),
      isShared,
    })
    at = end
    while (at < tokens.length && separators.has(tokens[at]?.lower ?? '')) at++
  }
  return found
}

/** `For each patient, …`, `When a box comes in, …`. */
const openingAt = (tokens: readonly Token[]): { opening: Phrase | null; next: number } | null => {
  const first = tokens[0]?.lower ?? ''
  if (subordinators.has(first) && !/^(?:per|an?|every|each)$/.test(tokens[1]?.lower ?? '')) {
    const comma = topLevel(tokens, 0, ({ text }) => text === ',')
    return comma === null || comma > 25 ? null : { opening: null, next: comma + 1 }
  }
  if (!openers.has(first)) return null
  const read = phraseAt(tokens, tokens[1]?.lower === 'each' && tokens[2]?.lower === 'of' ? 3 : 1)
  if (!read) return null
  let next = read.next
  const comma = topLevel(tokens, next, ({ text }) => text === ',')
  if (comma !== null && comma - next < 14 && finiteAt(tokens.slice(0, comma), next, false) === null) next = comma + 1
  return { opening: read.value, next }
}

const topLevel = (tokens: readonly Token[], from: number, matches: (token: Token) => boolean): number | null => {
  let depth = 0
  for (let at = from; at < tokens.length; at++) {
    const token = tokens[at] as Token
    if (token.text === '(') depth++
    else if (token.text === ')') depth--
    else if (depth === 0 && matches(token)) return at
  }
  return null
}

/** The first finite verb from a token on, outside brackets and relative clauses. */
const finiteAt = (tokens: readonly Token[], from: number, isLater: boolean): number | null => {
  let depth = 0
  for (let at = from; at < tokens.length; at++) {
    const token = tokens[at] as Token
    if (token.text === '(' || token.text === '[') depth++
    else if (token.text === ')' || token.text === ']') depth--
    if (depth > 0) continue
    if (isLater && at - from > 12) return null
    if (isFiniteVerb(tokens, at)) return at
  }
  return null
}

const isFiniteVerb = (tokens: readonly Token[], at: number): boolean => {
  const token = tokens[at] as Token
  const before = tokens[at - 1]
  if (/^(?:does|do)$/.test(token.lower)) return true
  if (token.pos === 'AUX') return token.lower !== 'being' && token.lower !== 'be'
  if (token.pos !== 'VERB') return false
  const isBetween = /^(?:,|and|or)$/.test(before?.lower ?? '') && /^(?:,|\(|and|or)$/.test(tokens[at + 1]?.lower ?? '')
  if (isBetween && token.lower === token.lemma && tokens.slice(0, at).every(({ pos }) => pos !== 'AUX')) return false
  if (at === 0 && /^[,(/&+]$/.test(tokens[1]?.text ?? '') && token.lower === token.lemma) return false
  if (before?.lower === 'to' || /ing$/.test(token.lower)) return false
  if (/ed$|en$/.test(token.lower) && token.lower !== token.lemma) return false
  if (before && /^(?:a|an|the|its|their|his|her|every|no)$/.test(before.lower)) return false
  return true
}

const isBase = (token: Token | undefined): boolean => token !== undefined && token.lower === token.lemma

/** A verb with what helps it: `may not be`, `shall be able to see`. */
const verbGroup = (tokens: readonly Token[], from: number): { verb: Verb; next: number } => {
  let at = from
  let modal: string | null = null
  let isNegated = false
  let isOnly = false
  let isThird = false
  let hasBe = false
  let lemma = ''
  let start = tokens[from]?.start ?? 0
  for (; at < tokens.length; at++) {
    const token = tokens[at] as Token
    if (/^(?:not|never|n't|no)$/.test(token.lower) || /n't$/.test(token.lower)) isNegated = true
    else if (token.lower === 'only') isOnly = true
    if (token.lower === 'cannot') isNegated = true
    if (/^(?:can|could|may|might|must|shall|should|will|would|cannot|ca)$/.test(token.lower)) modal = token.lower
    else if (
      /^(?:want|wants|wish|wishes|need|needs|like|likes)$/.test(token.lower) &&
      /^(?:to|be)$/.test(tokens[at + 1]?.lower ?? '')
    )
      modal = 'want'
    else if (
      /^(?:able|allowed|permitted|entitled|authorised|authorized)$/.test(token.lower) &&
      tokens[at + 1]?.lower === 'to'
    ) {
      modal = 'can'
      hasBe = false
    } else if (
      /^(?:is|are|was|were|be|been|being|get|gets|got)$/.test(token.lower) &&
      (token.pos === 'AUX' || participleNext(tokens, at))
    ) {
      hasBe = true
      lemma = 'be'
      start = token.start
    } else if (
      /^(?:do|does|did)$/.test(token.lower) &&
      !/^(?:everything|anything|all)$/.test(tokens[at + 1]?.lower ?? '') &&
      /^(?:not|n't|never|also|only)$|^$/.test(tokens[at + 1]?.lower ?? '')
    )
      continue
    else if (
      /^(?:not|never|n't|only|also|always|usually|often|to|both|either|just|normally|then|still|even|actually|currently|ever|already|be|thus|therefore|clearly|simply|really|together|additionally|themselves|himself|sometimes|optionally|probably)$/.test(
        token.lower,
      )
    )
      continue
    else if (token.pos === 'VERB' || (token.pos === 'AUX' && !hasBe)) {
      lemma = token.lemma === 'haf' ? 'have' : token.lemma
      isThird = token.lower !== token.lemma && /s$/.test(token.lower)
      start = token.start
      if (/^(?:has|have|had)$/.test(token.lower) && tokens[at + 1]?.lower === 'to') {
        modal = 'must'
        continue
      }
      at++
      break
    } else break
  }
  return { verb: { lemma, modal, isPassive: hasBe && lemma !== 'be', isNegated, isOnly, isThird, start }, next: at }
}

const participleNext = (tokens: readonly Token[], at: number): boolean => tokens[at + 1]?.pos === 'VERB'

/** Where the next clause of the sentence begins. */
const clauseEnd = (tokens: readonly Token[], from: number, verb: Verb): number => {
  let depth = 0
  for (let at = from; at < tokens.length; at++) {
    const token = tokens[at] as Token
    if (token.text === '(' || token.text === '[') depth++
    else if (token.text === ')' || token.text === ']') depth--
    if (depth > 0 || !separators.has(token.lower) || isLimit(tokens, at)) continue
    const isColon = token.text === ':'
    let next = at + 1
    while (
      next < tokens.length &&
      (separators.has(tokens[next]?.lower ?? '') ||
        /^(?:also|only|never|thereby|so|therefore)$/.test(tokens[next]?.lower ?? ''))
    )
      next++
    const here = tokens[next]
    if (!here) continue
    if (!isColon && startsClause(tokens, next, verb)) return at
    const isPronoun =
      pronouns.has(here.lower) &&
      here.lower !== 'which' &&
      here.lower !== 'that' &&
      here.lower !== 'who' &&
      here.lower !== 'one'
    const subject = skipAdverbs(tokens, isPronoun ? next + 1 : (phraseAt(tokens, next)?.next ?? null))
    if (
      subject !== null &&
      subject < tokens.length &&
      isFiniteVerb(tokens, subject) &&
      (isPronoun || !isLooseVerb(tokens, subject))
    )
      return at
    // A colon opens a list, which goes on to the end.
    if (isColon) return tokens.length
  }
  return tokens.length
}

/** `delete orders while they are open` limits; `while managers approve them` tells of others. */
const isLimit = (tokens: readonly Token[], at: number): boolean =>
  tokens[at]?.lower === 'while' && /^(?:it|they|this|these|those)$/.test(tokens[at + 1]?.lower ?? '')

const skipAdverbs = (tokens: readonly Token[], at: number | null): number | null =>
  at !== null && /^(?:only|also|never|just|always|usually|sometimes|then)$/.test(tokens[at]?.lower ?? '') ? at + 1 : at

/** In a list of nouns a word that could be a verb is a noun, unless it can be nothing else. */
const isLooseVerb = (tokens: readonly Token[], at: number): boolean => {
  const token = tokens[at] as Token
  if (token.pos === 'AUX' || /^(?:has|have|belongs?|needs?|contains?|sees?|gets?|keeps?|does|do)$/.test(token.lower))
    return false
  if (/^(?:one|it|them|those|everything|all|nothing)$/.test(tokens[at + 1]?.lower ?? '')) return false
  if (actionsOf(token.lemma) !== null && token.pos === 'VERB' && phraseAt(tokens, at + 1)) return false
  if (/^(?:and|or)$/.test(tokens[at + 1]?.lower ?? '') && tokens[at + 2]?.pos === 'VERB' && token.lower !== token.lemma)
    return false
  if (
    token.lower !== token.lemma &&
    /^(?:at|to|in|on|for|from|under|with|by|through|as)$/.test(tokens[at + 1]?.lower ?? '') &&
    /^(?:a|an|the|each|every|one)$/.test(tokens[at - 2]?.lower ?? '')
  )
    return false
  return token.lower === token.lemma || !phraseAt(tokens, at + 1)
}

const startsClause = (tokens: readonly Token[], at: number, verb: Verb): boolean => {
  const token = tokens[at] as Token
  if (token.lower === 'being') return false
  if (token.pos === 'AUX' || /^(?:has|belongs|contains|is|are|can|may|must|cannot)$/.test(token.lower)) return true
  if (token.pos !== 'VERB' || /ing$|ed$|en$/.test(token.lower)) return false
  if (/^[,.)]$/.test(tokens[at + 1]?.text ?? '.') && listVerbs.has(verb.lemma)) return false
  if (listVerbs.has(verb.lemma))
    return token.lower !== token.lemma && token.lower.endsWith('s') && !!phraseAtLoose(tokens, at + 1)
  return true
}

/** Verbs that a list of nouns follows. */
const listVerbs = new Set(
  'have be keep hold record want need store know show carry include contain comprise note track give list state specify consist require ask mean'.split(
    ' ',
  ),
)

const phraseAtLoose = (tokens: readonly Token[], at: number): boolean =>
  phraseAt(tokens, at) !== null || /^(?:to|in|on|at|of|for|with|from|under|by|through)$/.test(tokens[at]?.lower ?? '')

const subjectOf = (before: readonly Token[]): Pick<Clause, 'subjects' | 'pronoun'> & { isOnly: boolean } => {
  const subjects: Phrase[] = []
  let pronoun: string | null = null
  let isOnly = false
  let depth = 0
  for (let at = 0; at < before.length; ) {
    const token = before[at] as Token
    if (token.text === '(') depth++
    if (token.text === ')') depth--
    if (depth > 0) {
      at++
      continue
    }
    if (token.lower === 'only') isOnly = true
    if (/^(?:when|if|while|once|until|since|because|although)$/.test(token.lower) && subjects.length > 0) {
      const comma = before.findIndex(({ text }, index) => index > at && text === ',')
      if (comma < 0) break
      at = comma + 1
      continue
    }
    if (/^(?:who|which|that|whose|where)$/.test(token.lower) && subjects.length > 0) break
    if (openers.has(token.lower) || token.lower === 'by') {
      at = (phraseAt(before, at + 1)?.next ?? at) + 1
      continue
    }
    const read = phraseAt(before, at)
    if (read) {
      if (before[at - 1]?.lower === 'as' && subjects.length > 0) subjects.pop()
      subjects.push(read.value)
      at = Math.max(read.next, at + 1)
      continue
    }
    if (pronouns.has(token.lower) && pronoun === null) pronoun = token.lower
    at++
  }
  const timeless = subjects.filter(
    ({ key }) => !/^(?:day|week|month|year|hour|minute|morning|evening|night|term|quarter|season|time)$/.test(key),
  )
  const meant = timeless.length > 0 ? timeless : subjects
  return { subjects: meant, pronoun: subjects.length > 0 ? null : pronoun, isOnly }
}
