import type { Noun, NounSense, UsualField, Verb, VerbSense } from './lexicon.ts'

/** As JSON, without what is empty: null, false, no members. */
export const shortText = (entry: Noun | Verb): string => JSON.stringify(entry, shortened)

const shortened = (_: string, value: unknown): unknown =>
  value === null || value === false || (Array.isArray(value) && value.length === 0) ? undefined : value

/** What was left out as it is empty, put back. */
export const nounIn = (text: string): Noun => {
  const noun: Noun = JSON.parse(text)
  return {
    ...noun,
    senses: noun.senses.map(
      (sense: Partial<NounSense>): NounSense => ({
        ...emptyNoun,
        ...sense,
        fields: fieldsOf(sense.fields),
        type: sense.type ? fieldOf(sense.type) : null,
      }),
    ),
  }
}

export const verbIn = (text: string): Verb => {
  const verb: Verb = JSON.parse(text)
  return {
    ...verb,
    senses: verb.senses.map(
      (sense: Partial<VerbSense>): VerbSense => ({ ...emptyVerb, ...sense, fields: fieldsOf(sense.fields) }),
    ),
  }
}

const fieldsOf = (fields: readonly Partial<UsualField>[] | undefined): readonly UsualField[] =>
  (fields ?? []).map(fieldOf)
const fieldOf = (field: Partial<UsualField>): UsualField => ({ ...emptyField, ...field })

const emptyField: UsualField = { name: '', type: 'text', isOptional: false, values: null, class: null }
const emptyNoun: NounSense = {
  is: 'thing',
  near: [],
  fields: [],
  of: [],
  parts: [],
  states: [],
  like: [],
  type: null,
  unit: null,
  field: null,
  trade: '',
}
const emptyVerb: VerbSense = {
  near: [],
  trade: '',
  like: [],
  makes: null,
  of: [],
  fields: [],
  moves: null,
  from: null,
  right: null,
  links: null,
  measures: null,
  isKeeping: false,
  isNothing: false,
}
