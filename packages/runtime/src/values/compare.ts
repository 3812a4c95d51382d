import type { Json } from './json.ts'
import { scaledOf } from './number.ts'
import { compareInstants, durationMicros } from './temporal.ts'
import type { Type } from './type.ts'

/** Order of two canonical values of one type: negative, zero, positive. Text by code point. */
export const compareValues = (type: Type, a: Json, b: Json): number => {
  switch (type.kind) {
    case 'int64':
      return order(BigInt(a as string | number), BigInt(b as string | number))
    case 'decimal':
      return order(scaledOf(a as string, type.scale), scaledOf(b as string, type.scale))
    case 'time':
    case 'dateTime':
    case 'instant':
      return compareInstants(a as string, b as string)
    case 'duration':
      return order(durationMicros(a as string) ?? 0n, durationMicros(b as string) ?? 0n)
    case 'text':
    case 'enum':
      return comparePoints(a as string, b as string)
    default:
      return order(a as string | number | boolean, b as string | number | boolean)
  }
}

const order = <Value extends string | number | bigint | boolean>(a: Value, b: Value): number =>
  a < b ? -1 : a > b ? 1 : 0

/** Code points, which is the order of UTF-8 bytes; UTF-16 units alone would put U+FFFD after U+1F600. */
export const comparePoints = (a: string, b: string): number => {
  const length = Math.min(a.length, b.length)
  for (let at = 0; at < length; at++) {
    const left = a.charCodeAt(at)
    const right = b.charCodeAt(at)
    if (left !== right) return rank(left) - rank(right)
  }
  return a.length - b.length
}

const rank = (unit: number) => (unit >= 0xd800 && unit < 0xe000 ? unit + 0x10000 : unit)
