import type { Member, Type } from '@charter/runtime'
import type { Column, PgType } from './catalogue.ts'
import type { ReadType } from './read-type.ts'
import { memberSafe, scalarTypes } from './scalar-types.ts'

type Types = ReadonlyMap<number, PgType>
type Typed = Pick<Column, 'typeId' | 'typeModifier' | 'typeText'>

const depthMax = 8

/** The type that a column's or attribute's type means. */
export const readType = (of: Typed, types: Types, depth = 0): ReadType => {
  const found = types.get(of.typeId)
  if (!found || depth > depthMax) return unsupported(of.typeText)
  if (found.isArray) return arrayType(found, of, types, depth)
  switch (found.kind) {
    case 'domain':
      return domainType(found, types, depth)
    case 'enum':
      return found.labels.length > 0
        ? { type: { kind: 'enum', values: found.labels }, isOwn: true }
        : unsupported(of.typeText)
    case 'composite':
      return compositeType(found, types, depth)
    case 'range':
    case 'multirange':
      return rangeType(found, types, depth)
    default:
      return scalarTypes(found, of.typeModifier, of.typeText) ?? unsupported(of.typeText)
  }
}

const unsupported = (text: string): ReadType => ({
  type: { kind: 'text' },
  isOwn: true,
  isReadOnly: true,
  loss: {
    reason: 'unsupported-type',
    sentence: `A charter has no type for ${text}; its values are served as PostgreSQL writes them, to be read only.`,
  },
})

/** An array's type says neither of it (postgresql.org/docs/current/arrays.html). */
const arrayShape: ReadType['loss'] = {
  reason: 'array-shape',
  sentence:
    'PostgreSQL lets an array hold NULL, or lists of lists, whatever its type says; reading such a value is a problem that names the row. A check on the table keeps them out.',
}

const arrayType = (found: PgType, { typeModifier, typeText }: Typed, types: Types, depth: number): ReadType => {
  const items = readType(
    { typeId: found.elementId, typeModifier, typeText: typeText.replace(/\[\]$/, '') },
    types,
    depth + 1,
  )
  return { loss: arrayShape, ...within(items), type: { kind: 'array', items: items.type }, isOwn: true }
}

/** What a part says of the whole: not its checks, which bind the part. */
const within = ({ isReadOnly, loss }: ReadType): Partial<ReadType> => ({
  ...(isReadOnly && { isReadOnly }),
  ...(loss && { loss }),
})

/** A domain's checks and default are its own first, then those of what it is made of. */
const domainType = (found: PgType, types: Types, depth: number): ReadType => {
  const base = types.get(found.baseId)
  const typeText = base?.text ?? found.text
  const read = readType({ typeId: found.baseId, typeModifier: found.baseModifier, typeText }, types, depth + 1)
  const value = found.default ?? read.default
  return {
    ...read,
    isOwn: true,
    isNotNull: found.isNotNull || read.isNotNull === true,
    ...(value !== undefined && { default: value }),
    checks: [...found.checks, ...(read.checks ?? [])],
  }
}

/** Members have the attributes' own names: there is no other place that binds them. */
const compositeType = (found: PgType, types: Types, depth: number): ReadType => {
  const names = found.attributes.map((attribute) => attribute.name)
  if (names.length === 0 || !names.every(memberSafe)) return unsupported(found.text)
  const read = found.attributes.map((attribute) => readType(attribute, types, depth + 1))
  const members = read.map(({ type }, at): Member => ({ name: names[at] ?? '', type, isOptional: true }))
  const loss = read.find((each) => each.loss)?.loss
  return {
    type: { kind: 'record', members },
    isOwn: true,
    ...(read.some((each) => each.isReadOnly) && { isReadOnly: true }),
    ...(loss && { loss }),
  }
}

const rangeType = (found: PgType, types: Types, depth: number): ReadType => {
  const bound = types.get(found.rangeOfId)
  if (!bound) return unsupported(found.text)
  const read = readType({ typeId: bound.id, typeModifier: -1, typeText: bound.text }, types, depth + 1)
  const flag = (name: string): Member => ({ name, type: { kind: 'boolean' }, isOptional: false })
  const members: readonly Member[] = [
    { name: 'lower', type: read.type, isOptional: true },
    { name: 'upper', type: read.type, isOptional: true },
    flag('lowerInclusive'),
    flag('upperInclusive'),
    flag('isEmpty'),
  ]
  const range: Type = { kind: 'record', members }
  const type: Type = found.kind === 'multirange' ? { kind: 'array', items: range } : range
  return { ...within(read), type, isOwn: true }
}
