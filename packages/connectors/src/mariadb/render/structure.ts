import type { Charter } from '@charter/charter'
import { indexNameWithin, prefixedPlace, type Structure, structureIn, tableName } from '@charter/sql'
import type { Profile } from '../profile/profile.ts'
import { collated, columnType } from './types.ts'

/** The tables that a charter's own database has. */
export const structureOf = (profile: Profile, charter: Charter): Structure =>
  structureIn(
    {
      statePlace: prefixedPlace,
      place: () => ({}),
      columnType: (of, field) => columnType(profile, of, field),
      tokenType: collated(profile, 'varchar(255)'),
      versionType: 'bigint',
      isNumbered: (_entity, field) => field.default?.kind === 'sequence',
      check: ({ kind }, name) => (kind === 'boolean' ? `${name} IN (0, 1)` : null),
      indexName: (entity, columns, isUnique) =>
        indexNameWithin(nameLength, `${tableName(entity)}_by_${columns.join('_')}`, isUnique),
    },
    charter,
  )

export const nameLength = { lengthOf: (name: string) => [...name].length, most: 64, unit: 'characters' }
