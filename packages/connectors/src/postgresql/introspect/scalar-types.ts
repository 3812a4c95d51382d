import type { PgType } from './catalogue.ts'
import type { ReadType } from './read-type.ts'

/** A name that a member of a record can have as it is. */
export const memberSafe = (name: string): boolean => /^[a-z][A-Za-z0-9_]{0,63}$/.test(name)

/** The charter's type of a type that is not made of others, by its name; null for what a charter has no type for. */
export const scalarTypes = (found: PgType, modifier: number, text: string): ReadType | null => {
  if (found.kind !== 'base') return null
  if (found.schema !== 'pg_catalog') return ofExtensions(found.name, modifier)
  return plain.get(found.name) ?? measured(found.name, modifier, text) ?? textual(found.name)
}

/** By the name, which is a database's. */
const plain: ReadonlyMap<string, ReadType> = new Map<string, ReadType>([
  ['int2', { type: { kind: 'int32', min: -32_768, max: 32_767 }, isOwn: true }],
  ['int4', { type: { kind: 'int32' } }],
  ['int8', { type: { kind: 'int64' } }],
  ['oid', { type: { kind: 'int64', min: '0', max: '4294967295', isNumber: true }, isOwn: true }],
  ['float4', { type: { kind: 'float64' }, isOwn: true }],
  ['float8', { type: { kind: 'float64' } }],
  ['bool', { type: { kind: 'boolean' } }],
  ['text', { type: { kind: 'text' } }],
  ['name', { type: { kind: 'text', lengthMax: 63 }, isOwn: true }],
  // One byte, which is a character of ASCII alone.
  ['char', { type: { kind: 'text', lengthMax: 1, pattern: '[ -~]?' }, isOwn: true }],
  ['bytea', { type: { kind: 'bytes' } }],
  ['uuid', { type: { kind: 'uuid' } }],
  ['date', { type: { kind: 'date' } }],
  ['jsonb', { type: { kind: 'json' } }],
  ['json', { type: { kind: 'json' }, isOwn: true }],
])

/** Types with a length, a precision or a scale in their modifier (-1: none), which starts at 4 where it counts bytes. */
const measured = (name: string, modifier: number, text: string): ReadType | null => {
  const length = modifier >= 4 ? { lengthMax: modifier - 4 } : {}
  const isOwn = modifier >= 0
  switch (name) {
    case 'varchar':
      return { type: { kind: 'text', ...length } }
    case 'bpchar':
      return asText({ type: { kind: 'text', ...length } })
    case 'numeric':
      return numericType(modifier, text)
    case 'time':
      return { type: { kind: 'time' }, isOwn }
    case 'timestamp':
      return { type: { kind: 'dateTime' }, isOwn }
    case 'timestamptz':
      return { type: { kind: 'instant' }, isOwn }
    default:
      return null
  }
}

const precisionMax = 38

/** Numbers of any length as text: all, those from zero up, those above zero. */
export const numberPatterns = {
  any: '-?[0-9]+(?:[.][0-9]+)?',
  notNegative: '[0-9]+(?:[.][0-9]+)?',
  positive: '[0-9]*[1-9][0-9]*(?:[.][0-9]+)?|[0-9]+[.][0-9]*[1-9][0-9]*',
} as const

/** Precision in the upper half of the modifier less 4, scale in its lower 11 bits, with a sign (numeric.c). */
const numericType = (modifier: number, text: string): ReadType => {
  const precision = ((modifier - 4) >> 16) & 0xffff
  const scale = (((modifier - 4) & 0x7ff) ^ 1024) - 1024
  if (modifier >= 4 && scale >= 0 && scale <= precision && precision <= precisionMax)
    return { type: { kind: 'decimal', precision, scale } }
  const sentence = `${text} holds numbers of any length; they are served as text with all their digits. Say \`type: decimal\` with a precision and a scale if the values have them.`
  const loss = { reason: 'unbounded-number', sentence } as const
  return asText({ type: { kind: 'text', pattern: numberPatterns.any }, loss })
}

/** As PostgreSQL writes it: two texts may be equal that are not the same. */
const asText = (more: Partial<ReadType> = {}): ReadType => ({
  type: { kind: 'text' },
  isOwn: true,
  isFolded: true,
  ...more,
})

const unsafe = (text: string): ReadType => ({
  type: { kind: 'text' },
  isOwn: true,
  isReadOnly: true,
  loss: {
    reason: 'unsupported-type',
    sentence: `Values of ${text} are served as PostgreSQL writes them, to be read only: written back, they could mean something else.`,
  },
})

/** Types whose text PostgreSQL writes and reads back the same. */
const faithful = new Set(
  'xml bit varbit inet cidr macaddr macaddr8 pg_lsn xid xid8 jsonpath regclass regtype regproc'.split(' '),
)
/** Types whose text depends on settings, or leaves something out. */
const settled = new Set(['money', 'tsvector', 'tsquery', 'point', 'line', 'lseg', 'box', 'path', 'polygon', 'circle'])

const textual = (name: string): ReadType | null => {
  if (settled.has(name)) return unsafe(name)
  const loss = spoken.get(name)
  return faithful.has(name) || loss ? asText(loss && { loss }) : null
}

const spoken: ReadonlyMap<string, NonNullable<ReadType['loss']>> = new Map([
  [
    'interval',
    {
      reason: 'interval',
      sentence: 'An interval counts months and days, which are no fixed time; it is served as PostgreSQL writes it.',
    },
  ],
  [
    'timetz',
    {
      reason: 'unsupported-type',
      sentence: 'A charter has no time with a zone; it is served as PostgreSQL writes it.',
    },
  ],
])

/** An hstore's values may be NULL, which a map's may not (postgresql.org/docs/current/hstore.html). */
const mapShape: ReadType['loss'] = {
  reason: 'array-shape',
  sentence:
    'PostgreSQL lets an hstore hold NULL under a key; reading such a value is a problem that names the row. CHECK (array_position(avals(…), NULL) IS NULL) keeps it out.',
}

/** Types of well-known extensions, whatever schema they are installed in. */
const ofExtensions = (name: string, modifier: number): ReadType | null => {
  switch (name) {
    case 'citext':
      return asText({ isCaseless: true })
    case 'ltree':
    case 'isbn':
    case 'isbn13':
    case 'issn':
    case 'ean13':
    case 'upc':
      return asText()
    case 'hstore':
      return { type: { kind: 'map', values: { kind: 'text' } }, isOwn: true, loss: mapShape }
    case 'vector':
      return modifier > 0 && modifier <= 16_000 ? { type: { kind: 'vector', size: modifier }, isOwn: true } : null
    default:
      return null
  }
}
