import { pluralNoun } from '@charter/charter'
import { withArticle } from '@charter/runtime'
import { capital } from '../../read/names.ts'
import { type Desk, Unclear } from '../desk.ts'
import type { Clause } from '../edit.ts'
import { type Member, nounText } from '../find.ts'
import { collectionName, memberName } from '../reading.ts'
import { memberUses, removeMember } from '../remove-member.ts'
import { askWho, ownerIn, ownerLine } from '../who.ts'
import { freeName } from './relate.ts'

/** Many of one for many of the other: through a row for each pair, which has the rights of a thing of its own. */
export const relateMany = (desk: Desk, [one, other]: readonly [string, string], clause: Clause): void => {
  if (one === other)
    throw new Unclear(
      `Many of ${one} for many of ${one} need a name at each end: say the thing between them ("add pairs with a first ${nounText(one)} and a second ${nounText(one)}").`,
    )
  const ways = [
    [one, other],
    [other, one],
  ] as const
  for (const ends of ways) dropReference(desk, ends, clause)
  if (desk.entityNamed(one).relations.some(({ kind, target }) => kind === 'many' && target === other))
    throw new Unclear(`${capital(withArticle(nounText(one)))} can have many ${pluralNoun(nounText(other))} already.`)
  const between = `${one}${other}`
  if (desk.charter.entities.some(({ name }) => name === between))
    throw new Unclear(
      `There is an entity ${between} already. Relate it to both ("each ${nounText(between)} has one ${nounText(one)}").`,
    )
  const sides = [one, other].map((name) => memberName(nounText(name)))
  const owner = ownerIn(desk)
  desk.sheet.addEntity(between, [
    '  key: id',
    '  fields:',
    '    id: { type: uuid, default: generated }',
    '  relations:',
    ...[one, other].map((name, at) => `    ${sides[at]}: { one: ${name} }`),
    `  unique: [[${sides.map((side) => `${side}Id`).join(', ')}]]`,
    ...(owner === undefined ? [] : ['  allow:', `    ${ownerLine(desk, owner)}`]),
  ])
  desk.did(
    clause,
    between,
    `Added the entity ${between}: one row for each ${nounText(one)} and ${nounText(other)} that go together.`,
  )
  for (const [from, to] of ways) {
    const name = freeName(desk, from, collectionName(to))
    desk.sheet.set(['entities', from, 'relations', name], { many: to, through: between })
    desk.did(clause, `${from}.${name}`, `Each ${nounText(from)} has many ${name}, through ${between}.`)
  }
  askWho(desk, between, owner)
}

/** One of each for the other is no more, where so far there was that: its rows are one pair each. */
const dropReference = (desk: Desk, [from, to]: readonly [string, string], clause: Clause): void => {
  const before = desk.entityNamed(from).relations.find(({ kind, target }) => kind === 'one' && target === to)
  if (!before) return
  const path = `${from}.${before.name}`
  const member: Member = { entity: from, name: before.name, kind: 'relation' }
  const uses = memberUses(desk, member)
  if (uses.length > 0) throw new Unclear(`${path} cannot become many: ${uses.join('; ')}. Change that first.`)
  const isNew = desk.steps.some((step) => step.path === path)
  const gone = removeMember(desk, member)
  if (isNew) {
    desk.moved.delete(path)
    desk.forget(path, ...gone)
    return
  }
  desk.did(clause, path, `${capital(withArticle(nounText(from)))} no longer refers to one ${nounText(to)}.`)
  desk.ask(
    path,
    `What ${path} holds in rows that there are has to be carried over before the new service opens them.`,
    [],
  )
}
