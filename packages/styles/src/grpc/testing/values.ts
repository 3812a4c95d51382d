import type { Json, Member, Type } from '@charter/runtime'
import fc from 'fast-check'
import { compact, some, text, valueOfType } from '../../testing/arbitrary.ts'

/** `whole`: as an answer has it, every member there. `partly`: as a client may write it: members absent, nulls anywhere. */
export type Completeness = 'whole' | 'partly'

/** A value of any type of a charter, to a depth. */
export const anyValue = (
  types: Readonly<Record<string, Type>>,
  type: Type,
  how: Completeness,
  depth = 4,
): fc.Arbitrary<Json> => {
  const inner = (of: Type) => orNull(anyValue(types, of, how, depth - 1), how)
  const list = (of: Type, lengths: fc.ArrayConstraints) => (depth > 0 ? fc.array(inner(of), lengths) : fc.constant([]))
  switch (type.kind) {
    case 'named':
      return anyValue(types, types[type.name] ?? { kind: 'text' }, how, depth)
    case 'array':
      return list(type.items, { maxLength: 3 })
    case 'vector':
      return fc.array(valueOfType({ kind: 'float64' }), { minLength: type.size, maxLength: type.size })
    case 'map':
      return depth > 0
        ? fc
            .uniqueArray(fc.tuple(fc.oneof(text, fc.constant('__proto__')), inner(type.values)), {
              maxLength: 3,
              selector: ([key]) => key,
            })
            .map((entries) => Object.fromEntries(entries) as Json)
        : fc.constant({})
    case 'record':
      return record(types, type.members, how, depth)
    case 'union':
      return fc
        .constantFrom(...Object.entries(type.variants))
        .chain(([variant, members]) =>
          record(types, members, how, depth).map((value) => ({ [type.tag]: variant, ...(value as object) }) as Json),
        )
    case 'time':
      return fc.constantFrom('14:30:00', '00:00:00.5', '23:59:59.999999')
    case 'dateTime':
      return fc.constantFrom('2026-03-31T14:30:00', '0001-01-01T00:00:00.000001')
    case 'instant':
      return fc.constantFrom(
        '0001-01-01T00:00:00Z',
        '1969-12-31T23:59:59.999999Z',
        '1970-01-01T00:00:00Z',
        '2026-03-31T14:30:00.1Z',
        '9999-12-31T23:59:59.999999Z',
      )
    case 'duration':
      return fc.constantFrom('PT0S', 'P1DT2H3M4.5S', '-PT0.000001S')
    case 'bytes':
      return fc.uint8Array({ maxLength: 20 }).map((bytes) => Buffer.from(bytes).toString('base64'))
    case 'decimal':
      return fc.constantFrom('0.00', '-12.50', '99999999.99', '12345678901234.000')
    default:
      return valueOfType(type)
  }
}

const orNull = (value: fc.Arbitrary<Json>, how: Completeness): fc.Arbitrary<Json> =>
  how === 'partly' ? fc.option(value, { freq: 6 }) : value

/** Members that may be absent are null where everything is there. */
const record = (
  types: Readonly<Record<string, Type>>,
  members: readonly Member[],
  how: Completeness,
  depth: number,
): fc.Arbitrary<Json> => {
  const member = ({ type, isOptional }: Member): fc.Arbitrary<Json | undefined> => {
    if (depth <= 0) return fc.constant(how === 'whole' || !isOptional ? null : undefined)
    const value = anyValue(types, type, how, depth - 1)
    return how === 'partly' ? some(fc.option(value)) : isOptional ? fc.option(value) : value
  }
  return fc
    .record(Object.fromEntries(members.map((each) => [each.name, member(each)])))
    .map((value) => compact(value) as Json)
}
