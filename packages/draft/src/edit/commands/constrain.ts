import type { Command } from '../command.ts'
import { type Desk, pathOf, Unclear } from '../desk.ts'
import type { Clause } from '../edit.ts'
import type { Member } from '../find.ts'
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

const patterns: readonly RegExp[] = [
  /^(?:make|mark|set|declare)\s+(?<field>.+?)\s+(?:as\s+|to be\s+)?(?<not>not\s+|non-?)?(?<word>[\w-]+|read only)$/i,
  /^(?:require)\s+(?<field>.+?)(?<word>)$/i,
  /^(?<field>.+?)\s+(?:must|may|should|can|shall|has to|have to|needs? to|do(?:es)? )\s*(?<not>not\s+|no longer\s+|not need to\s+)?(?:be\s+)(?<word>.+?)$/i,
  /^(?<field>.+?)\s+(?<not>no longer (?:has|have|needs?) to\s+|need not\s+|(?:does|do) not (?:have|need) to\s+)be\s+(?<word>.+?)$/i,
  /^(?<field>.+?)\s+(?:is|are)\s+(?:now\s+)?(?<not>not\s+|no longer\s+)?(?<word>[\w-]+|read only)(?:\s+now)?$/i,
]

/** `make the note optional`, `the code must be unique`, `the default of status is new`, `limit the title to 80 characters`. */
export const constrain: Command = {
  example: 'make the phone number optional',
  run: (clause, desk) => setDefault(clause, desk) || setBounds(clause, desk) || constrainBy(clause, desk),
}

const constrainBy = (clause: Clause, desk: Desk): boolean => {
  for (const pattern of patterns) {
    const groups = pattern.exec(clause.text)?.groups
    const word = groups?.word === '' ? 'required' : (groups?.word ?? '').toLowerCase()
    const constraint = constraints.find((each) => each.word.test(word))
    if (groups?.field === undefined || !constraint) continue
    const isNot = groups.not !== undefined && groups.not.trim() !== ''
    apply(clause, desk, { member: desk.memberOf(groups.field, clause), constraint, isNot })
    return true
  }
  return false
}

interface Applying {
  readonly member: Member
  readonly constraint: Constraint
  readonly isNot: boolean
}

const apply = (clause: Clause, desk: Desk, { member, constraint, isNot }: Applying): void => {
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

const lengths: readonly RegExp[] = [
  /^(?:limit|cap|restrict|shorten|lengthen)\s+(?<field>.+?)\s+to\s+(?:at most\s+|up to\s+)?(?<max>\d+)\s+(?:characters|chars|letters|signs)$/i,
  /^(?<field>.+?)\s+(?:(?:is|are|has|have|may have|can have|must have|must be|may be|can be|should be|should have)\s+)?(?:at most|up to|max(?:imum)?(?: of)?|no (?:more|longer) than)\s+(?<max>\d+)\s+(?:characters|chars|letters|signs)(?:\s+long)?$/i,
  /^(?<field>.+?)\s+(?:is|are|has|have|must have|must be|should be|should have)\s+(?:between\s+)?(?<min>\d+)\s+(?:to|and|-)\s+(?<max>\d+)\s+(?:characters|chars|letters|signs)(?:\s+long)?$/i,
  /^(?<field>.+?)\s+(?:has|have|must have|needs?|should have|must be)\s+at least\s+(?<min>\d+)\s+(?:characters|chars|letters|signs)(?:\s+long)?$/i,
]
const ranges: readonly RegExp[] = [
  /^(?<field>.+?)\s+(?:is|are|must be|should be|has to be|lies|must lie)\s+(?:between\s+|from\s+)?(?<min>-?\d+(?:\.\d+)?)\s+(?:to|and|-|–)\s+(?<max>-?\d+(?:\.\d+)?)$/i,
  /^(?<field>.+?)\s+(?:is|are|must be|should be|has to be)\s+(?:at least|no less than|>=|not below|never below)\s+(?<min>-?\d+(?:\.\d+)?)$/i,
  /^(?<field>.+?)\s+(?:is|are|must be|should be|has to be|can be|may be)\s+(?:at most|no more than|<=|not above|never above|up to)\s+(?<max>-?\d+(?:\.\d+)?)$/i,
  /^(?<field>.+?)\s+(?:cannot|(?:is|are|must|should|may|can)\s+(?:not|never))\s+(?:be\s+)?negative(?<zero>)$/i,
]

const setBounds = (clause: Clause, desk: Desk): boolean => {
  const length = lengths.map((pattern) => pattern.exec(clause.text)?.groups).find((each) => each !== undefined)
  const range = ranges.map((pattern) => pattern.exec(clause.text)?.groups).find((each) => each !== undefined)
  const groups = length ?? range
  if (groups?.field === undefined) return false
  const field = fieldOf(groups.field, clause, desk)
  const { min, max } = groups.zero === undefined ? groups : { min: '0', max: undefined }
  const change = length ? { length: `${min ?? ''}..${max ?? ''}` } : numbers(min, max)
  changeOptions(desk, field, change)
  desk.did(
    clause,
    pathOf(field),
    `${pathOf(field)} is bound to ${min ?? ''}..${max ?? ''}${length ? ' characters' : ''}.`,
  )
  return true
}

const numbers = (min: string | undefined, max: string | undefined) => ({
  ...(min !== undefined && { min: Number(min) }),
  ...(max !== undefined && { max: Number(max) }),
})
