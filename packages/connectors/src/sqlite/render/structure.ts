import type { Charter } from '@charter/charter'
import { isOwned, placedWithState, prefixedPlace, type Structure, structureIn, tableName } from '@charter/sql'
import { columnType, storageOf } from './storage.ts'

/** The tables that a charter's own SQLite database has. */
export const structureOf = (given: Charter): Structure => {
  const charter = placedWithState(given, prefixedPlace)
  const owned = charter.entities.filter((entity) => isOwned(charter, entity))
  /** Indexes and tables share one name space, in which case does not count. */
  const taken = new Set(owned.map((entity) => tableName(entity).toLowerCase()))
  return structureIn(
    {
      statePlace: prefixedPlace,
      place: () => ({}),
      columnType: (of, field) => columnType(storageOf(of, field, true)),
      tokenType: 'TEXT',
      versionType: 'INTEGER',
      // The only key field, numbered by SQLite: then it must be declared right in the column.
      isNumbered: ({ key }, field) => key.length === 1 && key[0] === field.name && field.default?.kind === 'sequence',
      check: ({ kind }, name) => (kind === 'boolean' ? `${name} IN (0, 1)` : null),
      indexName: (entity, columns) => {
        const wanted = `${tableName(entity)}_by_${columns.join('_')}`
        let name = wanted
        for (let number = 2; taken.has(name.toLowerCase()); number++) name = `${wanted}_${number}`
        taken.add(name.toLowerCase())
        return name
      },
    },
    charter,
  )
}
