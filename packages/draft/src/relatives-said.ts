import type { Analysis } from './analysis.ts'
import { see } from './language/denials.ts'
import { wordsOf } from './read/names.ts'
import { mentionsIn } from './words-of-names.ts'

const relative =
  /(?:\b(?:an?|the|its|their|his|her|one|and|or|has|have)\s+|,\s*)(?<field>\p{L}[\p{L}-]*(?: (?!(?:and|or|an?|the)\b)\p{L}[\p{L}-]*){0,3}?)(?:\s*\([^()]*\))?,?\s+(?:that|which)\s+(?<clause>(?:[^,;:.()]|,\s+(?:but|and|not)\s+(?:not|nobody|no one|never)\b)+)/giu
/** `a salary (only HR may see it)`. */
const aside =
  /(?:\b(?:an?|the|its|their|his|her|one|and|or|has|have)\s+|,\s*)(?<field>\p{L}[\p{L}-]*(?: (?!(?:and|or|an?|the)\b)\p{L}[\p{L}-]*){0,3}?)\s*\((?<clause>[^()]+?)(?:\s+it)?\)/giu
const endsInSight = new RegExp(`\\b${see}$`, 'i')
const isOfSight = new RegExp(
  `\\b(?:${see}|visible|seen|shown|hidden|secret|confidential|kept|concealed|withheld|disclosed|revealed|for|eyes)\\b`,
  'i',
)

/** `only HR may see` of a field is a sentence, as is `visible to HR only`; null where a clause is not about seeing. */
export const sightOf = (clause: string, whole: string): string | null => {
  if (!isOfSight.test(clause)) return null
  const is = /^(?:only |just )?(?:visible|seen|shown|hidden|secret|confidential|kept|for)\b/i.test(clause) ? 'is ' : ''
  return endsInSight.test(clause) ? `${clause} ${whole}` : `${whole} ${is}${clause}`
}

/** `Every employee has a salary that only HR may see`: as `only HR may see the salary of employee`. */
export const relativesIn = (text: string, { entities }: Analysis): readonly string[] => {
  const [owner] = mentionsIn(text, entities)
  if (!owner) return []
  const of = wordsOf(owner.name).join(' ')
  const after = text.slice(owner.end)
  return [...after.matchAll(relative), ...after.matchAll(aside)].flatMap(({ groups }) => {
    const { field = '', clause: said = '' } = groups ?? {}
    const clause = said
      .trim()
      .replace(/[\s.!?]+$/, '')
      .replace(/\s+/g, ' ')
    const sentence = sightOf(clause, `the ${field.trim()} of ${of}`)
    return sentence === null ? [] : [sentence]
  })
}
