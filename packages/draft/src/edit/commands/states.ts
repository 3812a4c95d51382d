import { type Entity, pluralNoun } from '@charter/charter'
import { withArticle } from '@charter/runtime'
import { verbOf } from '../access/verbs.ts'
import type { Command } from '../command.ts'
import { type Desk, listed, pathOf, Unclear } from '../desk.ts'
import type { Clause } from '../edit.ts'
import { entityCalled, type Member, nounText } from '../find.ts'
import { textsIn } from '../lines.ts'
import { changeOptions, optionsOf } from '../options.ts'
import { valuesOf } from '../reading.ts'
import { constraintWords } from './constrain.ts'

const path =
  /^(?<on>.+?)\s+(?:(?:can|may|should|must|will)\s+)?(?:go(?:es)?|moves?|pass(?:es)?|runs?|proceeds?|changes?)\s+(?:through|from)\s+(?<states>.+)$/i
const added = [
  /^add\s+(?:the\s+|an?\s+)?(?:new\s+|possible\s+)*(?:state|status|stage)(?:s|es)?\s+(?:called\s+|named\s+)?(?<states>.+?)(?:\s+(?:to|for|on)\s+(?<on>.+))?$/i,
  /^(?<on>.+?)\s+(?:can|may|could)\s+(?:also\s+)?(?:be|have)\s+(?:in\s+)?(?:an?\s+|the\s+)?(?:new\s+)?(?:state|status|stage)\s+(?:called\s+|named\s+|of\s+)?(?<states>.+)$/i,
]
const become =
  /^(?<on>.+?)\s+(?:can|may|could)\s+(?<also>also\s+|now also\s+)?(?:be|become|get)\s+(?<states>[\w-]+(?:\s+[\w-]+)?(?:(?:,\s*|\s+(?:and|or)\s+)[\w-]+)*?)(?<too>\s+(?:too|as well))?$/i
const first =
  /^(?:all\s+|every\s+|each\s+|an?\s+)?(?:new\s+)?(?<on>.+?)\s+(?:should\s+|must\s+)?(?:start|begin)s?\s+(?:out\s+)?(?:as|in|with)\s+(?:an?\s+|the\s+)?(?:state\s+|status\s+)?(?<state>[\w-]+(?:\s[\w-]+)?)$/i

/** `an order goes from draft to sent to paid`, `a booking can also be waitlisted`, `new bookings start as confirmed`. */
export const states: Command = {
  example: 'an order goes from draft to sent to paid',
  run: (clause, desk) =>
    newStates(clause, desk) || moreStates(clause, desk) || maybeState(clause, desk) || firstState(clause, desk),
}

const entityIn = (noun: string | undefined, desk: Desk): Entity | null => {
  const found =
    noun === undefined ? null : entityCalled(noun.replace(/^(?:an?|the|each|every|all|any)\s+/i, ''), desk.charter)
  return found && desk.entityNamed(found.name)
}

/** The field that says how far a row has come. */
const stateField = (entity: Entity): Member | null => {
  const enums = entity.fields.filter(({ type }) => type.kind === 'enum')
  const [only, more] = enums.filter(({ name }) => /^(?:state|status|stage|phase)$/.test(name))
  return only && !more ? { entity: entity.name, name: only.name, kind: 'field' } : null
}

/** What a row can be or begins as: its state, else the only closed list that it has. */
const listField = (entity: Entity): Member | null => {
  const [only, more] = entity.fields.filter(({ type }) => type.kind === 'enum')
  return stateField(entity) ?? (only && !more ? { entity: entity.name, name: only.name, kind: 'field' } : null)
}

const newStates = (clause: Clause, desk: Desk): boolean => {
  const groups = path.exec(clause.text)?.groups
  const entity = entityIn(groups?.on, desk)
  const said = valuesOf((groups?.states ?? '').replace(/\s+(?:to|into|then to|and then)\s+/gi, ', '))
  if (!entity || said.length < 2 || said.some((value) => /^(?:the|an?|its|their)\s/i.test(value))) return false
  const known = stateField(entity)
  const about = entity.fields.some(({ name }) => name === 'status') ? 'state' : 'status'
  const there = known ? textsIn(optionsOf(desk, known).values) : []
  const missing = said.filter((value) => !there.includes(value))
  if (known && missing.length === 0)
    throw new Unclear(
      `${pathOf(known)} can be ${listed(there, 'or')} already; which may follow which is for an operation to hold to ("a clerk can send an order").`,
    )
  if (known && missing.length === said.length)
    throw new Unclear(
      `${pathOf(known)} can be ${listed(there, 'or')}. Say "${pathOf(known)}: ${listed(said, 'or')}" for others in their place.`,
    )
  if (known) addStates(clause, desk, known, missing)
  else {
    desk.sheet.set(['entities', entity.name, 'fields', about], { type: 'enum', values: said, default: said[0] ?? '' })
    desk.did(
      clause,
      `${entity.name}.${about}`,
      `Added ${about} to ${entity.name}: ${listed(said, 'or')}, at first ${said[0]}.`,
    )
    desk.speakOf(entity.name, { entity: entity.name, name: about, kind: 'field' })
  }
  desk.ask(
    `${entity.name}.${known?.name ?? about}`,
    'May any of them follow any other? Assumed: yes, for who may change the row.',
    [],
  )
  return true
}

const moreStates = (clause: Clause, desk: Desk): boolean => {
  const groups = added.map((pattern) => pattern.exec(clause.text)?.groups).find((each) => each !== undefined)
  if (
    groups?.states === undefined ||
    /^(?:machine|field|column|change|transition|diagram|of|for|to|and|or)s?\b/i.test(groups.states)
  )
    return false
  const entity = groups.on === undefined ? null : entityIn(groups.on, desk)
  if (groups.on !== undefined && !entity) return false
  const fields = (entity ? [entity] : desk.charter.entities).flatMap((each) => stateField(each) ?? [])
  const named = entity ? fields : fields.filter(({ name }) => /^(?:state|status|stage)$/.test(name))
  const [field, other] = named
  if (!field)
    throw new Unclear(
      `${entity?.name ?? 'No entity'} has no states yet. Say all of them: "${pluralNoun(nounText(entity?.name ?? 'Order'))} go from open to closed".`,
    )
  const sentence = `The state of what: ${listed(
    named.map(({ entity: name }) => name),
    'or',
  )}?`
  if (other)
    throw new Unclear(sentence, {
      about: pathOf(field),
      sentence,
      choices: named.map(({ entity: name }) => `add the state ${groups.states} to ${name}`),
    })
  addStates(clause, desk, field, listOf(groups.states))
  return true
}

const listOf = (text: string): readonly string[] => {
  const several = valuesOf(text)
  return (several.length > 0 ? several : [text]).map((value) => value.replace(/["']/g, '').trim())
}

/** `a booking can be paused`: a state that it is in, or what somebody does with it? `also` says that it is a state. */
const maybeState = (clause: Clause, desk: Desk): boolean => {
  const groups = become.exec(clause.text)?.groups
  const entity = entityIn(groups?.on, desk)
  const field = entity && listField(entity)
  const values = listOf(groups?.states ?? '')
  const isOther = values.some(
    (value) =>
      constraintWords.test(value) ||
      verbOf(value).actions !== null ||
      /\s(?:by|to|in|for|from)$|\b(?:by|only|not|no)\b/i.test(value),
  )
  if (!entity || !field || isOther) return false
  if (groups?.also !== undefined || groups?.too !== undefined) {
    addStates(clause, desk, field, values)
    return true
  }
  const { base } = verbOf(values[0] ?? '')
  const sentence = `Is ${listed(values)} a state of ${withArticle(nounText(entity.name))}, or what somebody does with it?`
  const roles = desk.charter.access.roles.slice(0, 3)
  throw new Unclear(sentence, {
    about: pathOf(field),
    sentence,
    choices: [
      `${pathOf(field)} can also be ${listed(values, 'or')}`,
      ...roles.map((role) => `${role} may ${base} ${pluralNoun(nounText(entity.name))}`),
    ],
  })
}

const addStates = (clause: Clause, desk: Desk, field: Member, values: readonly string[]): void => {
  const before = textsIn(optionsOf(desk, field).values)
  const news = values.filter((value) => !before.includes(value))
  if (news.length === 0) throw new Unclear(`${pathOf(field)} can be ${listed(before, 'or')} already.`)
  changeOptions(desk, field, { values: [...before, ...news] })
  desk.did(clause, pathOf(field), `${pathOf(field)} can also be ${listed(news, 'or')}.`)
  desk.speakOf(field.entity, field)
}

const firstState = (clause: Clause, desk: Desk): boolean => {
  const groups = first.exec(clause.text)?.groups
  const entity = entityIn(groups?.on, desk)
  const field = entity && listField(entity)
  if (!field || groups?.state === undefined) return false
  const values = textsIn(optionsOf(desk, field).values)
  const value = values.find((each) => each.toLowerCase() === groups.state?.toLowerCase())
  if (value === undefined) throw new Unclear(`${pathOf(field)} can be ${listed(values, 'or')}, not "${groups.state}".`)
  changeOptions(desk, field, { default: value })
  desk.did(clause, pathOf(field), `${pathOf(field)} is ${value} when nothing is said.`)
  return true
}
