import { type Entity, offersOf, pluralNoun } from '@charter/charter'
import { conditionFor, type Limited, limitIn } from '../access/condition.ts'
import { type Frame, frameOf } from '../access/frames.ts'
import { deny, grant, keepOnly, narrow, onlyFor, showField } from '../access/rights.ts'
import { type Verbs, verbOf, verbsIn } from '../access/verbs.ts'
import type { Command } from '../command.ts'
import { ambiguous, type Desk, listed, Unclear } from '../desk.ts'
import type { Clause } from '../edit.ts'
import { bare, entitiesFor, entityCalled, type Member, membersFor, nounText, rolesFor } from '../find.ts'
import { linesOf } from '../lines.ts'
import { newOperation } from '../new-operation.ts'
import { isNoName } from '../no-name.ts'
import { memberName, slug } from '../reading.ts'
import { endsIn } from '../relations/ends.ts'

/** `only managers may delete orders`, `nurses can no longer see notes`, `tutors only see their own lessons`. */
export const grantOrDeny: Command = {
  example: 'only managers may delete orders',
  run: (clause, desk) => {
    const parts = inTwo(clause.text, desk)
    const unread = parts.find((text) => !grantOrDeny.run({ ...clause, text }, desk))
    if (unread !== undefined) throw new Unclear(`"${unread}" was not understood. Say it like "${grantOrDeny.example}".`)
    if (parts.length > 0) return true
    const frame = frameOf(clause.text) ?? plainFrame(clause.text, desk)
    const isNoun = (word: string) => entitiesFor(word, desk.charter).found.length > 0
    const verbs = frame && verbsIn(frame.what.replace(/^(?:also|now|only|to)\s+/i, ''), isNoun)
    if (!frame || !verbs || verbs.rest === '' || command.test(frame.roles)) return false
    const targets = targetsOf(verbs, frame, clause, desk)
    if (targets.length === 0) return false
    const roles = rolesOf({ frame, verbs }, clause, desk)
    for (const target of targets) applyTo(target, { frame, verbs, roles }, clause, desk)
    return true
  },
}

/** `add a list to clients`: no role is called so. */
const command = /^(?:add|create|remove|drop|delete|rename|make|change|set|link|connect|include|introduce|there)\b/i

const parting =
  /^(?<given>.+?)\s*,?\s+(?<by>(?:but|though|and)\s+(?:not|never)|without|except(?:\s+for)?|but|other than|apart from)\s+(?:to\s+)?(?<taken>.+)$/i

/** `clerks can create vehicles but not delete them`, `everything except delete sales`: what is given, then what is taken. */
const inTwo = (text: string, desk: Desk): readonly string[] => {
  const { given, by = '', taken: said } = parting.exec(text)?.groups ?? {}
  const frame = frameOf(given ?? '')
  if (given === undefined || said === undefined || frame?.kind !== 'grant') return []
  const isNot = /(?:not|never)$/i.test(by)
  const taken = takenBy(said, { frame, isNot }, desk)
  if (taken === null || (!isNot && !isAllAt(given) && taken === said)) return []
  const object = endsIn(given, desk.charter).at(-1)
  const noun = object ? given.slice(object.start, object.end) : 'them'
  const gone = deedsIn(taken).map((deed) => deed.replace(/\b(?:them|it|those|these)\b/i, noun))
  return [given, ...gone.map((deed) => `${frame.roles} may not ${deed}`)]
}

/** `update bales or delete sales` is two, `update or delete sales` one. */
const deedsIn = (taken: string): readonly string[] => {
  const deeds: string[] = []
  let joint = ''
  for (const [at, part] of taken.split(/(\s*,\s*(?:and\s+|or\s+)?|\s+(?:and|or|nor)\s+)/).entries()) {
    if (at % 2 === 1) joint = part
    else if (deeds.length > 0 && !(isDeed(part) && /\s/.test(deeds.at(-1) ?? '')))
      deeds.push(`${deeds.pop()}${joint}${part}`)
    else deeds.push(part)
  }
  return deeds
}

const isDeed = (text: string): boolean =>
  /^\S+\s+\S/.test(text) && verbOf(/^[a-z]+/i.exec(text)?.[0] ?? '').actions !== null

const isAllAt = (given: string): boolean => /\b(?:everything|anything|all)(?:\s+else)?$/i.test(given)

/** What is taken as a verb and its object: `not the place` of what somebody sees is not to see it. Null where it is a whole entity. */
const takenBy = (
  said: string,
  { frame, isNot }: { readonly frame: Frame; readonly isNot: boolean },
  desk: Desk,
): string | null => {
  if (verbOf(/^[a-z]+/i.exec(said)?.[0] ?? '').actions !== null) return said
  const nouns = said.split(/\s*,\s*(?:and\s+|or\s+)?|\s+(?:and|or)\s+/)
  const isThing = (noun: string) => entitiesFor(noun, desk.charter).found.length > 0
  const isField = (noun: string) =>
    !isThing(noun) && membersFor(noun, desk.charter).found.some(({ kind }) => kind === 'field')
  if (nouns.every(isThing) && !isNot) return null
  if (!nouns.every((noun) => isThing(noun) || isField(noun)))
    return /^(?:an?|the|their|its|any)\s/i.test(said) ? null : said
  const verb = /^do\b/i.test(frame.what) ? 'see' : (/^[a-z]+/i.exec(frame.what)?.[0] ?? 'see')
  return `${verb} ${said}`
}

/** `receptionists confirm bookings`: a role that is no thing, too, then a verb and one thing, and no more. */
const plainFrame = (text: string, desk: Desk): Frame | null => {
  const { roles, what, object } =
    /^(?<roles>(?:the\s+|an?\s+)?[\w-]+)\s+(?<what>[a-z]+\s+(?<object>.+))$/i.exec(text)?.groups ?? {}
  if (roles === undefined || what === undefined || object === undefined) return null
  const isRole = rolesFor(roles, desk.charter).found.length === 1 && entityCalled(bare(roles), desk.charter) === null
  return isRole && entityCalled(bare(object), desk.charter) !== null ? { kind: 'grant', roles, what } : null
}

interface Target {
  readonly entity: Entity
  readonly field?: Member
  readonly limited: Limited
  readonly isAny: boolean
}

const isAll = /^(?:everything|anything|all(?: of it| data| entities)?|it all)\b/i

const targetsOf = ({ rest }: Verbs, frame: Frame, clause: Clause, desk: Desk): readonly Target[] => {
  const text = rest.replace(/^(?:at|of|on|with|to)\s+/i, '')
  if (isAll.test(text)) return everything(text, desk)
  const parts = text.split(/\s*,\s*(?:and\s+|or\s+)?|\s+(?:and|or)\s+(?!(?:his|her)\b)/i)
  const last = limitIn(parts.at(-1) ?? '')
  return parts.map((part) => {
    const limited = withAdjective(limitIn(part), desk)
    const isAny = /^(?:any|all|every|each)\b/i.test(limited.object)
    const target = targetOf(limited.object, frame, clause, desk)
    return {
      ...target,
      isAny,
      limited:
        limited.limit === null
          ? {
              ...limited,
              limit: parts.length > 1 && last.limit !== null && !/own/i.test(last.limit) ? last.limit : null,
            }
          : limited,
    }
  })
}

/** `draft orders`: a value of the entity before it limits as `orders that are draft` does. */
const withAdjective = (limited: Limited, desk: Desk): Limited => {
  const [, value, noun] = /^(?:the\s+)?([\w-]+)\s+(.+)$/.exec(limited.object) ?? []
  if (value === undefined || noun === undefined || limited.limit !== null) return limited
  const entity = desk.entityIfKnown(noun)
  const has = entity?.fields.some(({ type }) => type.kind === 'enum' && type.values.includes(value.toLowerCase()))
  return has === true && entitiesFor(limited.object, desk.charter).found.length === 0
    ? { object: noun, limit: `that are ${value}` }
    : limited
}

const everything = (text: string, desk: Desk): readonly Target[] => {
  const [, but] = /\b(?:except|but|other than|apart from)\s+(.+)$/i.exec(text) ?? []
  const nouns = but === undefined ? [] : but.split(/\s*,\s*(?:and\s+)?|\s+and\s+/)
  const left = nouns.flatMap((noun) => {
    const { found } = entitiesFor(noun, desk.charter)
    if (found.length > 0) return found
    throw new Unclear(
      `There is no entity "${noun}" to leave out. Say what may be seen, and a field apart ("… cannot see ${noun}").`,
    )
  })
  return desk.charter.entities
    .filter(({ name }) => !left.includes(name))
    .map((entity) => ({ entity, limited: { object: nounText(entity.name), limit: null }, isAny: false }))
}

/** An entity, or of one a field; a word that could be both is a question. */
const targetOf = (noun: string, frame: Frame, clause: Clause, desk: Desk): Pick<Target, 'entity' | 'field'> => {
  if (/^(?:it|this|that|them|these|those)$/i.test(noun)) return spokenTarget(noun, clause, desk)
  const adjective = entitiesFor(noun, desk.charter)
  const fields = membersFor(noun, desk.charter, desk.topic(clause)).found.filter(({ kind }) => kind === 'field')
  const exact =
    adjective.found.length > 0 &&
    desk.entityIfKnown(noun) !== null &&
    nounText(adjective.found[0] ?? '') === nounText(entityText(noun))
  if (adjective.found.length === 1 && (fields.length === 0 || exact)) return { entity: desk.entity(noun, clause) }
  if (adjective.found.length === 0 && fields.length > 0) return fieldTarget(noun, clause, desk)
  if (adjective.found.length === 0) return unknownTarget(noun, frame, clause, desk)
  const names = [...adjective.found, ...fields.map(({ entity, name }) => `${entity}.${name}`)]
  throw ambiguous(noun, names, clause)
}

/** What was spoken of last: a right to see a field that was just added is not one to its whole row. */
const spokenTarget = (pronoun: string, clause: Clause, desk: Desk): Pick<Target, 'entity' | 'field'> =>
  desk.spokenMembers(pronoun, clause).length > 0
    ? fieldTarget(pronoun, clause, desk)
    : { entity: desk.entity(pronoun, clause) }

const entityText = (noun: string): string => {
  const text = memberName(bare(noun))
  return text.replace(/s$/, '')
}

const fieldTarget = (noun: string, clause: Clause, desk: Desk): Pick<Target, 'entity' | 'field'> => {
  const field = desk.memberOf(noun, clause)
  return { entity: desk.entityNamed(field.entity), field }
}

/** `draft orders`: a value before the entity; else there is no such thing. */
const unknownTarget = (noun: string, _frame: Frame, clause: Clause, desk: Desk): Pick<Target, 'entity'> => ({
  entity: desk.entity(noun, clause),
})

interface ApplyContext {
  readonly frame: Frame
  readonly verbs: Verbs
  readonly roles: readonly string[]
}

const applyTo = (target: Target, { frame, verbs, roles }: ApplyContext, clause: Clause, desk: Desk): void => {
  if (target.field) applyToField(target.field, { frame, verbs, roles }, clause, desk)
  else applyToEntity(target, { frame, verbs, roles }, clause, desk)
}

const applyToEntity = (
  { entity, limited, isAny }: Target,
  { frame, verbs, roles }: ApplyContext,
  clause: Clause,
  desk: Desk,
): void => {
  if (frame.kind === 'deny' && limited.limit === null && /^do everything\b/i.test(frame.what)) {
    for (const role of roles) denyAll(clause, desk, entity, role)
    return
  }
  const offered = offersOf(entity) as readonly string[]
  const actions = [
    ...verbs.actions.filter((action) => offered.includes(action)),
    ...verbs.others.flatMap((verb) => operationFor(verb, entity, frame, clause, desk)),
  ]
  if (actions.length === 0) return
  for (const role of frame.kind === 'only' ? roles.slice(0, 1) : roles) {
    const when = limited.limit === null ? undefined : conditionFor(desk, entity, role, limited)
    const right = { role, entity: entity.name, actions, isAny, ...(when !== undefined && { when }) }
    if (frame.kind === 'only') onlyFor(clause, desk, roles, right)
    else if (frame.kind === 'deny') denyOrSay(clause, desk, right)
    else if (frame.kind === 'grant') grant(clause, desk, right)
    else if (when === undefined) keepOnly(clause, desk, right)
    else narrow(clause, desk, right)
  }
}

/** Audits and operations with it: who has no access does nothing at all. */
const denyAll = (clause: Clause, desk: Desk, { name }: Entity, role: string): void =>
  denyOrSay(clause, desk, {
    role,
    entity: name,
    actions: [...new Set(linesOf(desk, name, role).flatMap((line) => line.do))],
    isAny: false,
  })

const denyOrSay = (clause: Clause, desk: Desk, right: Parameters<typeof grant>[2]): void => {
  if (right.when !== undefined)
    throw new Unclear(
      `A right is taken away whole. Say what is left instead ("${right.role} may only see ${pluralNoun(nounText(right.entity))} of their own …").`,
    )
  if (deny(clause, desk, right)) return
  desk.steps.push({
    sentence: clause.text,
    path: `${right.entity}.allow.${right.role}`,
    did: `Nothing to do: ${right.role} may not ${right.actions.join(', ')} ${right.entity} as it is.`,
  })
}

const applyToField = (field: Member, { frame, verbs, roles }: ApplyContext, clause: Clause, desk: Desk): void => {
  const isSeeing = verbs.others.length === 0 && verbs.actions.every((action) => /^(?:read|list)$/.test(action))
  if (!isSeeing || frame.kind === 'narrow')
    throw new Unclear(
      `Only seeing a field can be a right of its own; changing holds for whole rows ("only ${roles[0]} may change ${pluralNoun(nounText(field.entity))}").`,
    )
  showField(clause, desk, field, { roles, kind: frame.kind })
}

/** An operation of the entity that a verb of the business means; made where a right to it is given. */
const operationFor = (verb: string, entity: Entity, frame: Frame, clause: Clause, desk: Desk): readonly string[] => {
  const known = desk.charter.operations.find(
    ({ name, entity: on }) =>
      on === entity.name && (name === memberName(`${verb} ${nounText(entity.name)}`) || name === verb),
  )
  if (known) return [known.name]
  if (frame.kind === 'deny' || frame.kind === 'narrow')
    throw new Unclear(
      `There is no operation "${verb}" on ${entity.name}. Actions are create, read, update, delete, list and audit.`,
    )
  return [newOperation(clause, desk, verb, entity)]
}

/** Who does what, as far as it is known when roles are looked up. */
interface Said {
  readonly frame: Frame
  readonly verbs: Verbs
}

const everyone =
  /^(?:everyone|everybody|anyone|anybody|all roles|every role|all users|any role|all)(?:\s+(?:except|but|other than)\s+(?<but>.+))?$/i
const rolesOf = (said: Said, clause: Clause, desk: Desk): readonly string[] => {
  const text = said.frame.roles.replace(/^(?:the role|roles?)\s+/i, '').trim()
  const all = everyone.exec(text)
  const left = all?.groups?.but === undefined ? [] : rolesIn(all.groups.but, said, clause, desk)
  if (all) return desk.charter.access.roles.filter((role) => !left.includes(role))
  return rolesIn(text, said, clause, desk)
}

const rolesIn = (text: string, said: Said, clause: Clause, desk: Desk): readonly string[] =>
  text.split(/\s*,\s*(?:and\s+|or\s+)?|\s+(?:and|or)\s+/i).map((noun) => roleFor(noun, said, clause, desk))

/** A role that is not there yet comes to be when it is given something usual; none of a thing or of half a sentence. */
const roleFor = (noun: string, { frame, verbs }: Said, clause: Clause, desk: Desk): string => {
  if (/^(?:it|this|that|they|these|those|he|she|we|you|i)$/i.test(noun.trim()))
    throw new Unclear(`Which role is "${noun.trim()}"? There are ${listed(desk.charter.access.roles)}.`)
  const { found, near } = rolesFor(noun, desk.charter)
  const [first, second] = found
  if (first !== undefined && second === undefined) return first
  const name = slug(bare(noun))
  const ask = (sentence: string, choices: readonly string[]) =>
    new Unclear(sentence, { about: 'access.roles', sentence, choices })
  if (second !== undefined)
    throw ask(
      `"${noun}" could be ${listed(found, 'or')}. Which one?`,
      found.map((role) => clause.text.replace(noun, role)),
    )
  if (near !== undefined)
    throw ask(`There is no role "${name}". Did you mean ${near}?`, [
      clause.text.replace(noun, near),
      `add a role ${name} and then ${clause.text}`,
    ])
  const isGuess = verbs.others.length > 0 || desk.entityIfKnown(noun) !== null
  if (
    frame.kind !== 'grant' ||
    isGuess ||
    isNoName(noun) ||
    name.split('-').length > 2 ||
    !/^[a-z][a-z0-9-]{1,40}$/.test(name)
  )
    throw new Unclear(
      `There is no role "${noun}". There are ${listed(desk.charter.access.roles)}. Say "add a role …" for a new one.`,
    )
  desk.sheet.set(['access', 'roles'], [...desk.charter.access.roles, name])
  desk.did(clause, `access.roles.${name}`, `Added the role ${name}.`)
  return name
}
