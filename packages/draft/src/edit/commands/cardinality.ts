import { withArticle } from '@charter/runtime'
import type { Command } from '../command.ts'
import { type Desk, Unclear } from '../desk.ts'
import type { Clause } from '../edit.ts'
import { nounText } from '../find.ts'
import { slug } from '../reading.ts'
import { type End, endsIn, isMany, isManySaid } from '../relations/ends.ts'
import { toMany } from '../relations/to-many.ts'
import { toOne } from '../relations/to-one.ts'

const modal =
  '(?:(?:can|may|could|might|should|shall|must|will|has to|have to|needs? to|also|now|always|optionally|only|sometimes|then)\\s+)*'
const having = new RegExp(
  `^${modal}(?:has|have|had|gets?|holds?|contains?|includes?|consists? of|is made (?:up )?of)(?:\\s+(?:also|only|at most|exactly))?$`,
  'i',
)
/** What one thing says of the one that it belongs to: `is held in`, `points at`. */
const belonging = new RegExp(
  `^${modal}(?:belongs?(?: to)?|refers? to|points? (?:to|at)|references?|links? to|uses?|needs?|concerns?|takes? place (?:in|at)|happens? (?:in|at)|lives? (?:in|at)|works? (?:for|in|at)|comes? from|starts? from|(?:is|are|be)(?:\\s+(?!allowed|able)(?:\\w+(?:ed|en|ught|eld|un)|made|a))?(?:\\s+part)?\\s+(?:for|in|of|from|at|on|with|by|to|under|about|inside|within))(?:\\s+(?:only|at most|exactly))?$`,
  'i',
)
const tail =
  /^(?:[\s,]*(?:as well|too|also|each|only|now|optionally|optional|if any|at most|at a time|any ?more|please|from now on))*$/i

/** `an order can have several invoices`, `each invoice belongs to one order`, `bookings should point at classes`. */
export const cardinality: Command = {
  example: 'each invoice belongs to one order',
  run: (clause, desk) => {
    const said = statementIn(spelledOut(clause.text, desk), desk)
    if (!said || isRight(said, desk)) return false
    const { from, verb, to } = said
    const isHaving = having.test(verb)
    if (!isHaving && !belonging.test(verb)) return byNumbers(said, clause, desk)
    const news = to.filter((end) => to.length === 1 || isMany(end) || !refersTo(from, end, desk))
    if (news.length === 0) throw new Unclear(`${from.entity} has all these relations already.`)
    for (const end of news) relateTo(end, { from, isHaving }, clause, desk)
    return true
  },
}

interface Statement {
  readonly from: End
  readonly verb: string
  readonly to: readonly End[]
}

/** `it` and `they` are what was spoken of last. */
const spelledOut = (text: string, desk: Desk): string =>
  desk.entityName === undefined ? text : text.replace(/^(?:it|they)\b/i, nounText(desk.entityName))

/** One thing, a verb, and one thing or several; null where the words hold anything else. */
const statementIn = (text: string, desk: Desk): Statement | null => {
  const [from, ...to] = endsIn(text, desk.charter)
  const [first] = to
  if (!from || !first || from.start > 0) return null
  const gaps = to.slice(1).map((end, at) => text.slice(to[at]?.end, end.start).trim())
  const isList = gaps.every((gap) => /^(?:,|and|, and|and also|and for|and to|and in)$/i.test(gap))
  const verb = text.slice(from.end, first.start).trim()
  return isList && verb !== '' && tail.test(text.slice(to.at(-1)?.end)) ? { from, verb, to } : null
}

/** `orders may be cancelled by clerks`: who does it is a role there, and nothing that an order refers to. */
const isRight = ({ verb, to }: Statement, desk: Desk): boolean =>
  /\bby$/i.test(verb) &&
  (/\b(?:can|may|could|should|must)\b/i.test(verb) ||
    to.some((end) => isMany(end) && desk.charter.access.roles.includes(slug(nounText(end.entity)))))

const refersTo = (from: End, to: End, desk: Desk): boolean =>
  desk.entityNamed(from.entity).relations.some(({ kind, target }) => kind === 'one' && target === to.entity)

interface CardinalityEnd {
  readonly from: End
  readonly isHaving: boolean
}

const relateTo = (end: End, { from, isHaving }: CardinalityEnd, clause: Clause, desk: Desk): void => {
  const ends = { from: from.entity, to: end.entity }
  const isSelf = ends.from === ends.to
  if (isHaving && isSelf && isMany(end))
    throw new Unclear(
      `Say what one ${nounText(ends.to)} is to the other: "each ${nounText(ends.from)} has a parent who is ${withArticle(nounText(ends.to))}".`,
    )
  // `lab results belong to prescriptions`: the plural is that of the rows on both sides.
  if (isHaving ? isMany(end) : isManySaid(end) === true) toMany(clause, desk, ends)
  else desk.speakOf(ends.from, toOne(clause, desk, { ...ends, ...(isSelf && { name: 'parent' }) }))
}

/** Any other verb says no more than how many there are at each end: where only one end is told, that is asked. */
const byNumbers = ({ from, verb, to: [to] }: Statement, clause: Clause, desk: Desk): boolean => {
  if (!to || from.entity === to.entity || /\b(?:no|not|only|by|all)\b/i.test(verb)) return false
  const [here, there] = [isManySaid(from), isManySaid(to)]
  const [one, other] = [nounText(from.entity), nounText(to.entity)]
  if (there !== true && here !== true) return false
  const isToldBefore = desk.steps.some(({ path }) => path.startsWith(`${from.entity}.`)) && refersTo(from, to, desk)
  const isOne = /^(?:one|a single)/.test(from.determiner)
  if (there === true && (isToldBefore || isOne)) toMany(clause, desk, { from: from.entity, to: to.entity })
  else if (here === true && there === false) toMany(clause, desk, { from: to.entity, to: from.entity })
  else {
    const sentence = `Does each ${other} have one ${one}, or many?`
    throw new Unclear(sentence, {
      about: `${from.entity}.${to.entity}`,
      sentence,
      choices: [`each ${other} belongs to one ${one}`, `many-to-many between ${from.entity} and ${to.entity}`],
    })
  }
  return true
}
