import { resolved } from '@charter/charter'
import { checkWith, constrainedFields, isBytes, isOwned, quoted, type Refused, tableName } from '@charter/sql'
import { accepts } from './accepts.ts'
import { mariadbDiagnostics } from './diagnostics.ts'
import { liveName } from './render/schema.ts'
import { indexedLengthMax } from './render/types.ts'

const fractionMax = 30

/** What MariaDB cannot hold of a charter's entities, by name. */
export const check = checkWith({
  name: 'mariadb',
  title: 'MariaDB',
  severities: mariadbDiagnostics,
  accepts,
  folds: { name: (name) => name.toLowerCase(), why: ': MariaDB ignores case' },
  table: (entity) => quoted(tableName(entity)),
  reservedTable: (entity) =>
    /^_charter_/i.test(tableName(entity))
      ? {
          message: `Table names that begin with "_charter_" are reserved, and ${entity.name} would be one.`,
          hint: 'Give the entity another name.',
        }
      : null,
  reservedColumns: new Set([liveName]),
  // mariadb.com/kb/en/innodb-limitations
  columns: { most: 1000, why: 'InnoDB keeps at most 1,017 of a table' },
  nameLength: { lengthOf: (name) => [...name].length, most: 64, unit: 'characters' },
  field(charter, entity, field) {
    if (!isOwned(charter, entity)) return []
    const type = resolved(charter, field.type)
    const name = `${entity.name}.${field.name}`
    const found: Refused[] = []
    if (type.kind === 'decimal' && type.scale > fractionMax)
      found.push({
        code: 'decimal-precision',
        message: `${name} has ${type.scale} digits after the point; MariaDB keeps at most ${fractionMax}.`,
        hint: `Lower the scale to ${fractionMax} or less.`,
      })
    const isNumber = type.kind === 'int32' || type.kind === 'int64'
    const others = entity.fields.filter((each) => each !== field && each.default?.kind === 'sequence')
    if (field.default?.kind === 'sequence' && (!isNumber || others.length > 0))
      found.push({
        code: 'sequence',
        message: `${name} cannot be numbered: MariaDB numbers one whole number of a table.`,
        hint: 'Give it another default.',
      })
    if (type.kind === 'text' && (type.lengthMax ?? 0) > indexedLengthMax && constrainedFields(charter).has(field))
      found.push({
        code: 'text-length',
        message: `${name} is of a key or unique and may have ${type.lengthMax} characters; an index of MariaDB holds at most ${indexedLengthMax} of a text.`,
        hint: `Lower its length to ${indexedLengthMax} or less.`,
      })
    return found
  },
  isBlob: isBytes,
})
