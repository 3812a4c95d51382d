import { gerundOf, singularNoun } from '@charter/charter'
import { camel, wordsOf } from './words.ts'

export interface Inverse {
  /** The entity that refers, many of it, as a member: `employees`. */
  readonly plural: string
  /** The relation to the one: `reportsTo`, `createdBy`, `parent`. */
  readonly name: string
  readonly goal: string
  readonly isSelf: boolean
}

/**
 * What the other side of a relation is called where the plural alone does not tell: `reports_to` gives
 * `reportingEmployees`, `created_by` gives `createdDocuments`, a `parent` of one's own kind has `children`. Empty where
 * no such word is in it.
 */
export const inverseName = ({ plural, name, goal, isSelf }: Inverse): string => {
  const [verb = '', preposition = '', ...more] = withoutGoal(wordsOf(name), wordsOf(goal)).map((word) =>
    word.toLowerCase(),
  )
  if (isSelf && verb === 'parent' && preposition === '') return 'children'
  if (more.length > 0) return ''
  if (preposition === 'by' && /(?:[dnt])$/.test(verb)) return camel([verb, ...wordsOf(plural)])
  const isActive = /^(?:to|for|on|with|from|at|in|of)$/.test(preposition) && /[a-z]{3}s$/.test(verb)
  return isActive ? camel([gerundOf(singularNoun(verb)), ...wordsOf(plural)]) : ''
}

const withoutGoal = (words: readonly string[], goal: readonly string[]): readonly string[] => {
  const end = words.slice(-goal.length).join(' ').toLowerCase()
  return words.length > goal.length && end === goal.join(' ').toLowerCase() ? words.slice(0, -goal.length) : words
}
