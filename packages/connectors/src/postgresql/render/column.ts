import type { Charter, Entity, Field } from '@charter/charter'
import type { FilterOperator } from '@charter/runtime'
import { type ColumnAt, columnOf, columnWith, comparisons, floatSum, isOwned } from '@charter/sql'
import type { ColumnSql } from '@charter/sql/store'
import { type ColumnForm, formOf } from './column-type.ts'
import { dialect } from './dialect.ts'
import { exact, exactCast, likePattern, ordered, orderedCast, selected, unsayable } from './expressions.ts'
import { jsonText } from './json-text.ts'
import { storageOf } from './storage.ts'

/** How a field is selected, ordered and filtered over the row `t`. */
export const columnSql = (charter: Charter, entity: Entity, field: Field): ColumnSql => {
  const owned = isOwned(charter, entity)
  const at: ColumnAt = { charter, field, isOwned: owned, column: columnOf('t', field) }
  const form = formOf(charter, field, owned)
  const json = jsonText(at)
  const unsaid = owned ? null : unsayable(form, at.column)
  const { type } = form
  return columnWith(dialect, at, {
    type,
    select: selected(at),
    sort: ordered(at),
    storage: storageOf(charter, field),
    ...(json !== undefined && { json }),
    aggregate: () => ({
      value: ordered(at),
      read: (column) => selected({ ...at, column }),
      sum: (value) => (type.kind === 'float64' ? floatSum(`(${value})::double precision`) : `sum(${value})::text`),
      ...(unsaid !== null && { unsaid: `count(*) FILTER (WHERE ${unsaid})` }),
    }),
    filters: () => filtersOf(form, at, unsaid),
    isNullable:
      field.isOptional ||
      isUnsayable(form, owned) ||
      (!owned && !entity.key.includes(field.name) && field.columnType !== undefined),
  })
}

/** Whether a stored value may be one that the type cannot say. */
const isUnsayable = ({ type }: ColumnForm, owned: boolean): boolean =>
  !owned && ['date', 'time', 'dateTime', 'instant', 'float64', 'decimal'].includes(type.kind)

const filtersOf = (form: ColumnForm, at: ColumnAt, unsaid: string | null): Readonly<Record<FilterOperator, string>> => {
  // Blanks at the end of a char(n) are the column's own, so a value is asked for with or without them, as a key is.
  const [same, sameCast] = form.form === 'padded' ? [at.column, form.cast] : [exact(at), exactCast(form)]
  const text = form.form === 'usual' ? at.column : form.form === 'padded' ? selected(at) : `(${at.column})::text`
  // LIKE and ^@ by code point; with a collation of ours they may use an index (PostgreSQL 15 for ^@).
  const pattern = at.isOwned ? text : `${text} COLLATE "C"`
  return {
    ...comparisons({
      same: [same, `?::${sameCast}`],
      order: [ordered(at), `?::${orderedCast(form)}`],
      isSaid: unsaid === null ? null : `NOT (${unsaid})`,
    }),
    in: `${same} = ANY (ARRAY(SELECT e.v::${sameCast} FROM jsonb_array_elements_text(?::jsonb) AS e (v)))`,
    like: `${pattern} LIKE ${likePattern('?::text')}`,
    startsWith: `${pattern} ^@ ?::text`,
    // `IS NULL` of a composite value is also true where all its attributes are.
    isNull: form.form === 'composite' ? `(${at.column}) IS NOT DISTINCT FROM NULL` : `${at.column} IS NULL`,
    ...(!at.isOwned && form.form === 'usual' && form.cast === 'text' && exactly(at.column)),
  }
}

/**
 * Equality by code point, whatever a collation takes for the same: asked of the column as it stands, so that its index
 * serves, and of its code points.
 */
const exactly = (column: string) => {
  const points = `(${column})::text COLLATE "C"`
  return {
    eq: `(${column}, ${points}) = (SELECT g.v, g.v FROM (SELECT ?::text AS v) AS g)`,
    ne: `${points} <> ?::text`,
    // Of an array a few members are expected, of a function a hundred: too many for an index to seem worth it.
    in: `(${column}, ${points}) IN (SELECT e.v, e.v FROM unnest(ARRAY(SELECT jsonb_array_elements_text(?::jsonb))) AS e (v))`,
  }
}
