import { singularNoun } from '@charter/charter'
import type { AnalysedEntity, Analysis } from './analysis.ts'
import { entityName, memberName, wordsOf } from './read/names.ts'

/** A field of an entity. */
export interface FieldNamed {
  readonly on: string
  readonly field: string
}

/** The fields that words name: `harvest price`, `the price of a harvest`, `harvest's price`, `prices`. Several entities may have one of the name. */
export const fieldsNamed = (phrase: string, { entities }: Analysis): readonly FieldNamed[] => {
  const bare = phrase.trim().replace(article, '')
  const [, head, owner] = /^(.+?) of (?:(?:an?|the|each|every|any|all|their|its) )?(.+)$/i.exec(bare) ?? []
  const [, possessor, owned] = /^(.+?)['’]s?\s+(.+)$/.exec(bare) ?? []
  const said = [head, owned].find((each) => each !== undefined)
  const of = [owner, possessor].find((each) => each !== undefined)
  if (said !== undefined && of !== undefined) {
    const ownFields = entities.filter((each) => isCalled(each, of)).flatMap((each) => fieldIn(each, said))
    if (ownFields.length > 0) return ownFields
  }
  const whole = entities.flatMap((each) => fieldIn(each, bare))
  if (whole.length > 0) return whole
  const ofFirst = ofFirstWord(bare, entities)
  return ofFirst.length > 0 ? ofFirst : withoutSecrecy(bare, entities)
}

const article = /^(?:(?:an?|the|any|all|their|his|her|its|other|only)\s+)+/i

/** `harvest price` as the price of a harvest. */
const ofFirstWord = (phrase: string, entities: readonly AnalysedEntity[]): readonly FieldNamed[] => {
  const [first = '', ...rest] = phrase.split(/\s+/)
  return rest.length === 0
    ? []
    : entities.filter((each) => isCalled(each, first)).flatMap((each) => fieldIn(each, rest.join(' ')))
}

const secrecy = /^(?:secret|private|confidential|personal|sensitive|hidden|internal)$/

/** `the door code`, of what was called a secret door code before. */
const withoutSecrecy = (phrase: string, entities: readonly AnalysedEntity[]): readonly FieldNamed[] =>
  entities.flatMap(({ name: on, fields }) =>
    fields.flatMap(({ name }) => {
      const [first = '', ...rest] = wordsOf(name)
      const isMeant = secrecy.test(first) && rest.length > 0 && memberName(rest.join(' ')) === memberName(phrase)
      return isMeant ? [{ on, field: name }] : []
    }),
  )

const isCalled = ({ name, aliases }: AnalysedEntity, phrase: string): boolean => {
  const said = entityName(phrase)
  return said !== '' && (name === said || aliases.includes(said))
}

const fieldIn = ({ name: on, fields }: AnalysedEntity, phrase: string): readonly FieldNamed[] => {
  const words = wordsOf(phrase)
  const names = [memberName(phrase), memberName([...words.slice(0, -1), singularNoun(words.at(-1) ?? '')].join(' '))]
  return fields
    .filter(({ name, aliases }) => names.some((each) => each === name || aliases.includes(each)))
    .map(({ name }) => ({ on, field: name }))
}
