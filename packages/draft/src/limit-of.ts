import type { AnalysedAccess } from './analysis.ts'
import type { Outline, OutlineEntity } from './outline.ts'
import { conditionOf } from './read/condition.ts'
import { entityName, wordsOf } from './read/names.ts'
import { stateCondition } from './state-condition.ts'
import { whoseCondition } from './whose-condition.ts'

/** What becomes of the words that limit a grant. */
export type Limit =
  | { readonly kind: 'none' }
  | { readonly kind: 'rule'; readonly when: string }
  /** They may limit, so neither they nor other words allow it until somebody says what they mean. `when`: the part of it that is a rule. */
  | { readonly kind: 'unclear'; readonly when?: string }

export interface LimitRequest {
  readonly entity: OutlineEntity
  readonly role: string
  readonly outline: Outline
  /** Entities that the same words grant too. */
  readonly others: readonly string[]
}

export const limitOf = ({ when, isUnclear }: AnalysedAccess, limiting: LimitRequest): Limit => {
  if (when === null) return { kind: 'none' }
  if (isUnclear) return { kind: 'unclear' }
  const phrase = when.replace(/\s+(?:and|or|but|only)$/i, '').trim()
  if (!/[a-z]/i.test(phrase.replace(empty, '')) || isOfAnother(phrase, limiting)) return { kind: 'none' }
  const { entity, role, outline } = limiting
  const state = stateCondition(when, entity) ?? whoseCondition(when, limiting)
  const whose = conditionOf(phrase, entity, role, outline)
  if (state === undefined && (namesValue(phrase, entity) || isOfTime.test(phrase)))
    return { kind: 'unclear', ...(whose !== undefined && { when: whose }) }
  const rules = [whose, state].filter((rule) => rule !== undefined)
  if (rules.length > 0) return { kind: 'rule', when: rules.join(' && ') }
  return saysNoLimit(phrase, limiting) ? { kind: 'none' } : { kind: 'unclear' }
}

/** Beside whose rows they are, the words say when: no rule says that of anything but a state. */
const isOfTime =
  /\b(?:until|till|before|after|within|during|while|when|whenever|once|unless|between|as long as|so long as)\b/i

/** `photos of a site`, `(see staff)`: which things these are of, or an aside. */
const saysNoLimit = (phrase: string, { outline }: LimitRequest): boolean => {
  if (limits.test(phrase)) return false
  const [, noun = ''] = /^of (?:(?:an?|the|each|every) )?([a-z][\w -]*)$/i.exec(phrase) ?? []
  return phrase.startsWith('(') || outline.entities.has(entityName(noun))
}

/** A value of a closed list, in words of which no rule on it was made. */
const namesValue = (phrase: string, { fields }: OutlineEntity): boolean => {
  const words = ` ${wordsOf(phrase).join(' ')} `
  const lists = [...fields.values()].flatMap(({ values }) =>
    Array.isArray(values) ? [values as readonly string[]] : [],
  )
  return lists.some(
    (values) =>
      values.some((value) => words.includes(` ${wordsOf(value).join(' ')} `)) &&
      !values.every((value) => words.includes(` ${wordsOf(value).join(' ')} `)),
  )
}

/** Words that say nothing alone. */
const empty =
  /\b(?:that|which|who|on|of|in|at|for|as|is|are|it|them|the|an?|and|or|only|so|to|any|all|done|with|by)\b/gi

const limits =
  /\b(?:during|when|whenever|between|weekends?|weekdays?|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|hours?|mornings?|afternoons?|evenings?|nights?|shifts?|duty|own|their|his|her|my|same|assigned|unless|except|exception|excluding|excluded|minus|barring|apart|hidden|nobody|none|nor|cannot|without|until|while|if|whose|before|after|within|not|only|never|provided|long as|status|state|stage)\b/i

/** `all pets and their own appointments` limits the appointments alone. */
const isOfAnother = (phrase: string, { entity, others }: LimitRequest): boolean => {
  const [, owned] = /^own ([a-z][\w -]*)$/i.exec(phrase) ?? []
  const name = owned === undefined ? '' : entityName(owned)
  return name !== entity.name && others.includes(name)
}
