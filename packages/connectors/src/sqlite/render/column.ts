import { type Charter, type Entity, type Field, resolved } from '@charter/charter'
import type { FilterOperator } from '@charter/runtime'
import { columnOf, columnWith, comparisons, floatSums, isOwned, twoTo64 } from '@charter/sql'
import type { ColumnSql, Storage } from '@charter/sql/store'
import { dialect } from './dialect.ts'
import { comparable, disciplined, selected, selectedSafely } from './select.ts'
import { storageOf } from './storage.ts'

/** How a field is selected, ordered and filtered over the row `t`. */
export const columnSql = (charter: Charter, entity: Entity, field: Field): ColumnSql => {
  const owned = isOwned(charter, entity)
  const storage = storageOf(charter, field, owned)
  const type = resolved(charter, field.type)
  const column = columnOf('t', field)
  const compared = owned ? column : comparable(storage, type.kind, column)
  const read = owned ? column : disciplined(storage, type.kind, column)
  const isKey = entity.key.includes(field.name)
  return columnWith(
    dialect,
    { field, column },
    {
      type,
      select: owned ? selected(storage, column) : selectedSafely(storage, type.kind, column),
      // A number that an int32 cannot say is last in order, as none is; a key is never none, and its index serves its order.
      sort: !owned && type.kind === 'int32' && !isKey ? read : compared,
      storage,
      aggregate: () => ({
        value: read,
        read: (of) => selected(storage, of),
        // Decimals that a file keeps as floats have no exact sum.
        sum: storage.kind === 'asserted' ? null : storage.kind === 'real' ? floatSum : halves,
        ...(read !== column && { unsaid: `sum(${column} IS NOT NULL AND (${read}) IS NULL)` }),
      }),
      filters: () => filtersOf(storage, { raw: column, compared, read }, owned),
      // A row of an attached file may lack a value whatever its columns declare.
      isNullable: field.isOptional || (!owned && !isKey),
    },
  )
}

const floatSum = (of: string): string => {
  const { rest, high } = floatSums(of)
  return `CASE WHEN count(${of}) > 0 THEN ${rest} + ${high} * ${twoTo64} END`
}

/** The sums of the upper and the lower 32 bits: one of 64 would overflow, and fail. */
const halves = (of: string): string => `sum(${of} >> 32) || ':' || sum(${of} & 4294967295)`

interface Filtered {
  /** The column as it stands. */
  readonly raw: string
  /** What values are compared with. */
  readonly compared: string
  /** What is read: NULL where the column's value is not of its kind. */
  readonly read: string
}

const filtersOf = (
  storage: Storage,
  { raw, compared: column, read }: Filtered,
  owned: boolean,
): Readonly<Record<FilterOperator, string | null>> => {
  // Equality is of code points whatever collation an attached column has; its order is the column's own.
  const exact = !owned && storage.kind === 'text' ? `${column} COLLATE BINARY` : column
  const isSaid = column === read ? null : `(${read}) IS NOT NULL`
  const range = (condition: string): string => (isSaid === null ? condition : `(${condition} AND ${isSaid})`)
  return {
    ...comparisons({ same: [exact, '?'], order: [column, '?'], isSaid }),
    in: storage.kind === 'uuidBlob' ? null : `${exact} IN (${membersOf(storage)})`,
    like: range(`charter_like(?, ${column})`),
    startsWith: range(`instr(${column}, ?) = 1`),
    isNull: `${raw} IS NULL`,
  }
}

/** The members of a JSON array; SQLite reads a large float without a point as an integer, hence the cast. */
const membersOf = (storage: Storage): string =>
  storage.kind === 'real' || storage.kind === 'asserted'
    ? 'SELECT CAST(value AS REAL) FROM json_each(?)'
    : 'SELECT value FROM json_each(?)'
