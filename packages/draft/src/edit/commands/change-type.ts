import type { Command } from '../command.ts'
import { type Desk, pathOf } from '../desk.ts'
import type { Clause } from '../edit.ts'
import type { Member } from '../find.ts'
import { flowText, type Members } from '../flow-text.ts'
import { changeOptions, fieldOf, optionsOf } from '../options.ts'
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

/** `make quantity a decimal`, `the price needs three decimals`. */
export const changeType: Command = {
  example: 'make quantity a decimal',
  run: (clause, desk) => changeScale(clause, desk) || retype(clause, desk),
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
