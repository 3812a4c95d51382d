import { withArticle } from '@charter/runtime'
import { type Desk, Unclear } from '../desk.ts'
import type { Clause } from '../edit.ts'
import { type Member, nounText } from '../find.ts'
import { relate } from './relate.ts'

const optional = /\b(?:optional(?:ly)?|may|can|could|might|at most|zero or one|if any|sometimes)\b/i
const required = /\b(?:exactly|always|must|required|mandatory)\b/i

/**
 * One of `from` has one of `to`. Unless the words say which, it may have none, as rows that there are have none: that is asked.
 * Throws Unclear.
 */
export const toOne = (
  clause: Clause,
  desk: Desk,
  { from, to, name }: { readonly from: string; readonly to: string; readonly name?: string },
): Member => {
  if (from === to && name === undefined)
    throw new Unclear(
      `What is the other ${nounText(to)} to the one? Say "each ${nounText(from)} has a parent who is ${withArticle(nounText(to))}".`,
    )
  const isRequired = required.test(clause.text) && from !== to
  const relating = { from, to, isMany: false, isOptional: !isRequired, ...(name !== undefined && { name }) }
  const member = relate(desk, relating, clause)
  if (isRequired || optional.test(clause.text)) return member
  desk.ask(
    `${from}.${member.name}`,
    `Does every ${nounText(from)} need ${withArticle(nounText(member.name))}? Assumed: no, as rows that there are have none.`,
    from === to ? [] : [`make ${from}.${member.name} required`],
  )
  return member
}
