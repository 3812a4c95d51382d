import { withArticle } from '@charter/runtime'
import { capital } from '../../read/names.ts'
import type { Command } from '../command.ts'
import { ambiguous, type Desk, pathOf, Unclear } from '../desk.ts'
import type { Clause } from '../edit.ts'
import { type Member, nounText } from '../find.ts'
import { endsIn } from '../relations/ends.ts'
import { removeUnused } from '../remove-member.ts'

const noun = '(?:relation|relationship|link|reference|connection|association|foreign key|fk|pointer)s?'
const patterns: readonly RegExp[] = [
  new RegExp(
    `^(?:remove|delete|drop|cut|break|get rid of|take away|take out|dissolve|undo)\\s+(?:the\\s+|any\\s+|all\\s+)?${noun}\\b`,
    'i',
  ),
  /^(?:unlink|disconnect|detach|decouple|untie)\b/i,
  /\b(?:no longer|do not|don't|does not|doesn't)\s+(?:belongs?|refers?|points?|links?)\s+(?:to|at)\b/i,
  /\b(?:is|are)\s+(?:no longer|not)\s+(?:linked|connected|related|attached|tied)\s+(?:to|with)\b/i,
]

/** `drop the link between classes and trainers`, `bookings no longer belong to a member`. */
export const disconnect: Command = {
  example: 'drop the link from classes to trainers',
  run: (clause, desk) => {
    if (!patterns.some((pattern) => pattern.test(clause.text))) return false
    const [one, other, more] = endsIn(clause.text, desk.charter)
    if (!one || !other || more)
      throw new Unclear(
        'A relation is between two entities that there are: say both ("drop the link from classes to trainers").',
      )
    removeRelation(relationBetween([one.entity, other.entity], clause, desk), clause, desk)
    return true
  },
}

/** The one reference between two, whichever refers. Throws Unclear where there is none, or several. */
const relationBetween = ([one, other]: readonly [string, string], clause: Clause, desk: Desk): Member => {
  const found = [
    [one, other],
    [other, one],
  ].flatMap(([from = '', to = '']) =>
    desk
      .entityNamed(from)
      .relations.filter(({ kind, target, through }) => target === to && (kind === 'one' || through !== undefined))
      .map(({ name }): Member => ({ entity: from, name, kind: 'relation' })),
  )
  const distinct = one === other ? found.slice(0, found.length / 2) : found
  const [first, second] = distinct
  if (!first) throw new Unclear(`${one} and ${other} are not related.`)
  if (second)
    throw ambiguous(
      clause.text,
      distinct.map((member) => `remove ${pathOf(member)}`),
      clause,
    )
  return first
}

const removeRelation = (member: Member, clause: Clause, desk: Desk): void => {
  const gone = removeUnused(desk, member)
  desk.did(
    clause,
    pathOf(member),
    `${capital(withArticle(nounText(member.entity)))} has no ${member.name} any more${gone.length > 0 ? `, and ${gone.join(', ')} went with it` : ''}.`,
  )
  desk.provenance.delete(pathOf(member))
  desk.speakOf(member.entity)
}
