import type { Storage } from '@charter/sql/store'

const date = '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'
const minutes = '[0-9][0-9]:[0-9][0-9]'
const seconds = `${minutes}:[0-9][0-9]`

/**
 * The expression that gives what `storage` reads from a column. 64-bit integers come as text: a JavaScript number would
 * not hold them.
 */
export const selected = (storage: Storage, column: string): string => {
  switch (storage.kind) {
    case 'bigint':
    case 'scaled':
    case 'micros':
      return `CAST(${column} AS TEXT)`
    default:
      return column
  }
}

/**
 * The same for a column of an attached file. SQLite lets a row hold any value whatever the column declares; one that is
 * not of the declared kind gives what `decode` takes for unsaid: a blob, and a number where a blob is meant.
 */
export const selectedSafely = (storage: Storage, typeKind: string, column: string): string => {
  const unsaid = storage.kind === 'blob' || storage.kind === 'uuidBlob' ? '0' : "x'00'"
  return `coalesce(${selected(storage, disciplined(storage, typeKind, column))}, CASE WHEN ${column} IS NOT NULL THEN ${unsaid} END)`
}

/** The column's value where it is of the kind that `storage` means, else NULL; comparable with a bound value. */
export const disciplined = (storage: Storage, typeKind: string, column: string): string => {
  switch (storage.kind) {
    case 'integer':
      return `CASE WHEN typeof(${column}) = 'integer' AND ${column} BETWEEN -2147483648 AND 2147483647 THEN ${column} END`
    case 'safeInteger':
      return `CASE WHEN typeof(${column}) = 'integer' AND abs(${column} / 2) < 4503599627370496 THEN ${column} END`
    case 'bigint':
    case 'scaled':
    case 'micros':
      return `CASE typeof(${column}) WHEN 'integer' THEN ${column} END`
    case 'real':
      return `CASE WHEN ${isNumber(column)} AND abs(CAST(${column} AS REAL)) < 9e999 THEN CAST(${column} AS REAL) END`
    case 'asserted': {
      const value = `CAST(${column} AS REAL)`
      const isExact = `round(${value}, ${storage.scale}) = ${value}`
      return `CASE WHEN ${isNumber(column)} AND abs(${value}) < 1e${storage.precision - storage.scale} AND ${isExact} THEN ${value} END`
    }
    case 'boolean':
      return `CASE WHEN typeof(${column}) IN ('integer', 'real') THEN ${column} <> 0 END`
    case 'json':
      return `CASE WHEN json_valid(${column}) AND ${isText(column)} THEN CAST(${column} AS TEXT) END`
    case 'blob':
    case 'uuidBlob':
      return `CASE typeof(${column}) WHEN 'blob' THEN ${column} WHEN 'text' THEN CAST(${column} AS BLOB) END`
    case 'spacedDateTime':
      return spacedDateTime(column)
    default:
      return textOf(typeKind, column)
  }
}

/**
 * What a column is compared and ordered by. An attached file may spell one moment, date, uuid or truth in several ways;
 * those compare as they read, at the price of an index. Everything else compares as it is stored.
 */
export const comparable = (storage: Storage, typeKind: string, column: string): string => {
  if (storage.kind === 'text' && typeKind === 'uuid') return `lower(${column})`
  return storage.kind === 'spacedDateTime' || storage.kind === 'boolean' || ['date', 'time'].includes(typeKind)
    ? disciplined(storage, typeKind, column)
    : column
}

/**
 * SQLite's own spellings of a moment (sqlite.org/lang_datefunc.html), as one: a blank in the middle, seconds, no zeros at
 * the end of the fraction. A date alone is its midnight.
 */
const spacedDateTime = (column: string): string => {
  const fraction = `rtrim(substr(${column}, 21), 'Z')`
  return (
    `CASE WHEN NOT (${isDay(column)} AND (length(${column}) = 10 OR ${isTime(`substr(${column}, 12, 8)`)})) THEN NULL ` +
    `WHEN ${column} GLOB '${date}[ T]${seconds}' OR ${column} GLOB '${date}[ T]${seconds}Z' THEN substr(${column}, 1, 10) || ' ' || substr(${column}, 12, 8) ` +
    `WHEN ${column} GLOB '${date}[ T]${seconds}.[0-9]*' AND ${isFraction(fraction)} THEN substr(${column}, 1, 10) || ' ' || rtrim(rtrim(substr(${column}, 12), '0Z'), '.') ` +
    `WHEN ${column} GLOB '${date}[ T]${minutes}' THEN substr(${column}, 1, 10) || ' ' || substr(${column}, 12) || ':00' ` +
    `WHEN ${column} GLOB '${date}' THEN ${column} || ' 00:00:00' END`
  )
}

/** A day that a calendar has, from the year 1: SQLite gives another for one that none has, or nothing. */
const isDay = (column: string): string =>
  `date(substr(${column}, 1, 10)) = substr(${column}, 1, 10) AND substr(${column}, 1, 4) > '0000'`

/** Hours to 23, minutes and seconds to 59. */
const isTime = (text: string): string => `time(${text}) IS NOT NULL AND ${text} < '24'`

/** Up to six digits that count. */
const isFraction = (text: string): string => `ltrim(${text}, '0123456789') = '' AND length(rtrim(${text}, '0')) <= 6`

const textOf = (typeKind: string, column: string): string => {
  switch (typeKind) {
    case 'date':
      return (
        `CASE WHEN (${column} GLOB '${date}' OR ${column} GLOB '${date}[ T]*') ` +
        `AND ${isDay(column)} THEN substr(${column}, 1, 10) END`
      )
    case 'time':
      return (
        `CASE WHEN NOT (${isTime(`substr(${column}, 1, 8)`)}) THEN NULL WHEN ${column} GLOB '${seconds}' THEN ${column} ` +
        `WHEN ${column} GLOB '${seconds}.[0-9]*' AND ${isFraction(`substr(${column}, 10)`)} ` +
        `THEN rtrim(rtrim(${column}, '0'), '.') WHEN ${column} GLOB '${minutes}' THEN ${column} || ':00' END`
      )
    case 'uuid':
      return `CASE WHEN ${isText(column)} THEN lower(${column}) END`
    default:
      return `CASE WHEN ${isText(column)} THEN CAST(${column} AS TEXT) END`
  }
}

const isNumber = (column: string): string => `typeof(${column}) IN ('real', 'integer')`

/** SQLite keeps any bytes as text, which then read like others (sqlite.org/invalidutf.html): they are looked at (driver/connection.ts). */
const isText = (column: string): string => `typeof(${column}) <> 'blob' AND charter_is_text(CAST(${column} AS BLOB))`

/**
 * What an update sets a column of an attached file to: `?`, unless that is what the column reads as already; then the
 * stored value keeps its own spelling.
 */
export const kept = (storage: Storage, typeKind: string, column: string): string =>
  `(SELECT CASE WHEN given.v = ${disciplined(storage, typeKind, column)} THEN ${column} ELSE given.v END FROM (SELECT ? AS v) AS given)`
