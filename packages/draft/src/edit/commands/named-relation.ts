import type { Entity } from '@charter/charter'
import { withArticle } from '@charter/runtime'
import type { Command } from '../command.ts'
import { type Desk, Unclear } from '../desk.ts'
import type { Clause } from '../edit.ts'
import { entityCalled, nounText } from '../find.ts'
import { memberName } from '../reading.ts'
import { toOne } from '../relations/to-one.ts'
import { typeFor } from '../types.ts'

const article = '(?:an?|one|at most one|exactly one|the|its|their|another)'
const is =
  '(?:(?:who|which|that)\\s+(?:is|are|refers? to|points? (?:to|at)|must be|should be|has to be)\\s+(?:also\\s+|always\\s+)?|(?:pointing|referring|linking)\\s+(?:to|at)\\s+|referencing\\s+|\\(\\s*)'
const patterns: readonly RegExp[] = [
  new RegExp(
    `^(?<from>.+?)\\s+(?:(?:can|may|could|must|should|also|now|always)\\s+)*(?:has|have|needs?|gets?)\\s+(?:also\\s+)?${article}\\s+(?<name>[\\w-]+(?:\\s+[\\w-]+){0,2}?)\\s*,?\\s+${is}(?:(?:an?|one|another|the)\\s+(?:of the\\s+)?)?(?<to>[\\w -]+?)\\)?$`,
    'i',
  ),
  new RegExp(
    `^(?:add|give|introduce|include)\\s+${article}\\s+(?<name>[\\w-]+(?:\\s+[\\w-]+){0,2}?)\\s*,?\\s+${is}(?:(?:an?|one|another|the)\\s+(?:of the\\s+)?)?(?<to>[\\w -]+?)\\s*\\)?\\s*,?\\s+(?:to|on|for)\\s+(?<from>.+)$`,
    'i',
  ),
]
/** `a department has a parent department`: the last words are the entity, the first say which one. */
const described =
  /^(?<from>.+?)\s+(?:(?:can|may|could|must|should|also|now|always)\s+)*(?:has|have|needs?|gets?)\s+(?:also\s+)?(?:an?|one)\s+(?<name>[\w-]+)\s+(?<to>[\w-]+(?:\s+[\w-]+)?)$/i

/** `an employee has a manager who is an employee`: a relation that is not called as its entity is. */
export const namedRelation: Command = {
  example: 'each order has an approver who is an employee',
  run: (clause, desk) => {
    const named = patterns.map((pattern) => pattern.exec(clause.text)?.groups).find((each) => each !== undefined)
    const groups = named ?? described.exec(clause.text)?.groups
    const from = desk.entityIfKnown((groups?.from ?? '').replace(/^(?:each|every|an?|the|all)\s+/i, ''))
    const to = groups?.to === undefined ? null : entityCalled(groups.to.trim(), desk.charter)
    if (groups?.name === undefined || !from) return false
    if (named && !to && isThing(groups.to ?? '', clause.text)) desk.entity(groups.to ?? '', clause)
    if (!to) return false
    if (!named && (to.isPlural || isQuantity(groups.name))) return false
    const isSelf = from.name === to.name
    relateAs(named || isSelf ? groups.name : `${groups.name} ${nounText(to.name)}`, { from, to: to.name }, clause, desk)
    return true
  },
}

/** `who is a clinician` names a thing, `that is a number` a type. */
const isThing = (noun: string, text: string): boolean =>
  typeFor(noun) === null && new RegExp(`\\b(?:an?|one|another) ${noun}`, 'i').test(text)

const isQuantity = (word: string): boolean =>
  /^(?:one|single|few|new|other|several|many|optional|required|different|own|list|number)$/i.test(word)

interface Ends {
  readonly from: Entity
  readonly to: string
}

const relateAs = (said: string, { from, to }: Ends, clause: Clause, desk: Desk): void => {
  const word = memberName(said.replace(/[\s_-]*\bid$|_id$/i, ''))
  const name = [...from.fields, ...from.relations].some((each) => each.name === word) ? '' : word
  if (name === '') throw new Unclear(`${from.name} has ${withArticle(word)} already. Say another name.`)
  const isEntity = desk.charter.entities.some((each) => memberName(each.name) === name && each.name === to)
  desk.speakOf(
    from.name,
    toOne(clause, desk, { from: from.name, to, ...((!isEntity || from.name === to) && { name }) }),
  )
}
