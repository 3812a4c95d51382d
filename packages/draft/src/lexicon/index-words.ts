import { pluralNoun } from '@charter/charter'
import { verbForms } from './forms.ts'
import { formKey, type Lexicon, type NounForm, triplesOf, type VerbForm, type VerbTense } from './forms-of-words.ts'
import type { Verb, VerbSense } from './lexicon.ts'
import type { Words } from './read-lexicon.ts'

/** A lexicon whose forms are all made. */
export interface IndexedWords extends Omit<Lexicon, 'nouns' | 'verbs'> {
  readonly nouns: ReadonlyMap<string, readonly NounForm[]>
  readonly verbs: ReadonlyMap<string, readonly VerbForm[]>
}

/** Every form of every word. */
export const indexWords = ({ nouns, verbs, usual }: Words): IndexedWords => {
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
      addNoun(pluralNoun(like), { noun, name: like, isPlural: true, senses })
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
  const triples = [...nounForms.keys(), ...verbMap.keys()].flatMap((form) => form.split(' ').flatMap(triplesOf))
  return {
    nouns: nounForms,
    verbs: verbMap,
    trades,
    usual: new Map(Object.entries(usual)),
    triples: new Set(triples),
  }
}
