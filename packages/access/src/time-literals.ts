import type { CedarValueJson, Expr } from '@cedar-policy/cedar-wasm/nodejs'
import { refuse } from './refusal.ts'

export const dayMs = 86_400_000

const datetimeForm = /^(\d{4})-(\d{2})-(\d{2})(?:T(\d{2}):(\d{2}):(\d{2})(?:\.(\d{3}))?(?:Z|([+-])(\d{2})(\d{2})))?$/

/** Cedar's own spellings: a date, or a time of day with it, three digits of a second or none, and `Z` or an offset. */
export const datetimeIn = (expr: Expr): number => {
  const help = 'Write `datetime("2026-03-31")`, or `datetime("2026-03-31T14:30:00Z")`.'
  const text = literalIn(expr, 'datetime', help)
  const [, year, month, day, hour = '0', minute = '0', second = '0', ms = '0', sign, hours = '0', minutes = '0'] =
    datetimeForm.exec(text) ?? []
  if (year === undefined) return refuse(`"${text}" as a datetime`, help)
  const date = new Date(0)
  date.setUTCFullYear(Number(year), Number(month) - 1, Number(day))
  const isDay = date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day)
  const isTime = Number(hour) < 24 && Number(minute) < 60 && Number(second) < 60
  if (!isDay || !isTime || Number(hours) > 23 || Number(minutes) > 59) return refuse(`"${text}" as a datetime`, help)
  const offset = (Number(hours) * 60 + Number(minutes)) * 60_000 * (sign === '-' ? -1 : 1)
  return date.getTime() + ((Number(hour) * 60 + Number(minute)) * 60 + Number(second)) * 1000 + Number(ms) - offset
}

const durationForm = /^(-?)(?=\d)(?:(\d+)d)?(?:(\d+)h)?(?:(\d+)m)?(?:(\d+)s)?(?:(\d+)ms)?$/
const units = [['d', dayMs], ['h', 3_600_000], ['m', 60_000], ['s', 1000], ['ms', 1]] as const // biome-ignore format: a table

export const durationIn = (expr: Expr): number => {
  const help = 'Write days, hours, minutes, seconds and milliseconds: `duration("1d12h")`, `duration("-30m")`.'
  const text = literalIn(expr, 'duration', help)
  const [, sign, ...counts] = durationForm.exec(text) ?? []
  if (sign === undefined) return refuse(`"${text}" as a duration`, help)
  const ms = units.reduce((sum, [, size], at) => sum + size * Number(counts[at] ?? 0), 0)
  requireBounded(ms)
  return sign === '-' ? -ms : ms
}

/** As Cedar spells it: `-1d12h`. */
export const durationText = (ms: number): string => {
  let left = Math.abs(ms)
  const parts = units.map(([unit, size]) => {
    const count = Math.floor(left / size)
    left -= count * size
    return count === 0 ? '' : `${count}${unit}`
  })
  return `${ms < 0 ? '-' : ''}${parts.join('')}`
}

const boundMs = 366_000 * dayMs

/** So that a clock that it is added to stays within the years that an instant has. */
export const requireBounded = (ms: number): void => {
  if (Math.abs(ms) > boundMs) refuse('More than a thousand years', 'Write a shorter duration.')
}

const literalIn = (expr: Expr, what: string, help: string): string => {
  const value = 'Value' in expr ? (expr.Value as CedarValueJson) : null
  return typeof value === 'string' ? value : refuse(`A ${what} that is no literal`, help)
}
