import type { Default, Member, TextFormat, Type } from '@charter/runtime'
import type { WireBindings, XmlBinding } from './charter.ts'
import { given } from './given.ts'
import { readBounds, readRange } from './read-bounds.ts'
import { readDefault } from './read-default.ts'
import { fileType } from './read-file-type.ts'
import type { Reader } from './reader.ts'
import { entriesAt, isTrueAt, type MapTree, member, type Tree, textAt, textOf, textsOf } from './tree.ts'
import { typeSynonym } from './type-synonyms.ts'

/** Names of the types that are built in. */
export const typeNames = [
  'text',
  'int32',
  'int64',
  'decimal',
  'float64',
  'boolean',
  'date',
  'time',
  'dateTime',
  'instant',
  'duration',
  'uuid',
  'bytes',
  'json',
  'enum',
  'array',
  'vector',
  'record',
  'union',
  'map',
  'file',
] as const

type TypeName = (typeof typeNames)[number]

/** Options each type takes. */
const optionsOf: Readonly<Record<TypeName | 'named', readonly string[]>> = {
  text: ['length', 'pattern', 'format'],
  int32: ['min', 'max'],
  int64: ['min', 'max'],
  decimal: ['precision', 'scale', 'min', 'max'],
  float64: ['min', 'max'],
  boolean: [],
  date: ['min', 'max'],
  time: [],
  dateTime: [],
  instant: ['min', 'max'],
  duration: [],
  uuid: [],
  bytes: ['length'],
  json: [],
  enum: ['values'],
  array: ['items', 'size'],
  vector: ['size'],
  record: ['members'],
  union: ['tag', 'variants'],
  map: ['values', 'size'],
  file: ['max', 'kinds'],
  named: [],
}

const typeOptions = new Set(Object.values(optionsOf).flat())

/** A type from its shorthand: a name alone, or a map with `type` and its options. Unreadable ones are reported and read as text. */
export const readType = (tree: Tree, reader: Reader): Type => {
  const name = tree.kind === 'scalar' ? textOf(tree) : textAt(tree, 'type')
  if (name === undefined) return { kind: 'text' }
  const at = tree.kind === 'map' ? (member(tree, 'type') ?? tree) : tree
  if (isTypeName(name)) {
    if (tree.kind === 'map') refuseOptions(tree, name, reader)
    return builders[name](tree.kind === 'map' ? tree : emptyMap(tree), reader)
  }
  if (reader.typeNames.has(name)) {
    if (tree.kind === 'map') refuseOptions(tree, 'named', reader, name)
    return { kind: 'named', name }
  }
  const known = [...typeNames, ...reader.typeNames]
  reader.reporter.report('unknown-type', at, { name, known, entities: reader.entityNames })
  const meant = typeSynonym(name)?.kind ?? 'text'
  return builders[meant](emptyMap(tree), reader)
}

/** Whether a tree names a type that there is: what stands beside one that is not cannot be judged. */
export const hasKnownType = (tree: Tree, { typeNames }: Reader): boolean => {
  const name = tree.kind === 'scalar' ? textOf(tree) : textAt(tree, 'type')
  return name !== undefined && (isTypeName(name) || typeNames.has(name))
}

const isTypeName = (name: string): name is TypeName => (typeNames as readonly string[]).includes(name)

const emptyMap = (tree: Tree): MapTree => ({ ...tree, kind: 'map', entries: [] })

/** Reports options that a type does not take. */
export const refuseOptions = (tree: MapTree, type: TypeName | 'named', reader: Reader, name: string = type): void => {
  for (const entry of tree.entries)
    if (typeOptions.has(entry.key) && !optionsOf[type].includes(entry.key))
      reader.reporter.report(
        'option-not-for-type',
        { place: entry.place, path: entry.value.path },
        { option: entry.key, type: name, takes: optionsOf[type] },
      )
}

const builders: Readonly<Record<TypeName, (tree: MapTree, reader: Reader) => Type>> = {
  text: (tree, reader) => {
    const { min: lengthMin, max: lengthMax } = readRange(tree, 'length', reader)
    const pattern = reader.patternAt(tree)
    const format = textAt(tree, 'format') as TextFormat | undefined
    return { kind: 'text', ...given({ lengthMin, lengthMax, pattern, format }) }
  },
  int32: (tree, reader) => ({ kind: 'int32', ...numbers(readBounds(tree, 'int32', reader)) }),
  int64: (tree, reader) => {
    const bounds = readBounds(tree, 'int64', reader)
    return { kind: 'int64', ...bounds, ...(isExactNumber(bounds) ? { isNumber: true } : {}) }
  },
  decimal: (tree, reader) => {
    const { precision, scale } = readDigits(tree, reader)
    return { kind: 'decimal', precision, scale, ...readBounds(tree, 'decimal', reader, scale) }
  },
  float64: (tree, reader) => ({ kind: 'float64', ...numbers(readBounds(tree, 'float64', reader)) }),
  boolean: () => ({ kind: 'boolean' }),
  date: (tree, reader) => ({ kind: 'date', ...readBounds(tree, 'date', reader) }),
  time: () => ({ kind: 'time' }),
  dateTime: () => ({ kind: 'dateTime' }),
  instant: (tree, reader) => ({ kind: 'instant', ...readBounds(tree, 'instant', reader) }),
  duration: () => ({ kind: 'duration' }),
  uuid: () => ({ kind: 'uuid' }),
  bytes: (tree, reader) => {
    const { max } = readRange(tree, 'length', reader)
    if (max !== undefined && max > bytesMax)
      reader.reporter.report('bad-bounds', tree, { what: `bytes hold at most 1 MiB (${bytesMax}), not ${max}.` })
    return { kind: 'bytes', ...given({ lengthMax: max }) }
  },
  json: () => ({ kind: 'json' }),
  enum: (tree, reader) => ({ kind: 'enum', values: readValues(tree, reader) }),
  array: (tree, reader) => {
    const items = member(tree, 'items')
    if (!items) reader.reporter.report('missing-key', tree, { key: 'items', where: 'an array' })
    const { min: lengthMin, max: lengthMax } = readRange(tree, 'size', reader)
    return {
      kind: 'array',
      items: items ? readType(items, reader) : { kind: 'text' },
      ...given({ lengthMin, lengthMax }),
    }
  },
  vector: (tree, reader) => {
    const size = Number(textAt(tree, 'size'))
    const isSize = Number.isInteger(size) && size >= 1 && size <= 16_000
    if (!isSize) reader.reporter.report('bad-bounds', tree, { what: 'A vector needs `size`, from 1 to 16000.' })
    return { kind: 'vector', size: isSize ? size : 1 }
  },
  record: (tree, reader) => {
    if (!member(tree, 'members')) reader.reporter.report('missing-key', tree, { key: 'members', where: 'a record' })
    return { kind: 'record', members: readMembersOf(tree, 'members', reader) }
  },
  union: (tree, reader) => {
    const tag = textAt(tree, 'tag')
    if (tag === undefined) reader.reporter.report('missing-key', tree, { key: 'tag', where: 'a union' })
    if (!member(tree, 'variants')) reader.reporter.report('missing-key', tree, { key: 'variants', where: 'a union' })
    const variants = entriesAt(tree, 'variants').map(
      ({ key, value }) => [key, readMemberEntries(value, reader)] as const,
    )
    return { kind: 'union', tag: tag ?? 'kind', variants: Object.fromEntries(variants) }
  },
  map: (tree, reader) => {
    const values = member(tree, 'values')
    if (!values) reader.reporter.report('missing-key', tree, { key: 'values', where: 'a map' })
    const { max: lengthMax } = readRange(tree, 'size', reader)
    const isType = values !== undefined && values.kind !== 'list'
    return { kind: 'map', values: isType ? readType(values, reader) : { kind: 'text' }, ...given({ lengthMax }) }
  },
  file: (tree, reader) => {
    // What fields of entities are, `readField` reads.
    const why = 'its bytes belong to a row: make it a field of an entity'
    reader.reporter.report('bad-file', tree, { field: tree.path.split('.').at(-1) ?? '', why })
    return fileType
  },
}

const bytesMax = 1_048_576

const numbers = ({ min, max }: { readonly min?: string; readonly max?: string }): { min?: number; max?: number } => ({
  ...(min === undefined ? {} : { min: Number(min) }),
  ...(max === undefined ? {} : { max: Number(max) }),
})

const isExactNumber = ({ min, max }: { readonly min?: string; readonly max?: string }): boolean => {
  const bound = BigInt(Number.MAX_SAFE_INTEGER)
  return min !== undefined && max !== undefined && BigInt(min) >= -bound && BigInt(max) <= bound
}

/** PostgreSQL and the others hold at least 38 digits; the runtime counts on no more. */
const precisionMax = 38

const readDigits = (tree: MapTree, reader: Reader): { precision: number; scale: number } => {
  const precision = Number(textAt(tree, 'precision'))
  const scale = Number(textAt(tree, 'scale') ?? 0)
  const isFine =
    Number.isInteger(precision) &&
    Number.isInteger(scale) &&
    precision >= 1 &&
    precision <= precisionMax &&
    scale >= 0 &&
    scale <= precision
  if (isFine) return { precision, scale }
  const what = `A decimal needs \`precision\` from 1 to ${precisionMax} and \`scale\` from 0 to it.`
  reader.reporter.report('bad-bounds', tree, { what })
  return { precision: 18, scale: 2 }
}

const readValues = (tree: MapTree, reader: Reader): readonly string[] => {
  const values = member(tree, 'values')
  const texts = values?.kind === 'list' ? textsOf(values).map(([text]) => text) : []
  if (texts.length === 0) reader.reporter.report('bad-enum', tree, { what: 'An enum needs at least one value.' })
  const twice = texts.find((text, index) => texts.indexOf(text) !== index)
  if (twice !== undefined && values)
    reader.reporter.report('bad-enum', values, { what: `The value \`${twice}\` is written twice.` })
  return [...new Set(texts)]
}

/** Members of a record, a variant or an operation's input, from a dictionary under `key`. */
export const readMembersOf = (tree: Tree, key: string, reader: Reader): readonly Member[] => {
  const found = member(tree, key)
  return found ? readMemberEntries(found, reader) : []
}

const readMemberEntries = (tree: Tree, reader: Reader): readonly Member[] =>
  tree.kind === 'map' ? tree.entries.map(({ key, value }) => readMember(key, value, reader)) : []

const readMember = (name: string, tree: Tree, reader: Reader): Member => {
  const type = readType(tree, reader)
  const fallback: Default | undefined = hasKnownType(tree, reader) ? readDefault(tree, type, reader) : undefined
  const description = textAt(tree, 'description')
  return { name, type, isOptional: isTrueAt(tree, 'optional'), ...given({ default: fallback, description }) }
}

/** Wire bindings of a type and of what is inside, by member path; undefined when there are none. */
export const readWire = (tree: Tree): WireBindings | undefined => {
  const found: Record<string, XmlBinding> = {}
  collectWire(tree, '', found)
  return Object.keys(found).length ? found : undefined
}

const collectWire = (tree: Tree, path: string, found: Record<string, XmlBinding>): void => {
  const xml = member(tree, 'xml')
  if (xml) found[path] = bindingOf(xml)
  const below = (name: string) => (path ? `${path}.${name}` : name)
  for (const { key, value } of entriesAt(tree, 'members')) collectWire(value, below(key), found)
  for (const variant of entriesAt(tree, 'variants'))
    for (const { key, value } of variant.value.kind === 'map' ? variant.value.entries : [])
      collectWire(value, below(`${variant.key}.${key}`), found)
}

const bindingOf = (xml: Tree): XmlBinding => ({
  ...given({ namespace: textAt(xml, 'namespace'), name: textAt(xml, 'name'), choice: textAt(xml, 'choice') }),
  ...(isTrueAt(xml, 'attribute') ? { isAttribute: true } : {}),
})
