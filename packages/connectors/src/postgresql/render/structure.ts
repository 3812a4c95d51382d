import type { Charter, Field } from '@charter/charter'
import { indexNameWithin, type Structure, structureIn, tableName } from '@charter/sql'
import { formOf } from './column-type.ts'
import { statePlace } from './state-place.ts'

/** The tables that a charter's own PostgreSQL database has. */
export const structureOf = (charter: Charter): Structure =>
  structureIn(
    {
      statePlace,
      place: ({ binding }) => ({ schema: binding?.schema ?? 'public' }),
      columnType,
      tokenType: collatedText,
      versionType: 'bigint',
      isNumbered: (_entity, field) => field.default?.kind === 'sequence',
      // NaN and infinity are no values of ours.
      check: ({ kind }, name) => {
        if (kind === 'decimal') return `${name} <> 'NaN'`
        return kind === 'float64' ? `${name} > '-Infinity' AND ${name} < 'Infinity'` : null
      },
      indexName: (entity, columns, isUnique) =>
        indexNameWithin(nameLength, `${tableName(entity)}_by_${columns.join('_')}`, isUnique),
    },
    charter,
  )

const columnType = (charter: Charter, field: Field): string => {
  const { type, cast } = formOf(charter, field, true)
  if (type.kind === 'decimal') return `numeric(${type.precision},${type.scale})`
  // Order and equality by code point, whatever the database's own collation.
  return cast === 'text' ? collatedText : cast
}

const collatedText = 'text COLLATE "C"'

/** PostgreSQL cuts names at 63 bytes, and indexes share their names with tables. */
export const nameLength = { lengthOf: (name: string) => Buffer.byteLength(name), most: 63, unit: 'bytes' }
