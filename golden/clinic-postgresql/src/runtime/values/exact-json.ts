import type { Json, JsonObject } from './json.ts'

/**
 * JSON whose numbers keep their digits: one that a JavaScript number would change is the object that JSON.rawJSON makes
 * (tc39.es/proposal-json-parse-with-source), which JSON.stringify writes as it was read. Documents alone hold such; typed fields are
 * read from its digits.
 */
interface RawJson {
  rawJSON(text: string): JsonObject & { readonly rawJSON: string }
  isRawJSON(value: unknown): value is JsonObject & { readonly rawJSON: string }
}

// TypeScript does not know them yet.
const { rawJSON, isRawJSON } = JSON as unknown as RawJson

type Revive = (this: unknown, key: string, value: unknown, context: { readonly source?: string }) => unknown
const parse = JSON.parse as (text: string, revive: Revive) => Json

/** Whether a number is one of those that a JavaScript number is not: its digits are `rawJSON`. */
export const isExactNumber = isRawJSON

/** A number of JSON: a JavaScript number where that is the same. */
export const exactNumber = (digits: string): Json => {
  const value = Number(digits)
  return isSame(digits, value) ? value : rawJSON(digits)
}

/** JSON.parse, but that numbers keep their digits. Throws a SyntaxError for what is no JSON. */
export const parseExact = (text: string): Json =>
  longNumber.test(text)
    ? parse(text, (_key, value, { source }) => (typeof value === 'number' && source ? exactNumber(source) : value))
    : (JSON.parse(text) as Json)

/** Of many digits, or with an exponent that may be past the range; in quotes too, which is seen only when it is read. */
const longNumber = /\d[\d.eE+-]{15}|\d[eE][+-]?\d{3}/

const isSame = (digits: string, value: number): boolean =>
  digits === String(value) ||
  (Number.isFinite(value) && !outOfRange.test(digits) && spelled(digits) === spelled(String(value)))

/** What a float64 cannot be sure to hold, or takes long to compare: an exponent of four digits, very many digits. */
const outOfRange = /e[+-]?\d{4}|^.{1000}/i

/** Sign, digits and exponent, without the zeros that do not count. */
const spelled = (number: string): string => {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i.exec(number) ?? []
  const digits = `${whole}${fraction}`.replace(/^0+/, '')
  const significant = digits.replace(/0+$/, '')
  return significant === ''
    ? '0'
    : `${sign}${significant}e${Number(exponent) - fraction.length + digits.length - significant.length}`
}
