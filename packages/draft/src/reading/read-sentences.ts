import { type Block, blocksOf, withoutNumber } from '../language/blocks.ts'
import type { Lexicon } from '../lexicon/index.ts'
import { type Clause, clausesOf, predicateAt } from './clauses.ts'
import { type Flat, flatten, type Item, itemOf, itemsOf } from './items.ts'
import { type Mention, mentionAt, mentionsIn } from './mentions.ts'
import { rawTokensOf } from './tokens.ts'
import type { Word } from './word.ts'
import { wordsOf } from './words.ts'

/** `Dog: name, breed`, `tools with a price`, `per roof: tilt`. */
export interface Labelled {
  readonly label: Mention
  /** `per`, `for`, or none. */
  readonly preposition: string | null
  readonly items: readonly Item[]
  /** How it is bound: `:`, `with`, `(`. */
  readonly sign: string
}

export interface Sentence {
  readonly block: Block
  readonly text: string
  readonly start: number
  readonly flat: Flat
  readonly words: readonly Word[]
  readonly mentions: readonly Mention[]
  readonly clauses: readonly Clause[]
  readonly labelled: readonly Labelled[]
  /** Parts of a list that no verb governs. */
  readonly items: readonly Item[]
}

const sentenceMax = 1500
const abbreviation =
  /(?:\b(?:e\.g|i\.e|etc|no|nr|mr|mrs|ms|dr|st|vs|approx|min|max|incl|cf|ca|dept|ext|cert|resp|fig|sec|hr|v\d+))\.$/i

/** `order no. 12` goes on; `yes/no. Owner` ends. */
const isAbbreviated = (text: string, at: number): boolean =>
  text[at] === '.' &&
  abbreviation.test(text.slice(Math.max(0, at - 8), at + 1)) &&
  !(/no\.$/i.test(text.slice(0, at + 1)) && /^\s+[A-Z]/.test(text.slice(at + 1)))

interface Slice {
  readonly text: string
  readonly start: number
}

const slicesOf = (text: string, start: number): readonly Slice[] => {
  const found: Slice[] = []
  let begin = 0
  let depth = 0
  // `who bakes what / how many slices`: lines in one; `ok / failed` are values.
  const isSlashed = text.split(' / ').every((part) => part.trim().split(/\s+/).length > 1)
  const close = (end: number): void => {
    const raw = text.slice(begin, end)
    if (/[\p{L}\d]/u.test(raw)) found.push({ text: raw, start: start + begin })
    begin = end
  }
  for (let at = 0; at < text.length; at++) {
    const sign = text[at] as string
    if (sign === '(' || sign === '[') depth++
    if ((sign === ')' || sign === ']') && depth > 0) depth--
    if (depth > 0 && at - begin < sentenceMax) continue
    if (sign === ';' || sign === '\n') close(at + 1)
    else if (
      /[.!?…]/.test(sign) &&
      /^[.!?…"')\]]*(?:\s|$)/.test(text.slice(at + 1, at + 8)) &&
      !isAbbreviated(text, at)
    )
      close(at + 1)
    else if (at - begin > sentenceMax && sign === ' ') close(at + 1)
    else if (sign === '/' && isSlashed && /^\s\/\s/.test(text.slice(at - 1, at + 2))) close(at + 1)
  }
  close(text.length)
  return found
}

export const readSentences = (text: string, lexicon: Lexicon): readonly Sentence[] =>
  blocksOf(text)
    .filter(({ kind }) => kind !== 'table' && kind !== 'columns')
    .flatMap((block) =>
      slicesOf(
        withLines(block.kind === 'heading' ? withoutNumber(block.text) : block.text, block.start, text),
        block.start,
      ).map((slice) => readSentence(slice, block, lexicon)),
    )

/** Nobody breaks a line of running text so early. */
const shortLine = 60

/** The ends of short lines, which a block has as spaces, put back: each says something of its own. */
const withLines = (block: string, start: number, text: string): string => {
  const ends = [...block].flatMap((_, at) => (text[start + at] === '\n' ? [at] : []))
  const lengths = [...ends, block.length].map((end, nth) => end - (ends[nth - 1] ?? -1) - 1)
  // Where most lines are short, one that is longer was not broken either.
  const isList = lengths.length > 2 && lengths.filter((length) => length < shortLine).length * 3 >= lengths.length * 2
  return ends.reduce((whole, at, nth) => {
    const line = whole.slice((ends[nth - 1] ?? -1) + 1, at)
    const isEnd = (isList || line.length < shortLine) && !/[,;]\s*$/.test(line)
    return isEnd ? `${whole.slice(0, at)}\n${whole.slice(at + 1)}` : whole
  }, block)
}

const readSentence = ({ text, start }: Slice, block: Block, lexicon: Lexicon): Sentence => {
  const raw = rawTokensOf(text, start)
  const lead = raw.findIndex(({ isWord }) => isWord)
  const words = wordsOf(raw.slice(Math.max(0, lead)), lexicon)
  const flat = flatten(words)
  const common = { block, text, start, flat, words, mentions: mentionsIn(words) }
  const labelled: Labelled[] = []
  const mark = labelMark(flat.words)
  if (mark) {
    const outer = mark
    const inner = labelMark(flat.words.slice(mark.at + 1))
    // `wine cellar -> bottle: producer`: the list is of the last.
    const { label, preposition, at } = inner ? { ...inner, at: mark.at + 1 + inner.at } : outer
    if (inner)
      labelled.push({
        label: outer.label,
        preposition: null,
        items: itemsOf([...inner.label.parts], new Map()),
        sign: ':',
      })
    const rest = flat.words.slice(at + 1)
    if (!isClause(rest)) {
      const items = itemsOf(rest, flat.brackets)
      labelled.push({ label, preposition, items, sign: ':' })
      labelled.push(...boundIn(items, flat), ...bracketed(flat))
      return { ...common, labelled, items: [], clauses: [] }
    }
  }
  // `I track alterations for my shop - customer, price`, `scouts send us locations: address, photos`: the list is of what stands before it.
  const sign = listSign(flat.words)
  const head = flat.words.slice(0, sign < 0 ? undefined : sign)
  const read = clausesOf({ ...flat, words: head })
  const clauses = isListAfterAll(read, head) ? [] : read
  if (sign > 0) {
    const told =
      mentionsIn(head).findLast(({ next }) => next === sign) ??
      clauses[0]?.objects.findLast(({ mention }) => mention !== null)?.mention
    const listed = itemsOf(flat.words.slice(sign + 1), flat.brackets)
    if (told) labelled.push({ label: told, preposition: null, items: listed, sign: ':' }, ...boundIn(listed, flat))
  }
  for (const clause of clauses)
    labelled.push(...boundIn([...clause.objects, ...clause.complements.flatMap(({ items }) => items)], flat))
  const first = clauses[0]
  const headWords = first
    ? flat.words.slice(
        0,
        flat.words.findIndex((word) => word.start >= first.start),
      )
    : flat.words
  const items = headWords.length > 0 ? itemsOf(headWords, flat.brackets) : []
  labelled.push(...withLists(items), ...boundIn(items, flat), ...bracketed(flat))
  return { ...common, labelled, items, clauses }
}

/** `Dog:`, `trip =`, `wine cellar ->`, `for every baptism:` at the beginning. */
const labelMark = (words: readonly Word[]): { label: Mention; preposition: string | null; at: number } | null => {
  const isPrepositional = /^(?:per|for|of|each|every)$/.test(words[0]?.lower ?? '')
  const from = isPrepositional && words[0]?.pos === 'prep' ? 1 : 0
  const label = mentionAt(words, from)
  if (!label) return null
  // `inspections per pump:` has a label of which the pump is a part.
  let at = label.next
  while (words[at]?.pos === 'prep' && at < label.next + 6) at = mentionAt(words, at + 1)?.next ?? words.length
  const sign = words[at]
  if (!sign) return null
  const isMark =
    /^(?::|=|->)$/.test(sign.lower) || (sign.lower === '-' && at === label.next && words[at + 1] !== undefined)
  if (isMark) return { label, preposition: from === 1 ? (words[0]?.lower ?? null) : null, at }
  return null
}

/** Where a colon, or a dash before at least three, opens a list in a sentence that has a verb, or -1. */
const listSign = (words: readonly Word[]): number => {
  const at = words.findIndex(({ lower, pos }, nth) => nth > 0 && pos === 'sign' && /^[:-]$/.test(lower))
  if (at < 0 || !words.slice(0, at).some(({ pos }) => pos === 'verb' || pos === 'have')) return -1
  const after = words.slice(at + 1)
  const commas = after.filter(({ lower }) => lower === ',').length
  const isList = words[at]?.lower === ':' ? after.length > 0 : at > 2 && commas > 1
  return isList && !isClause(after) ? at : -1
}

/** A whole sentence of its own: somebody and what is done, before any comma. */
const isClause = (words: readonly Word[]): boolean => {
  // `who rang, address, reason`: questions that each line answers.
  if (isQuestion(words[0])) return false
  const subject = mentionAt(words, 0)
  const at = subject?.next ?? (words[0]?.pos === 'pron' ? 1 : -1)
  if (at < 0) return false
  const predicate = predicateAt(words, at)
  return (
    predicate !== null &&
    !predicate.isGerund &&
    !(predicate.kind === 'verb' && predicate.word.tense === 'past' && !predicate.isPassive && subject !== null)
  )
}

/** `nickname, botanical name, fertilise every n weeks`, `date, species, weight, put back or kept`: properties do nothing. */
const isListAfterAll = (clauses: readonly Clause[], words: readonly Word[]): boolean => {
  const [first, ...others] = clauses
  if (first === undefined) return false
  const before = words.slice(0, first.predicate.from)
  const commas = before.filter(({ lower }) => lower === ',').length
  const all = words.filter(({ lower }) => lower === ',').length
  // `who got it, how much, which date`, and `tag, model, and if the screen is cracked`.
  if (all > 1 && isQuestion(words[0]) && words.at(-1)?.lower !== '?') return true
  if (commas > 1 && others.length === 0 && isQuestion(before.slice(before.findLastIndex(isBreak) + 1)[0])) return true
  return (
    others.length === 0 &&
    first.predicate.kind === 'verb' &&
    first.subjects.length > 0 &&
    (first.subjects.length > 1 || commas > 1) &&
    first.subjects.every(({ head }) => head.isUnknown || isProperty(head)) &&
    first.subjects.some(({ head }) => head.nouns.length > 0)
  )
}

const isQuestion = (word: Word | undefined): boolean =>
  /^(?:who|what|when|where|which|why|how|if|whether)$/.test(word?.lower ?? '')

const isBreak = ({ lower }: Word): boolean => /^(?:,|and|plus)$/.test(lower)

const isProperty = ({ nouns }: Word): boolean =>
  nouns.some(({ senses }) => senses.some(({ is }) => is === 'property' || is === 'measure'))

/** Lists in brackets, of the noun phrase before each: `the boilers we put in (make, serial number)`. */
const bracketed = ({ words, brackets }: Flat): readonly Labelled[] => {
  const mentions = mentionsIn(words).flatMap(within)
  return [...brackets].flatMap(([word, inside]) => {
    const at = words.indexOf(word)
    const before = mentions.filter(({ head }) => words.indexOf(head) <= at)
    const nearest = before.findLast(({ from }) => !/^(?:per|each|every)$/.test(words[from - 1]?.lower ?? ''))
    const label = before.find(({ head }) => head === word && !isTime(head)) ?? nearest ?? before.at(-1)
    return label ? [{ label, preposition: null, items: itemsOf(inside, new Map()), sign: '(' }] : []
  })
}

const within = (mention: Mention): readonly Mention[] => [mention, ...(mention.of ? within(mention.of) : [])]

const isTime = ({ nouns }: Word): boolean => nouns.some(({ senses }) => senses.some(({ is }) => is === 'time'))

/** `a boat with a name`, `status: open`: what stands behind in the same part of a list. */
const boundIn = (items: readonly Item[], flat: Flat): readonly Labelled[] =>
  items.flatMap(({ words, mention }) => {
    if (!mention) return []
    const at = words.findIndex(({ lower }, nth) => nth >= mention.next && /^(?:with|:|=)$/.test(lower))
    if (at < 0) return []
    const item = itemOf(words.slice(at + 1), flat.brackets)
    return item ? [{ label: mention, preposition: null, items: [item], sign: 'with' }] : []
  })

/** `tools with category, price and condition`: what follows in the list belongs to it as long as nothing stands with its own. */
const withLists = (items: readonly Item[]): readonly Labelled[] => {
  const found: Labelled[] = []
  for (let at = 0; at < items.length; at++) {
    const { mention, words } = items[at] as Item
    if (!mention || !words.some(({ lower }, nth) => nth >= mention.next && lower === 'with')) continue
    const following: Item[] = []
    for (let next = at + 1; next < items.length; next++) {
      const item = items[next] as Item
      if (!item.mention || item.words.some(({ lower }) => lower === 'with')) break
      following.push(item)
    }
    found.push({ label: mention, preposition: null, items: following, sign: 'with' })
  }
  return found
}
