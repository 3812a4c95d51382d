import { type Forms, formKey, type Lexicon, type VerbForm, type VerbTense } from '../lexicon/index.ts'
import { commonAdjectives, particles } from './closed-words.ts'
import { nearestWord } from './nearest-word.ts'
import type { RawToken } from './tokens.ts'
import type { Pos, Word } from './word.ts'
import {
  canAct,
  canBeNoun,
  closed,
  hasVerbSince,
  isAdjectiveHere,
  isPersonDoing,
  isVerbHead,
  startsPhrase,
  units,
} from './word-tests.ts'

/** What each word is where it stands: from the lexicon, and from the words beside it. */
export const wordsOf = (raw: readonly RawToken[], lexicon: Lexicon): readonly Word[] => {
  const words: Word[] = []
  for (let at = 0; at < raw.length; ) {
    const { word, next } = wordAt(raw, at, words, lexicon)
    words.push(word)
    at = next
  }
  return joinedParticles(words, lexicon)
}

/** `turn it down`, `check the truck in`: the particle belongs to the verb. */
const joinedParticles = (words: readonly Word[], lexicon: Lexicon): readonly Word[] => {
  const out = [...words]
  for (const [at, word] of words.entries()) {
    if (word.pos !== 'verb' || word.lower.includes(' ') || word.verbs.length === 0) continue
    for (let next = at + 1; next < Math.min(words.length, at + 6); next++) {
      const particle = words[next] as Word
      if (/^(?:verb|be|have|modal|sign|sub|conj|to)$/.test(particle.pos)) break
      if (!particles.has(particle.lower) || particle.pos === 'noun') continue
      const after = words[next + 1]
      const isEnd =
        after === undefined ||
        /^(?:sign|conj|sub|adv|prep|to)$/.test(after.pos) ||
        (next === at + 2 && words[at + 1]?.pos === 'pron')
      const forms = isEnd && next > at + 1 ? lexicon.verbs.get(formKey(`${word.lower} ${particle.lower}`)) : undefined
      if (forms) {
        out[at] = { ...word, verbs: forms }
        out[next] = { ...particle, pos: 'adv' }
      }
      break
    }
  }
  return out
}

interface Seen {
  readonly word: Word
  readonly next: number
}

interface Found<T> {
  readonly forms: readonly T[]
  readonly length: number
}

const nothing = { forms: [], length: 0 }
const longest = 4

const lookUp = <T>(raw: readonly RawToken[], at: number, forms: Forms<T>): Found<T> => {
  for (let length = Math.min(longest, raw.length - at); length > 0; length--) {
    const part = raw.slice(at, at + length)
    if (!part.every(({ isWord }) => isWord)) continue
    const known = forms.get(formKey(part.map(({ lower }) => lower).join(' ')))
    if (known) return { forms: known, length }
  }
  return nothing
}

const isNoun = (word: Word | undefined): boolean => word?.pos === 'noun'
const wordAt = (raw: readonly RawToken[], at: number, before: readonly Word[], lexicon: Lexicon): Seen => {
  const token = raw[at] as RawToken
  const { lower } = token
  const as = (pos: Pos, more: Partial<Word> = {}, length = 1): Seen => {
    const last = raw[at + length - 1] as RawToken
    return {
      word: {
        text:
          length === 1
            ? token.text
            : raw
                .slice(at, at + length)
                .map(({ text }) => text)
                .join(' '),
        lower: raw
          .slice(at, at + length)
          .map((each) => each.lower)
          .join(' '),
        pos,
        start: token.start,
        end: last.end,
        nouns: [],
        verbs: [],
        tense: null,
        isPlural: false,
        isUnknown: false,
        ...more,
      },
      next: at + length,
    }
  }
  if (token.text === 'n' && /^(?:days?|weeks?|months?|hours?|minutes?|years?|times?)$/.test(raw[at + 1]?.lower ?? ''))
    return as('num')
  if (!token.isWord || lower === '->')
    return as(lower === 'and' || lower === 'with' ? (lower === 'and' ? 'conj' : 'prep') : 'sign')
  if (lower === "'s") return as('sign')
  if (units.has(lower) && before.at(-1)?.pos !== 'det') return as('num', { isUnknown: true })
  const nouns = lookUp(raw, at, lexicon.nouns)
  const verbs = lookUp(raw, at, lexicon.verbs)
  const prev = before.at(-1)
  if (lower === 'to') return as('to')
  if (
    /^(?:one|zero)$/.test(lower) &&
    raw[at + 1]?.lower === 'or' &&
    /^(?:more|several|many)$/.test(raw[at + 2]?.lower ?? '')
  )
    return as('num', {}, 3)
  if (nouns.length < 2 && verbs.length < 2) {
    if (lower === 'no' && /^(?:\.)$/.test(raw[at + 1]?.lower ?? ''))
      return as('noun', { nouns: lexicon.nouns.get('number') ?? [] }, 2)
    if (
      lower === 'one' &&
      raw[at + 1] !== undefined &&
      (canBeNoun(raw[at + 1] as RawToken, lexicon) || raw[at + 1]?.lower === 'of')
    )
      return as('num')
    const pos = closed.find(([set]) => set.has(lower))?.[1]
    if (pos !== undefined && !(pos === 'num' && lower === 'second' && prev?.pos === 'prep')) return as(pos)
  }
  if (/^[£$€]?\d/.test(lower))
    return as(/^\d+\p{L}/u.test(lower) && !/^\d+(?:st|nd|rd|th|x|k|m|h)$/.test(lower) ? 'noun' : 'num')
  const noun = (): Seen =>
    as(
      'noun',
      {
        nouns: nouns.forms,
        isPlural:
          nouns.forms.some((each) => each.isPlural) &&
          !nouns.forms.some((each) => !each.isPlural && each.noun.plural !== each.name),
      },
      Math.max(1, nouns.length),
    )
  const verb = (tense?: VerbTense): Seen => {
    const tenses = new Set(verbs.forms.flatMap((each) => each.tenses))
    const likely = tenses.has('third') && /s\b/.test(lower) ? 'third' : [...tenses][0]
    return as('verb', { verbs: verbs.forms, tense: tense ?? likely ?? 'base' }, Math.max(1, verbs.length))
  }
  if (commonAdjectives.has(lower) && nouns.length === 0 && verbs.length === 0) return as('adj')
  // `the kids tick them off`: before `them` stands what is done.
  if (
    verbs.length < 2 &&
    /^(?:it|them)$/.test(raw[at + 1]?.lower ?? '') &&
    prev &&
    (prev.pos === 'noun' || isVerbHead(prev, before))
  )
    return as('verb', {
      verbs: verbs.forms.length > 0 ? verbs.forms : separated(raw, at, lexicon),
      tense: /s$/.test(lower) ? 'third' : 'base',
      isUnknown: verbs.length === 0,
    })
  if (nouns.length === 0 && verbs.length === 0) return unknownAt(raw, at, before, lexicon, as)
  if (nouns.length === 2 && verbs.length < 2 && isPersonDoing(raw, at, prev, lexicon))
    return as('noun', { nouns: lexicon.nouns.get(formKey(lower)) ?? [], isPlural: false })
  if (verbs.length === 0)
    return commonAdjectives.has(lower) && nouns.length < 2 && isAdjectiveHere(raw, at, prev, lexicon)
      ? as('adj')
      : noun()
  const tenses = new Set(verbs.forms.flatMap((each) => each.tenses))
  const next = raw[at + verbs.length]
  if (prev?.pos === 'be' && verbs.length === 1 && !tenses.has('past') && !tenses.has('ing'))
    return commonAdjectives.has(lower) || nouns.length === 0 ? as('adj') : noun()
  const isOne = prev !== undefined && /^(?:each|every|an?)$/.test(prev.lower)
  if (nouns.length > 1 && isOne && verbs.length < 2 && nouns.forms.every(({ isPlural }) => isPlural)) {
    const alone = lexicon.nouns.get(formKey(lower))
    if (alone) return as('noun', { nouns: alone })
  }
  if (nouns.length > verbs.length && !(prev && isVerbHead(prev, before) && tenses.has('base'))) return noun()
  // What can only be a verb.
  if (nouns.length === 0) {
    if (
      tenses.has('ing') &&
      (!prev || prev.pos === 'sign') &&
      next &&
      canBeNoun(next, lexicon) &&
      !startsPhrase.test(next.lower) &&
      !verbs.forms.some(({ senses }) => senses.some(({ isKeeping }) => isKeeping))
    )
      return as('adj', { verbs: verbs.forms, tense: 'ing' })
    if (tenses.has('past') && !tenses.has('base')) {
      if (
        commonAdjectives.has(lower) &&
        !/^(?:be|have)$/.test(prev?.pos ?? '') &&
        isAdjectiveHere(raw, at, prev, lexicon)
      )
        return as('adj')
      const isBeforeNoun = next !== undefined && canBeNoun(next, lexicon) && !startsPhrase.test(next.lower)
      if (prev && /^(?:det|poss|num|adj|prep|sign|conj)$/.test(prev.pos) && isBeforeNoun && next.lower !== 'by')
        return as('adj', { verbs: verbs.forms, tense: 'past' })
      if (!prev && isBeforeNoun) return as('adj', { verbs: verbs.forms, tense: 'past' })
      return verb('past')
    }
    const isDone = tenses.has('base') && prev?.pos === 'noun' && prev.isPlural && canAct(prev) && !hasVerbSince(before)
    if (isDone) return verb('base')
    if (commonAdjectives.has(lower) && !(prev && isVerbHead(prev, before)) && isAdjectiveHere(raw, at, prev, lexicon))
      return as('adj')
    if (tenses.has('ing') && prev && /^(?:det|poss|prep|adj|num)$/.test(prev.pos)) {
      const isBeforeNoun = next !== undefined && canBeNoun(next, lexicon) && !startsPhrase.test(next.lower)
      if (isBeforeNoun && prev.pos !== 'prep') return as('adj', { verbs: verbs.forms, tense: 'ing' })
      if (isBeforeNoun && prev.lower === 'as') return as('adj', { verbs: verbs.forms, tense: 'ing' })
      if (prev.pos !== 'prep' || next === undefined || !next.isWord)
        return as('noun', { verbs: verbs.forms, tense: 'ing' })
    }
    if (prev && /^(?:det|poss|adj)$/.test(prev.pos) && !tenses.has('past')) return as('noun', { verbs: verbs.forms })
    return verb()
  }
  // Both.
  if (prev && /^(?:det|poss|num|adj|prep)$/.test(prev.pos)) {
    if (
      prev.pos === 'prep' &&
      tenses.has('ing') &&
      next?.isWord &&
      (startsPhrase.test(next.lower) || canBeNoun(next, lexicon))
    )
      return verb('ing')
    if (!(prev.pos === 'det' && /^(?:who|which|that|all|both)$/.test(prev.lower))) return noun()
  }
  // `has phone and email`, and `has phoned`.
  if (prev?.pos === 'have') return tenses.has('past') && !tenses.has('base') ? verb('past') : noun()
  if (prev && isVerbHead(prev, before))
    return tenses.has('base') || tenses.has('past') || tenses.has('third') ? verb() : noun()
  if (prev?.pos === 'det' && /^(?:which|that)$/.test(prev.lower))
    return tenses.has('third') || tenses.has('past') ? verb() : noun()
  const startsNext =
    next !== undefined &&
    (startsPhrase.test(next.lower) ||
      (next.isWord && canBeNoun(next, lexicon)) ||
      /^(?:in|on|at|for|to|by|with|from|out|up|off|back|over|down|when|if|whether|how|about)$/.test(next.lower))
  if (prev && (isNoun(prev) || prev.pos === 'adv')) {
    const subject =
      prev.pos === 'adv'
        ? before.findLast((each) => each.pos === 'noun' || each.pos === 'verb' || each.pos === 'sign')
        : prev
    const hasVerb = hasVerbSince(before)
    if (isNoun(subject) && subject) {
      const isActor = canAct(subject)
      // `guides offer trips, clients book`: somebody opens a clause of their own.
      const isOpening = isSomebody(subject) && prev === subject && hasVerb === opensClause(before, subject)
      if (isOpening && !next?.isWord && tenses.has(subject.isPlural ? 'base' : 'third'))
        return verb(subject.isPlural ? 'base' : 'third')
      if (isOpening && hasVerb && startsNext && tenses.has(subject.isPlural ? 'base' : 'third'))
        return verb(subject.isPlural ? 'base' : 'third')
      if (tenses.has('third') && !subject.isPlural && startsNext && (isActor || !hasVerb)) return verb('third')
      if (
        tenses.has('base') &&
        subject.isPlural &&
        startsNext &&
        (isActor || !hasVerb) &&
        !(next && next.lower === 'of')
      )
        return verb('base')
      if (tenses.has('past') && !tenses.has('base') && (next === undefined || startsNext || !next.isWord))
        return verb('past')
      if (tenses.has('base') && isActor && subject.isPlural && !hasVerb && next?.isWord) return verb('base')
      if (tenses.has('third') && isActor && !subject.isPlural && !hasVerb && next?.isWord) return verb('third')
    }
    return noun()
  }
  if (
    prev?.pos === 'conj' ||
    (prev?.pos === 'sign' && prev.lower === ',') ||
    (prev?.pos === 'sign' && prev.lower === '/')
  ) {
    const lastVerb = before.findLast((each) => each.pos === 'verb')
    const lastNoun = before.findLast((each) => each.pos === 'noun' || each.pos === 'verb')
    if (
      lastVerb &&
      lastVerb.tense !== null &&
      tenses.has(lastVerb.tense) &&
      startsNext &&
      next &&
      (startsPhrase.test(next.lower) || lastNoun === lastVerb || lastVerb.tense === 'third')
    ) {
      const isPluralNoun = nouns.forms.some((each) => each.isPlural)
      if (!(isPluralNoun && lastVerb.tense !== 'third')) return verb(lastVerb.tense)
    }
    return noun()
  }
  if (prev === undefined || prev.pos === 'sign') {
    if (
      tenses.has('base') &&
      next &&
      /^(?:the|an?|my|our|their|me|us|which|who|what|how|when|whether)$/.test(next.lower)
    )
      return verb('base')
    if (
      tenses.has('base') &&
      next &&
      verbs.forms.some(({ senses }) => senses.some(({ isKeeping }) => isKeeping)) &&
      canBeNoun(next, lexicon)
    )
      return verb('base')
    if (
      tenses.has('ing') &&
      next &&
      canBeNoun(next, lexicon) &&
      !startsPhrase.test(next.lower) &&
      !verbs.forms.some(({ senses }) => senses.some(({ isKeeping }) => isKeeping))
    )
      return as('adj', { verbs: verbs.forms, tense: 'ing' })
    if (tenses.has('ing') && next && (startsPhrase.test(next.lower) || canBeNoun(next, lexicon))) return verb('ing')
    if (tenses.has('third') && !tenses.has('base') && next && startsPhrase.test(next.lower) && before.length > 0)
      return verb('third')
    return noun()
  }
  return noun()
}

const isSomebody = ({ nouns }: Word): boolean =>
  nouns.some(({ senses }) => senses.some(({ is }) => is === 'actor' || is === 'client'))

/** Whether a comma or "and" stands before a subject, whatever its articles. */
const opensClause = (before: readonly Word[], subject: Word): boolean => {
  const earlier = before.slice(0, before.indexOf(subject)).findLast(({ pos }) => !/^(?:det|poss|adj|num)$/.test(pos))
  return earlier !== undefined && (earlier.pos === 'conj' || earlier.lower === ',')
}

/** `tick them off` is `tick off`. */
const separated = (raw: readonly RawToken[], at: number, lexicon: Lexicon): readonly VerbForm[] =>
  lexicon.verbs.get(formKey(`${raw[at]?.lower} ${raw[at + 2]?.lower ?? ''}`)) ?? []

const unknownAt = (
  raw: readonly RawToken[],
  at: number,
  before: readonly Word[],
  lexicon: Lexicon,
  as: (pos: Pos, more?: Partial<Word>, length?: number) => Seen,
): Seen => {
  const token = raw[at] as RawToken
  const { lower, text } = token
  if (lower.length >= 5 && !/^[A-Z]/.test(text) && !text.includes('-')) {
    const near = nearestWord(lower, lexicon)
    if (near !== null) {
      const seen = wordAt(
        raw.map((each, nth) => (nth === at ? { ...each, lower: near } : each)),
        at,
        before,
        lexicon,
      )
      return seen
    }
  }
  const prev = before.at(-1)
  if (/ly$/.test(lower) && lower.length > 4) return as('adv')
  const next = raw[at + 1]
  const isBeforeNoun = next !== undefined && canBeNoun(next, lexicon)
  if (
    /(?:able|ible|ous|ful|less|ive|ical|ish|ary|ic|al)$/.test(lower) &&
    lower.length > 4 &&
    (isBeforeNoun || prev?.pos === 'be')
  )
    return as('adj', { isUnknown: true })
  const known = { isUnknown: true, isPlural: /[^sui]s$/.test(lower) && lower.length > 3 }
  if (prev && isVerbHead(prev, before) && prev.pos !== 'be' && !/s$/.test(lower))
    return as('verb', { ...known, isPlural: false, tense: 'base' })
  if (/(?:ed)$/.test(lower) && lower.length > 4 && prev && /^(?:be|have|noun|pron)$/.test(prev.pos))
    return as('verb', { ...known, isPlural: false, tense: 'past' })
  if (/ed$/.test(lower) && isBeforeNoun) return as('adj', known)
  return as('noun', known)
}
