import { pluralNoun } from '@charter/charter'
import { withArticle } from '@charter/runtime'
import { capital } from '../../read/names.ts'
import { type Desk, pathOf, Unclear } from '../desk.ts'
import type { Clause } from '../edit.ts'
import { type Member, nounText } from '../find.ts'
import { memberUses, removeMember } from '../remove-member.ts'
import { relate } from './relate.ts'
import { relateMany } from './relate-many.ts'

interface Ends {
  readonly from: string
  readonly to: string
}

/**
 * One of `from` has several of `to`. Where it had one so far, the reference changes sides; where the same words said just
 * now that one of `to` has several of `from`, each has many of the other. Throws Unclear.
 */
export const toMany = (clause: Clause, desk: Desk, { from, to }: Ends): void => {
  const before = desk.entityNamed(from).relations.find(({ kind, target }) => kind === 'one' && target === to)
  const isBack = desk.entityNamed(from).relations.some(({ kind, target }) => kind === 'many' && target === to)
  if (!before && isBack)
    throw new Unclear(`${capital(withArticle(nounText(from)))} can have several ${pluralNoun(nounText(to))} already.`)
  const isTwoWay = before !== undefined && desk.steps.some(({ path }) => path === `${from}.${before.name}`)
  if (isTwoWay) relateMany(desk, [to, from], clause)
  else if (before) changeSides(clause, desk, { entity: from, name: before.name, kind: 'relation' }, to)
  else addCollection(clause, desk, { from, to })
}

const addCollection = (clause: Clause, desk: Desk, { from, to }: Ends): void => {
  const isKnown = desk.entityNamed(to).relations.some(({ kind, target }) => kind === 'one' && target === from)
  const member = relate(desk, { from, to, isMany: true, isOptional: true }, clause)
  desk.speakOf(from, member)
  if (isKnown) return
  desk.ask(
    pathOf(member),
    `Can one ${nounText(to)} have several ${pluralNoun(nounText(from))}, too? Assumed: no, one at most.`,
    [`many-to-many between ${from} and ${to}`],
  )
}

const changeSides = (clause: Clause, desk: Desk, member: Member, to: string): void => {
  const { entity: from, name } = member
  const uses = memberUses(desk, member)
  if (uses.length > 0) throw new Unclear(`${from}.${name} cannot change sides: ${uses.join('; ')}. Change that first.`)
  removeMember(desk, member)
  desk.did(
    clause,
    `${from}.${name}`,
    `${capital(withArticle(nounText(from)))} no longer refers to one ${nounText(to)}.`,
  )
  desk.ask(
    `${from}.${name}`,
    `Rows of ${from} that refer to ${withArticle(nounText(to))} have to be carried over to ${to} before the new service opens them.`,
    [],
  )
  desk.speakOf(from, relate(desk, { from, to, isMany: true, isOptional: true }, clause))
}
