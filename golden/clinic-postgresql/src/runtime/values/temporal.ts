import { type ReadContext, refuse } from './read-context.ts'

interface Bounds {
  readonly min?: string
  readonly max?: string
}

const dateForm = /^(\d{4})-(\d{2})-(\d{2})$/
const timeForm = /^([01]\d|2[0-3]):([0-5]\d):([0-5]\d)(?:\.(\d{1,6}))?$/

/** Proleptic Gregorian, years 0001–9999 (RFC 3339 full-date). */
export const isDate = (text: string): boolean => {
  const [, year, month, day] = dateForm.exec(text) ?? []
  if (year === undefined || year === '0000') return false
  return Number(day) >= 1 && Number(day) <= daysIn(Number(year), Number(month))
}

const daysIn = (year: number, month: number): number => {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28
  return month < 1 || month > 12 ? 0 : [4, 6, 9, 11].includes(month) ? 30 : 31
}

/** Time of day in canonical form (trailing zeros of the fraction dropped), or undefined. */
const timeOf = (text: string): string | undefined => {
  const [, hour, minute, second, fraction] = timeForm.exec(text) ?? []
  if (hour === undefined) return undefined
  const significant = fraction?.replace(/0+$/, '')
  return `${hour}:${minute}:${second}${significant ? `.${significant}` : ''}`
}

const dateTimeOf = (text: string): string | undefined => {
  const time = text[10] === 'T' && isDate(text.slice(0, 10)) ? timeOf(text.slice(11)) : undefined
  return time && `${text.slice(0, 10)}T${time}`
}

/** The canonical form of an instant in UTC, or undefined. Leap seconds are refused. */
export const instantOf = (text: string): string | undefined => {
  const dateTime = text.endsWith('Z') ? dateTimeOf(text.slice(0, -1)) : undefined
  return dateTime && `${dateTime}Z`
}

export const readDate = (type: Bounds, value: string, path: string, reading: ReadContext): string | undefined =>
  isDate(value)
    ? within(type, value, path, reading, reading.today)
    : refuse(reading, path, 'format', 'Give a date like 2026-03-31.')

export const readTime = (value: string, path: string, reading: ReadContext): string | undefined =>
  timeOf(value) ??
  refuse(reading, path, 'format', 'Give a time like 14:30:00, with at most six fraction digits and no zone.')

export const readDateTime = (value: string, path: string, reading: ReadContext): string | undefined =>
  dateTimeOf(value) ?? refuse(reading, path, 'format', 'Give a date and time like 2026-03-31T14:30:00, without a zone.')

export const readInstant = (type: Bounds, value: string, path: string, reading: ReadContext): string | undefined => {
  const instant = instantOf(value)
  if (instant === undefined)
    return refuse(
      reading,
      path,
      'format',
      `Give an instant in UTC like ${meantBy(value) ?? '2026-03-31T14:30:00Z'}, with at most six fraction digits.`,
    )
  return within(type, instant, path, reading, reading.now)
}

const offsetForm = /^(.+)([+-])([01]\d|2[0-3]):?([0-5]\d)$/

/** The instant that a time with an offset from UTC is (RFC 3339 section 4.2), for its sender to write; undefined for any other text. */
const meantBy = (text: string): string | undefined => {
  const [, local = '', sign, hours, minutes] = offsetForm.exec(text) ?? []
  const dateTime = dateTimeOf(local.replace(/[t ]/, 'T'))
  if (dateTime === undefined) return undefined
  const offset = (BigInt(hours ?? 0) * 60n + BigInt(minutes ?? 0)) * 60_000_000n
  return instantOfMicros(microsOf(`${dateTime}Z`) + (sign === '+' ? -offset : offset))
}

const within = (
  { min, max }: Bounds,
  value: string,
  path: string,
  reading: ReadContext,
  current: string,
): string | undefined => {
  const least = min === 'today' || min === 'now' ? current : min
  const most = max === 'today' || max === 'now' ? current : max
  if (least !== undefined && compareInstants(value, least) < 0)
    return refuse(reading, path, 'too-small', `Give ${min === least ? least : `${min} (${least})`} or later.`)
  if (most !== undefined && compareInstants(value, most) > 0)
    return refuse(reading, path, 'too-large', `Give ${max === most ? most : `${max} (${most})`} or earlier.`)
  return value
}

/** Order of dates, times, dateTimes or instants in canonical form. `Z` must not sort after a fraction's point. */
export const compareInstants = (a: string, b: string): number => {
  const left = a.endsWith('Z') ? a.slice(0, -1) : a
  const right = b.endsWith('Z') ? b.slice(0, -1) : b
  return left < right ? -1 : left > right ? 1 : 0
}

const durationForm = /^(-?)P(?:(\d{1,9})D)?(?:T(?=\d)(?:(\d{1,9})H)?(?:(\d{1,9})M)?(?:(\d{1,12})(?:\.(\d{1,6}))?S)?)?$/

/** Elapsed time in canonical form: days of 24 hours, carried upwards, zero parts dropped; zero is PT0S. */
export const readDuration = (value: string, path: string, reading: ReadContext): string | undefined => {
  const micros = durationMicros(value)
  return micros === undefined
    ? refuse(reading, path, 'format', 'Give a duration in days, hours, minutes and seconds like P1DT2H30M or PT0.5S.')
    : durationText(micros)
}

/** Microseconds of an ISO 8601 duration without years and months, or undefined. */
export const durationMicros = (text: string): bigint | undefined => {
  const found = durationForm.exec(text)
  if (!found || text.endsWith('P')) return undefined
  const [, sign, days = '0', hours = '0', minutes = '0', seconds = '0', fraction = ''] = found
  const whole = ((BigInt(days) * 24n + BigInt(hours)) * 60n + BigInt(minutes)) * 60n + BigInt(seconds)
  const micros = whole * 1_000_000n + BigInt(fraction.padEnd(6, '0'))
  return sign === '-' ? -micros : micros
}

export const durationText = (micros: bigint): string => {
  if (micros === 0n) return 'PT0S'
  const size = micros < 0n ? -micros : micros
  const second = size / 1_000_000n
  const fraction = (size % 1_000_000n).toString().padStart(6, '0').replace(/0+$/, '')
  const part = (amount: bigint, letter: string) => (amount === 0n ? '' : `${amount}${letter}`)
  const seconds = second % 60n
  const time = [
    part((second / 3600n) % 24n, 'H'),
    part((second / 60n) % 60n, 'M'),
    fraction ? `${seconds}.${fraction}S` : part(seconds, 'S'),
  ].join('')
  return `${micros < 0n ? '-' : ''}P${part(second / 86_400n, 'D')}${time && `T${time}`}`
}

const epochDayOfYear1 = 719_162n

/** Microseconds since 1970-01-01T00:00:00Z of an instant in canonical form. */
export const microsOf = (instant: string): bigint => {
  const fraction = instant.slice(20, -1)
  // Date.UTC reads years 0–99 as 19xx, so 400 years (146,097 days, one Gregorian cycle) are added and taken off again.
  const shifted = Date.UTC(
    Number(instant.slice(0, 4)) + 400,
    Number(instant.slice(5, 7)) - 1,
    Number(instant.slice(8, 10)),
    Number(instant.slice(11, 13)),
    Number(instant.slice(14, 16)),
    Number(instant.slice(17, 19)),
  )
  return (BigInt(shifted) - 146_097n * 86_400_000n) * 1000n + BigInt(fraction.padEnd(6, '0') || '0')
}

/**
 * `instantOfMicros` of digits, for rows: without big integers or a Date where a number holds them exactly (years 1970 to
 * 2255). The date is Howard Hinnant's `civil_from_days`.
 */
export const instantOfDigits = (digits: string): string | undefined => {
  const micros = Number(digits)
  if (!Number.isSafeInteger(micros) || micros < 0) return instantOfMicros(BigInt(digits))
  const seconds = Math.floor(micros / 1_000_000)
  const day = Math.floor(seconds / 86_400)
  const rest = seconds - day * 86_400
  const time = `${two((rest / 3600) | 0)}:${two(((rest / 60) | 0) % 60)}:${two(rest % 60)}`
  const fraction = micros - seconds * 1_000_000
  const tail = fraction === 0 ? '' : `.${fraction.toString().padStart(6, '0').replace(/0+$/, '')}`
  return `${dateOfDay(day)}T${time}${tail}Z`
}

const dateOfDay = (day: number): string => {
  const shifted = day + 719_468
  const era = (shifted / 146_097) | 0
  const ofEra = shifted - era * 146_097
  const year = ((ofEra - ((ofEra / 1460) | 0) + ((ofEra / 36_524) | 0) - ((ofEra / 146_096) | 0)) / 365) | 0
  const ofYear = ofEra - (365 * year + ((year / 4) | 0) - ((year / 100) | 0))
  const month = ((5 * ofYear + 2) / 153) | 0
  const ofMonth = ofYear - (((153 * month + 2) / 5) | 0) + 1
  return `${year + era * 400 + (month > 9 ? 1 : 0)}-${two(month < 10 ? month + 3 : month - 9)}-${two(ofMonth)}`
}

const pairs = Array.from({ length: 100 }, (_, at) => String(at).padStart(2, '0'))
const two = (number: number): string => pairs[number] as string

/** The instant of microseconds since 1970, or undefined outside years 0001–9999. */
export const instantOfMicros = (micros: bigint): string | undefined => {
  const floor = micros >= 0n ? micros / 1_000_000n : -((-micros + 999_999n) / 1_000_000n)
  if (floor < -epochDayOfYear1 * 86_400n || floor >= 253_402_300_800n) return undefined
  const seconds = new Date(Number(floor) * 1000).toISOString().slice(0, 19)
  const fraction = (micros - floor * 1_000_000n).toString().padStart(6, '0').replace(/0+$/, '')
  return `${seconds}${fraction && `.${fraction}`}Z`
}
