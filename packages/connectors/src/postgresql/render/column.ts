import { type Charter, type Entity, type Field, isSealed } from '@charter/charter'
import { type FilterOperator, filterOperators } from '@charter/runtime'
import { aggregateSql, type ColumnAt, columnName, columnOf, floatSum, isOwned, sealedFilters } from '@charter/sql'
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
  return {
    select: selected(at),
    sort: ordered(at),
    storage: storageOf(charter, field),
    ...(json !== undefined && { json }),
    ...aggregates(at, form),
    filters: isSealed(field)
      ? sealedFilters(dialect, field, at.column)
      : filtersOf(filterOperators(form.type), form, at),
    ...((field.isOptional ||
      isUnsayable(form, owned) ||
      (!owned && !entity.key.includes(field.name) && field.columnType !== undefined)) && { isNullable: true }),
    ...(columnName(field) !== field.name && { name: columnName(field) }),
  }
}

const aggregates = (at: ColumnAt, form: ColumnForm): Pick<ColumnSql, 'aggregate'> => {
  const { type } = form
  const unsaid = at.isOwned ? null : unsayable(form, at.column)
  const sum = (value: string): string =>
    type.kind === 'float64' ? floatSum(`(${value})::double precision`) : `sum(${value})::text`
  const aggregate = isSealed(at.field)
    ? undefined
    : aggregateSql({
        type,
        value: ordered(at),
        read: (column) => selected({ ...at, column }),
        sum,
        ...(unsaid !== null && { unsaid: `count(*) FILTER (WHERE ${unsaid})` }),
      })
  return aggregate ? { aggregate } : {}
}

/** Whether a stored value may be one that the type cannot say. */
const isUnsayable = ({ type }: ColumnForm, owned: boolean): boolean =>
  !owned && ['date', 'time', 'dateTime', 'instant', 'float64', 'decimal'].includes(type.kind)

const filtersOf = (operators: readonly FilterOperator[], form: ColumnForm, at: ColumnAt): ColumnSql['filters'] => {
  // Blanks at the end of a char(n) are the column's own, so a value is asked for with or without them, as a key is.
  const [same, sameCast] = form.form === 'padded' ? [at.column, form.cast] : [exact(at), exactCast(form)]
  const [order, orderAs] = [ordered(at), `?::${orderedCast(form)}`]
  const text = form.form === 'usual' ? at.column : form.form === 'padded' ? selected(at) : `(${at.column})::text`
  // LIKE and ^@ by code point; with a collation of ours they may use an index (PostgreSQL 15 for ^@).
  const pattern = at.isOwned ? text : `${text} COLLATE "C"`
  const all: Record<FilterOperator, string> = {
    eq: `${same} = ?::${sameCast}`,
    ne: `${same} <> ?::${sameCast}`,
    lt: `${order} < ${orderAs}`,
    le: `${order} <= ${orderAs}`,
    gt: `${order} > ${orderAs}`,
    ge: `${order} >= ${orderAs}`,
    in: `${same} = ANY (ARRAY(SELECT e.v::${sameCast} FROM jsonb_array_elements_text(?::jsonb) AS e (v)))`,
    like: `${pattern} LIKE ${likePattern('?::text')}`,
    startsWith: `${pattern} ^@ ?::text`,
    // `IS NULL` of a composite value is also true where all its attributes are.
    isNull: form.form === 'composite' ? `(${at.column}) IS NOT DISTINCT FROM NULL` : `${at.column} IS NULL`,
  }
  if (at.isOwned) return Object.fromEntries(operators.map((operator) => [operator, all[operator]]))
  const own = form.form === 'usual' && form.cast === 'text' ? { ...all, ...exactly(at.column) } : asRead(all, form, at)
  return Object.fromEntries(operators.map((operator) => [operator, own[operator]]))
}

/** What cannot be said is in no range and differs from nothing, and it is not none; nobody can ask for its like. */
const asRead = (
  all: Record<FilterOperator, string>,
  form: ColumnForm,
  { column }: ColumnAt,
): Record<FilterOperator, string> => {
  const unsaid = unsayable(form, column)
  if (unsaid === null) return all
  const ranges = (['ne', 'lt', 'le', 'gt', 'ge'] as const).map((each) => [each, `(${all[each]} AND NOT (${unsaid}))`])
  return { ...all, ...Object.fromEntries(ranges) }
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
