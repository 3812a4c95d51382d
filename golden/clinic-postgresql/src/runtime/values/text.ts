import { patternOf } from './pattern.ts'
import { type ReadContext, refuse } from './read-context.ts'
import type { TextFormat, TextType } from './type.ts'

/** Number of Unicode code points. */
export const lengthOf = (text: string): number => {
  let surrogatePairs = 0
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    if (unit >= 0xd800 && unit < 0xdc00) surrogatePairs++
  }
  return text.length - surrogatePairs
}

export const readTextValue = (
  type: TextType,
  value: string,
  path: string,
  reading: ReadContext,
): string | undefined => {
  const found = reading.errors.length
  if (!isCarried(value, path, reading)) return undefined
  const length = lengthOf(value)
  if (type.lengthMin !== undefined && length < type.lengthMin) {
    refuse(reading, path, 'too-short', `Give at least ${points(type.lengthMin)}; this has ${length}.`)
  }
  // A pattern takes time by the length of what it is held against: what is too long is looked at no further.
  if (type.lengthMax !== undefined && length > type.lengthMax) {
    return refuse(reading, path, 'too-long', `Give at most ${points(type.lengthMax)}; this has ${length}.`)
  }
  if (type.pattern !== undefined && !patternOf(type.pattern).test(value)) {
    refuse(reading, path, 'pattern', `The whole value must match ${type.pattern}.`)
  }
  if (type.format !== undefined && !isOfFormat(type.format, value)) {
    refuse(reading, path, 'format', `This is not ${formatNames[type.format]}.`)
  }
  return reading.errors.length === found ? value : undefined
}

/** XML 1.0 section 2.2, beside what no text holds. */
const notOfXml = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u

/** Whether every carrier of the service can say this text, also as the key of an entry. */
export const isCarried = (value: string, path: string, reading: ReadContext): boolean => {
  if (value.includes('\u0000') || !value.isWellFormed()) {
    refuse(reading, path, 'format', 'Text must not hold NUL or half of a surrogate pair.')
    return false
  }
  const [other] = reading.characters === 'xml' ? (notOfXml.exec(value) ?? []) : []
  if (other !== undefined)
    refuse(reading, path, 'format', `Text must not hold ${pointName(other)}, which XML 1.0 cannot carry.`)
  return other === undefined
}

/** `U+0001` */
export const pointName = (point: string): string =>
  `U+${(point.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`

const points = (count: number) => `${count} character${count === 1 ? '' : 's'}`

const formatNames: Readonly<Record<TextFormat, string>> = {
  email: 'an e-mail address',
  uri: 'an absolute URI',
  phone: 'a telephone number like +14155550100 (E.164)',
  hostname: 'a host name',
  ip: 'an IP address',
  country: 'a two-letter country code (ISO 3166-1)',
  currency: 'a three-letter currency code (ISO 4217)',
}

/** All linear-time and anchored; they run on outside input. */
const formats: Readonly<Record<TextFormat, string>> = {
  email:
    "[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?(?:\\.[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?)+",
  uri: '[A-Za-z][A-Za-z0-9+.-]*:[^\\s<>"{}|\\\\^`]+',
  phone: '\\+[1-9][0-9]{6,14}',
  hostname: '[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?(?:\\.[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?)*',
  ip: '[0-9A-Fa-f:.]{2,45}',
  country: '[A-Z]{2}',
  currency: '[A-Z]{3}',
}

const isOfFormat = (format: TextFormat, value: string): boolean =>
  patternOf(formats[format]).test(value) && (format !== 'ip' || isAddress(value))

const ipv4 = '(?:25[0-5]|2[0-4][0-9]|1?[0-9]{1,2})(?:\\.(?:25[0-5]|2[0-4][0-9]|1?[0-9]{1,2})){3}'

/** IPv4 (RFC 791), or IPv6 (RFC 4291 section 2.2): eight groups or fewer around one `::`, the last two perhaps as IPv4. */
const isAddress = (value: string): boolean => {
  if (!value.includes(':')) return patternOf(ipv4).test(value)
  const halves = value.split('::')
  if (halves.length > 2) return false
  const groups = halves.flatMap((half) => (half === '' ? [] : half.split(':')))
  const last = groups.at(-1) ?? ''
  const plain = last.includes('.') ? groups.slice(0, -1) : groups
  if (plain !== groups && (!patternOf(ipv4).test(last) || value.endsWith('::'))) return false
  const count = plain === groups ? groups.length : groups.length + 1
  return plain.every((group) => /^[0-9A-Fa-f]{1,4}$/.test(group)) && (halves.length === 1 ? count === 8 : count < 8)
}
