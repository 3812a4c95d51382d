import { pluralNoun, singularNoun } from '@charter/charter'
import { withArticle } from '@charter/runtime'
import type { AnalysedRelation, Analysis } from '../analysis.ts'
import { type Contents, formKey, lexicon } from '../lexicon/index.ts'
import { entityName } from '../read/names.ts'
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
  if (entities.length > 1 || entities.some(({ fields }) => fields.length > 0)) return null
  const { usual, nouns } = lexicon()
  for (const { key } of [...readWords(words).concepts.all.values()].filter(isWanted)) {
    const names = [key, ...(nouns.get(formKey(key)) ?? []).map(({ noun }) => noun.name)]
    const name = names.find((each) => usual.has(each))
    const isAlone = entities.every((each) => each.name === entityName(key))
    if (name !== undefined && isAlone) return contentsOf(name, usual.get(name) ?? {}, key)
    const kept = entities.length === 0 ? keptBy(key) : null
    if (kept !== null) return contentsOf(key, { [kept]: [] }, key)
  }
  return null
}

/** The thing that an app is named after: `todo list app` keeps todos, `expense tracker` expenses. Null where it is none. */
const keptBy = (key: string): string | null => {
  const words = key.split(/[ -]+/)
  if (!softwareWords.test(words.pop() ?? '')) return null
  const named = words.at(-1) === 'list' && words.length > 1 ? words.slice(0, -1) : words
  const thing = singularNoun(named.join(' '))
  const forms = lexicon().nouns.get(formKey(thing)) ?? []
  return forms.some(({ senses }) => senses.some(({ is }) => keptKinds.test(is))) ? thing : null
}

const softwareWords = /^(?:app|application|api|backend|platform|service|site|software|system|tool|tracker|website)$/

const keptKinds = /^(?:client|document|event|place|thing)$/

/** `no invoicing` asks for nothing. */
const isWanted = ({ mentions }: Concept): boolean => mentions.every(({ mention }) => mention.determiner !== 'no')

/** As if the words had listed it, with the reason of each in the place of a quote. */
const contentsOf = (name: string, contents: Contents, whole: string): UsualContents => {
  const { analysis, usual } = decideIdea(`${name} with ${Object.keys(contents).map(pluralNoun).join(', ')}`)
  const source = {
    quoted: false,
    assumed: `usually kept in ${withArticle(whole)}; the words do not say`,
    confidence: 0.5,
  }
  const relations = Object.entries(contents).flatMap(([from, all]) =>
    all.map((to): AnalysedRelation => {
      const [one, other] = [entityName(from), entityName(to)]
      const isPart = analysis.relations.some((each) => each.owned && each.from === one && each.to === other)
      return { from: one, to: other, kind: 'many-to-one', owned: isPart, optional: false, ...source }
    }),
  )
  return {
    whole,
    usual,
    analysis: {
      ...analysis,
      entities: Object.keys(contents).map((each) => ({ name: entityName(each), aliases: [], fields: [], ...source })),
      relations,
      roles: [],
      access: [],
      operations: [],
      unused: [],
    },
  }
}
