import { fillWith, literal } from '@charter/sql'
import { formOf } from '../render/column-type.ts'
import { storageOf } from '../render/storage.ts'

export const fill = fillWith({
  storage: storageOf,
  constant: (value, charter, field) => {
    if (typeof value === 'object') return literal(`\\x${Buffer.from(value).toString('hex')}`)
    const { cast } = formOf(charter, field, true)
    return `${literal(cast === 'boolean' ? String(value === 1) : String(value))}::${cast}`
  },
  computed: {
    now: 'pg_catalog.now()',
    today: `(pg_catalog.now() AT TIME ZONE 'UTC')::date`,
    uuid: 'pg_catalog.gen_random_uuid()',
  },
})
