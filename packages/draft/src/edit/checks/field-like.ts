import type { Entity } from '@charter/charter'
import { membersIn } from '../find.ts'
import { wordsOf } from '../reading.ts'

type Field = Entity['fields'][number]

/** A word without the ending of a plural or a verb: `ends`, `ended` and `ending` are `end`. */
const stem = (word: string): string => word.toLowerCase().replace(/(?:ing|ed|s)$/, '')

/** The field of an entity that a noun or a verb names: `endsOn` for `the end`, `it ends` and `end date`; null for none or several. */
export const fieldLike = (words: string, entity: Entity): Field | null => {
  const said = words
    .replace(/^(?:(?:an?|the|its|their|his|her|it|they|each|every)\s+)+/i, '')
    .replace(/\s+(?:itself|too)$/i, '')
  const { exact } = membersIn(said, entity)
  const named = entity.fields.filter(({ name }) => exact.some((member) => member.name === name))
  if (named.length === 1) return named[0] ?? null
  const [word, kind, ...more] = wordsOf(said)
  if (word === undefined || more.length > 0 || (kind !== undefined && !/^(?:date|time|day|moment)$/.test(kind)))
    return null
  const found = entity.fields.filter(
    ({ name, impliedBy }) => impliedBy === undefined && stem(wordsOf(name)[0] ?? '') === stem(word),
  )
  return found.length === 1 ? (found[0] ?? null) : null
}
