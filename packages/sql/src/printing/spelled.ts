import type { Json, Type } from '@charter/runtime'
import type { PrintedRows } from './printed-rows.ts'
import { isNested, leaves } from './spoken.ts'

type Spell = (text: string, type: Type) => string

/** How a database's program prints values of a kind, where that is another spelling than an answer's. */
export type OwnSpellings = Partial<Record<Type['kind'], Spell>>

const usual: OwnSpellings = {
  float64: (text) => String(Number(text)),
  boolean: (text) => (text === '1' ? 'true' : text === '0' ? 'false' : text),
  dateTime: (text) => text.replace(' ', 'T'),
}

/** `PrintedRows.spelled`. `parts`: what is printed of a value that is made of parts, as JSON of an answer. */
export const spelledWith =
  (own: OwnSpellings, parts: (text: string, type: Type) => Json): PrintedRows['spelled'] =>
  (type, text) => {
    if (text === null) return null
    if (isNested(type)) return leaves(parts(text, type))
    return (own[type.kind] ?? usual[type.kind])?.(text, type) ?? text
  }

/** Digits of a decimal, as many after the point as a charter says. */
export const withScale = (whole: string, fraction: string, scale: number): string =>
  scale === 0 ? whole : `${whole}.${fraction.padEnd(scale, '0')}`

/** A fraction of a second without zeros at its end. */
export const withoutZeros = (text: string): string => (text.includes('.') ? text.replace(/\.?0+$/, '') : text)
