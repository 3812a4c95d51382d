import { createHash } from 'node:crypto'
import type { Charter, Field } from '@charter/charter'
import { type Structure, structureIn, tableName } from '@charter/sql'
import { formOf } from './column-type.ts'

/** The tables that a charter's own PostgreSQL database has. */
export const structureOf = (charter: Charter): Structure =>
  structureIn(
    {
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
      indexName: (entity, columns, isUnique) => bounded(`${tableName(entity)}_by_${columns.join('_')}`, isUnique),
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

const nameBytesMax = 63

/** PostgreSQL cuts names at 63 bytes, and indexes share their names with tables: a digest tells long ones apart. */
const bounded = (wanted: string, isUnique: boolean): string => {
  const name = isUnique ? `${wanted}_key` : `${wanted}_idx`
  if (Buffer.byteLength(name) <= nameBytesMax) return name
  const digest = createHash('sha256').update(name).digest('hex').slice(0, 12)
  let start = wanted
  while (Buffer.byteLength(start) > nameBytesMax - digest.length - 1) start = [...start].slice(0, -1).join('')
  return `${start}_${digest}`
}
