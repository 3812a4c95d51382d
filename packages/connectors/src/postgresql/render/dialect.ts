import type { Entity } from '@charter/charter'
import { type Compared, type Dialect, quoted, type RuleOperand, raw, tableName, write } from '@charter/sql'
import type { Fragment, Storage } from '@charter/sql/store'
import { type ColumnForm, formOf } from './column-type.ts'
import { composedAsJson } from './composed.ts'
import { exact, exactCast, isComposed, likePattern, selected, unsayable } from './expressions.ts'
import { statePlace } from './state-place.ts'
import { storageOf } from './storage.ts'

/** Rules and relations as PostgreSQL says them. */
export const dialect: Dialect = {
  statePlace,
  table: (entity) => tableOf(entity),
  yes: 'true',
  no: 'false',
  storage: storageOf,
  placeholder: (storage) => `?::${castOf(storage)}`,
  selected,
  compared: exact,
  // An array of the members, so that an index serves it; several columns as rows.
  matches: (columns) => {
    const casts = columns.map(({ charter, field, isOwned }) => exactCast(formOf(charter, field, isOwned)))
    const names = columns.map(exact)
    if (columns.length === 1)
      return `${names[0]} = ANY (ARRAY(SELECT e.v::${casts[0]} FROM jsonb_array_elements_text(?::jsonb) AS e (v)))`
    const parts = casts.map((cast, at) => `(e.v ->> ${at})::${cast}`)
    return `(${names.join(', ')}) IN (SELECT ${parts.join(', ')} FROM jsonb_array_elements(?::jsonb) AS e (v))`
  },
  isMember: (column) => `${column} = ANY (ARRAY(SELECT jsonb_array_elements_text(?::jsonb)))`,
  same: 'IS NOT DISTINCT FROM',
  rules: {
    operand: (at) => {
      const formed = formOf(at.charter, at.field, at.isOwned)
      const unsaid = at.isOwned || !isTemporal(formed) ? null : unsayable(formed, at.column)
      // Infinity, and years that no value has, are none to rules as to readers.
      if (unsaid !== null) return `CASE WHEN NOT (${unsaid}) THEN ${at.column} END`
      const { form } = formed
      if (form === 'usual' || storageOf(at.charter, at.field).kind !== 'text') return at.column
      return form === 'padded' ? exact(at) : `(${at.column})::text`
    },
    array: (at) => {
      const form = formOf(at.charter, at.field, at.isOwned)
      return isComposed(form) ? `(${composedAsJson(at.charter, form, at.column)})` : `(${at.column})::jsonb`
    },
    compare: (op, left, right, of) => compare(op, left, right, of),
    binary: (of, compared) => binary(of, compared),
    like: (value, pattern, isHeld) =>
      write`${inC(value)} ${raw(isHeld ? '' : 'NOT ')}LIKE ${{ ...pattern, sql: likePattern(pattern.sql) }}`,
    startsWith: (value, prefix, isHeld) => write`${raw(isHeld ? '' : 'NOT ')}(${inC(value)} ^@ ${prefix})`,
    holds: (kind, held, asked) =>
      kind === 'containsAny'
        ? write`EXISTS (SELECT 1 FROM jsonb_array_elements(${asked}) AS a (v) WHERE ${held} @> a.v)`
        : write`(${held} @> ${asked})`,
    member: (of, { kind }) => write`to_jsonb((${of})${raw(kind === 'bigint' || kind === 'text' ? '::text' : '')})`,
  },
}

const isTemporal = ({ type }: ColumnForm): boolean => ['date', 'time', 'dateTime', 'instant'].includes(type.kind)

/** The table with its schema, as no statement looks names up along a path. */
export const tableOf = (entity: Entity): string =>
  `${quoted(entity.binding?.schema ?? 'public')}.${quoted(tableName(entity))}`

const casts: Partial<Record<Storage['kind'], string>> = {
  integer: 'bigint',
  safeInteger: 'bigint',
  bigint: 'bigint',
  numeric: 'numeric',
  real: 'double precision',
  boolean: 'boolean',
  date: 'date',
  time: 'time',
  timestamp: 'timestamp',
  timestamptz: 'timestamptz',
  blob: 'bytea',
  json: 'jsonb',
}

const castOf = ({ kind }: Storage): string => casts[kind] ?? 'text'

const inC = (of: Fragment): Fragment => write`(${of})::text COLLATE "C"`

const binary = (of: Fragment, { storage }: Compared): Fragment => (storage.kind === 'text' ? inC(of) : of)

/**
 * Text by code point, whatever the column's collation. Equality is asked of the column as it stands too, where that says no
 * more: then an index serves it.
 */
const compare = (op: string, left: RuleOperand, right: RuleOperand, compared: Compared): Fragment => {
  if (compared.storage.kind !== 'text') return write`${left} ${raw(op)} ${right}`
  const plain = write`${inC(left)} ${raw(op)} (${right})::text`
  const [column, other] = left.field ? [left, right] : [right, left]
  if (op !== '=' || !column.field || other.field) return plain
  if (column.field.type.kind === 'uuid') return write`${column} = ${uuidOf(other)}`
  return compared.isOwned ? plain : write`(${column} = ${other} AND ${plain})`
}

const uuidForm = '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'

/** A text as a uuid; NULL where it is none, which equals no column: a cast alone would err. */
const uuidOf = (text: Fragment): Fragment =>
  write`(SELECT CASE WHEN u.v ~ ${raw(`'${uuidForm}'`)} THEN u.v::uuid END FROM (SELECT ${text} AS v) AS u)`
