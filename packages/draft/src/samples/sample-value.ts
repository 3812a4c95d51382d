import { type Charter, type Entity, exampleValue, type Field } from '@charter/charter'
import { decimalText, type Json, readingAt, readValue, scaledOf, type Type } from '@charter/runtime'
import { personWords } from '../read/field-types.ts'
import { firstNames, lastNames } from './people.ts'
import type { Random } from './random.ts'
import { vocabulary } from './vocabulary.ts'

export interface SampleContext {
  readonly charter: Charter
  readonly entity: Entity
  /** The row's number within its entity, from 0. */
  readonly ordinal: number
  readonly random: Random
  /** Dates and moments lie before it: an instant in canonical form. */
  readonly now: string
}

/** A believable value of a field, in canonical form and within its constraints; undefined where none could be made. */
export const sampleValue = (field: Field, sampling: SampleContext): Json | undefined => {
  const types = Object.fromEntries(Object.values(sampling.charter.types).map(({ name, type }) => [name, type]))
  const wished = wish(field, sampling)
  const reading = readingAt(sampling.now, types)
  const fitting = wished === undefined ? undefined : readValue(field.type, wished, '', reading)
  return fitting ?? exampleValue(field.type, { types, ordinal: sampling.ordinal, name: field.name })
}

const wish = (field: Field, sampling: SampleContext): Json | undefined => {
  const { type } = field
  const { random } = sampling
  switch (type.kind) {
    case 'text':
      return type.pattern === undefined ? text(field, type, sampling) : digitsOf(type.pattern, random)
    case 'uuid':
      return identifier(random)
    case 'enum':
      return random.of(type.values)
    case 'boolean':
      return random.between(0, 3) === 0
    case 'int32':
      return number(field.name, type.min, type.max, random)
    case 'decimal':
      return amount(field.name, type, random)
    case 'date':
      return day(field.name, sampling)
    case 'instant':
      return `${daysFrom(sampling.now, -random.between(1, 240))}T${hour(random)}:00Z`
    case 'dateTime':
      return `${daysFrom(sampling.now, -random.between(1, 240))}T${hour(random)}:00`
    case 'time':
      return `${hour(random)}:00`
    default:
      return undefined
  }
}

const personOf = ({ ordinal }: SampleContext) => ({
  first: firstNames[ordinal % firstNames.length] ?? '',
  // Another stride, so that names do not repeat when the first names do.
  last: lastNames[(ordinal * 7 + Math.floor(ordinal / firstNames.length)) % lastNames.length] ?? '',
})

const text = (
  field: Field,
  { format }: Extract<Type, { kind: 'text' }>,
  sampling: SampleContext,
): string | undefined => {
  const { entity, random, ordinal } = sampling
  const { first, last } = personOf(sampling)
  const isPerson =
    personWords.test(entity.name) ||
    entity.fields.some((each) => each.type.kind === 'text' && each.type.format === 'email')
  if (format === 'email')
    return `${`${first}.${last}`.toLowerCase().replace(/[^a-z.]/g, '') + (ordinal >= firstNames.length ? ordinal : '')}@example.org`
  if (format !== undefined) return undefined
  if (/^(?:firstName|givenName)$/.test(field.name)) return first
  if (/^(?:lastName|familyName|surname)$/.test(field.name)) return last
  if (/^(?:name|fullName)$/.test(field.name) && (isPerson || field.class === 'pii')) return `${first} ${last}`
  if (/(?:Name|Person|contact|visitor)$/.test(field.name) && field.class === 'pii') return `${first} ${last}`
  const words = vocabulary.find((each) => each.field.test(field.name) && (each.entity?.test(entity.name) ?? true))
  if (words) return field.isUnique ? words.values[ordinal % words.values.length] : random.of(words.values)
  if (/sku|code|number|reference|serial|^no$/i.test(field.name))
    return `${entity.name.slice(0, 2).toUpperCase()}-${String(1001 + ordinal * 7)}`
  return undefined
}

/** A pattern of digits alone gets digits that look like some, not all the same. */
const digitsOf = (pattern: string, random: Random): string | undefined => {
  if (!/^(?:\\d(?:\{\d+\})?|-)+$/.test(pattern)) return undefined
  return pattern.replace(/\\d(?:\{(\d+)\})?/g, (_, count: string | undefined) =>
    Array.from({ length: Number(count ?? 1) }, () => String(random.between(1, 9))).join(''),
  )
}

const identifier = (random: Random): string => {
  const hex = Array.from({ length: 32 }, () => random.between(0, 15).toString(16)).join('')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`
}

const number = (name: string, min = 0, max = 100, random: Random): number => {
  if (/year/i.test(name)) return random.between(Math.max(min, 1968), Math.min(max, 2024))
  if (/minutes|duration/i.test(name)) return Math.min(Math.max(15 * random.between(1, 4), min), max)
  return random.between(min, Math.min(max, min + 40))
}

const amount = (name: string, type: Extract<Type, { kind: 'decimal' }>, random: Random): string => {
  const isMoney = /price|cost|amount|fee|total|salary|balance|rate/i.test(name)
  const least = type.min === undefined ? 0n : scaledOf(type.min, type.scale)
  const most = type.max === undefined ? 10n ** BigInt(type.precision) - 1n : scaledOf(type.max, type.scale)
  const unit = 10n ** BigInt(type.scale)
  const wanted = BigInt(random.between(1, isMoney ? 90 : 40)) * unit + (isMoney ? (unit * 95n) / 100n : unit / 2n)
  const value = least + wanted > most ? most : least + wanted
  return decimalText(value, type.scale)
}

/** A birth is long ago; what is due or ends lies after today; anything else within the year before. */
const day = (name: string, { random, now }: SampleContext): string => {
  if (/birth|born|dob/i.test(name)) return daysFrom(now, -random.between(7_000, 30_000))
  if (/due|end|expir|deadline|until/i.test(name)) return daysFrom(now, random.between(3, 60))
  return daysFrom(now, -random.between(1, 300))
}

const hour = (random: Random): string =>
  `${String(random.between(8, 17)).padStart(2, '0')}:${String(5 * random.between(0, 11)).padStart(2, '0')}`

const msPerDay = 86_400_000

const daysFrom = (now: string, days: number): string =>
  new Date(Date.parse(now) + days * msPerDay).toISOString().slice(0, 10)
