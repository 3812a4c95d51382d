import type { Entity } from '@charter/charter'
import { withArticle } from '@charter/runtime'
import { type Comparison, comparisonIn } from '../checks/comparison.ts'
import { fieldLike } from '../checks/field-like.ts'
import type { Command } from '../command.ts'
import { type Desk, listed, Unclear } from '../desk.ts'
import type { Clause } from '../edit.ts'
import { nounText } from '../find.ts'
import { isMembers } from '../flow-text.ts'
import { memberName } from '../reading.ts'
import { endsIn } from '../relations/ends.ts'
import { membersAt } from '../renames/references.ts'

const noun = '(?:check|rule|constraint|validation|condition)'
const adding = new RegExp(
  `^(?:(?:add|create|introduce|make)\\s+)?(?:an?\\s+|the\\s+)?(?:new\\s+)?${noun}s?\\s+(?:to|on|for|in)\\s+(?<on>[\\w -]+?)\\s*(?:,\\s*|:\\s*|\\s+)(?:(?:that|saying(?: that)?|so that|which says(?: that)?)\\s+)?(?<rule>.+)$`,
  'i',
)
const removing = new RegExp(
  `^(?:remove|delete|drop|get rid of)\\s+(?:the\\s+)?${noun}\\s+(?:that\\s+|called\\s+|named\\s+|on\\s+)?(?<rule>.+?)(?:\\s+(?:from|of|on|for)\\s+(?<on>[\\w -]+))?$`,
  'i',
)

/** `a class must end after it starts`, `either the email or the phone of a member must be given`. */
export const checks: Command = {
  example: 'a class must end after it starts',
  run: (clause, desk) => removeCheck(clause, desk) || oneOfTwo(clause, desk) || compare(clause, desk),
}

const compare = (clause: Clause, desk: Desk): boolean => {
  const said = adding.exec(clause.text)?.groups
  const on = said?.on === undefined ? null : desk.entityIfKnown(said.on)
  const comparison = comparisonIn(on ? (said?.rule ?? '') : clause.text)
  if (!comparison) return false
  const found = sidesOf(comparison, on ? [on] : subjectsOf(clause, desk))
  const [first, second] = found
  if (!first) return false
  if (second)
    throw ambiguous(
      found.map(({ entity }) => entity.name),
      (name) => `add a check to ${name} that ${clause.text}`,
    )
  refuseUnlike(first, comparison)
  const { entity, left, right } = first
  const rule = `${left.name} ${comparison.sign} ${right.name}`
  addCheck(clause, desk, { entity: entity.name, name: nameOf(first, comparison), rule })
  return true
}

/** The entity that a sentence is about, else all. */
const subjectsOf = ({ text, topic }: Clause, desk: Desk): readonly Entity[] => {
  const [end] = endsIn(topic ?? text, desk.charter)
  return end ? [desk.entityNamed(end.entity)] : desk.charter.entities
}

interface Sides {
  readonly entity: Entity
  readonly left: Entity['fields'][number]
  readonly right: Entity['fields'][number]
}

const sidesOf = ({ left, right }: Comparison, entities: readonly Entity[]): readonly Sides[] =>
  entities.flatMap((entity) => {
    const own = (side: string) => fieldLike(withoutEntity(side, entity), entity)
    const [one, other] = [own(left), own(right)]
    return one && other && one.name !== other.name ? [{ entity, left: one, right: other }] : []
  })

/** `the end of a leave request`, `a class must end`, `a trip can't return`: what is said of the entity, without it. */
const withoutEntity = (side: string, entity: Entity): string => {
  const name = `(?:${nounText(entity.name)}|${nounText(entity.plural)})s?`
  return side
    .replace(new RegExp(`\\s+(?:of|on|in)\\s+(?:an?|the|each|every|its)?\\s*${name}$`, 'i'), '')
    .replace(new RegExp(`^(?:an?|the|each|every|all)?\\s*${name}(?:'s|')?\\s+`, 'i'), '')
    .replace(
      /^(?:(?:must|can|should|may|has to|have to|shall|cannot|can't|mustn't)\s+)?(?:(?:not|never|only|always)\s+)?/i,
      '',
    )
    .trim()
}

const refuseUnlike = ({ entity, left, right }: Sides, { sign }: Comparison): void => {
  const isNumber = ({ type }: Sides['left']) => /^(?:int32|int64|decimal|float64)$/.test(type.kind)
  const isOrdered = /^(?:date|instant|time|dateTime|duration)$/.test(left.type.kind) || /^[!=]/.test(sign)
  if ((isOrdered && left.type.kind === right.type.kind) || (isNumber(left) && isNumber(right))) return
  throw new Unclear(
    `${entity.name}.${left.name} is ${withArticle(left.type.kind)} and ${entity.name}.${right.name} ${withArticle(right.type.kind)}: they cannot be compared.`,
  )
}

/** The same words could be a check of several entities. */
const ambiguous = (names: readonly string[], choiceFor: (name: string) => string): Unclear => {
  const sentence = `Of what is that to hold: ${listed(names, 'or')}?`
  return new Unclear(sentence, { about: names[0] ?? '', sentence, choices: names.map(choiceFor) })
}

const nameOf = ({ left, right }: Sides, { sign }: Comparison): string => {
  const between = { '>': 'after', '>=': 'not before', '<': 'before', '<=': 'not after', '==': 'is', '!=': 'is not' }[
    sign
  ]
  const isTime = /^(?:date|instant|time|dateTime)$/.test(left.type.kind)
  const number = { '>': 'above', '>=': 'at least', '<': 'below', '<=': 'at most', '==': 'is', '!=': 'is not' }[sign]
  return memberName(`${nounText(left.name)} ${isTime ? between : number} ${nounText(right.name)}`)
}

const either =
  /^(?:(?<on>.+?)\s+(?:must|should|have to|has to|need to|needs to)\s+(?:give|have|state|provide|enter)\s+)?(?:at least one of|one of|either)?\s*(?:an?\s+|the\s+)?(?<one>[\w ]+?)\s+or\s+(?:an?\s+|the\s+)?(?<other>[\w ]+?)(?:\s+(?:of|for|on)\s+(?<of>[\w ]+?))?(?:\s+(?:(?:must|should|has to|have to|needs? to)\s+be|is|are)\s+(?:given|present|set|filled in|there|stated|required|mandatory))?$/i

/** One of two optional fields is to be there. */
const oneOfTwo = (clause: Clause, desk: Desk): boolean => {
  const groups = either.exec(clause.text)?.groups
  const isSaid =
    /\b(?:given|present|set|filled in|there|stated|required|mandatory)$/i.test(clause.text) || groups?.on !== undefined
  if (!groups || !isSaid) return false
  const noun = groups.on ?? groups.of
  const on = noun === undefined ? null : desk.entityIfKnown(noun)
  const found = (noun === undefined ? desk.charter.entities : on ? [on] : []).flatMap((entity) => {
    const [one, other] = [groups.one, groups.other].map((name) => fieldLike(name ?? '', entity))
    return one && other && one.name !== other.name ? [{ entity, one, other }] : []
  })
  const [first, second] = found
  if (!first) return false
  if (second)
    throw ambiguous(
      found.map(({ entity }) => entity.name),
      (name) => clause.text.replace(/(?=\s+(?:must|should|has to|have to|needs? to)\s)/i, ` of ${name}`),
    )
  const { entity, one, other } = first
  if (!one.isOptional || !other.isOptional)
    throw new Unclear(`${entity.name}.${(one.isOptional ? other : one).name} is always there: it is required.`)
  const rule = `not (${one.name} is null and ${other.name} is null)`
  addCheck(clause, desk, {
    entity: entity.name,
    name: memberName(`${nounText(one.name)} or ${nounText(other.name)}`),
    rule,
  })
  return true
}

interface Check {
  readonly entity: string
  readonly name: string
  readonly rule: string
}

const addCheck = (clause: Clause, desk: Desk, { entity, name, rule }: Check): void => {
  const known = membersAt(desk, ['entities', entity, 'checks'])
  const same = known.find(([, value]) => (isMembers(value) ? value.rule : value) === rule)
  if (same) throw new Unclear(`${entity} has that check already: ${same[0]}.`)
  if (known.some(([each]) => each === name))
    throw new Unclear(`${entity} has a check ${name} already. Remove it first.`)
  const message = `${clause.text.charAt(0).toUpperCase()}${clause.text.slice(1)}.`
  desk.sheet.set(['entities', entity, 'checks', name], { rule, message })
  desk.did(clause, `${entity}.checks.${name}`, `Added the check ${name} to ${entity}: ${rule}.`)
  desk.ask(
    `${entity}.checks.${name}`,
    `Rows for which ${rule} does not hold have to be mended before the new service opens them.`,
    [],
  )
  desk.speakOf(entity)
}

/** A check by its name, else by what it says, else the only one of its entity. */
const removeCheck = (clause: Clause, desk: Desk): boolean => {
  const groups = removing.exec(clause.text)?.groups
  if (groups?.rule === undefined) return false
  const on = groups.on === undefined ? null : desk.entityIfKnown(groups.on)
  const all = (on ? [on] : desk.charter.entities).flatMap((entity) =>
    membersAt(desk, ['entities', entity.name, 'checks']).map(([name, value]) => ({
      entity,
      name,
      rule: String(isMembers(value) ? value.rule : value),
    })),
  )
  const comparison = comparisonIn(groups.rule)
  const names = new Set([memberName(groups.rule), groups.rule.trim()])
  const isMeant = ({ entity, name, rule }: (typeof all)[number]): boolean => {
    const [sides] = comparison ? sidesOf(comparison, [entity]) : []
    return (
      names.has(name) ||
      (sides !== undefined && rule.startsWith(`${sides.left.name} `) && rule.endsWith(` ${sides.right.name}`))
    )
  }
  const [first, second] = all.filter(isMeant)
  if (!first || second)
    throw new Unclear(
      `Which check? ${all.length === 0 ? 'There is none.' : `Say it like "remove the check ${all[0]?.name}": there are ${listed(all.map(({ entity, name }) => `${name} of ${entity.name}`))}.`}`,
    )
  desk.sheet.remove(['entities', first.entity.name, 'checks', first.name])
  desk.did(
    clause,
    `${first.entity.name}.checks.${first.name}`,
    `Removed the check ${first.name} (${first.rule}) from ${first.entity.name}.`,
  )
  desk.provenance.delete(`${first.entity.name}.checks.${first.name}`)
  return true
}
