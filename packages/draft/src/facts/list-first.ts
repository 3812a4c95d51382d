import type { Clause } from '../language/clauses.ts'
import { fieldNouns } from '../language/lexicon.ts'
import type { Token } from '../language/tokens.ts'

export const isListFirst = (tokens: readonly Token[], clause: Clause | undefined): boolean => {
  if (!clause || clause.opening) return false
  if (areFields(tokens)) return true
  const firstWord = clause.subjects[0]?.words.at(-1) ?? ''
  const commas = tokens.filter(({ text, start }) => text === ',' && start < clause.verb.start).length
  if (
    commas >= 2 &&
    fieldNouns.has(firstWord) &&
    clause.pronoun === null &&
    tokens.findIndex(({ text }) => text === ',') <= 3
  )
    return true
  const comma = tokens.findIndex(({ text }) => text === ',')
  const early = tokens.filter(({ text, start }) => text === ',' && start < clause.verb.start).length
  if (clause.pronoun !== null)
    return early >= 2 && comma > 0 && comma <= 5 && !tokens.slice(0, comma).some(({ pos }) => pos === 'PRON')
  if (clause.verb.lemma === 'be' && / are /.test(tokens.map(({ lower }) => lower).join(' '))) return false
  return commas >= 2 && clause.subjects.length >= 3
}

/** Two words for fields before the second comma: `Name, address, some have e-mail, …`. */
const areFields = (tokens: readonly Token[]): boolean => {
  const first = tokens.findIndex(({ text }) => text === ',')
  const second = tokens.findIndex(({ text }, at) => at > first && text === ',')
  if (first < 1 || first > 4 || second < 0 || second - first > 5) return false
  // `Nurses have a name, an email, …` says whose they are.
  if (tokens.slice(0, first).some(({ lower }) => /^(?:have|has|gets?|needs?)$/.test(lower))) return false
  return [tokens[first - 1], tokens[second - 1]].every((token) => token !== undefined && fieldNouns.has(token.lower))
}
