import { pluralOf, verbForms } from './forms.ts'
import type { Noun, NounSense, Verb, VerbSense } from './lexicon.ts'
import { loadLexicon } from './load.ts'
import type { Contents } from './read-lexicon.ts'

export type { Contents } from './read-lexicon.ts'

/** A noun as a text may write it. */
export interface NounForm {
  readonly noun: Noun
  /** As the text would name one: `gp` where the entry is `doctor`. */
  readonly name: string
  readonly isPlural: boolean
  /** Of those that go by this name. */
  readonly senses: readonly NounSense[]
}

export type VerbTense = 'base' | 'third' | 'ing' | 'past'

export interface VerbForm {
  readonly verb: Verb
  /** As the text would name it. */
  readonly name: string
  readonly tenses: readonly VerbTense[]
  readonly senses: readonly VerbSense[]
}

export interface Lexicon {
  readonly nouns: ReadonlyMap<string, readonly NounForm[]>
  readonly verbs: ReadonlyMap<string, readonly VerbForm[]>
  /** Trades in which a word occurs as a noun of its own, without the general files. */
  readonly trades: ReadonlyMap<string, readonly string[]>
  /** What is usually kept in a whole, by its name: `online store`. */
  readonly usual: ReadonlyMap<string, Contents>
}

/** `sign-up`, `sign up` and `Sign-Up` are one key. */
export const formKey = (text: string): string => text.toLowerCase().replaceAll('-', ' ').replaceAll('’', "'")

let loaded: Lexicon | undefined

export const lexicon = (): Lexicon => {
  loaded ??= indexed(loadLexicon())
  return loaded
}

const indexed = ({ nouns, verbs, usual }: ReturnType<typeof loadLexicon>): Lexicon => {
  const nounForms = new Map<string, NounForm[]>()
  const addNoun = (form: string, entry: NounForm): void => {
    const key = formKey(form)
    const all = nounForms.get(key) ?? []
    if (!all.some((each) => each.noun === entry.noun && each.isPlural === entry.isPlural))
      nounForms.set(key, [...all, entry])
  }
  for (const noun of nouns) {
    addNoun(noun.name, { noun, name: noun.name, isPlural: false, senses: noun.senses })
    addNoun(noun.plural, { noun, name: noun.name, isPlural: true, senses: noun.senses })
  }
  for (const noun of nouns)
    for (const like of new Set(noun.senses.flatMap((sense) => sense.like))) {
      const senses = noun.senses.filter((sense) => sense.like.includes(like))
      addNoun(like, { noun, name: like, isPlural: false, senses })
      addNoun(pluralOf(like), { noun, name: like, isPlural: true, senses })
    }
  const verbMap = new Map<string, VerbForm[]>()
  const addVerb = (verb: Verb, name: string, past: string | undefined, senses: readonly VerbSense[]): void => {
    const { third, ing, pasts } = verbForms(name, past)
    const tenses = new Map<string, VerbTense[]>()
    const put = (form: string, tense: VerbTense): void => {
      tenses.set(formKey(form), [...(tenses.get(formKey(form)) ?? []), tense])
    }
    put(name, 'base')
    put(third, 'third')
    put(ing, 'ing')
    for (const form of pasts) put(form, 'past')
    for (const [form, all] of tenses) {
      const known = verbMap.get(form) ?? []
      if (!known.some((each) => each.verb === verb)) verbMap.set(form, [...known, { verb, name, tenses: all, senses }])
    }
  }
  for (const verb of verbs) addVerb(verb, verb.name, verb.past, verb.senses)
  for (const verb of verbs)
    for (const like of new Set(verb.senses.flatMap((sense) => sense.like)))
      addVerb(
        verb,
        like,
        undefined,
        verb.senses.filter((sense) => sense.like.includes(like)),
      )
  const trades = new Map<string, string[]>()
  for (const noun of nouns)
    for (const { trade } of noun.senses)
      if (trade !== 'general' && trade !== 'borrowed' && trade !== 'shared')
        trades.set(noun.name, [...new Set([...(trades.get(noun.name) ?? []), trade])])
  return { nouns: nounForms, verbs: verbMap, trades, usual: new Map(Object.entries(usual)) }
}
