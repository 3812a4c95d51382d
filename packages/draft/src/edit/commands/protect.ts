import type { Command } from '../command.ts'
import { type Desk, listed, pathOf } from '../desk.ts'
import type { Clause } from '../edit.ts'
import type { Member } from '../find.ts'
import { hideField, writersOf } from '../hide-field.ts'
import { changeOptions, fieldOf, optionsOf } from '../options.ts'

const classes: readonly (readonly [RegExp, string])[] = [
  [/\b(?:pii|personal(?:ly identifiable)?(?: data| information)?|private data)\b/i, 'pii'],
  [/\b(?:phi|health (?:data|information)|medical(?: data| information)?|patient data)\b/i, 'phi'],
  [/\b(?:pan|card (?:number|data))\b/i, 'pan'],
  [/\b(?:secrets?|credentials?|confidential)\b/i, 'secret'],
]
const classified: readonly RegExp[] = [
  /^(?:treat|mark|classify|declare|handle|store)\s+(?<field>.+?)\s+(?:as|to be)\s+(?<class>[\w ]+)$/i,
  /^(?:make|mark|set|declare)\s+(?<field>.+?)\s+(?<class>[\w]+|health data|personal data)$/i,
  /^(?<field>.+?)\s+(?:is|are|counts? as)\s+(?<class>[\w ]+)$/i,
]
const protecting =
  /^(?:please\s+)?(?<verb>mask|encrypt|tokeni[sz]e|hide|protect)\s+(?<field>.+?)(?:\s+(?:at rest|in the database|for everyone|from everyone|except (?:for )?(?:its|the) last (?<last>\d|two|three|four|five|six)(?: digits| characters)?))*$/i
const passive =
  /^(?<field>.+?)\s+(?:must|should|has to|is to|are to|have to|need to|needs to)\s+be\s+(?<verb>masked|encrypted|tokeni[sz]ed|hidden|protected)(?:\s+(?:at rest|in the database))?$/i

/** `mask the tax number`, `treat birth date as PII`, `encrypt the diagnosis`. */
export const protect: Command = {
  example: 'mask the tax number',
  run: (clause, desk) => protectBy(clause, desk) || classify(clause, desk),
}

const classify = (clause: Clause, desk: Desk): boolean => {
  const groups = classified.map((pattern) => pattern.exec(clause.text)?.groups).find((each) => each !== undefined)
  const found = classes.find(([pattern]) => pattern.test(groups?.class ?? ''))
  if (groups?.field === undefined || !found) return false
  const field = fieldOf(groups.field, clause, desk)
  changeOptions(desk, field, { class: found[1] })
  desk.did(clause, pathOf(field), `${pathOf(field)} is classed as ${found[1]}.`)
  return true
}

const protectBy = (clause: Clause, desk: Desk): boolean => {
  const groups = protecting.exec(clause.text)?.groups ?? passive.exec(clause.text)?.groups
  const verb = (groups?.verb ?? '').toLowerCase()
  if (groups?.field === undefined || / from /i.test(groups.field)) return false
  const field = fieldOf(groups.field, clause, desk)
  if (/^(?:encrypt|protect)/.test(verb)) seal(clause, desk, field, 'encrypt')
  else if (/^token/.test(verb)) seal(clause, desk, field, 'tokenize')
  else mask(clause, desk, field, digitsOf(groups.last))
  return true
}

const digitsOf = (word: string | undefined): number =>
  word === undefined ? 4 : ({ two: 2, three: 3, four: 4, five: 5, six: 6 }[word.toLowerCase()] ?? Number(word))

const seal = (clause: Clause, desk: Desk, field: Member, how: 'encrypt' | 'tokenize'): void => {
  changeOptions(desk, field, { protect: how, ...(how === 'tokenize' && { mask: undefined }) })
  const kept =
    how === 'encrypt'
      ? 'kept encrypted; who may read the row still sees it'
      : 'kept as a token; seeing the value is an action of its own'
  desk.did(clause, pathOf(field), `${pathOf(field)} is ${kept}.`)
  desk.ask(
    pathOf(field),
    `Values of ${pathOf(field)} that there are lie in the clear until they are written again.`,
    [],
  )
}

/** Masked for whom? Until somebody says, for all but those who write it: who may not see a field cannot give it either. */
const mask = (clause: Clause, desk: Desk, field: Member, digits: number): void => {
  const { type, reveal: before } = optionsOf(desk, field)
  const how = type === 'text' ? { last: digits } : type === 'date' ? 'year' : 'hide'
  const { reveal, revealed } = hideField(desk, field, typeof before === 'string' ? null : writersOf(desk, field.entity))
  changeOptions(desk, field, { mask: how })
  const who = revealed.length === 0 ? 'nobody sees' : `${listed(revealed)} may see`
  const said = typeof how === 'string' ? how : `last ${how.last}`
  desk.did(
    clause,
    pathOf(field),
    `${pathOf(field)} is masked (${said}); seeing it is the action ${reveal}, and ${who} it whole.`,
  )
  if (typeof before === 'string') return
  const roles = desk.charter.access.roles.slice(0, 5)
  const sentence = `Who may see ${pathOf(field)} whole? Assumed: who may write it${revealed.length === 0 ? ', which is nobody' : ` (${listed(revealed)})`}.`
  desk.ask(
    pathOf(field),
    sentence,
    roles.map((role) => `only ${role} may see ${pathOf(field)}`),
  )
}
