import { type Charter, type Field, isSealed, resolved } from '@charter/charter'
import type { Type } from '@charter/runtime'
import { slotless } from '@charter/sql/store'

const identifier = String.raw`(?:[a-z_\u0080-\uffff][\w$\u0080-\uffff]*|"(?:[^"\u0000]|"")+")`
const words =
  'double precision|character varying|bit varying|interval(?: (?:year|month|day|hour|minute|second)(?: to (?:month|hour|minute|second))?)?'
const grammar = new RegExp(
  String.raw`^(?:${words}|(?:${identifier}\.)?${identifier})(?:\(\w+(?:, ?-?\w+)*\))?(?: with(?:out)? time zone)?(?:\[\])*$`,
)

/** Whether a text is a type's name as `format_type` writes it, and nothing else: it goes into statements as it is. */
export const isColumnType = (text: string): boolean => grammar.test(text)

/** How a column's own type is spoken with. */
export type Form =
  /** Compared and written as the charter's type says. */
  | 'usual'
  /** A built-in type with an order and an equality of its own, whose text is the value. */
  | 'comparable'
  /** Anything whose text is the value; compared by it. */
  | 'text'
  /** char(n): blanks at its end are part of what is read. */
  | 'padded'
  | 'enum'
  | 'json'
  /** Read as JSON made of its parts, and made of JSON. */
  | 'array'
  | 'composite'
  | 'range'
  | 'multirange'
  | 'hstore'
  | 'vector'

export interface ColumnForm {
  readonly form: Form
  readonly type: Type
  /** What a parameter is cast to where it meets the column. */
  readonly cast: string
  /** The column's own type, for values made of parts. */
  readonly own: string
}

type Typed = Pick<Field, 'type' | 'columnType' | 'protect'>

/** Throws where `columnType` is no type's name, which `check` has refused before. */
export const formOf = (charter: Charter, field: Typed, isOwned: boolean): ColumnForm => {
  if (isSealed(field)) return { form: 'usual', type: { kind: 'text' }, cast: 'text', own: 'text' }
  const type = resolved(charter, field.type)
  const cast = isOwned ? ownCast(type) : usualCast(type)
  const usual: ColumnForm = { form: 'usual', type, cast, own: cast }
  if (isOwned || field.columnType === undefined) return usual
  if (!isColumnType(field.columnType)) throw new Error(`"${field.columnType}" is not the name of a column type.`)
  return { ...usual, ...ofColumn(type, slotless(field.columnType)) }
}

const usualCasts: Partial<Record<Type['kind'], string>> = {
  int32: 'integer',
  int64: 'bigint',
  decimal: 'numeric',
  float64: 'double precision',
  boolean: 'boolean',
  date: 'date',
  time: 'time',
  dateTime: 'timestamp',
  instant: 'timestamptz',
  uuid: 'uuid',
  bytes: 'bytea',
  json: 'jsonb',
  array: 'jsonb',
  vector: 'jsonb',
  record: 'jsonb',
  union: 'jsonb',
  map: 'jsonb',
  named: 'jsonb',
}

export const usualCast = (type: Type): string => usualCasts[type.kind] ?? 'text'

/** In tables of ours a document stays as it was given, member for member: jsonb would sort its members. */
const ownCast = (type: Type): string => (usualCast(type) === 'jsonb' ? 'json' : usualCast(type))

/** Without lengths and precisions: a cast with one would cut or round silently, an assignment refuses. */
export const unmeasured = (columnType: string): string =>
  columnType.replace(/"(?:[^"]|"")*"|\(\w+(?:, ?-?\w+)*\)/g, (part) => (part.startsWith('"') ? part : ''))

/** Whether a column that is not ours holds exactly the digits that a decimal shows, and no more. */
export const isOfDigits = (columnType: string | undefined, { precision, scale }: Digits): boolean => {
  const [, most, after = '0'] = /^numeric\((\d+)(?:, ?(\d+))?\)$/.exec(columnType ?? '') ?? []
  return most !== undefined && Number(most) <= precision && Number(after) === scale
}

type Digits = Pick<Extract<Type, { kind: 'decimal' }>, 'precision' | 'scale'>

const plainText = new Set(['text', 'character varying', 'name', '"char"'])
const comparable = new Set(
  'numeric inet cidr macaddr macaddr8 bit varbit money pg_lsn xid8 tsvector oid'
    .split(' ')
    .concat('bit varying', 'time with time zone', 'timetz'),
)

const ofColumn = (type: Type, columnType: string): Partial<ColumnForm> => {
  const base = unmeasured(columnType)
  const own = columnType
  switch (type.kind) {
    case 'text':
    case 'duration':
      if (plainText.has(base)) return { own }
      if (base === 'character' || base === 'bpchar') return { form: 'padded', cast: 'bpchar', own }
      if (base.startsWith('interval')) return { form: 'comparable', cast: 'interval', own }
      // A bare `bit` would be cut to one.
      if (comparable.has(base)) return { form: 'comparable', cast: base === 'bit' ? 'bit varying' : base, own }
      return { form: 'text', cast: base, own }
    case 'enum':
      return plainText.has(base) ? { own } : { form: 'enum', cast: base, own }
    case 'int64':
      return base === 'oid' ? { cast: 'oid', own } : { own }
    case 'float64':
      return base === 'real' ? { cast: 'real', own } : { own }
    case 'json':
      return { form: 'json', cast: base, own }
    case 'array':
      return isJson(base)
        ? { form: 'json', cast: base, own }
        : { form: isMultirange(type, base) ? 'multirange' : 'array', own }
    case 'record':
      return isJson(base) ? { form: 'json', cast: base, own } : { form: isRange(type) ? 'range' : 'composite', own }
    case 'map':
      return /(?:^|\.)hstore$/.test(base) ? { form: 'hstore', own } : { form: 'json', cast: base, own }
    case 'vector':
      return isJson(base) ? { form: 'json', cast: base, own } : { form: 'vector', cast: base, own }
    default:
      return { own }
  }
}

const isJson = (base: string): boolean => base === 'json' || base === 'jsonb'

const rangeMembers = 'lower,upper,lowerInclusive,upperInclusive,isEmpty'

export const isRange = (type: Type): boolean =>
  type.kind === 'record' && type.members.map(({ name }) => name).join() === rangeMembers

const isMultirange = (type: Extract<Type, { kind: 'array' }>, base: string): boolean =>
  isRange(type.items) && !base.endsWith('[]')
