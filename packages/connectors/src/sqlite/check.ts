import { resolved } from '@charter/charter'
import { checkWith, isBytes, isOwned, prefixedPlace, quoted, type Refused, tableName } from '@charter/sql'
import { accepts } from './accepts.ts'

/** What SQLite cannot hold of a charter's entities, by name. */
export const check = checkWith({
  name: 'sqlite',
  title: 'SQLite',
  codes: ['decimal-precision', 'sequence'],
  accepts,
  folds: { name: (name) => name.toLowerCase(), why: ': SQLite ignores case' },
  statePlace: prefixedPlace,
  table: (entity) => quoted(tableName(entity)),
  reservedTable: (entity) =>
    /^(?:sqlite_|_charter_)/i.test(tableName(entity))
      ? {
          message: `Table names that begin with "sqlite_" or "_charter_" are reserved, and ${entity.name} would be one.`,
          hint: 'Give the entity another name.',
        }
      : null,
  reservedColumns: new Set(),
  nameLength: null,
  // SQLITE_MAX_COLUMN (sqlite.org/limits.html): a row's fields, and up to a hundred that it is sorted by.
  columns: { most: 1850, why: 'SQLite selects at most 2,000 at once' },
  field(charter, entity, field) {
    const type = resolved(charter, field.type)
    const owned = isOwned(charter, entity)
    const name = `${entity.name}.${field.name}`
    const found: Refused[] = []
    const digitsMax = owned ? 18 : 15
    if (type.kind === 'decimal' && type.precision > digitsMax) {
      const why = owned ? 'a 64-bit integer holds' : 'a float64 column holds exactly'
      found.push({
        code: 'decimal-precision',
        message: `${name} has ${type.precision} digits; ${why} at most ${digitsMax}.`,
        hint: `Lower the precision to ${digitsMax} or less.`,
      })
    }
    const isKey = entity.key.join() === field.name && type.kind.startsWith('int')
    if (owned && field.default?.kind === 'sequence' && !isKey)
      found.push({
        code: 'sequence',
        message: `${name} cannot be numbered: SQLite numbers only a whole number that is the whole key.`,
        hint: 'Make it the key, or give it another default.',
      })
    return found
  },
  isBlob: (charter, field) =>
    isBytes(charter, field) ||
    (resolved(charter, field.type).kind === 'uuid' && /^blob\b/i.test(field.columnType ?? '')),
})
