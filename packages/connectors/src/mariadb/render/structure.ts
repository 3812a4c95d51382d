import { createHash } from 'node:crypto'
import type { Charter } from '@charter/charter'
import { type Structure, structureIn, tableName } from '@charter/sql'
import type { Profile } from '../profile/profile.ts'
import { collated, columnType } from './types.ts'

/** The tables that a charter's own database has. */
export const structureOf = (profile: Profile, charter: Charter): Structure =>
  structureIn(
    {
      place: () => ({}),
      columnType: (of, field) => columnType(profile, of, field),
      tokenType: collated(profile, 'varchar(255)'),
      versionType: 'bigint',
      isNumbered: (_entity, field) => field.default?.kind === 'sequence',
      check: ({ kind }, name) => (kind === 'boolean' ? `${name} IN (0, 1)` : null),
      indexName: (entity, columns, isUnique) => bounded(`${tableName(entity)}_by_${columns.join('_')}`, isUnique),
    },
    charter,
  )

const nameLengthMax = 64

/** Names have 64 characters at most: a digest tells long ones apart. */
const bounded = (wanted: string, isUnique: boolean): string => {
  const name = isUnique ? `${wanted}_key` : `${wanted}_idx`
  if ([...name].length <= nameLengthMax) return name
  const digest = createHash('sha256').update(name).digest('hex').slice(0, 12)
  return `${[...wanted].slice(0, nameLengthMax - digest.length - 1).join('')}_${digest}`
}
