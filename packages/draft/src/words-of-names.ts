import { pluralNoun } from '@charter/charter'
import { wordsOf } from './read/names.ts'

export interface Named {
  readonly name: string
  readonly aliases: readonly string[]
}

/** Names that have no other, as `mentionsIn` takes them. */
export const namesAlone = (names: Iterable<string>): readonly Named[] =>
  [...names].map((name) => ({ name, aliases: [] }))

/** Where a text names one of them. */
export interface Mention {
  readonly name: string
  readonly start: number
  readonly end: number
}

/** Every place where a text names one of several, in order; of names in one place the longest (`wool broker`, not `broker`). */
export const mentionsIn = (text: string, all: readonly Named[]): readonly Mention[] => {
  const { byForm, wordsMax } = indexOf(all)
  if (byForm.size === 0) return []
  const words = [...text.matchAll(/[\p{L}\d]+/gu)].map(({ 0: word, index }) => ({
    word: word.toLowerCase(),
    start: index,
    end: index + word.length,
  }))
  const found: Mention[] = []
  for (const [at, { start }] of words.entries()) {
    if (text[start - 1] === '-') continue
    let form = ''
    for (let next = at; next < Math.min(at + wordsMax, words.length); next++) {
      const [before, word] = [words[next - 1], words[next]]
      if (!word || (next > at && !/^[\s-]+$/.test(text.slice(before?.end, word.start)))) break
      form = next === at ? word.word : `${form} ${word.word}`
      for (const name of byForm.get(form) ?? []) found.push({ name, start, end: word.end })
    }
  }
  return longest(found)
}

const longest = (found: readonly Mention[]): readonly Mention[] => {
  let [start, end] = [-1, -1]
  return [...found]
    .sort((one, other) => one.start - other.start || other.end - one.end)
    .filter((each) => {
      const isInside = each.end <= end && each.end - each.start < end - start
      if (each.end > end) [start, end] = [each.start, each.end]
      return !isInside
    })
}

interface Index {
  /** Names by each way to spell them: `wool brokers`. */
  readonly byForm: ReadonlyMap<string, readonly string[]>
  /** Of the longest form. */
  readonly wordsMax: number
}

const indexes = new WeakMap<readonly Named[], Index>()

/** Looked up by their words, so that time grows with the text and not with how many names there are. */
const indexOf = (all: readonly Named[]): Index => {
  const known = indexes.get(all)
  if (known) return known
  const byForm = new Map<string, string[]>()
  for (const named of all)
    for (const form of formsOf(named)) {
      const names = byForm.get(form) ?? []
      if (!names.includes(named.name)) byForm.set(form, [...names, named.name])
    }
  const wordsMax = [...byForm.keys()].reduce((max, form) => Math.max(max, form.split(' ').length), 0)
  const made = { byForm, wordsMax }
  indexes.set(all, made)
  return made
}

const spellings = new WeakMap<Named, readonly string[]>()

const formsOf = (named: Named): readonly string[] => {
  const known = spellings.get(named)
  if (known) return known
  const made = [named.name, ...named.aliases].flatMap((each) => {
    const words = wordsOf(each).join(' ')
    return words === '' ? [] : [pluralNoun(words), words]
  })
  spellings.set(named, made)
  return made
}
