import { type Desk, Unclear } from '../desk.ts'
import type { Clause } from '../edit.ts'
import { type Member, nounText } from '../find.ts'
import { memberUses, removeMember } from '../remove-member.ts'
import { relate } from './relate.ts'
import { relateMany } from './relate-many.ts'

/**
 * One of `from` has several of `to`. Where it had one so far, the reference changes sides; where the same words said just
 * now that one of `to` has several of `from`, each has many of the other. Throws Unclear.
 */
export const toMany = (
  clause: Clause,
  desk: Desk,
  { from, to }: { readonly from: string; readonly to: string },
): void => {
  const before = desk.entityNamed(from).relations.find(({ kind, target }) => kind === 'one' && target === to)
  const isBack = desk.entityNamed(from).relations.some(({ kind, target }) => kind === 'many' && target === to)
  if (!before && isBack) throw new Unclear(`A ${nounText(from)} can have several ${nounText(to)}s already.`)
  if (!before) {
    desk.speakOf(from, relate(desk, { from, to, isMany: true, isOptional: true }, clause))
    return
  }
  const isNew = desk.steps.some(({ path }) => path === `${from}.${before.name}`)
  changeSides(clause, desk, { entity: from, name: before.name, kind: 'relation' }, to)
  if (isNew) relateMany(desk, [to, from], clause)
  else desk.speakOf(from, relate(desk, { from, to, isMany: true, isOptional: true }, clause))
}

const changeSides = (clause: Clause, desk: Desk, member: Member, to: string): void => {
  const { entity: from, name } = member
  const uses = memberUses(desk, member)
  if (uses.length > 0) throw new Unclear(`${from}.${name} cannot change sides: ${uses.join('; ')}. Change that first.`)
  const isNew = desk.steps.some(({ path }) => path === `${from}.${name}`)
  removeMember(desk, member)
  if (isNew) return void desk.moved.delete(`${from}.${name}`)
  desk.did(clause, `${from}.${name}`, `A ${nounText(from)} no longer refers to one ${nounText(to)}.`)
  desk.ask(
    `${from}.${name}`,
    `Rows of ${from} that refer to a ${nounText(to)} have to be carried over to ${to} before the new service opens them.`,
    [],
  )
}
