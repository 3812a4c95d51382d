import type { Command } from '../command.ts'
import { type Desk, listed, pathOf, Unclear } from '../desk.ts'
import type { Clause } from '../edit.ts'
import {
  entitiesFor,
  entityCalled,
  listedNouns,
  type Member,
  membersFor,
  nounText,
  operationsFor,
  rolesFor,
} from '../find.ts'
import { forgetRole } from '../forget-role.ts'
import { linesOf, policiesText, rolesOn, setLines, textsIn } from '../lines.ts'
import { memberUses, removeMember, removeUnused } from '../remove-member.ts'

const patterns: readonly RegExp[] = [
  /^(?:remove|delete|drop|get rid of|take away|take out|throw out|leave out|scrap)\s+(?<what>.+?)(?:\s+(?:again|altogether|completely|entirely))?$/i,
  /^(?<owner>.+?)\s+(?:no longer|do not|don't|does not|doesn't)\s+(?:have|has|need|needs)\s+(?:an?\s+|the\s+|any\s+)?(?<what>.+?)(?:\s+any ?more)?$/i,
  /^(?:we|i)\s+(?:no longer|do not|don't)\s+(?:need|want|keep|store)\s+(?<what>.+?)(?:\s+any ?more)?$/i,
  /^no more\s+(?<what>.+)$/i,
  /^take\s+(?<what>.+\s+(?:off|out of|away from)\s+.+)$/i,
]

/** `remove the fax number from customers`, `customers no longer have a fax`, `drop the role auditor`. */
export const remove: Command = {
  example: 'remove the fax number from customers',
  run: (clause, desk) => {
    const groups = patterns.map((pattern) => pattern.exec(clause.text)?.groups).find((each) => each !== undefined)
    if (groups?.what === undefined) return false
    refuseTwoWays(groups.what, desk)
    for (const thing of thingsIn(groups.what.replace(/\s(?:off|out of|away from)\s/gi, ' from '), groups.owner))
      removeThing(thing, clause, desk)
    desk.speakOf()
    return true
  },
}

/** `the driver of trips and vehicles`: the driver of both, or vehicles themselves? What is gone is gone, so that is not guessed. */
const refuseTwoWays = (what: string, desk: Desk): void => {
  const { name, last } =
    /^(?:the\s+)?(?<name>[\w ]+?)\s+(?:of|from)\s+[\w -]+?(?:,|\s+and)\s+(?:the\s+)?(?<last>[\w -]+)$/i.exec(what)
      ?.groups ?? {}
  if (name === undefined || last === undefined || entityCalled(last, desk.charter) === null) return
  throw new Unclear(
    `"${last}" could be removed whole, or only its ${name}. Say each on its own ("remove the ${name} of ${last}").`,
  )
}

const kinds = 'entit(?:y|ies)|tables?|roles?|operations?|actions?|fields?|columns?|relations?'

/** Each thing of a list, with its kind and what it is of, wherever these are said: `the fields x and y from z`. */
const thingsIn = (what: string, owner: string | undefined): readonly string[] => {
  const [head = '', kind = ''] = new RegExp(`^(?:the\\s+)?(${kinds})\\s+(?=\\S)`, 'i').exec(what) ?? []
  const one = kind.toLowerCase().replace(/ies$/, 'y').replace(/s$/, '')
  const isOurs = owner === undefined || /^(?:we|i)$/i.test(owner)
  return listedNouns(what.slice(head.length)).map((noun) =>
    [one, noun, ...(isOurs ? [] : ['of', owner])].filter((part) => part !== '').join(' '),
  )
}

interface Thing {
  readonly text: string
  go(): void
}

const removeThing = (noun: string, clause: Clause, desk: Desk): void => {
  const found = thingsFor(noun, clause, desk)
  const [first, second] = found
  if (!first) desk.memberOf(noun, clause)
  if (first && second) {
    const sentence = `"${noun}" could be ${listed(
      found.map(({ text }) => text),
      'or',
    )}. Which one?`
    throw new Unclear(sentence, { about: first.text, sentence, choices: found.map(({ text }) => `remove ${text}`) })
  }
  first?.go()
}

const thingsFor = (noun: string, clause: Clause, desk: Desk): readonly Thing[] => {
  const { charter } = desk
  const [, kind] = /^(?:the\s+)?(entity|table|role|operation|action|field|column|relation)\b/i.exec(noun) ?? []
  const allows = (...kinds: string[]) => kind === undefined || kinds.includes(kind.toLowerCase())
  const isPronoun = /^(?:it|that|this)$/i.test(noun)
  const spoken = isPronoun ? desk.spokenMembers(noun, clause) : []
  const entities =
    isPronoun && spoken.length === 0
      ? [desk.entity(noun, clause).name]
      : allows('entity', 'table')
        ? entitiesFor(noun, charter).found
        : []
  const roles = allows('role') ? rolesFor(noun, charter).found : []
  const members = isPronoun
    ? spoken
    : allows('field', 'column', 'relation')
      ? membersFor(noun, charter, desk.topic(clause)).found
      : []
  const operations = allows('operation', 'action') ? operationsFor(noun, charter).found : []
  const isExact = entities.some((name) => nounText(name) === nounText(noun.replace(/\W/g, ' ').trim()))
  return [
    ...entities.map((name) => ({
      text: kind === undefined && roles.length > 0 ? `the entity ${name}` : name,
      go: () => removeEntity(clause, desk, name),
    })),
    ...roles.map((name) => ({ text: `the role ${name}`, go: () => removeRole(clause, desk, name) })),
    ...(isExact || entities.length > 0 ? [] : members).map((member) => ({
      text: pathOf(member),
      go: () => removePart(clause, desk, member),
    })),
    ...(entities.length + members.length > 0 ? [] : operations).map((name) => ({
      text: `the operation ${name}`,
      go: () => removeOperation(clause, desk, name),
    })),
  ]
}

const removePart = (clause: Clause, desk: Desk, member: Member): void => {
  const gone = removeUnused(desk, member)
  desk.did(
    clause,
    pathOf(member),
    `Removed ${pathOf(member)}${gone.length > 0 ? `, and with it ${listed(gone)}` : ''}. Values that there are go with it.`,
  )
  desk.provenance.delete(pathOf(member))
}

/** With the relations that lead to it and its operations; refused where a right elsewhere rests on it. */
const removeEntity = (clause: Clause, desk: Desk, name: string): void => {
  const { charter } = desk
  if (charter.entities.length === 1) throw new Unclear(`${name} is the only entity; an API has one at least.`)
  if (new RegExp(`\\b${name}\\b`).test(policiesText(desk)))
    throw new Unclear(`\`policies\` speaks of ${name}. Take it out there by hand first.`)
  const relations = charter.entities
    .filter((entity) => entity.name !== name)
    .flatMap((entity) =>
      entity.relations
        .filter(({ target, through }) => target === name || through?.entity === name)
        .map((each): Member => ({ entity: entity.name, name: each.name, kind: 'relation' })),
    )
  const uses = relations.flatMap((member) => memberUses(desk, member).map((use) => `of ${pathOf(member)}, ${use}`))
  if (uses.length > 0) throw new Unclear(`${name} cannot be removed: ${uses.join('; ')}. Change that first.`)
  for (const { name: operation, entity, result } of charter.operations)
    if (entity === name || (result !== null && 'entity' in result && result.entity === name))
      dropOperation(desk, operation)
  for (const member of relations)
    if (desk.sheet.value(['entities', member.entity, 'relations', member.name]) !== undefined)
      removeMember(desk, member)
  dropStepUp(desk, (each) => each.startsWith(`${name}.`))
  desk.sheet.remove(['entities', name])
  desk.moved.set(name, null)
  const also = relations.length > 0 ? `, and with it ${listed(relations.map(pathOf))}` : ''
  desk.did(clause, name, `Removed the entity ${name}${also}. Its rows go with it.`)
  desk.provenance.delete(name)
}

const removeRole = (clause: Clause, desk: Desk, role: string): void => {
  const { roles } = desk.charter.access
  if (policiesText(desk).includes(`Role::"${role}"`))
    throw new Unclear(`\`policies\` speaks of the role ${role}. Take it out there by hand first.`)
  if (roles.length === 1) throw new Unclear(`${role} is the only role; nobody could do anything without it.`)
  for (const { name } of desk.charter.entities) if (rolesOn(desk, name).includes(role)) setLines(desk, name, role, [])
  desk.sheet.set(
    ['access', 'roles'],
    roles.filter((each) => each !== role),
  )
  forgetRole(desk, role)
  desk.did(clause, `access.roles.${role}`, `Removed the role ${role}, and all that it might do.`)
}

const removeOperation = (clause: Clause, desk: Desk, operation: string): void => {
  dropOperation(desk, operation)
  desk.did(clause, operation, `Removed the operation ${operation}.`)
  desk.provenance.delete(operation)
}

const dropOperation = (desk: Desk, operation: string): void => {
  for (const { name } of desk.charter.entities)
    for (const role of rolesOn(desk, name)) {
      const lines = linesOf(desk, name, role)
      setLines(
        desk,
        name,
        role,
        lines.map((line) => ({ ...line, do: line.do.filter((each) => each !== operation) })),
      )
    }
  dropStepUp(desk, (each) => each === operation || each.endsWith(`.${operation}`))
  desk.sheet.remove(['operations', operation])
  desk.moved.set(operation, null)
}

/** What is gone asks for no second factor any more. */
const dropStepUp = (desk: Desk, isGone: (operation: string) => boolean): void => {
  const mfa = textsIn(desk.sheet.value(['access', 'mfa']))
  if (mfa.some(isGone))
    desk.sheet.set(
      ['access', 'mfa'],
      mfa.filter((each) => !isGone(each)),
    )
}
