import { type Charter, type Field, isSealed, resolved } from '@charter/charter'
import { constrainedFields, exactStorage } from '@charter/sql'
import type { Storage } from '@charter/sql/store'
import type { Profile } from '../profile/profile.ts'

/** How the driver gives and takes values of a field. A column of a moment has no zone: it is in UTC, as the session is. */
export const storageOf = exactStorage({ instant: { kind: 'utc' } })

/** A parameter in the form of a column: what is compared as text or as a float64 would not be exact. */
export const placeholder = ({ timeParameter }: Profile, storage: Storage): string => {
  switch (storage.kind) {
    case 'integer':
    case 'safeInteger':
    case 'bigint':
    case 'boolean':
      return 'CAST(? AS SIGNED)'
    case 'numeric':
      return `CAST(? AS DECIMAL(65, ${storage.scale}))`
    case 'date':
      return 'CAST(? AS DATE)'
    case 'time':
      return timeParameter
    case 'timestamp':
    case 'utc':
      return 'CAST(? AS DATETIME(6))'
    case 'blob':
      return 'CAST(? AS BINARY)'
    default:
      return '?'
  }
}

/**
 * The type of a column of JSON_TABLE that gives what is compared with a field's column. A text has a length where the column has one:
 * what holds texts without is kept on disk by the server, for as long as a statement runs. It has one character more, as a longer one
 * is cut without a word, and must not become another's value.
 */
export const memberType = (profile: Profile, charter: Charter, field: Field): string => {
  const storage = storageOf(charter, field)
  switch (storage.kind) {
    case 'integer':
    case 'safeInteger':
    case 'bigint':
    case 'boolean':
      return 'bigint'
    case 'real':
      return 'double'
    case 'numeric':
      return `decimal(65, ${storage.scale})`
    case 'date':
      return 'date'
    case 'time':
      return 'time(6)'
    case 'timestamp':
    case 'utc':
      return 'datetime(6)'
    default:
      return collated(profile, shortText(profile, charter, field))
  }
}

const shortText = (profile: Profile, charter: Charter, field: Field): string => {
  const own = /^varchar\((\d+)\)/.exec(columnType(profile, charter, field))?.[1]
  const type = resolved(charter, field.type)
  const length = own === undefined && type.kind === 'text' ? type.lengthMax : Number(own)
  return length !== undefined && length <= indexedLengthMax ? `varchar(${length + 1})` : 'longtext'
}

/** Of blind indexes and tokens. */
export const tokenText = 'varchar(769)'

export const collated = ({ product: { collation } }: Profile, type: string): string =>
  `${type} CHARACTER SET utf8mb4 COLLATE ${collation}`

/** Characters of a text in an index, which takes 3,072 bytes (mariadb.com/kb/en/innodb-limitations): three of them go into one. */
export const indexedLength = 255
export const indexedLengthMax = 768

/** The type of a column of ours. A text that an index holds whole has a length, whether the charter gives it one or not. */
export const columnType = (profile: Profile, charter: Charter, field: Field): string => {
  if (isSealed(field))
    return collated(profile, constrainedFields(charter).has(field) ? `varchar(${indexedLengthMax})` : 'longtext')
  const type = resolved(charter, field.type)
  switch (type.kind) {
    case 'int32':
      return 'int'
    case 'int64':
      return 'bigint'
    case 'decimal':
      return `decimal(${type.precision},${type.scale})`
    case 'float64':
      return 'double'
    case 'boolean':
      return 'tinyint(1)'
    case 'date':
      return 'date'
    case 'time':
      return 'time(6)'
    case 'dateTime':
    case 'instant':
      return 'datetime(6)'
    case 'bytes':
      return 'longblob'
    case 'uuid':
      return collated(profile, 'varchar(36)')
    case 'enum':
      return collated(profile, `varchar(${Math.max(1, ...type.values.map((value) => [...value].length))})`)
    case 'text':
    case 'duration': {
      const most = type.kind === 'text' ? type.lengthMax : undefined
      if (!constrainedFields(charter).has(field)) return collated(profile, 'longtext')
      return collated(profile, `varchar(${most === undefined ? indexedLength : Math.min(most, indexedLengthMax)})`)
    }
    default:
      return collated(profile, 'longtext')
  }
}
