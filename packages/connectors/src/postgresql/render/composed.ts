import { type Charter, resolved } from '@charter/charter'
import type { Type } from '@charter/runtime'
import { literal, named } from '@charter/sql'
import { slotless } from '@charter/sql/store'
import { type ColumnForm, isRange } from './column-type.ts'

/**
 * A value made of parts as jsonb in canonical form; NULL where some part of it cannot be said (infinity, several
 * dimensions, an item without a value). Arrays, composite types, ranges, hstores and vectors are PostgreSQL's alone: other
 * databases keep what is made of parts as JSON.
 */
export const asJson = (charter: Charter, type: Type, value: string, depth = 0): string => {
  const of = resolved(charter, type)
  switch (of.kind) {
    case 'int32':
    case 'boolean':
      return `to_jsonb(${value})`
    case 'float64':
      return `CASE WHEN (${value})::text ~ '[0-9]' THEN to_jsonb(${value}) END`
    case 'int64':
      return of.isNumber ? `to_jsonb(${value})` : `to_jsonb((${value})::text)`
    case 'decimal':
      return `CASE WHEN (${value})::text ~ '[0-9]' THEN to_jsonb((${value})::text) END`
    case 'date':
      return `CASE WHEN (${value})::text ~ '${commonEra}' THEN to_jsonb((${value})::text) END`
    case 'dateTime':
      return `CASE WHEN (${value})::text ~ '${commonEra}' THEN to_jsonb(replace((${value})::text, ' ', 'T')) END`
    case 'instant':
      return `CASE WHEN (${value})::text ~ '${commonEra}' THEN to_jsonb(replace(replace((${value})::text, ' ', 'T'), '+00', 'Z')) END`
    case 'bytes':
      return `to_jsonb(translate(encode(${value}, 'base64'), chr(10), ''))`
    case 'array':
      return arrayAsJson(charter, of.items, value, depth)
    case 'record':
      return isRange(of) ? rangeAsJson(charter, of, value, depth) : recordAsJson(charter, of, value, depth)
    case 'map':
      return withoutNulls(`to_jsonb(${value})`)
    case 'json':
    case 'union':
    case 'vector':
    case 'named':
      return `to_jsonb(${value})`
    default:
      return `to_jsonb((${value})::text)`
  }
}

/** Years 1 to 9999 of the common era, as ISO dates are written. */
export const commonEra = '^[0-9]{4}-[^B]*$'

const arrayAsJson = (charter: Charter, items: Type, value: string, depth: number): string => {
  const [at, each] = [`i${depth}`, `x${depth}`]
  const item = asJson(charter, items, `(${value})[${at}.n]`, depth + 1)
  return (
    `CASE WHEN cardinality(${value}) = 0 THEN '[]'::jsonb WHEN array_ndims(${value}) = 1 THEN (SELECT CASE WHEN NOT bool_or(${each}.item IS NULL) ` +
    `THEN jsonb_agg(${each}.item ORDER BY ${each}.n) END FROM (SELECT ${at}.n, ${item} AS item FROM generate_subscripts(${value}, 1) AS ${at} (n)) AS ${each}) END`
  )
}

const text = (of: string): string => slotless(literal(of))

type RecordType = Extract<Type, { kind: 'record' }>

const recordAsJson = (charter: Charter, { members }: RecordType, value: string, depth: number): string => {
  const parts = members.map(
    ({ name, type }) => `${text(name)}, ${asJson(charter, type, `(${value}).${named(name)}`, depth + 1)}`,
  )
  // `IS NULL` of a composite value is also true where all its attributes are.
  return `CASE WHEN (${value}) IS DISTINCT FROM NULL THEN jsonb_build_object(${parts.join(', ')}) END`
}

const rangeAsJson = (charter: Charter, { members }: RecordType, value: string, depth: number): string => {
  const bound = members[0]?.type ?? { kind: 'text' as const }
  const end = (name: string) => asJson(charter, bound, `${name}(${value})`, depth + 1)
  return (
    `CASE WHEN (${value}) IS NOT NULL THEN jsonb_build_object('lower', ${end('lower')}, 'upper', ${end('upper')}, ` +
    `'lowerInclusive', lower_inc(${value}), 'upperInclusive', upper_inc(${value}), 'isEmpty', isempty(${value})) END`
  )
}

/** The column of a form made of parts, as jsonb. */
export const composedAsJson = (charter: Charter, { form, type, own }: ColumnForm, column: string): string => {
  switch (form) {
    case 'hstore':
      return withoutNulls(`${schemaOf(own)}hstore_to_jsonb(${column})`)
    case 'vector':
      return `(${column})::text`
    case 'multirange': {
      const item = asJson(charter, type.kind === 'array' ? type.items : type, 'm.r', 1)
      return `CASE WHEN ${column} IS NOT NULL THEN (SELECT coalesce(jsonb_agg(${item} ORDER BY m.n), '[]'::jsonb) FROM unnest(${column}) WITH ORDINALITY AS m (r, n)) END`
    }
    default:
      return asJson(charter, type, column)
  }
}

const nullMember = slotless(`'$.* ? (@ == null)'`)

/** A map's values are texts. */
const withoutNulls = (json: string): string =>
  `CASE WHEN NOT jsonb_path_exists(${json}, ${nullMember}) THEN ${json} END`

const schemaOf = (own: string): string => /^(?:\w+|"(?:[^"]|"")+")\./.exec(own)?.[0] ?? ''

/** The value of such a column, made of a jsonb expression; NULL of NULL. */
export const composedOf = (charter: Charter, { form, type, own }: ColumnForm, json: string): string => {
  switch (form) {
    case 'hstore':
      return `(SELECT CASE WHEN g.v IS NOT NULL THEN coalesce((SELECT ${schemaOf(own)}hstore(array_agg(e.k), array_agg(e.v)) FROM jsonb_each_text(g.v) AS e (k, v)), ''::${own}) END FROM (SELECT ${json} AS v) AS g)`
    case 'vector':
      return `(${json})::text::${own}`
    case 'range':
      return `(SELECT (CASE WHEN g.v IS NOT NULL THEN ${rangeText('g.v')} END)::${own} FROM (SELECT ${json} AS v) AS g)`
    case 'multirange':
      return `(SELECT (CASE WHEN g.v IS NOT NULL THEN '{' || coalesce((SELECT string_agg(${rangeText('e.v')}, ',' ORDER BY e.n) FROM jsonb_array_elements(g.v) WITH ORDINALITY AS e (v, n)), '') || '}' END)::${own} FROM (SELECT ${json} AS v) AS g)`
    default: {
      const parts = hasSpelling(charter, type)
        ? `(SELECT ${asInput(charter, type, 'g.v')} FROM (SELECT ${json} AS v) AS g)`
        : json
      return `(SELECT made.v FROM jsonb_to_record(jsonb_build_object('v', ${parts})) AS made (v ${own}))`
    }
  }
}

/** Whether some part has a text in PostgreSQL that is not what it is in canonical JSON. */
const hasSpelling = (charter: Charter, type: Type): boolean => {
  const of = resolved(charter, type)
  if (of.kind === 'array') return hasSpelling(charter, of.items)
  return (
    of.kind === 'bytes' ||
    of.kind === 'map' ||
    (of.kind === 'record' && (isRange(of) || of.members.some((each) => hasSpelling(charter, each.type))))
  )
}

/** A jsonb expression with bytes, ranges and hstores inside as texts that their types read; JSON null stays. */
const asInput = (charter: Charter, type: Type, json: string, depth = 0): string => {
  const of = resolved(charter, type)
  if (!hasSpelling(charter, of)) return json
  const value = inputOf(charter, of, json, depth)
  return `CASE WHEN jsonb_typeof(${json}) <> 'null' THEN ${value} ELSE ${json} END`
}

const inputOf = (charter: Charter, of: Type, json: string, depth: number): string => {
  if (of.kind === 'array') {
    const each = `e${depth}`
    const item = asInput(charter, of.items, `${each}.v`, depth + 1)
    return `(SELECT coalesce(jsonb_agg(${item} ORDER BY ${each}.n), '[]'::jsonb) FROM jsonb_array_elements(${json}) WITH ORDINALITY AS ${each} (v, n))`
  }
  if (of.kind === 'map') return `to_jsonb(${hstoreText(json)})`
  if (of.kind !== 'record') return String.raw`to_jsonb('\x' || encode(decode(${json} #>> '{}', 'base64'), 'hex'))`
  if (isRange(of)) return `to_jsonb(${rangeText(json)})`
  const parts = of.members.map(
    ({ name, type }) => `${text(name)}, ${asInput(charter, type, `(${json} -> ${text(name)})`, depth + 1)}`,
  )
  return `jsonb_build_object(${parts.join(', ')})`
}

/** An hstore as its input function reads it (postgresql.org/docs/current/hstore.html). */
const hstoreText = (json: string): string =>
  `(SELECT coalesce(string_agg(${quotedText('e.k')} || '=>' || ${quotedText('e.v')}, ','), '') FROM jsonb_each_text(${json}) AS e (k, v))`

/** Between quotes, as inputs of ranges and hstores have it. */
const quotedText = (text: string): string => String.raw`'"' || replace(replace(${text}, '\', '\\'), '"', '\"') || '"'`

/** A range as its input function reads it (postgresql.org/docs/current/rangetypes.html). */
const rangeText = (json: string): string => {
  const is = (name: string) => `(${json} ->> '${name}')::boolean`
  const end = (name: string) => `coalesce(${quotedText(`${json} ->> '${name}'`)}, '')`
  return (
    `CASE WHEN ${is('isEmpty')} THEN 'empty' ELSE (CASE WHEN ${is('lowerInclusive')} THEN '[' ELSE '(' END) || ${end('lower')} || ',' ` +
    `|| ${end('upper')} || (CASE WHEN ${is('upperInclusive')} THEN ']' ELSE ')' END) END`
  )
}
