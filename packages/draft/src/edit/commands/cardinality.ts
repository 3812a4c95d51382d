import type { Command } from '../command.ts'
import { type Desk, Unclear } from '../desk.ts'
import type { Clause } from '../edit.ts'
import { type Member, nounText } from '../find.ts'
import { relate } from '../relate.ts'
import { memberUses, removeMember } from '../remove-member.ts'

const many =
  /^(?<from>.+?)\s+(?:(?:can|may|should|must|could|also|now)\s+)*(?:has|have)\s+(?:also\s+)?(?:several|many|multiple|more than one|any number of|a list of|two or more|one or more|zero or more)\s+(?<to>.+)$/i
const one =
  /^(?<from>.+?)\s+(?:(?:can|may|should|must|could|also|now|always|only)\s+)*(?:has|have|belongs? to|is for|refers? to|is part of|is of|lives? in|works? for)\s+(?:only\s+|at most\s+|exactly\s+)?(?:an?|one|the|a single|at most one|exactly one|zero or one)\s+(?<to>.+)$/i

/** `an order can have several invoices`, `an invoice belongs to one order`. */
export const cardinality: Command = {
  example: 'an order can have several invoices',
  run: (clause, desk) => {
    const groups = many.exec(clause.text)?.groups ?? one.exec(clause.text)?.groups
    const from = groups?.from === undefined ? null : ownerOf(groups.from, desk)
    const to = groups?.to === undefined ? null : desk.entityIfKnown(groups.to)
    if (!from || !to) return false
    const related = many.test(clause.text) ? toMany : toOne
    desk.speakOf(from.name, related(clause, desk, from.name, to.name))
    return true
  },
}

const ownerOf = (noun: string, desk: Desk) =>
  /^(?:it|they)$/i.test(noun) && desk.entityName !== undefined
    ? desk.entityNamed(desk.entityName)
    : desk.entityIfKnown(noun)

/** One of `from` has several of `to`: where it had one so far, the reference changes sides. */
const toMany = (clause: Clause, desk: Desk, from: string, to: string): Member => {
  const before = desk.entityNamed(from).relations.find(({ kind, target }) => kind === 'one' && target === to)
  const isBack = desk.entityNamed(from).relations.some(({ kind, target }) => kind === 'many' && target === to)
  if (!before && isBack) throw new Unclear(`A ${nounText(from)} can have several ${nounText(to)}s already.`)
  if (before) {
    const member: Member = { entity: from, name: before.name, kind: 'relation' }
    const uses = memberUses(desk, member)
    if (uses.length > 0)
      throw new Unclear(`${from}.${before.name} cannot change sides: ${uses.join('; ')}. Change that first.`)
    removeMember(desk, member)
    desk.did(clause, `${from}.${before.name}`, `A ${nounText(from)} no longer refers to one ${nounText(to)}.`)
    desk.ask(
      `${from}.${before.name}`,
      `Rows of ${from} that refer to a ${nounText(to)} have to be carried over to ${to} before the new service opens them.`,
      [],
    )
  }
  return relate(desk, { from, to, isMany: true, isOptional: true }, clause)
}

const toOne = (clause: Clause, desk: Desk, from: string, to: string): Member => {
  const isOptional = !/\b(?:exactly|always|must|required)\b/i.test(clause.text)
  return relate(desk, { from, to, isMany: false, isOptional }, clause)
}
