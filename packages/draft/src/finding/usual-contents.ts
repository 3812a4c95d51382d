import type { AnalysedRelation, Analysis } from '../analysis.ts'
import { pluralOf } from '../lexicon/forms.ts'
import { formKey, lexicon } from '../lexicon/index.ts'
import { entityName, withArticle } from '../read/names.ts'
import type { Concept } from './concepts.ts'
import type { Decided } from './decide.ts'
import { readWords } from './read-all.ts'
import { decideIdea } from './read-idea.ts'

/** What words that name a whole and nothing in it are taken for. */
export interface UsualContents extends Decided {
  /** `web shop`. */
  readonly whole: string
}

/** What is usually kept in the one thing that the words name: `an API for a web shop`. Null where they say more, or less. */
export const usualContents = (words: string, { entities }: Analysis): UsualContents | null => {
  const { usual, nouns } = lexicon()
  for (const { key } of [...readWords(words).concepts.all.values()].filter(isWanted)) {
    const names = [key, ...(nouns.get(formKey(key)) ?? []).map(({ noun }) => noun.name)]
    const contents = names.map((name) => usual.get(name)).find((each) => each !== undefined)
    const isAlone = entities.every(({ name, fields }) => name === entityName(key) && fields.length === 0)
    if (contents && isAlone) return contentsOf(key, contents)
  }
  return null
}

/** `no invoicing` asks for nothing. */
const isWanted = ({ mentions }: Concept): boolean => mentions.every(({ mention }) => mention.determiner !== 'no')

/** What an order is of, its lines tell. */
const isNeeded = ({ from, to }: AnalysedRelation, _at: number, all: readonly AnalysedRelation[]): boolean =>
  !all.some((part) => part.owned && part.to === from && all.some((each) => each.from === part.from && each.to === to))

/** As if the words had listed it, with the reason of each in the place of a quote. */
const contentsOf = (whole: string, contents: readonly string[]): UsualContents => {
  const { analysis, usual } = decideIdea(`${whole} with ${contents.map(pluralOf).join(', ')}`)
  const assumed = `usually kept in ${withArticle(whole)}; the words do not say`
  const source = { quoted: false, assumed, confidence: 0.5 }
  return {
    whole,
    usual,
    analysis: {
      ...analysis,
      entities: analysis.entities
        .filter(({ name }) => name !== entityName(whole))
        .map(({ name, aliases }) => ({ name, aliases, fields: [], ...source })),
      relations: analysis.relations.filter(isNeeded).map(({ quote: _quote, offset: _offset, ...relation }) => ({
        ...relation,
        ...source,
      })),
      roles: [],
      access: [],
      operations: [],
      unused: [],
    },
  }
}
