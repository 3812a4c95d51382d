import { type Charter, type Entity, type Field, isSealed, resolved } from '@charter/charter'
import { type FilterOperator, filterOperators, type Type } from '@charter/runtime'
import { aggregateSql, columnName, columnOf, floatSums, isOwned, sealedFilters, twoTo64 } from '@charter/sql'
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
  // A number that an int32 cannot say is last in order, as none is; a key is never none, and its index serves its order.
  const isWide = !owned && type.kind === 'int32' && !entity.key.includes(field.name)
  return {
    select: owned ? selected(storage, column) : selectedSafely(storage, type.kind, column),
    sort: isWide ? read : compared,
    storage,
    ...aggregates(field, type, storage, { raw: column, read }),
    filters: isSealed(field)
      ? sealedFilters(dialect, field, column)
      : filtersOf(filterOperators(type), storage, { raw: column, compared, read }, owned),
    // A row of an attached file may lack a value whatever its columns declare.
    ...((field.isOptional || (!owned && !entity.key.includes(field.name))) && { isNullable: true }),
    ...(columnName(field) !== field.name && { name: columnName(field) }),
  }
}

const aggregates = (
  field: Field,
  type: Type,
  storage: Storage,
  { raw, read: value }: Pick<Filtered, 'raw' | 'read'>,
): Pick<ColumnSql, 'aggregate'> => {
  // Decimals that a file keeps as floats have no exact sum.
  const sum = storage.kind === 'asserted' ? null : (of: string) => (storage.kind === 'real' ? floatSum(of) : halves(of))
  const aggregate = isSealed(field)
    ? undefined
    : aggregateSql({
        type,
        value,
        read: (of) => selected(storage, of),
        sum,
        ...(value !== raw && { unsaid: `sum(${raw} IS NOT NULL AND (${value}) IS NULL)` }),
      })
  return aggregate ? { aggregate } : {}
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
  operators: readonly FilterOperator[],
  storage: Storage,
  { raw, compared: column, read }: Filtered,
  owned: boolean,
): ColumnSql['filters'] => {
  // Equality is of code points whatever collation an attached column has; its order is the column's own.
  const exact = !owned && storage.kind === 'text' ? `${column} COLLATE BINARY` : column
  // What cannot be said is in no range and differs from nothing, and it is not none.
  const range = (condition: string): string =>
    column === read ? condition : `(${condition} AND (${read}) IS NOT NULL)`
  const all: Record<FilterOperator, string> = {
    eq: `${exact} = ?`,
    ne: range(`${exact} <> ?`),
    lt: range(`${column} < ?`),
    le: range(`${column} <= ?`),
    gt: range(`${column} > ?`),
    ge: range(`${column} >= ?`),
    in: `${exact} IN (${membersOf(storage)})`,
    like: range(`charter_like(?, ${column})`),
    startsWith: range(`instr(${column}, ?) = 1`),
    isNull: `${raw} IS NULL`,
  }
  const offered = storage.kind === 'uuidBlob' ? operators.filter((each) => each !== 'in') : operators
  return Object.fromEntries(offered.map((operator) => [operator, all[operator]]))
}

/** The members of a JSON array; SQLite reads a large float without a point as an integer, hence the cast. */
const membersOf = (storage: Storage): string =>
  storage.kind === 'real' || storage.kind === 'asserted'
    ? 'SELECT CAST(value AS REAL) FROM json_each(?)'
    : 'SELECT value FROM json_each(?)'
