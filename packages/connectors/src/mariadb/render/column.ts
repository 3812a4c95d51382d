import { type Charter, type Entity, type Field, resolved } from '@charter/charter'
import type { FilterOperator, Type } from '@charter/runtime'
import { type ColumnAt, columnOf, columnWith, comparisons, floatSum, isOwned } from '@charter/sql'
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
  const unsaid = unsaidOf(at, type)
  return columnWith(dialectOf(profile), at, {
    type,
    select: selected(profile, at),
    sort: !owned && isNumberedText(field) ? inOrderOf(profile, at.column) : at.column,
    storage,
    aggregate: () => ({
      value: at.column,
      read: (column) => selected(profile, { ...at, column }),
      sum: (value) => (storage.kind === 'real' ? floatSum(value) : `CAST(sum(${value}) AS CHAR)`),
      ...(unsaid !== null && { unsaid: `sum(CASE WHEN ${unsaid} THEN 1 ELSE 0 END)` }),
    }),
    filters: () => filtersOf(profile, { at, type, storage, unsaid }),
    isNullable: field.isOptional || unsaid !== null,
  })
}

/** Holds where the column of an attached table has what its type cannot say; null where there is no such value. */
const unsaidOf = ({ isOwned: owned, column }: ColumnAt, { kind }: Type): string | null => {
  if (owned || !['date', 'dateTime', 'instant', 'time'].includes(kind)) return null
  return kind === 'time' ? `${column} NOT BETWEEN '00:00:00' AND '23:59:59.999999'` : unsayable(column)
}

interface Filtered {
  readonly at: ColumnAt
  readonly type: Type
  readonly storage: Storage
  readonly unsaid: string | null
}

const filtersOf = (
  profile: Profile,
  { at, type, storage, unsaid }: Filtered,
): Readonly<Record<FilterOperator, string>> => {
  const { column } = at
  const value = placeholder(profile, storage)
  const isTheirText = storage.kind === 'text' && !at.isOwned
  // Any number but 0 is true.
  const exact = isTheirText
    ? inOrderOf(profile, column)
    : type.kind === 'boolean' && !at.isOwned
      ? selected(profile, at)
      : column
  const isSaid = unsaid === null ? null : `NOT (${unsaid})`
  return {
    ...comparisons({ same: [exact, value], order: [column, value], isSaid }),
    // The column as it stands too, so that its index serves.
    ...(isTheirText && { eq: `(${column} = ? AND ${exact} = ?again)` }),
    in: `${exact} IN (${members('?', memberType(profile, at.charter, at.field))})`,
    // Of an expression: of a column an index would leave out what is past the Basic Multilingual Plane.
    like: `${inOrderOf(profile, column)} LIKE ?${profile.likeEscape}`,
    startsWith: `LOCATE(?, ${exact}) = 1`,
    isNull: `${column} IS NULL`,
  }
}
