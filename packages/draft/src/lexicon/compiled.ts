import { nounIn, shortText, verbIn } from './expand.ts'
import { type Forms, type Lexicon, type NounForm, shelfOf, type VerbForm, type VerbTense } from './forms-of-words.ts'
import type { IndexedWords } from './index-words.ts'
import type { Contents, Words } from './read-lexicon.ts'

/** The first line: what is small, and how many lines follow of what. */
interface Head {
  readonly stamp: string
  readonly counts: readonly [nouns: number, verbs: number, nounShelves: number]
  readonly trades: Readonly<Record<string, readonly string[]>>
  readonly usual: Readonly<Record<string, Contents>>
  readonly triples: string
}

/**
 * A form, and whatever it stands for, three members each: the entry, by its place among its kind; which of its forms it is (`p`
 * for a plural, a letter for each tense); under which name, unless its own.
 */
type Kept = readonly [form: string, ...of: readonly (number | string)[]]

const tenseLetters: Readonly<Record<VerbTense, string>> = { base: 'b', third: 't', ing: 'i', past: 'p' }
const tenses = Object.keys(tenseLetters) as VerbTense[] // The record's own keys.

/**
 * A lexicon as text, of which little has to be read for a few words: a head, then an entry a line, then a shelf a line: forms
 * that begin alike and are as long, in the order of their words.
 */
export const compiledText = (
  { nouns, verbs }: Words,
  { nouns: nounForms, verbs: verbForms, trades, usual, triples }: IndexedWords,
  stamp: string,
): string => {
  const [nounAt, verbAt] = [placesOf(nouns), placesOf(verbs)]
  const nounShelves = shelvesOf(nounForms, ({ noun, name, isPlural }) => [
    nounAt.get(noun) ?? 0,
    isPlural ? 'p' : '',
    name === noun.name ? '' : name,
  ])
  const verbShelves = shelvesOf(verbForms, ({ verb, name, tenses: all }) => [
    verbAt.get(verb) ?? 0,
    all.map((tense) => tenseLetters[tense]).join(''),
    name === verb.name ? '' : name,
  ])
  const head: Head = {
    stamp,
    counts: [nouns.length, verbs.length, nounShelves.length],
    trades: Object.fromEntries(trades),
    usual: Object.fromEntries(usual),
    triples: [...triples].join(''),
  }
  return [JSON.stringify(head), ...nouns.map(shortText), ...verbs.map(shortText), ...nounShelves, ...verbShelves].join(
    '\n',
  )
}

const placesOf = <Entry>(entries: readonly Entry[]): ReadonlyMap<Entry, number> =>
  new Map(entries.map((entry, at) => [entry, at]))

const shelvesOf = <Form>(
  forms: ReadonlyMap<string, readonly Form[]>,
  keep: (form: Form) => readonly (number | string)[],
): readonly string[] =>
  [...Map.groupBy(forms, ([form]) => shelfOf(form))].map(
    ([shelf, of]) => `${shelf}\t${JSON.stringify(of.map(([form, all]): Kept => [form, ...all.flatMap(keep)]))}`,
  )

/** What the text was made of. */
export const stampIn = (text: string): string => headOf(text).stamp

const headOf = (text: string): Head => JSON.parse(text.slice(0, text.indexOf('\n')))

/** The lexicon that a text holds: entries and forms are made when they are first asked for, and are the same ones ever after. */
export const openCompiled = (text: string): Lexicon => {
  const { counts, trades, usual, triples } = headOf(text)
  const lines = text.split('\n')
  const [nounCount, verbCount, nounShelfCount] = counts
  const firstShelf = 1 + nounCount + verbCount
  const nounOf = once(lines.slice(1, 1 + nounCount), nounIn)
  const verbOf = once(lines.slice(1 + nounCount, firstShelf), verbIn)
  return {
    nouns: formsOn(lines.slice(firstShelf, firstShelf + nounShelfCount), (entry, how, kept): NounForm => {
      const noun = nounOf(entry)
      const [name, senses] = named(noun, kept)
      return { noun, name, isPlural: how === 'p', senses }
    }),
    verbs: formsOn(lines.slice(firstShelf + nounShelfCount), (entry, how, kept): VerbForm => {
      const verb = verbOf(entry)
      const [name, senses] = named(verb, kept)
      const tensesOf = (letter: string) => tenses.filter((tense) => tenseLetters[tense] === letter)
      return { verb, name, tenses: [...how].flatMap(tensesOf), senses }
    }),
    trades: new Map(Object.entries(trades)),
    usual: new Map(Object.entries(usual)),
    triples: new Set(triples.match(/.../gu)),
  }
}

/** Under another name an entry has those of its senses that go by it. */
const named = <Sense extends { readonly like: readonly string[] }>(
  { name, senses }: { readonly name: string; readonly senses: readonly Sense[] },
  kept: string,
): readonly [string, readonly Sense[]] =>
  kept === '' ? [name, senses] : [kept, senses.filter(({ like }) => like.includes(kept))]

const once = <Entry>(lines: readonly string[], make: (line: string) => Entry): ((at: number) => Entry) => {
  const made: Entry[] = []
  return (at) => {
    made[at] ??= make(lines[at] ?? '')
    return made[at]
  }
}

const formsOn = <Form>(
  lines: readonly string[],
  make: (entry: number, how: string, name: string) => Form,
): Forms<Form> => {
  const texts = new Map(lines.map((line) => [line.slice(0, line.indexOf('\t')), line]))
  const read = new Map<string, ReadonlyMap<string, Kept>>()
  const made = new Map<string, readonly Form[]>()
  const shelf = (name: string): ReadonlyMap<string, Kept> => {
    const known = read.get(name)
    if (known) return known
    const all: readonly Kept[] = JSON.parse(texts.get(name)?.slice(name.length + 1) ?? '[]')
    const forms = new Map(all.map((kept) => [kept[0], kept]))
    read.set(name, forms)
    return forms
  }
  return {
    has: (key) => shelf(shelfOf(key)).has(key),
    shelf: (name) => shelf(name).keys(),
    get: (key) => {
      const known = made.get(key)
      const [, ...of] = shelf(shelfOf(key)).get(key) ?? ['']
      if (known || of.length === 0) return known
      const forms = Array.from({ length: of.length / 3 }, (_, at) =>
        make(Number(of[at * 3]), String(of[at * 3 + 1]), String(of[at * 3 + 2])),
      )
      made.set(key, forms)
      return forms
    },
  }
}
