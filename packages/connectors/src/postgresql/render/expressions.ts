import type { Charter } from '@charter/charter'
import { unsaidText } from '@charter/runtime'
import type { ColumnAt } from '@charter/sql'
import { slotless } from '@charter/sql/store'
import { type ColumnForm, formOf, isOfDigits } from './column-type.ts'
import { commonEra, composedAsJson, composedOf } from './composed.ts'

/** What stands in JSON text for what cannot be said. */
export const unsaidSql = `chr(${unsaidText.charCodeAt(0)})`

const composed = new Set(['array', 'composite', 'range', 'multirange', 'hstore', 'vector'])

export const isComposed = ({ form }: ColumnForm): boolean => composed.has(form)

const formAt = ({ charter, field, isOwned }: ColumnAt): ColumnForm => formOf(charter, field, isOwned)

/** What a column gives, as `storage` reads it. */
export const selected = (at: ColumnAt): string => {
  const form = formAt(at)
  if (isComposed(form)) return composedSelected(at, form)
  // Through its output function, which keeps the blanks that a cast to text takes off.
  return form.form === 'padded' ? padded(at.column) : at.column
}

/** What is made of parts, as JSON: of an attached table, text that no JSON is where some part cannot be said. */
const composedSelected = ({ charter, column, isOwned }: ColumnAt, form: ColumnForm): string => {
  const json = composedAsJson(charter, form, column)
  const isSure = isOwned || form.form === 'vector'
  return isSure
    ? json
    : `coalesce((${json})::text, CASE WHEN NOT (${column} IS NOT DISTINCT FROM NULL) THEN ${unsaidSql} END)`
}

const padded = (column: string): string => `pg_catalog.textin(pg_catalog.bpcharout(${column}))`

/** What it is ordered by, and found by in a batch: an index of the column serves it where its own order is the value's. */
export const ordered = (at: ColumnAt): string => {
  const { form } = formAt(at)
  return form === 'text' ? `(${at.column})::text` : at.column
}

/** What equality is asked of: the value's own text where the type takes several for one (`citext`, a numeric's zeros). */
export const exact = (at: ColumnAt): string => {
  const { form, cast } = formAt(at)
  if (form === 'text' || (form === 'comparable' && folds.has(cast))) return `(${at.column})::text`
  return form === 'padded' ? padded(at.column) : at.column
}

const folds = new Set(['numeric', 'interval'])

/** The cast of a parameter that equality compares with. */
export const exactCast = (form: ColumnForm): string =>
  form.form === 'text' || form.form === 'padded' || (form.form === 'comparable' && folds.has(form.cast))
    ? 'text'
    : form.cast

/** A pattern for LIKE: a backslash alone at its end means itself (docs/semantics.md), which PostgreSQL refuses. */
export const likePattern = (pattern: string): string =>
  String.raw`regexp_replace(${pattern}, '^(([^\\]|\\.)*)\\$', '\1\\\\')`

export const orderedCast = (form: ColumnForm): string => (form.form === 'text' ? 'text' : form.cast)

/** A parameter as a value of the column. */
export const given = (charter: Charter, form: ColumnForm): string =>
  isMadeOfJson(form) ? composedOf(charter, form, '?::jsonb') : `?::${form.cast}`

/**
 * What an update sets a column of an attached table to: the parameter; a value made of parts stays where they are the same, so that
 * an array whose numbers begin elsewhere than at 1 keeps that.
 */
export const kept = (charter: Charter, form: ColumnForm, column: string): string => {
  if (!isMadeOfJson(form)) return given(charter, form)
  const said = composedAsJson(charter, form, column)
  return `(SELECT CASE WHEN k.v IS NOT DISTINCT FROM (${said}) AND k.v IS NOT NULL THEN ${column} ELSE ${composedOf(charter, form, 'k.v')} END FROM (SELECT ?::jsonb AS v) AS k)`
}

const isMadeOfJson = (form: ColumnForm): boolean => isComposed(form) && form.form !== 'vector'

/** Holds where the column of an attached table has a value that cannot be said; null where every value can. */
export const unsayable = (form: ColumnForm, column: string): string | null => {
  if (form.form === 'json' || form.type.kind === 'json') return longNumbers(column)
  switch (form.type.kind) {
    case 'int32':
      return form.cast === 'integer' ? `${column} NOT BETWEEN -2147483648 AND 2147483647` : null
    case 'int64':
      return form.type.isNumber && form.cast === 'bigint'
        ? `${column} NOT BETWEEN -9007199254740991 AND 9007199254740991`
        : null
    case 'float64':
      return `(${column})::text !~ '[0-9]'`
    case 'decimal': {
      const { precision, scale } = form.type
      return isOfDigits(form.own, form.type)
        ? `${column} = 'NaN'`
        : `NOT (${column} = round(${column}, ${scale}) AND abs(${column}) < 1e${precision - scale})`
    }
    case 'date':
    case 'dateTime':
    case 'instant':
      return `(${column})::text !~ '${commonEra}'`
    case 'time':
      return `${column} = '24:00:00'`
    default:
      return null
  }
}

const longNumber = slotless("'-?[0-9][0-9.eE+-]{15,}'")
const outOfRange = slotless(String.raw`'[eE][+-]?[0-9]{3}|^.{200,}[eE]|^-?([0-9]{103}){3}|^-?0\.0{200}0{123}'`)

/** Holds where some number of a JSON document would change on its way through a float64, as `decode` finds it (storage.ts). */
const longNumbers = (column: string): string =>
  String.raw`EXISTS (SELECT 1 FROM regexp_matches(regexp_replace((${column})::text, '"([^"\\]|\\.)*"', '""', 'g'), ${longNumber}, 'g') AS n (x) ` +
  `WHERE CASE WHEN n.x[1] ~ ${outOfRange} THEN true ELSE n.x[1]::float8::text::numeric <> n.x[1]::numeric END)`
