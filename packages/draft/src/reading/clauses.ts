import type { VerbForm } from '../lexicon/index.ts'
import { type Flat, type Item, itemsOf } from './items.ts'
import { type Mention, mentionAt } from './mentions.ts'
import type { Word } from './word.ts'
import { isParticle } from './word-tests.ts'

/** What is done: `may only approve`, `is washed`. */
export interface Predicate {
  readonly kind: 'be' | 'have' | 'verb'
  readonly word: Word
  readonly forms: readonly VerbForm[]
  readonly modal: string | null
  readonly isPassive: boolean
  readonly isNegated: boolean
  readonly isInfinitive: boolean
  readonly isGerund: boolean
  readonly from: number
  readonly next: number
}

export interface Complement {
  readonly preposition: string
  readonly items: readonly Item[]
}

/** Somebody or something, what it does, and to what. */
export interface Clause {
  readonly subjects: readonly Mention[]
  /** `we`, `they`, `it`. */
  readonly pronoun: string | null
  /** `As a parent`, `On each visit`. */
  readonly openings: readonly Complement[]
  readonly predicate: Predicate
  readonly objects: readonly Item[]
  readonly complements: readonly Complement[]
  /** All words after the predicate. */
  readonly rest: readonly Word[]
  readonly isConditional: boolean
  readonly isRelative: boolean
  readonly isQuestion: boolean
  readonly isOnly: boolean
  readonly start: number
  readonly end: number
}

/** Verbs whose object does what comes after. */
const givesLeave = /^(?:lets?|allows?|wants?|needs?|helps?|enables?|asks?|tells?|reminds?)$/

const auxiliary = /^(?:modal|do|be|have)$/

/** The predicate that begins at a word, or null. */
export const predicateAt = (words: readonly Word[], from: number): Predicate | null => {
  const first = words[from]
  if (!first || !(auxiliary.test(first.pos) || first.pos === 'verb')) return null
  let at = from
  let modal: string | null = null
  let isNegated = false
  let be: Word | null = null
  let have: Word | null = null
  let isInfinitive = words[from - 1]?.pos === 'to'
  for (; at < words.length; at++) {
    const word = words[at] as Word
    if (word.pos === 'modal') modal = word.lower
    else if (word.pos === 'do') {
      if (/n't$/.test(word.lower)) isNegated = true
    } else if (word.pos === 'adv') {
      if (/^(?:not|never)$/.test(word.lower)) isNegated = true
    } else if (word.pos === 'be') {
      be = word
      if (/n't$/.test(word.lower)) isNegated = true
    } else if (word.pos === 'have') have = word
    else if (word.pos === 'det' && word.lower === 'no' && be) break
    else if (word.pos === 'to' && (have || be) && words[at + 1]?.pos === 'verb') {
      modal = modal ?? 'must'
      isInfinitive = false
      be = null
      have = null
    } else if (word.pos === 'adj' && be && words[at + 1]?.pos === 'to')
      modal = /^(?:able|free)$/.test(word.lower) ? 'can' : (modal ?? 'must')
    else break
    if (/n't$|cannot/.test(word.lower) && word.pos === 'modal') isNegated = true
  }
  const verb = words[at]
  if (verb?.pos === 'verb') {
    const isParticiple = verb.tense === 'past' || verb.verbs.some(({ tenses }) => tenses.includes('past'))
    const isPassive = be !== null && isParticiple && verb.tense !== 'ing'
    let next = at + 1
    // `want to see`, `are allowed to change`: what comes after is what is done.
    const isNothing =
      verb.verbs.length === 0 || verb.verbs.every(({ senses }) => senses.every((sense) => sense.isNothing))
    if (
      (isNothing || isPassive) &&
      words[next]?.pos === 'to' &&
      (words[next + 1]?.pos === 'verb' || auxiliary.test(words[next + 1]?.pos ?? ''))
    ) {
      const chained = predicateAt(words, next + 1)
      if (chained)
        return {
          ...chained,
          modal: modal ?? verb.lower,
          isNegated: isNegated || chained.isNegated,
          isInfinitive,
          isGerund: false,
          from,
        }
    }
    if (isParticle(words[next]) && verb.verbs.some(({ name }) => name.endsWith(` ${words[next]?.lower}`))) next++
    return {
      kind: 'verb',
      word: verb,
      forms: verb.verbs,
      modal,
      isPassive,
      isNegated,
      isInfinitive,
      isGerund: verb.tense === 'ing' && be === null,
      from,
      next,
    }
  }
  const common = { forms: [], modal, isPassive: false, isNegated, isInfinitive, isGerund: false, from, next: at }
  if (have && (!be || words.indexOf(have) > words.indexOf(be))) return { ...common, kind: 'have', word: have }
  if (be) return { ...common, kind: 'be', word: be }
  if (have) return { ...common, kind: 'have', word: have }
  return null
}

const separator = /^(?:,|and|but|then|or|so|;|:|-|\/|->)$/

interface Piece {
  readonly from: number
  readonly predicate: Predicate | null
  /** The word that opens it: `if`, `who`, `,`. */
  readonly opener: Word | null
  readonly isShared: boolean
}

/** The clauses of a sentence, and its words before the first that belong to none. */
export const clausesOf = (flat: Flat): readonly Clause[] => {
  const { words } = flat
  const predicates: Predicate[] = []
  for (let at = 0; at < words.length; ) {
    const predicate = predicateAt(words, at)
    if (predicate && isFiniteIn(words, predicate)) predicates.push(predicate)
    at = predicate ? Math.max(predicate.next, at + 1) : at + 1
  }
  const pieces: Piece[] = predicates.map((predicate, nth) => {
    const low = nth === 0 ? 0 : (predicates[nth - 1] as Predicate).next
    return pieceOf(words, predicate, low, nth === 0)
  })
  const clauses: Clause[] = []
  for (const [nth, piece] of pieces.entries()) {
    const end = pieces[nth + 1] ? openedAt(pieces[nth + 1] as Piece) : words.length
    const before = clauses.at(-1)
    clauses.push(clauseOf(flat, piece, end, before))
  }
  return clauses.map((clause, nth) =>
    withSharedAgent(
      clause,
      clauses[nth - 1],
      clauses[nth + 1],
      pieces[nth]?.isShared ?? false,
      pieces[nth + 1]?.isShared ?? false,
    ),
  )
}

/** `is released by customs or put on hold`: of two things done to one, who does the one does the other. */
const withSharedAgent = (
  clause: Clause,
  before: Clause | undefined,
  after: Clause | undefined,
  isShared: boolean,
  sharesAfter: boolean,
): Clause => {
  if (!clause.predicate.isPassive || clause.complements.some(({ preposition }) => preposition === 'by')) return clause
  const other =
    isShared && before?.predicate.isPassive ? before : sharesAfter && after?.predicate.isPassive ? after : undefined
  const by = other?.complements.find(({ preposition }) => preposition === 'by')
  return by ? { ...clause, complements: [...clause.complements, by] } : clause
}

const openedAt = ({ from, opener }: Piece): number => (opener ? from - 1 : from)

const isFiniteIn = (
  words: readonly Word[],
  { isGerund, isInfinitive, from, kind, word, isPassive }: Predicate,
): boolean => {
  if (kind !== 'verb') return !(isInfinitive && kind === 'be')
  if (isGerund) return false
  // `I want parents to sign`.
  const isLet =
    isInfinitive &&
    words[from - 2]?.pos === 'noun' &&
    words.slice(Math.max(0, from - 7), from - 2).some(({ pos, lower }) => pos === 'verb' && givesLeave.test(lower))
  if (isInfinitive)
    return isLet || words[from - 2] === undefined || /^(?:sign)$/.test(words[from - 2]?.pos ?? '') || from < 4
  // `trees planted by volunteers`.
  if (word.tense === 'past' && !isPassive && words[from]?.pos === 'verb') {
    const next = words[from + 1]
    const prev = words[from - 1]
    if (prev === undefined) return false
    if (prev.pos === 'sign' || prev.pos === 'conj')
      return next?.lower === 'by' || (prev.pos === 'conj' && next !== undefined && /^(?:det|poss|pron)$/.test(next.pos))
    return (
      next !== undefined && (next.lower === 'by' || /^(?:det|poss|pron|num)$/.test(next.pos) || prev.pos === 'pron')
    )
  }
  return true
}

const pieceOf = (words: readonly Word[], predicate: Predicate, low: number, isFirst: boolean): Piece => {
  for (let at = predicate.from - 1; at >= low; at--) {
    const word = words[at] as Word
    const isQuestion =
      /^(?:which|what|who|whom|whose|that|where|when|how|whether|if|while|once|until|because|unless|why|whenever|as)$/.test(
        word.lower,
      ) && word.pos !== 'noun'
    if (word.pos === 'sub' || isQuestion) {
      if (
        word.lower === 'as' ||
        (/^(?:before|after|until|since|till)$/.test(word.lower) && !hasSubject(words, at + 1, predicate.from))
      )
        continue
      if (word.lower === 'that' && isFirst && at === low) continue
      return { from: at + 1, predicate, opener: word, isShared: false }
    }
    if (separator.test(word.lower) && word.pos !== 'noun') {
      // `doctors, nurses and clerks see` is one list; `chores with points, the kids tick` is not.
      const isOneList =
        words.slice(at + 1, predicate.from).some(({ lower }) => /^(?:and|or)$/.test(lower)) ||
        !words.slice(low, at).some(({ pos }) => pos === 'noun') ||
        words.slice(low, at).some(({ pos }, nth) => nth === 0 && (pos === 'prep' || pos === 'sub'))
      if (isFirst && !/^(?::|;|->|,)$/.test(word.lower)) continue
      if (isFirst && word.lower === ',' && (isOneList || !hasSubject(words, at + 1, predicate.from))) continue
      // `doctors and nurses see`, `a name, a date and a clerk signs`: a list before the verb of the first clause is its subject.
      return { from: at + 1, predicate, opener: word, isShared: !hasSubject(words, at + 1, predicate.from) }
    }
  }
  if (isFirst) return { from: low, predicate, opener: null, isShared: false }
  // Nothing stands between: `a door they open`.
  const pronoun = words.slice(low, predicate.from).findLastIndex(({ pos }) => pos === 'pron')
  const from = pronoun >= 0 ? low + pronoun : predicate.from
  return { from, predicate, opener: null, isShared: pronoun < 0 }
}

const hasSubject = (words: readonly Word[], from: number, to: number): boolean =>
  words.slice(from, to).some(({ pos }) => pos === 'noun' || pos === 'pron')

const clauseOf = (flat: Flat, piece: Piece, end: number, before: Clause | undefined): Clause => {
  const { words } = flat
  const found = piece.predicate as Predicate
  const isSharedPassive =
    piece.isShared &&
    before?.predicate.isPassive === true &&
    found.kind === 'verb' &&
    (found.word.tense === 'past' || found.forms.some(({ tenses }) => tenses.includes('past')))
  const predicate: Predicate = isSharedPassive ? { ...found, isPassive: true } : found
  const left = words.slice(piece.from, predicate.from)
  const rest = words.slice(predicate.next, end)
  const openings: Complement[] = []
  let subjects: Mention[] = []
  let pronoun: string | null = null
  let at = 0
  while (at < left.length) {
    const word = left[at] as Word
    if ((word.pos === 'prep' || word.pos === 'to') && word.lower !== 'of' && word.lower !== 'every') {
      const comma = left.findIndex((each, index) => index > at && each.lower === ',')
      const object = mentionAt(left, at + 1)
      const stop = comma >= 0 && subjects.length === 0 ? comma : (object?.next ?? at + 1)
      openings.push({ preposition: word.lower, items: itemsOf(left.slice(at + 1, stop), flat.brackets) })
      at = Math.max(stop, at + 1)
      continue
    }
    const mention = mentionAt(left, at)
    if (mention) {
      subjects.push(mention)
      at = Math.max(mention.next, at + 1)
      continue
    }
    if (word.pos === 'pron' && pronoun === null) pronoun = word.lower
    else if (word.pos === 'det' && /^(?:each|all|both|any|this|that|these|which)$/.test(word.lower) && pronoun === null)
      pronoun = word.lower
    at++
  }
  const timeless = subjects.filter((each) => !isTime(each))
  if (timeless.length > 0) subjects = timeless
  const opener = piece.opener
  const isRelative = opener !== null && /^(?:who|which|that|whom|whose)$/.test(opener.lower) && opener.pos !== 'sub'
  if (isRelative && subjects.length === 0) {
    const antecedent = antecedentOf(words, piece.from - 1)
    if (antecedent) {
      subjects = [antecedent]
      pronoun = null
    } else pronoun = opener.lower
  } else if (
    subjects.length === 0 &&
    pronoun === null &&
    (piece.isShared || (opener && separator.test(opener.lower))) &&
    before
  ) {
    subjects = [...before.subjects]
    pronoun = before.pronoun
  }
  // `let members book courts`, `I want parents to sign`: who is let does it.
  const given =
    subjects.length === 0 && before && givesLeave.test(before.predicate.word.lower) ? before.objects.at(-1) : null
  if (given?.mention && given.end < predicate.word.start && (pronoun === null || pronoun === before?.pronoun)) {
    subjects = [given.mention]
    pronoun = null
  }
  if (pronoun === 'i' || pronoun === 'we') {
    const as = openings.find(({ preposition }) => preposition === 'as')
    const who = as?.items[0]?.mention
    if (who) subjects = [who]
  }
  if (pronoun !== null && subjects.length > 0 && openings.every(({ preposition }) => preposition !== 'as'))
    pronoun = null
  const { objects, complements } = afterPredicate(rest, flat.brackets)
  return {
    subjects,
    pronoun: subjects.length > 0 ? null : pronoun,
    openings,
    predicate,
    objects,
    complements,
    rest,
    isConditional:
      opener !== null &&
      /^(?:if|when|while|once|until|unless|because|whenever|before|after|since|till|although)$/.test(opener.lower),
    isRelative,
    isQuestion: opener !== null && /^(?:which|what|how|whether|why|where)$/.test(opener.lower),
    isOnly:
      left.some(({ lower }) => lower === 'only') ||
      words.slice(predicate.from, predicate.next).some(({ lower }) => lower === 'only'),
    start: (left[0] ?? predicate.word).start,
    end: rest.at(-1)?.end ?? predicate.word.end,
  }
}

export const isTime = ({ head }: Mention): boolean =>
  head.nouns.length > 0 && head.nouns.every(({ senses }) => senses.every(({ is }) => is === 'time'))

/** The thing that `who` or `which` speaks of: what ends before it. */
const antecedentOf = (words: readonly Word[], at: number): Mention | null => {
  for (let from = Math.max(0, at - 6); from < at; from++) {
    const mention = mentionAt(words.slice(0, at), from, false)
    if (
      mention &&
      !isTime(mention) &&
      (mention.next === at || (mention.next === at - 1 && words[at - 1]?.lower === ','))
    )
      return mention
  }
  return null
}

const afterPredicate = (
  rest: readonly Word[],
  brackets: Flat['brackets'],
): { objects: readonly Item[]; complements: readonly Complement[] } => {
  const marks: { at: number; preposition: string }[] = []
  for (const [at, word] of rest.entries()) {
    const isPreposition =
      (word.pos === 'prep' || word.pos === 'to') &&
      word.lower !== 'of' &&
      word.lower !== 'every' &&
      word.lower !== 'plus'
    if (isPreposition && !(word.pos === 'to' && rest[at + 1]?.pos === 'num' && rest[at - 1]?.pos === 'num'))
      marks.push({ at, preposition: word.lower })
  }
  const objects = itemsOf(rest.slice(0, marks[0]?.at ?? rest.length), brackets)
  const complements = marks.map(({ at, preposition }, nth) => ({
    preposition,
    items: itemsOf(rest.slice(at + 1, marks[nth + 1]?.at ?? rest.length), brackets),
  }))
  return { objects, complements }
}
