import { type Entity, pluralNoun } from '@charter/charter'
import type { Command } from '../command.ts'
import { type Desk, listed, pathOf, Unclear } from '../desk.ts'
import type { Clause } from '../edit.ts'
import { bare, type Member, nounText } from '../find.ts'
import { isMembers, type Members, type Value } from '../flow-text.ts'
import { linesOf, policiesText, rolesOn } from '../lines.ts'
import { changeOptions, optionsOf } from '../options.ts'
import { entityName, memberName } from '../reading.ts'
import { memberUses, removeMember } from '../remove-member.ts'
import { changeTexts, membersAt } from '../renames/references.ts'
import { renameEntity } from '../renames/rename-entity.ts'
import { renameMember } from '../renames/rename-member.ts'

const pattern =
  /^(?:merge|combine|join|unite|fold)\s+(?<first>.+?)\s+(?:and|with|into)\s+(?<second>.+?)(?:\s+(?:in)?to\s+(?:one\s+|a single\s+)?(?<into>.+?))?(?:\s+(?:on|of)\s+(?<on>.+))?$/i

/** `merge Customer and Client into Customer`, `merge first name and last name into name`. */
export const merge: Command = {
  example: 'merge first name and last name into name',
  run: (clause, desk) => {
    const groups = pattern.exec(clause.text)?.groups
    if (groups?.first === undefined || groups.second === undefined) return false
    const isFolded = /^fold\b|^merge\s+\S+\s+into\b/i.test(clause.text)
    const [first, second] = isFolded ? [groups.second, groups.first] : [groups.first, groups.second]
    const [one, other] =
      groups.on === undefined ? [desk.entityIfKnown(first), desk.entityIfKnown(second)] : [null, null]
    if (one && other)
      mergeEntities(clause, desk, {
        one,
        other,
        into: groups.into === undefined ? one.name : entityName(bare(groups.into)),
      })
    else {
      const of = groups.on === undefined ? '' : ` of ${groups.on}`
      const kept = desk.memberOf(`${first}${of}`, clause)
      const gone = desk.memberOf(`${second}${of === '' && !/\.| of /.test(second) ? ` of ${kept.entity}` : of}`, clause)
      mergeFields(clause, desk, {
        kept,
        gone,
        into: groups.into === undefined ? kept.name : memberName(bare(groups.into)),
      })
    }
    return true
  },
}

interface MergingFields {
  readonly kept: Member
  readonly gone: Member
  readonly into: string
}

const mergeFields = (clause: Clause, desk: Desk, { kept, gone, into }: MergingFields): void => {
  if (kept.entity !== gone.entity || kept.kind === 'relation' || gone.kind === 'relation')
    throw new Unclear('Only two fields of one entity, or two entities, can be merged.')
  const uses = memberUses(desk, gone)
  if (uses.length > 0)
    throw new Unclear(`${pathOf(gone)} cannot be merged into another: ${uses.join('; ')}. Change that first.`)
  const [before, other] = [optionsOf(desk, kept), optionsOf(desk, gone)]
  if (before.type !== other.type)
    throw new Unclear(`${pathOf(kept)} is ${before.type}, ${pathOf(gone)} is ${other.type}: make them one type first.`)
  const also = removeMember(desk, gone)
  if (into !== kept.name) renameMember(desk, kept, into)
  const member: Member = { ...kept, name: into }
  const length = lengthsOf(before, other)
  changeOptions(desk, member, { ...(length !== null && { length }), ...strongest(before, other) })
  desk.speakOf(member.entity, member)
  desk.did(
    clause,
    pathOf(member),
    `Merged ${pathOf(kept)} and ${pathOf(gone)} into ${into}${also.length > 0 ? `; ${listed(also)} went with it` : ''}.`,
  )
  desk.ask(
    pathOf(member),
    `What becomes of the ${pluralNoun(nounText(gone.name))} that there are? Assumed: they go; those of ${kept.name} stay.`,
    [`keep ${pathOf(gone)} as an optional field`],
  )
}

/** What is told of either holds for both: the merged field is as sensitive as the more sensitive one. */
const strongest = (before: Members, other: Members): Readonly<Record<string, Value>> =>
  Object.fromEntries(
    ['class', 'protect', 'reveal', 'mask'].flatMap((option): [string, Value][] =>
      before[option] === undefined && other[option] !== undefined ? [[option, other[option] as Value]] : [],
    ),
  )

const lengthsOf = (before: Members, other: Members): string | null => {
  const [one, two] = [before.length, other.length].map((length) => /^(\d*)\.\.(\d+)$/.exec(String(length)))
  return one && two ? `${one[1] ?? ''}..${Number(one[2]) + Number(two[2]) + 1}` : null
}

interface MergingEntities {
  readonly one: Entity
  readonly other: Entity
  readonly into: string
}

/** The first keeps its rows and rights; what only the other has comes as optional fields; who refers to the other refers to it. */
const mergeEntities = (clause: Clause, desk: Desk, { one, other, into }: MergingEntities): void => {
  if (one.name === other.name) throw new Unclear(`${one.name} is one entity already.`)
  refuseMerge(desk, one, other)
  const missing = membersAt(desk, ['entities', other.name, 'fields']).filter(
    ([name]) => !one.fields.some((field) => field.name === name) && !other.key.includes(name),
  )
  const rights = rolesOn(desk, other.name).filter((role) => !rolesOn(desk, one.name).includes(role))
  const rightsText = rights.map(
    (role) =>
      `${role} may ${linesOf(desk, other.name, role)
        .flatMap((line) => line.do)
        .join(' and ')} ${pluralNoun(nounText(into))}`,
  )
  for (const [name, value] of missing)
    desk.sheet.set(['entities', one.name, 'fields', name], {
      ...(isMembers(value) ? value : { type: value }),
      optional: true,
    })
  for (const relation of one.relations)
    if (relation.target === other.name) removeMember(desk, { entity: one.name, name: relation.name, kind: 'relation' })
  repoint(desk, other.name, one.name)
  desk.sheet.remove(['entities', other.name])
  desk.moved.set(other.name, null)
  if (into !== one.name) renameEntity(desk, one.name, into)
  desk.speakOf(into)
  desk.did(
    clause,
    into,
    `Merged ${one.name} and ${other.name} into ${into}${missing.length > 0 ? `, with ${listed(missing.map(([name]) => name))} as optional fields` : ''}.`,
  )
  desk.ask(
    into,
    `Who might do something with ${other.name} and may not with ${into}? Assumed: the rights of ${one.name} hold${rights.length > 0 ? `, so ${listed(rights)} lose${rights.length > 1 ? '' : 's'} access` : ''}.`,
    rightsText,
  )
  desk.ask(into, `Rows of ${other.name} have to be carried over to ${into} before it goes.`, [])
}

const refuseMerge = (desk: Desk, one: Entity, other: Entity): void => {
  if (new RegExp(`\\b${other.name}\\b`).test(policiesText(desk)))
    throw new Unclear(`\`policies\` speaks of ${other.name}. Take it out there by hand first.`)
  const operation = desk.charter.operations.find(({ entity }) => entity === other.name)
  if (operation)
    throw new Unclear(
      `The operation ${operation.name} is of ${other.name}. Remove it first ("remove the operation ${operation.name}").`,
    )
  if (other.relations.length > 0 && other.relations.some(({ target, kind }) => kind === 'one' && target !== one.name))
    throw new Unclear(
      `${other.name} refers to others (${listed(other.relations.map(({ name }) => name))}). Give ${one.name} those relations first.`,
    )
}

/** Whoever refers to one entity refers to another; collections of the other side come along. */
const repoint = (desk: Desk, from: string, to: string): void => {
  for (const { name } of desk.charter.entities.filter((each) => each.name !== from))
    for (const [relation] of membersAt(desk, ['entities', name, 'relations']))
      for (const key of ['one', 'many', 'through'])
        changeTexts(desk, ['entities', name, 'relations', relation, key], (text) => (text === from ? to : text))
  const taken = new Set(desk.entityNamed(to).relations.map(({ name }) => name))
  for (const [relation, value] of membersAt(desk, ['entities', from, 'relations']))
    if (isMembers(value) && value.many !== undefined && !taken.has(relation))
      desk.sheet.set(['entities', to, 'relations', relation], value)
}
