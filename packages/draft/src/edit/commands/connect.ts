import type { Command } from '../command.ts'
import { type Desk, Unclear } from '../desk.ts'
import type { Clause } from '../edit.ts'
import { nounText } from '../find.ts'
import { type End, endsIn, isManySaid } from '../relations/ends.ts'
import { relateMany } from '../relations/relate-many.ts'
import { toMany } from '../relations/to-many.ts'
import { toOne } from '../relations/to-one.ts'

/** What relations are called. No field has such a name alone. */
const noun =
  '(?:(?:one|many)[- ]to[- ](?:one|many)\\s+)?(?:relation|relationship|link|reference|connection|association|foreign key|fk|pointer)s?'
const verbs = '(?:link|connect|relate|associate|attach|tie|join|bind|map|point|hook|couple)'
const making = new RegExp(
  `^(?:(?:add|create|introduce|make|define|set up|establish|include|there (?:is|are|should be|must be)|we need|put)\\s+)?(?:an?\\s+|the\\s+)?(?:new\\s+|optional\\s+|required\\s+)*(?:${noun}|(?:one|many)[- ]to[- ](?:one|many))(?:\\s+(?:field|column))?\\b`,
  'i',
)
const linking = new RegExp(`^${verbs}\\b`, 'i')
const needing = new RegExp(
  `^(?<from>.+?)\\s+(?:should\\s+|must\\s+)?(?:also\\s+)?(?:has|have|needs?|gets?)\\s+(?:an?\\s+|the\\s+)?(?:new\\s+|optional\\s+|required\\s+)*${noun}(?:\\s+(?:to|with)\\s+(?<to>.+))?$`,
  'i',
)

/** `add a relation from bookings to classes`, `link bookings to classes`, `many-to-many between trainers and rooms`. */
export const connect: Command = {
  example: 'add a relation from bookings to classes',
  run: (clause, desk) => {
    const text = clause.text
    const needed = needing.exec(text)?.groups
    const head = making.exec(text)?.[0] ?? linking.exec(text)?.[0]
    if (head === undefined && !needed) return false
    if (/\b(?:field|column)\s+(?:called|named)\b/i.test(text)) return false
    const ends = endsIn(text, desk.charter)
    const [one, other] = ends
    if (!one || !other) throw unrelated(clause, desk, ends)
    relateEnds(one, ends.slice(1), clause, desk)
    return true
  },
}

const relateEnds = (one: End, others: readonly End[], clause: Clause, desk: Desk): void => {
  const [first] = others
  const { text } = clause
  const between = text.slice(one.end, first?.start).trim().toLowerCase()
  const ahead = text.slice(0, one.start).trim().toLowerCase()
  const numbers = /\b(one|many)[- ]to[- ](one|many)\b/i.exec(text)?.slice(1).join('-').toLowerCase()
  const isBack = /\b(?:to|for)$/.test(ahead) && /^(?:on|in|from|of|for|to)$/.test(between)
  for (const other of others) {
    const [from, to] = isBack ? [other, one] : [one, other]
    const ends = { from: from.entity, to: to.entity }
    if (numbers === 'many-many') relateMany(desk, [ends.from, ends.to], clause)
    else if (numbers === 'one-many' || isManySaid(to) === true) toMany(clause, desk, ends)
    else if (numbers !== undefined || isBack || isDirected(between, from))
      desk.speakOf(ends.from, toOne(clause, desk, ends))
    else throw undirected(ends.from, ends.to)
  }
}

/** `from X to Y`, `each X with its Y`: the first refers to the second. */
const isDirected = (between: string, from: End): boolean =>
  /^(?:to|at|into|onto|pointing (?:to|at)|that points? (?:to|at)|referring to|which points? (?:to|at))$/.test(
    between,
  ) ||
  (/^(?:with|and)$/.test(between) && /\b(?:each|every)\b/.test(from.determiner))

const undirected = (one: string, other: string): Unclear => {
  const [here, there] = [nounText(one), nounText(other)]
  const sentence = `Which of ${one} and ${other} belongs to the other?`
  return new Unclear(sentence, {
    about: one,
    sentence,
    choices: [
      `each ${here} belongs to one ${there}`,
      `each ${there} belongs to one ${here}`,
      `many-to-many between ${one} and ${other}`,
    ],
  })
}

const unrelated = ({ text }: Clause, desk: Desk, ends: readonly End[]): Unclear => {
  const [known] = ends
  const names = desk.charter.entities.map(({ name }) => nounText(name))
  const [here = 'booking', there = 'class'] = [
    known ? nounText(known.entity) : names[0],
    names.find((name) => name !== (known ? nounText(known.entity) : names[0])),
  ]
  return new Unclear(
    `"${text}" names ${known ? `only ${known.entity}` : 'no two entities that there are'}. A relation is between two: say "each ${here} belongs to one ${there}".`,
  )
}
