import { canonicalJson, instantOfMicros, type Json, type JsonObject, type Type } from '@charter/runtime'
import fc from 'fast-check'

/** Canonical values of a type, with its corners: what a connector must give back exactly as it was given. */
export const valuesOf = (type: Type): fc.Arbitrary<Json> => {
  switch (type.kind) {
    case 'text':
      return texts
    case 'int32':
      return fc.integer({ min: -2_147_483_648, max: 2_147_483_647 })
    case 'int64':
      return type.isNumber ? fc.maxSafeInteger() : wholes.map(String)
    case 'decimal':
      return fc
        .bigInt({ min: -(10n ** BigInt(type.precision)) + 1n, max: 10n ** BigInt(type.precision) - 1n })
        .map((scaled) => decimalOf(scaled, type.scale))
    case 'float64':
      return fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => (value === 0 ? 0 : value))
    case 'boolean':
      return fc.boolean()
    case 'date':
      return instants.map((instant) => instant.slice(0, 10))
    case 'time':
      return instants.map((instant) => instant.slice(11, -1))
    case 'dateTime':
      return instants.map((instant) => instant.slice(0, -1))
    case 'instant':
      return instants
    case 'duration':
      return fc.constantFrom('PT0S', 'P1DT2H3M4.5S', '-PT1M')
    case 'uuid':
      return fc.uuid()
    case 'bytes':
      return fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes).toString('base64'))
    case 'json':
      return fc.jsonValue({ maxDepth: 2 }).map((value) => JSON.parse(JSON.stringify(value)) as Json)
    case 'enum':
      return fc.constantFrom(...type.values)
    case 'array':
      return fc.array(valuesOf(type.items), { maxLength: 4 })
    case 'vector':
      return fc.array(
        fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value || 0),
        {
          minLength: type.size,
          maxLength: type.size,
        },
      )
    case 'map':
      return fc
        .dictionary(fc.string({ maxLength: 3 }), valuesOf(type.values), { maxKeys: 3 })
        .map((value) => ({ ...value }))
    case 'record':
      return fc.record<JsonObject>({ street: texts, number: fc.option(fc.integer({ min: -9, max: 9 })) })
    case 'union':
      return fc.constantFrom({ kind: 'card', digits: '4242' }, { kind: 'cash', amount: 3 })
    case 'named':
      throw new Error('A named type has the values of what it names.')
  }
}

/** No NUL, no lone surrogates (docs/semantics.md, Text); otherwise anything. */
const texts = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 12 }).map((text) => text.replaceAll('\0', '')),
  fc.constantFrom('', ' ', 'a', 'A', 'ä', 'a\u0308', '\uffff', '😀', "'; --", '100%', '_', '\\', '123', '1e3'),
)

const int64Max = 2n ** 63n - 1n
const wholes = fc.oneof(
  fc.bigInt({ min: -int64Max - 1n, max: int64Max }),
  fc.constantFrom(0n, 2n ** 53n + 1n, 2n ** 62n, int64Max, -int64Max - 1n),
)

const microsFirst = -62_135_596_800_000_000n
const microsLast = 253_402_300_799_999_999n
const instants = fc
  .oneof(
    fc.bigInt({ min: microsFirst, max: microsLast }),
    fc.bigInt({ min: microsFirst / 1_000_000n, max: microsLast / 1_000_000n }).map((seconds) => seconds * 1_000_000n),
  )
  .map((micros) => instantOfMicros(micros) ?? '')

const decimalOf = (scaled: bigint, scale: number): string => {
  const digits = (scaled < 0n ? -scaled : scaled).toString().padStart(scale + 1, '0')
  return `${scaled < 0n ? '-' : ''}${digits.slice(0, -scale)}.${digits.slice(-scale)}`
}

/** One text per value, equal where the values are. */
export const same = (value: Json): string => canonicalJson(value)
