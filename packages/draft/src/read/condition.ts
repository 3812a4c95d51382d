import { note, type Outline, type OutlineEntity } from '../outline.ts'
import { entityName, memberName, wordsOf } from './names.ts'
import { nounOf } from './statements.ts'

/** The Cedar condition that a phrase puts on the rows of an entity, or undefined where it puts none. */
export const conditionOf = (
  phrase: string,
  entity: OutlineEntity,
  role: string,
  outline: Outline,
): string | undefined => {
  const noun = scopeNoun(phrase)
  const isOwn = /\bassigned to (?:him|her|them|me)\b|\bonly their own\b|\bonly my own\b/i.test(phrase)
  const isOfEntity = noun !== null && isAbout(noun, entity, outline)
  if (isOwn || isOfEntity || (noun !== null && /^(?:ones?|data)$/.test(noun)))
    return ownCondition(entity, role, outline)
  return noun === null ? undefined : scopeCondition(noun, entity, outline)
}

/** The noun that an own, same or possessed thing is: `of their own ward`, `in the same team`. */
const scopeNoun = (phrase: string): string | null => {
  const [, own] = /\b(?:their|his or her|his|her|its|my|the)? ?\bown ([a-z][\w-]*(?: [a-z][\w-]*)?)/i.exec(phrase) ?? []
  const [, same] =
    /\b(?:of|in|on|for|from|at|with) (?:the same|their|my|his|her|his or her) (?!own)([a-z][\w-]*)/i.exec(phrase) ?? []
  const found = own ?? same
  return found === undefined ? null : nounOf(found).replace(/\s+(?:only|and|or)$/i, '')
}

const isAbout = (noun: string, entity: OutlineEntity, outline: Outline): boolean => {
  const words = wordsOf(noun)
  const [first = '', second = ''] = words
  return (
    entityName(first) === entity.name ||
    entityName(noun) === entity.name ||
    (outline.entities.has(entityName(`${first} ${second}`)) && entityName(noun) === entity.name)
  )
}

/** `resource.ward == principal.ward`, over to-one relations where the field is further away. */
const scopeCondition = (noun: string, entity: OutlineEntity, outline: Outline): string | undefined => {
  const name = memberName(wordsOf(noun)[0] ?? '')
  if (name === '') return undefined
  const path = pathTo(entity, name, outline)
  if (path) {
    const { steps, isReference } = path
    const attribute = isReference ? `${name}Id` : name
    outline.principal.set(
      attribute,
      isReference
        ? { type: 'uuid', claim: snake(attribute), required: true }
        : { type: 'text', length: '1..60', claim: snake(attribute), required: true },
    )
    return `resource.${steps.join('.')} == principal.${attribute}`
  }
  if (outline.entities.has(entityName(name))) return undefined
  const holder = nearestHolder(entity, outline)
  holder.fields.set(name, { type: 'text', length: '1..60' })
  note(outline, `${holder.name}.${name}`, {
    assumed: `the words limit access by ${name}, so ${holder.name} has one`,
    confidence: 0.7,
  })
  return scopeCondition(noun, entity, outline)
}

/** Whose row it is: the person behind the role where there is one, else whoever created it. */
const ownCondition = (entity: OutlineEntity, role: string, outline: Outline): string => {
  const person = [...outline.entities.values()].find(
    (each) => role === each.name.toLowerCase() || wordsOf(role).at(-1) === each.name.toLowerCase(),
  )
  if (person && person === entity) {
    const attribute = `${memberName(person.name)}Id`
    outline.principal.set(attribute, { type: 'uuid', claim: snake(attribute), required: true })
    return `resource.id == principal.${attribute}`
  }
  const path = person && pathTo(entity, memberName(person.name), outline)
  if (person && path?.isReference) {
    const attribute = `${memberName(person.name)}Id`
    outline.principal.set(attribute, { type: 'uuid', claim: snake(attribute), required: true })
    return `resource.${path.steps.join('.')} == principal.${attribute}`
  }
  if (!entity.fields.has('createdBy')) {
    entity.fields.set('createdBy', { type: 'text', length: '..200', default: 'principal', readOnly: true })
    note(outline, `${entity.name}.createdBy`, {
      assumed: `"own" is whoever created the ${wordsOf(entity.name).join(' ')}`,
      confidence: 0.5,
    })
    outline.questions.push({
      about: entity.name,
      sentence: `Whose is a ${wordsOf(entity.name).join(' ')}? Assumed: whoever created it.`,
      choices: ['whoever created it', 'somebody named in it'],
    })
  }
  return 'resource.createdBy == principal.id'
}

interface Path {
  readonly steps: readonly string[]
  readonly isReference: boolean
}

/** The shortest way over to-one relations to a field of the name, or to a relation of the name. At most three steps. */
const pathTo = (entity: OutlineEntity, name: string, outline: Outline): Path | null => {
  let reached: { entity: OutlineEntity; steps: readonly string[] }[] = [{ entity, steps: [] }]
  for (let depth = 0; depth <= 3; depth++) {
    for (const { entity: at, steps } of reached) {
      if (at.fields.has(name)) return { steps: [...steps, name], isReference: false }
      if (at.relations.get(name)?.one !== undefined) return { steps: [...steps, `${name}Id`], isReference: true }
    }
    reached = reached.flatMap(({ entity: at, steps }) =>
      [...at.relations].flatMap(([relation, { one }]) => {
        const next = typeof one === 'string' ? outline.entities.get(one) : undefined
        return next && next !== at ? [{ entity: next, steps: [...steps, relation] }] : []
      }),
    )
  }
  return null
}

/** Where a field goes that the words only limit by: what everything else refers to. */
const nearestHolder = (entity: OutlineEntity, outline: Outline): OutlineEntity => {
  const ones = [...entity.relations.values()].flatMap(({ one }) =>
    typeof one === 'string' ? [outline.entities.get(one)] : [],
  )
  return ones.find((each) => each !== undefined) ?? entity
}

const snake = (name: string): string => wordsOf(name).join('_')
