import { singularNoun } from '@charter/charter'
import { withArticle } from '@charter/runtime'
import { creatorField } from '../creator-field.ts'
import { note, type Outline, type OutlineEntity } from '../outline.ts'
import { freeFieldName, giveWay } from '../outline-names.ts'
import { entityName, lower, memberName, wordsOf } from './names.ts'
import { nounOf } from './statements.ts'

/** The Cedar condition that a phrase puts on the rows of an entity, or undefined where it puts none. */
export const conditionOf = (
  phrase: string,
  entity: OutlineEntity,
  role: string,
  outline: Outline,
): string | undefined => {
  const noun = scopeNoun(phrase)
  const isOfEntity = noun !== null && isAbout(noun, entity, outline)
  if (isOwn(phrase, role) || isOfEntity || (noun !== null && /^(?:ones?|data|work)$/.test(noun)))
    return ownCondition(entity, role, outline)
  return noun === null ? undefined : scopeCondition(noun, { entity, role, outline })
}

const people = '(?:him or her|her or him|his or her|him|her|them|me|themselves)'
const whose: readonly RegExp[] = [
  new RegExp(`\\b(?:assigned|given|allotted|handed|addressed) to ${people}\\b`, 'i'),
  /\b(?:only )?(?:their|my|his or her|his|her) own(?: ones?)?$/i,
  /\b(?:they|i|he or she|he|she)(?: themselves)? (?:have |has |had )?(?:created?|enter(?:ed)?|made|make|wrote|written|write|register(?:ed)?|record(?:ed)?|log(?:ged)?|raised?|report(?:ed)?|submit(?:ted)?|add(?:ed)?|book(?:ed)?|placed?|owns?|filed?|posted|uploaded)\b/i,
]

/** `assigned to them`, `that they created`, `assigned to the nurse` of a nurse. */
const isOwn = (phrase: string, role: string): boolean => {
  if (whose.some((each) => each.test(phrase))) return true
  const [, assignee] = /\bassigned to (?:the|that|this) ([a-z][\w-]*)/i.exec(phrase) ?? []
  return assignee !== undefined && wordsOf(role).at(-1) === singularNoun(assignee.toLowerCase())
}

/** The noun that an own, same or possessed thing is: `of their own ward`, `in the same team`. */
const scopeNoun = (phrase: string): string | null => {
  const [, own] = /\b(?:their|his or her|his|her|its|my|the)? ?\bown ([a-z][\w-]*(?: [a-z][\w-]*)?)/i.exec(phrase) ?? []
  const [, same] =
    /\b(?:of|in|on|for|from|at) (?:the same|their|my|his|her|his or her) (?!own)([a-z][\w-]*)|\bwith the same ([a-z][\w-]*)/i
      .exec(phrase)
      ?.filter((part) => part !== undefined) ?? []
  const found = own ?? same
  return found === undefined ? null : nounOf(found).replace(/\s+(?:only|and|or)$/i, '')
}

interface ConditionContext {
  readonly entity: OutlineEntity
  readonly role: string
  readonly outline: Outline
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

/**
 * `resource.ward == principal.ward`, over to-one relations where the field is further away. Where there is no such field
 * it is added: a limit that the words ask for is never left out.
 */
const scopeCondition = (noun: string, { entity, role, outline }: ConditionContext): string | undefined => {
  const name = memberName(singularNoun(wordsOf(noun)[0] ?? ''))
  if (name === '' || name === 'id') return undefined
  const theirs = throughTheirs(name, { entity, role, outline })
  if (theirs !== null) return theirs
  const path = pathTo(entity, name, outline) ?? addScope(name, { entity, role, outline })
  if (path.isReference) return referenceCondition(path, name, outline)
  const known = outline.principal.get(name)
  if (known === undefined) outline.principal.set(name, { type: 'text', length: '1..60', claim: snake(name) })
  // Who has another role signs in without it: asked of everybody, it would keep them out.
  const guard = known?.required === true ? '' : `principal has ${name} && `
  return `${guard}resource.${path.steps.join('.')} == principal.${name}`
}

/** `visits of their patients`: of patients that refer to whoever asks. */
const throughTheirs = (name: string, { entity, role, outline }: ConditionContext): string | null => {
  const [target, person] = [outline.entities.get(entityName(name)), personBehind(role, outline)]
  if (!target || !person || target === person) return null
  const [there, theirs] = [pathTo(entity, name, outline), pathTo(target, lower(person.name), outline)]
  if (!there?.isReference || !theirs?.isReference) return null
  const steps = [...there.steps.slice(0, -1), (there.steps.at(-1) ?? '').replace(/Id$/, ''), ...theirs.steps]
  return steps.length > stepsMax + 1
    ? null
    : referenceCondition({ steps, isReference: true }, lower(person.name), outline)
}

const addScope = (name: string, { entity, role, outline }: ConditionContext): Path => {
  const target = outline.entities.get(entityName(name))
  const assumed = `the words limit access by ${name}`
  // Two that need each other could neither be first.
  if (target && pathTo(target, lower(entity.name), outline) === null) {
    giveWay(entity, name)
    entity.relations.set(name, { one: target.name })
    note(outline, `${entity.name}.${name}`, { assumed, confidence: 0.6 })
    return { steps: [`${name}Id`], isReference: true }
  }
  const near = nearestHolder(entity)
  // `shipments of their own depot`: where the shipment is, and not where its driver is.
  const holder = near?.target === personBehind(role, outline)?.name ? null : near
  const owner = holder === null ? entity : (outline.entities.get(holder.target) ?? entity)
  const field = freeFieldName(owner, name) ?? `${name}Name`
  owner.fields.set(field, { type: 'text', length: '1..60' })
  note(outline, `${owner.name}.${field}`, { assumed, confidence: 0.7 })
  return { steps: holder && owner !== entity ? [holder.relation, field] : [field], isReference: false }
}

/** Not everybody is somebody in the data, so the attribute may be absent; then the condition does not hold. */
const referenceCondition = ({ steps }: Path, name: string, outline: Outline): string => {
  const attribute = `${name}Id`
  outline.principal.set(attribute, { type: 'uuid', claim: snake(attribute) })
  return `principal has ${attribute} && resource.${steps.join('.')} == principal.${attribute}`
}

/** Whose row it is: the person behind the role where there is one, else whoever created it. */
const ownCondition = (entity: OutlineEntity, role: string, outline: Outline): string => {
  const theirs = ownRows(entity, role, outline)
  if (theirs !== null) return theirs
  const known = entity.fields.size
  const creator = creatorField(entity)
  if (entity.fields.size > known) assumeCreator(entity, creator, outline)
  return `resource.${creator} == principal.id`
}

/** Rows of the person behind the role, where there is one that they refer to; else null. */
export const ownRows = (entity: OutlineEntity, role: string, outline: Outline): string | null => {
  const person = personBehind(role, outline)
  if (!person) return null
  const name = memberName(person.name)
  if (person === entity) return referenceCondition({ steps: ['id'], isReference: true }, name, outline)
  const path = pathTo(entity, name, outline)
  return path?.isReference ? referenceCondition(path, name, outline) : null
}

/** Who somebody of a role is in the data, if they are anybody: a district nurse is a `DistrictNurse`, or else a `Nurse`. */
const personBehind = (role: string, { entities }: Outline): OutlineEntity | undefined =>
  entities.get(entityName(role)) ?? entities.get(entityName(wordsOf(role).at(-1) ?? ''))

const assumeCreator = (entity: OutlineEntity, field: string, outline: Outline): void => {
  const what = wordsOf(entity.name).join(' ')
  note(outline, `${entity.name}.${field}`, { assumed: `"own" is whoever created the ${what}`, confidence: 0.5 })
  outline.questions.push({
    about: entity.name,
    sentence: `Whose is ${withArticle(what)}? Assumed: whoever created it.`,
    choices: ['whoever created it', 'somebody named in it'],
  })
}

interface Path {
  readonly steps: readonly string[]
  readonly isReference: boolean
}

/**
 * The shortest way over to-one relations to a field of the name, or to a relation of the name: at most three steps, none
 * of them optional, as a row without a value could not be decided. A field that access depends on becomes required.
 */
const stepsMax = 3

export const pathTo = (entity: OutlineEntity, name: string, outline: Outline): Path | null => {
  let reached: { entity: OutlineEntity; steps: readonly string[] }[] = [{ entity, steps: [] }]
  for (let depth = 0; depth <= stepsMax; depth++) {
    for (const { entity: at, steps } of reached) {
      const found = hereAt(at, name)
      if (found) return { steps: [...steps, ...found.steps], isReference: found.isReference }
    }
    reached = reached.flatMap(({ entity: at, steps }) =>
      [...at.relations].flatMap(([relation, { one, optional }]) => {
        const next = typeof one === 'string' && optional !== true ? outline.entities.get(one) : undefined
        return next && next !== at ? [{ entity: next, steps: [...steps, relation] }] : []
      }),
    )
  }
  return null
}

const hereAt = (entity: OutlineEntity, name: string): Path | null => {
  const field = entity.fields.get(name)
  if (field && (field.type === 'text' || field.type === 'enum')) {
    const { optional: _, ...required } = field
    entity.fields.set(name, required)
    return { steps: [name], isReference: false }
  }
  const held = [...entity.relations].filter(([, { one, optional }]) => typeof one === 'string' && optional !== true)
  const named = held.find(([relation]) => relation === name)
  const alike = held.filter(([, { one }]) => one === entityName(name))
  const [relation] = named ?? (alike.length === 1 ? alike[0] : undefined) ?? []
  return relation === undefined ? null : { steps: [`${relation}Id`], isReference: true }
}

/** Where a field goes that the words only limit by: what the entity refers to, else the entity itself. */
const nearestHolder = (entity: OutlineEntity): { readonly relation: string; readonly target: string } | null => {
  for (const [relation, { one, optional }] of entity.relations)
    if (typeof one === 'string' && optional !== true) return { relation, target: one }
  return null
}

const snake = (name: string): string => wordsOf(name).join('_')
