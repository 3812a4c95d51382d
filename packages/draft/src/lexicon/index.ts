import type { Lexicon } from './forms-of-words.ts'
import { loadLexicon } from './load.ts'

export {
  type Forms,
  formKey,
  type Lexicon,
  type NounForm,
  triplesOf,
  type VerbForm,
  type VerbTense,
} from './forms-of-words.ts'
export type { Contents } from './read-lexicon.ts'

let loaded: Lexicon | undefined

export const lexicon = (): Lexicon => {
  loaded ??= loadLexicon()
  return loaded
}
