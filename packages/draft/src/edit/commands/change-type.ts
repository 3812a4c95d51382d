import type { Command } from '../command.ts'
import { type Desk, listed, pathOf, Unclear } from '../desk.ts'
import type { Clause } from '../edit.ts'
import { type Member, membersFor } from '../find.ts'
import { flowText, type Members, type Value } from '../flow-text.ts'
import { textsIn } from '../lines.ts'
import { changeOptions, fieldOf, optionsOf } from '../options.ts'
import { valuesOf } from '../reading.ts'
import { decimalsIn, typeFor, typeOptions } from '../types.ts'

const patterns: readonly RegExp[] = [
  /^change\s+the\s+type\s+of\s+(?<field>.+?)\s+(?:in)?to\s+(?<type>.+)$/i,
  /^change\s+the\s+(?<field>.+?)(?:'s)?\s+type\s+(?:in)?to\s+(?<type>.+)$/i,
  /^(?:change|turn|convert)\s+(?<field>.+?)\s+(?:from\s+.+?\s+)?(?:in)?to\s+(?<type>.+)$/i,
  /^(?:make|let)\s+(?<field>.+?)\s+(?:be\s+)?(?<type>(?:an?\s|of\s+type\s|one of\s|either\s|text$).*)$/i,
  /^(?:store|keep|treat|use)\s+(?<field>.+?)\s+as\s+(?<type>.+)$/i,
  /^(?<field>.+?)\s+(?:should|must|has to|shall|is to)\s+be\s+(?:stored\s+as\s+)?(?<type>.+)$/i,
  /^(?<field>.+?)\s+(?:is|are)\s+(?:now\s+)?(?<type>.+)$/i,
]

/** `make quantity a decimal`, `the price needs three decimals`, `status can also be refunded`. */
export const changeType: Command = {
  example: 'make quantity a decimal',
  run: (clause, desk) =>
    changeScale(clause, desk) ||
    setValues(clause, desk) ||
    addValues(clause, desk) ||
    removeValues(clause, desk) ||
    retype(clause, desk),
}

const retype = (clause: Clause, desk: Desk): boolean => {
  for (const pattern of patterns) {
    const { field, type } = pattern.exec(clause.text)?.groups ?? {}
    const wanted = type === undefined ? null : typeFor(type)
    if (field === undefined || !wanted) continue
    setType(clause, desk, fieldOf(field, clause, desk), wanted)
    return true
  }
  return false
}

const setType = (clause: Clause, desk: Desk, field: Member, type: Members): void => {
  const before = optionsOf(desk, field)
  const keptBounds = isNumber(before) && isNumber(type) ? { min: before.min, max: before.max } : {}
  const gone = Object.fromEntries(typeOptions.map((option) => [option, undefined]))
  const isKept = before.type === type.type || (isNumber(before) && isNumber(type) && typeof before.default === 'number')
  const fallback = before.default === undefined || isKept ? {} : { default: undefined }
  changeOptions(desk, field, { ...gone, ...keptBounds, ...type, ...fallback })
  desk.did(
    clause,
    pathOf(field),
    `${pathOf(field)} is ${flowText(type)} now${fallback.default === undefined && 'default' in fallback ? ', without its default' : ''}.`,
  )
  const same = before.type === 'int32' && type.type !== 'text' && isNumber(type)
  if (!same)
    desk.ask(
      pathOf(field),
      `Rows that there are hold ${pathOf(field)} as ${flowText(before.type ?? 'text')}. They have to be converted before the new service opens them.`,
      [],
    )
}

const isNumber = ({ type }: Members): boolean => ['int32', 'int64', 'decimal', 'float64'].includes(String(type))

const changeScale = (clause: Clause, desk: Desk): boolean => {
  const scale = decimalsIn(clause.text)
  const [, noun] =
    /^(?:give\s+)?(.+?)\s+(?:needs?|has|have|should have|must have|with|to)?\s*(?:exactly\s+)?(?:\d|one|two|three|four|five|six)\s+(?:decimal|digits after|places)/i.exec(
      clause.text,
    ) ?? []
  if (scale === null || noun === undefined || /^(?:make|change|turn|convert|add)\b/i.test(clause.text)) return false
  const field = fieldOf(noun, clause, desk)
  const before = optionsOf(desk, field)
  if (before.type !== 'decimal') setType(clause, desk, field, { type: 'decimal', precision: 12, scale })
  else {
    const whole = Number(before.precision ?? 12) - Number(before.scale ?? 0)
    changeOptions(desk, field, { precision: Math.min(38, whole + scale), scale })
    desk.did(clause, pathOf(field), `${pathOf(field)} has ${scale} decimals now, and as many digits before them.`)
  }
  return true
}

const setting: readonly RegExp[] = [
  /^(?:change|set|limit|restrict)\s+(?<field>.+?)(?:\s+values)?\s+to\s+(?<values>.+,.+|.+\s+(?:and|or)\s+.+)$/i,
  /^(?<field>[^:]+?)\s*:\s+(?<values>.+(?:,|\bor\b).+)$/i,
  /^(?<field>.+?)\s+(?:is|can be|may be|must be|should be)\s+(?:one of|either)?\s*(?<values>.+,.+\s+or\s+.+|.+\s+or\s+.+)$/i,
]

/** A closed list anew: only where the field has one already. */
const setValues = (clause: Clause, desk: Desk): boolean => {
  for (const pattern of setting) {
    const groups = pattern.exec(clause.text)?.groups
    const said = valuesOf(groups?.values ?? '')
    const field = groups?.field === undefined || said.length < 2 ? null : enumIn(groups.field, clause, desk)
    if (!field) continue
    const before = optionsOf(desk, field)
    const there = textsIn(before.values)
    const values = said.flatMap((value) => wordsIn(value, there))
    const gone = there.filter((value) => !values.includes(value))
    if (gone.includes(String(before.default))) refuseDefault(field, before, values[0] ?? '')
    changeOptions(desk, field, { values })
    desk.did(clause, pathOf(field), `${pathOf(field)} can be ${listed(values, 'or')}.`)
    if (gone.length > 0) askAboutRows(desk, field, gone)
    return true
  }
  return false
}

const refuseDefault = (field: Member, before: Members, other: string): never => {
  throw new Unclear(
    `${pathOf(field)} is ${String(before.default)} when nothing is said. Say another default first ("the default of ${pathOf(field)} is ${other}").`,
  )
}

const askAboutRows = (desk: Desk, field: Member, gone: readonly string[]): void =>
  desk.ask(
    pathOf(field),
    `Rows that are ${listed(gone, 'or')} have to become something else before the new service opens them.`,
    [],
  )

const adding: readonly RegExp[] = [
  /^(?<field>.+?)\s+(?:can|may|could|should)\s+(?:also|now also|too)\s+be\s+(?<values>.+?)(?:\s+(?:too|as well))?$/i,
  /^(?<field>.+?)\s+(?:can|may|could)\s+be\s+(?<values>.+?)\s+(?:too|as well)$/i,
  /^(?:add|allow)\s+(?<values>.+?)\s+(?:as\s+an?\s+(?:new\s+|possible\s+)?(?:value\s+(?:of|to|for)\s+)?|(?:to|for|as)\s+(?:the\s+)?(?:values\s+of\s+)?)(?<field>.+)$/i,
]

const addValues = (clause: Clause, desk: Desk): boolean => {
  for (const pattern of adding) {
    const groups = pattern.exec(clause.text)?.groups
    const field = groups?.field === undefined ? null : enumIn(groups.field, clause, desk)
    if (!field) continue
    const before = textsIn(optionsOf(desk, field).values)
    const values = wordsIn(groups?.values ?? '', before).filter((value) => !before.includes(value))
    if (values.length === 0) throw new Unclear(`${pathOf(field)} can be ${listed(before, 'or')} already.`)
    changeOptions(desk, field, { values: [...before, ...values] })
    desk.did(clause, pathOf(field), `${pathOf(field)} can also be ${listed(values, 'or')}.`)
    return true
  }
  return false
}

const removing: readonly RegExp[] = [
  /^(?<field>.+?)\s+(?:can|may)\s+(?:no longer|not)\s+be\s+(?<values>.+?)(?:\s+any ?more)?$/i,
  /^(?:remove|drop)\s+(?<values>.+?)\s+from\s+(?:the\s+)?(?:values\s+of\s+)?(?<field>.+)$/i,
]

const removeValues = (clause: Clause, desk: Desk): boolean => {
  for (const pattern of removing) {
    const groups = pattern.exec(clause.text)?.groups
    const field = groups?.field === undefined ? null : enumIn(groups.field, clause, desk)
    if (!field) continue
    const before = optionsOf(desk, field)
    const values = wordsIn(groups?.values ?? '', textsIn(before.values))
    const after = textsIn(before.values).filter((value) => !values.includes(value))
    if (after.length === textsIn(before.values).length) continue
    if (after.length === 0) throw new Unclear(`${pathOf(field)} would have no value left.`)
    if (values.includes(String(before.default)))
      throw new Unclear(
        `${pathOf(field)} is ${before.default} when nothing is said. Say another default first ("the default of ${pathOf(field)} is ${after[0]}").`,
      )
    changeOptions(desk, field, { values: after })
    desk.did(clause, pathOf(field), `${pathOf(field)} can no longer be ${listed(values, 'or')}.`)
    desk.ask(
      pathOf(field),
      `Rows that are ${listed(values, 'or')} have to become something else before the new service opens them.`,
      [],
    )
    return true
  }
  return false
}

/** The one enum that a noun names, in its entity or, said alone, anywhere; null where it is none. */
const enumIn = (noun: string, clause: Clause, desk: Desk): Member | null => {
  const said = noun.replace(/\b(?:possible|values?)\b/gi, ' ').trim()
  const found = /^(?:it|this|that)$/i.test(said)
    ? desk.spokenMembers(said, clause)
    : membersFor(said, desk.charter, desk.topic(clause) ?? desk.entityName).found
  const enums = found.filter((member) => member.kind === 'field' && optionsOf(desk, member).type === 'enum')
  if (enums.length < 2) return enums[0] ?? null
  const sentence = `"${noun}" could be ${listed(enums.map(pathOf), 'or')}. Which one?`
  throw new Unclear(sentence, {
    about: enums[0] ? pathOf(enums[0]) : '',
    sentence,
    choices: enums.map((member) => clause.text.replace(noun, pathOf(member))),
  })
}

/** Values as said, spelled as those that are there: `Partly Paid` beside `in-progress` is `partly-paid`. */
const wordsIn = (text: string, there: readonly Value[]): readonly string[] => {
  const several = valuesOf(text)
  const joint =
    there
      .map(String)
      .find((value) => /[-_ ]/.test(value))
      ?.match(/[-_ ]/)?.[0] ?? '-'
  return (several.length > 0 ? several : [text]).map((value) => {
    const plain = value
      .replace(/["']/g, '')
      .trim()
      .replace(/^(?:an?|the)\s+/i, '')
    const known = there.map(String).find((each) => each.toLowerCase() === plain.toLowerCase())
    return known ?? plain.replace(/\s+/g, joint)
  })
}
