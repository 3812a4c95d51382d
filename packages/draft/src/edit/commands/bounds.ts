import { withArticle } from '@charter/runtime'
import type { Command } from '../command.ts'
import { type Desk, pathOf, Unclear } from '../desk.ts'
import type { Clause } from '../edit.ts'
import type { Member } from '../find.ts'
import { changeOptions, fieldOf, optionsOf } from '../options.ts'

const number = '-?\\d+(?:\\.\\d+)?'
const signs = '(?:characters|chars|letters|signs)'
const be = '(?:is|are|must be|should be|has to be|have to be|needs? to be|can be|may be|can only be|may only be)'
const notBe =
  "(?:cannot be|can't be|(?:can|may|must|should|shall) (?:not|never) be|mustn't be|is never|are never|is not|are not)"
const lengths: readonly RegExp[] = [
  new RegExp(
    `^(?:limit|cap|restrict|shorten|lengthen)\\s+(?<field>.+?)\\s+to\\s+(?:at most\\s+|up to\\s+)?(?<max>\\d+)\\s+${signs}$`,
    'i',
  ),
  new RegExp(
    `^(?<field>.+?)\\s+(?:(?:is|are|has|have|may have|can have|must have|must be|may be|can be|should be|should have)\\s+)?(?:at most|up to|max(?:imum)?(?: of)?|no (?:more|longer) than)\\s+(?<max>\\d+)\\s+${signs}(?:\\s+long)?$`,
    'i',
  ),
  new RegExp(
    `^(?<field>.+?)\\s+(?:is|are|has|have|must have|must be|should be|should have)\\s+(?:between\\s+)?(?<min>\\d+)\\s+(?:to|and|-)\\s+(?<max>\\d+)\\s+${signs}(?:\\s+long)?$`,
    'i',
  ),
  new RegExp(
    `^(?<field>.+?)\\s+(?:has|have|must have|needs?|should have|must be)\\s+at least\\s+(?<min>\\d+)\\s+${signs}(?:\\s+long)?$`,
    'i',
  ),
  new RegExp(
    `^(?<field>.+?)\\s+(?:is|are|has|have|must have|must be|should be|should have|has to have|has to be)\\s+(?:exactly\\s+)?(?<both>\\d+)\\s+${signs}(?:\\s+long)?$`,
    'i',
  ),
]
const ranges: readonly RegExp[] = [
  new RegExp(
    `^(?<field>.+?)\\s+(?:${be}|lies|must lie)\\s+(?:between\\s+|from\\s+)?(?<min>${number})\\s+(?:to|and|-|–)\\s+(?<max>${number})$`,
    'i',
  ),
  new RegExp(
    `^(?<field>.+?)\\s+${be}\\s+(?:at least|no less than|>=|not below|never below)\\s+(?<min>${number})$`,
    'i',
  ),
  new RegExp(
    `^(?<field>.+?)\\s+${be}\\s+(?:at most|no more than|<=|not above|never above|up to)\\s+(?<max>${number})$`,
    'i',
  ),
  new RegExp(
    `^(?<field>.+?)\\s+${notBe}\\s+(?:more|greater|larger|higher|bigger|above|over)\\s*(?:than\\s+)?(?<max>${number})$`,
    'i',
  ),
  new RegExp(
    `^(?<field>.+?)\\s+${notBe}\\s+(?:less|smaller|lower|fewer|below|under)\\s*(?:than\\s+)?(?<min>${number})$`,
    'i',
  ),
  new RegExp(
    `^(?<field>.+?)\\s+(?:must not|may not|cannot|can't|should not|never|mustn't)\\s+exceeds?\\s+(?<max>${number})$`,
    'i',
  ),
  /^(?<field>.+?)\s+(?:(?:cannot|can't)|(?:is|are|must|should|may|can)\s+(?:not|never))\s+(?:be\s+)?negative(?<zero>)$/i,
  new RegExp(`^(?<field>.+?)\\s+${be}\\s+(?:greater|more|larger|higher|bigger)\\s+than\\s+(?<above>${number})$`, 'i'),
  new RegExp(`^(?<field>.+?)\\s+${be}\\s+(?:less|smaller|lower|fewer)\\s+than\\s+(?<below>${number})$`, 'i'),
  /^(?<field>.+?)\s+(?:is|are|must be|should be|has to be|have to be)\s+(?:always\s+)?positive(?<positive>)$/i,
]
const moments = new RegExp(`^(?<field>.+?)\\s+(?:${notBe}|must never be)\\s+in the (?<when>future|past)$`, 'i')

/** `limit the title to 80 characters`, `the dose must not be more than 500`, `the birth date cannot be in the future`. */
export const bounds: Command = {
  example: 'the dose is at most 500',
  run: (clause, desk) => setMoment(clause, desk) || setBounds(clause, desk),
}

const setBounds = (clause: Clause, desk: Desk): boolean => {
  const length = lengths.map((pattern) => pattern.exec(clause.text)?.groups).find((each) => each !== undefined)
  const range = ranges.map((pattern) => pattern.exec(clause.text)?.groups).find((each) => each !== undefined)
  const groups = length ?? range
  if (groups?.field === undefined) return false
  const field = fieldOf(groups.field, clause, desk)
  const { min, max } = length
    ? { min: groups.both ?? groups.min, max: groups.both ?? groups.max }
    : rangeOf(groups, field, desk)
  refuseType(field, desk, length ? ['text'] : numbers)
  const change = length
    ? { length: `${min ?? ''}..${max ?? ''}` }
    : { ...(min !== undefined && { min: Number(min) }), ...(max !== undefined && { max: Number(max) }) }
  changeOptions(desk, field, change)
  desk.did(
    clause,
    pathOf(field),
    `${pathOf(field)} is bound to ${min ?? ''}..${max ?? ''}${length ? ' characters' : ''}.`,
  )
  return true
}

const numbers = ['int32', 'int64', 'decimal', 'float64']

const refuseType = (field: Member, desk: Desk, kinds: readonly string[]): void => {
  const { type } = optionsOf(desk, field)
  const isNamed = desk.entityNamed(field.entity).fields.find(({ name }) => name === field.name)?.type.kind
  if (!kinds.includes(isNamed ?? String(type)))
    throw new Unclear(
      `${pathOf(field)} is ${withArticle(String(type))}: only ${withArticle(kinds.length > 1 ? 'number' : (kinds[0] ?? 'number'))} has such a bound.`,
    )
}

interface Range {
  readonly min?: string | undefined
  readonly max?: string | undefined
}

/** Bounds are inclusive: past a number is the next whole one, and for other numbers asked. */
const rangeOf = (groups: Readonly<Record<string, string | undefined>>, field: Member, desk: Desk): Range => {
  if (groups.zero !== undefined) return { min: '0' }
  const above = groups.positive === undefined ? groups.above : '0'
  const past = above ?? groups.below
  if (past === undefined) return { min: groups.min, max: groups.max }
  if (!/^int/.test(String(optionsOf(desk, field).type))) {
    const sentence = `A bound is a value that ${pathOf(field)} may have. Which is it?`
    const choices = [`${pathOf(field)} is at ${above === undefined ? 'most' : 'least'} ${past}`]
    throw new Unclear(sentence, { about: pathOf(field), sentence, choices })
  }
  return above === undefined ? { max: String(Number(past) - 1) } : { min: String(Number(past) + 1) }
}

const setMoment = (clause: Clause, desk: Desk): boolean => {
  const groups = moments.exec(clause.text)?.groups
  if (groups?.field === undefined) return false
  const field = fieldOf(groups.field, clause, desk)
  refuseType(field, desk, ['date', 'instant'])
  const now = optionsOf(desk, field).type === 'date' ? 'today' : 'now'
  const [bound, word] = /future/i.test(groups.when ?? '') ? ['max', 'at most'] : ['min', 'at least']
  if (optionsOf(desk, field)[bound] === now) throw new Unclear(`${pathOf(field)} is ${word} ${now} already.`)
  changeOptions(desk, field, { [bound]: now })
  desk.did(clause, pathOf(field), `${pathOf(field)} is ${word} ${now}.`)
  return true
}
