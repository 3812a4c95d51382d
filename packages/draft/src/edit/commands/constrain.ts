import type { Command } from '../command.ts'
import { type Desk, pathOf, Unclear } from '../desk.ts'
import type { Clause } from '../edit.ts'
import { listedNouns, type Member, membersFor, membersIn } from '../find.ts'
import type { Members, Value } from '../flow-text.ts'
import { textsIn } from '../lines.ts'
import { changeOptions, fieldOf, optionsOf } from '../options.ts'

interface Constraint {
  readonly word: RegExp
  /** A relation can be it, too. */
  readonly isForRelations?: boolean
  change(before: Members, isNot: boolean): Readonly<Record<string, Value | undefined>>
  readonly said: (isNot: boolean) => string
  /** What the rows that there are have to be like. */
  readonly data?: (isNot: boolean) => string | null
}

const flag = (name: string) => (_: Members, isNot: boolean) => ({ [name]: isNot ? undefined : true })
const optional = (_: Members, isNot: boolean) => ({ optional: isNot ? undefined : true })

const constraints: readonly Constraint[] = [
  {
    word: /^(?:optional|nullable|voluntary|empty|left (?:out|empty|blank)|blank|missing|omitted)$/,
    isForRelations: true,
    change: optional,
    said: (isNot) => (isNot ? 'is required' : 'is optional'),
    data: (isNot) => (isNot ? 'Rows without a value need one first' : null),
  },
  {
    word: /^(?:required|mandatory|compulsory|obligatory|necessary|filled in|given|present|set)$/,
    isForRelations: true,
    change: (before, isNot) => optional(before, !isNot),
    said: (isNot) => (isNot ? 'is optional' : 'is required'),
    data: (isNot) => (isNot ? null : 'Rows without a value need one first'),
  },
  {
    word: /^unique$/,
    change: flag('unique'),
    said: (isNot) => (isNot ? 'need not be unique' : 'is unique'),
    data: (isNot) => (isNot ? null : 'Rows that have one value twice have to be mended first'),
  },
  { word: /^read-?\s?only$/, change: flag('readOnly'), said: (isNot) => (isNot ? 'can be written' : 'is read-only') },
  {
    word: /^(?:immutable|unchangeable|fixed|final|unchanged|write-once)$/,
    change: flag('immutable'),
    said: (isNot) => (isNot ? 'can be changed' : 'is set on create and never changed'),
  },
]

/** Words that say what a field is like, and no value of it. */
export const constraintWords =
  /^(?:optional|nullable|empty|blank|missing|omitted|required|mandatory|given|present|set|unique|read-?only|immutable|fixed|final|changed|unchanged)$/i

const patterns: readonly RegExp[] = [
  /^(?<of>.+?)\s+(?:(?:may|can|could|might|need)\s+(?:also\s+)?(?:not\s+)?have\s+no|(?:may|can|could|might)\s+(?:also\s+)?(?:be|exist)\s+without|need not have|(?:does|do) not (?:always have|have to have|need to have))\s+(?:an?\s+|any\s+)?(?<part>.+?)(?<word>)$/i,
  /^(?<of>.+?)\s+(?:must|has to|have to|should)\s+(?:always\s+)?have\s+(?:an?|the|its|their)\s+(?<part>.+?)(?<word>)$/i,
  /^no two\s+(?<of>.+?)\s+(?:may|can|should|must|shall)?\s*(?:have|share)\s+(?:the same|one|an equal)\s+(?<part>.+?)(?<word>)$/i,
  /^(?:make|mark|set|declare)\s+(?<field>.+?)\s+(?:as\s+|to be\s+)?(?<not>not\s+|non-?)?(?<word>[\w-]+|read only)$/i,
  /^(?:require)\s+(?<field>.+?)(?<word>)$/i,
  /^(?<field>.+?)\s+(?:must|may|should|can|shall|has to|have to|needs? to|do(?:es)? )\s*(?<not>not\s+|no longer\s+|not need to\s+)?(?:be\s+)(?<word>.+?)$/i,
  /^(?<field>.+?)\s+(?<not>no longer (?:has|have|needs?) to\s+|need not\s+|(?:does|do) not (?:have|need) to\s+)be\s+(?<word>.+?)$/i,
  /^(?<field>.+?)\s+(?:is|are)\s+(?:now\s+)?(?<not>not\s+|no longer\s+)?(?<word>[\w-]+|read only)(?:\s+now)?$/i,
]

/** `make the note optional`, `the code must be unique`, `the default of status is new`, `a trip may have no driver`. */
export const constrain: Command = {
  example: 'make the phone number optional',
  run: (clause, desk) => setDefault(clause, desk) || constrainBy(clause, desk),
}

const constrainBy = (clause: Clause, desk: Desk): boolean => {
  for (const [at, pattern] of patterns.entries()) {
    const groups = pattern.exec(clause.text)?.groups
    if (!groups) continue
    const word = groups.word === '' ? (whole[at] ?? 'required') : (groups.word ?? '').toLowerCase()
    const constraint = constraints.find((each) => each.word.test(word))
    const members = constraint ? membersSaid(groups, clause, desk) : []
    if (!constraint || members.length === 0) continue
    const isNot = groups.not !== undefined && groups.not.trim() !== ''
    for (const member of members) apply(clause, desk, { member, constraint, isNot })
    return true
  }
  return false
}

/** What the first patterns say without the word. */
const whole = ['optional', 'required', 'unique']

/** The field that is named, or several: `phone and email of members`. */
const membersSaid = (
  { field, of, part }: Readonly<Record<string, string | undefined>>,
  clause: Clause,
  desk: Desk,
): readonly Member[] => {
  if (part !== undefined) {
    const entity = desk.entityIfKnown(of ?? '')
    return entity ? membersIn(part, entity).exact : []
  }
  if (field === undefined) return []
  const isOne = membersFor(field, desk.charter, desk.topic(clause)).found.length > 0
  const nouns = isOne ? [field] : listedNouns(field)
  return nouns.map((noun) => desk.memberOf(noun, clause))
}

interface ConstraintChange {
  readonly member: Member
  readonly constraint: Constraint
  readonly isNot: boolean
}

const apply = (clause: Clause, desk: Desk, { member, constraint, isNot }: ConstraintChange): void => {
  if (member.kind === 'relation' && constraint.isForRelations !== true)
    throw new Unclear(`${pathOf(member)} is a relation; only a field can be that.`)
  const entity = desk.entityNamed(member.entity)
  const change = constraint.change(optionsOf(desk, member), isNot)
  if (change.optional === true && entity.key.includes(member.name))
    throw new Unclear(`${pathOf(member)} is the key of ${member.entity}; every row has one.`)
  changeOptions(desk, member, change)
  desk.did(clause, pathOf(member), `${pathOf(member)} ${constraint.said(isNot)} now.`)
  const data = constraint.data?.(isNot) ?? null
  if (data !== null) desk.ask(pathOf(member), `${data}; ${pathOf(member)} of new ones is checked.`, [])
}

const defaults: readonly RegExp[] = [
  /^(?:set\s+|make\s+)?the\s+default\s+(?:value\s+)?(?:of|for)\s+(?<field>.+?)\s+(?:to|is|be|should be|=)\s+(?<value>.+)$/i,
  /^(?:set\s+|make\s+)?the\s+default\s+(?<field>.+?)\s+(?:to|is|be|should be|=)\s+(?<value>.+)$/i,
  /^(?:let\s+)?(?<field>.+?)\s+(?:should\s+)?defaults?\s+(?:is|to)\s+(?<value>.+)$/i,
  /^default\s+(?<field>.+?)\s+to\s+(?<value>.+)$/i,
  /^(?<field>.+?)\s+(?:is|starts as|begins as|should start as)\s+(?<value>.+?)\s+(?:by default|unless said otherwise|at first|when created)$/i,
]
const noDefault = /^(?:remove|drop)\s+the\s+default\s+(?:value\s+)?(?:of|from|for)\s+(.+)$/i

const setDefault = (clause: Clause, desk: Desk): boolean => {
  const [, plain] = noDefault.exec(clause.text) ?? []
  const groups = defaults.map((pattern) => pattern.exec(clause.text)?.groups).find((each) => each !== undefined)
  const noun = plain ?? groups?.field
  if (noun === undefined) return false
  const field = fieldOf(noun, clause, desk)
  const value = plain === undefined ? defaultOf(groups?.value ?? '', optionsOf(desk, field), pathOf(field)) : undefined
  changeOptions(desk, field, { default: value })
  desk.did(
    clause,
    pathOf(field),
    value === undefined ? `${pathOf(field)} has no default now.` : `${pathOf(field)} is ${value} when nothing is said.`,
  )
  return true
}

const defaultOf = (text: string, options: Members, path: string): Value => {
  const plain = text.replace(/["']/g, '').trim()
  const type = String(options.type)
  if (/^(?:now|today|generated)$/i.test(plain)) return plain.toLowerCase()
  if (type === 'boolean') return /^(?:true|yes|on)$/i.test(plain)
  if (['int32', 'int64', 'float64', 'decimal'].includes(type)) {
    if (/^-?\d+(?:\.\d+)?$/.test(plain)) return Number(plain)
    throw new Unclear(`The default of ${path} is a number ("the default of ${path} is 0").`)
  }
  const values = textsIn(options.values)
  const known = values.find((value) => value.toLowerCase() === plain.toLowerCase())
  if (type === 'enum' && known === undefined) throw new Unclear(`${path} can be ${values.join(', ')}, not "${plain}".`)
  return known ?? plain
}
