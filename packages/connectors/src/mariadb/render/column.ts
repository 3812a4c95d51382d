import { type Charter, type Entity, type Field, isSealed, resolved } from '@charter/charter'
import { type FilterOperator, filterOperators, type Type } from '@charter/runtime'
import { aggregateSql, type ColumnAt, columnName, columnOf, floatSum, isOwned, sealedFilters } from '@charter/sql'
import type { ColumnSql, Storage } from '@charter/sql/store'
import type { Profile } from '../profile/profile.ts'
import { dialectOf, inOrderOf, isNumberedText, members, selected, unsayable } from './dialect.ts'
import { memberType, placeholder, storageOf } from './types.ts'

/** How a field is selected, ordered and filtered over the row `t`. */
export const columnSql = (profile: Profile, charter: Charter, entity: Entity, field: Field): ColumnSql => {
  const owned = isOwned(charter, entity)
  const at: ColumnAt = { charter, field, isOwned: owned, column: columnOf('t', field) }
  const storage = storageOf(charter, field)
  const type = resolved(charter, field.type)
  return {
    select: selected(profile, at),
    sort: !owned && isNumberedText(field) ? inOrderOf(profile, at.column) : at.column,
    storage,
    ...aggregates(profile, { at, type, storage }),
    filters: isSealed(field)
      ? sealedFilters(dialectOf(profile), field, at.column)
      : filtersOf(profile, { operators: filterOperators(type), at, type, storage }),
    ...((field.isOptional || isUnsayable(at, type)) && { isNullable: true }),
    ...(columnName(field) !== field.name && { name: columnName(field) }),
  }
}

const isUnsayable = ({ isOwned: owned }: ColumnAt, { kind }: Type): boolean =>
  !owned && ['date', 'dateTime', 'instant', 'time'].includes(kind)

const unsaidOf = (at: ColumnAt, type: Type): string | null => {
  if (!isUnsayable(at, type)) return null
  return type.kind === 'time' ? `${at.column} NOT BETWEEN '00:00:00' AND '23:59:59.999999'` : unsayable(at.column)
}

const aggregates = (
  profile: Profile,
  { at, type, storage }: Omit<Filtered, 'operators'>,
): Pick<ColumnSql, 'aggregate'> => {
  const unsaid = unsaidOf(at, type)
  const aggregate = isSealed(at.field)
    ? undefined
    : aggregateSql({
        type,
        value: at.column,
        read: (column) => selected(profile, { ...at, column }),
        sum: (value) => (storage.kind === 'real' ? floatSum(value) : `CAST(sum(${value}) AS CHAR)`),
        ...(unsaid !== null && { unsaid: `sum(CASE WHEN ${unsaid} THEN 1 ELSE 0 END)` }),
      })
  return aggregate ? { aggregate } : {}
}

interface Filtered {
  readonly operators: readonly FilterOperator[]
  readonly at: ColumnAt
  readonly type: Type
  readonly storage: Storage
}

const filtersOf = (profile: Profile, { operators, at, type, storage }: Filtered): ColumnSql['filters'] => {
  const { column } = at
  const value = placeholder(profile, storage)
  const isTheirText = storage.kind === 'text' && !at.isOwned
  // Any number but 0 is true.
  const exact = isTheirText
    ? inOrderOf(profile, column)
    : type.kind === 'boolean' && !at.isOwned
      ? selected(profile, at)
      : column
  const unsaid = unsaidOf(at, type)
  // What cannot be said is in no range and differs from nothing, and it is not none.
  const range = (condition: string): string => (unsaid === null ? condition : `(${condition} AND NOT (${unsaid}))`)
  const all: Record<FilterOperator, string> = {
    // The column as it stands too, so that its index serves.
    eq: isTheirText ? `(${column} = ? AND ${exact} = ?again)` : `${exact} = ${value}`,
    ne: range(`${exact} <> ${value}`),
    lt: range(`${column} < ${value}`),
    le: range(`${column} <= ${value}`),
    gt: range(`${column} > ${value}`),
    ge: range(`${column} >= ${value}`),
    in: `${exact} IN (${members('?', memberType(profile, at.charter, at.field))})`,
    // Of an expression: of a column an index would leave out what is past the Basic Multilingual Plane.
    like: `${inOrderOf(profile, column)} LIKE ?${profile.likeEscape}`,
    startsWith: `LOCATE(?, ${exact}) = 1`,
    isNull: `${column} IS NULL`,
  }
  return Object.fromEntries(operators.map((operator) => [operator, all[operator]]))
}
