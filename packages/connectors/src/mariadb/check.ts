import { resolved } from '@charter/charter'
import {
  type CheckDialect,
  checkWith,
  constrainedFields,
  isBytes,
  isOwned,
  prefixedPlace,
  quoted,
  type Refused,
  tableName,
} from '@charter/sql'
import type { Profile } from './profile/profile.ts'
import { liveName } from './render/schema.ts'
import { nameLength } from './render/structure.ts'
import { indexedLengthMax } from './render/types.ts'

const fractionMax = 30

/** What the server cannot hold of a charter's entities, by name. */
export const checkOf = (
  { name, product: { title } }: Profile,
  accepts: CheckDialect['accepts'],
): ReturnType<typeof checkWith> =>
  checkWith({
    name,
    title,
    accepts,
    codes: ['decimal-precision', 'sequence', 'text-length'],
    folds: { name: (each) => each.toLowerCase(), why: `: ${title} ignores case` },
    statePlace: prefixedPlace,
    table: (entity) => quoted(tableName(entity)),
    reservedTable: (entity) =>
      /^_charter_/i.test(tableName(entity))
        ? {
            message: `Table names that begin with "_charter_" are reserved, and ${entity.name} would be one.`,
            hint: 'Give the entity another name.',
          }
        : null,
    reservedColumns: new Set([liveName]),
    // mariadb.com/kb/en/innodb-limitations, dev.mysql.com/doc/refman/8.4/en/innodb-limits.html
    columns: { most: 1000, why: 'InnoDB keeps at most 1,017 of a table' },
    nameLength,
    field(charter, entity, field) {
      if (!isOwned(charter, entity)) return []
      const type = resolved(charter, field.type)
      const about = `${entity.name}.${field.name}`
      const found: Refused[] = []
      if (type.kind === 'decimal' && type.scale > fractionMax)
        found.push({
          code: 'decimal-precision',
          message: `${about} has ${type.scale} digits after the point; ${title} keeps at most ${fractionMax}.`,
          hint: `Lower the scale to ${fractionMax} or less.`,
        })
      const isNumber = type.kind === 'int32' || type.kind === 'int64'
      const others = entity.fields.filter((each) => each !== field && each.default?.kind === 'sequence')
      if (field.default?.kind === 'sequence' && (!isNumber || others.length > 0))
        found.push({
          code: 'sequence',
          message: `${about} cannot be numbered: ${title} numbers one whole number of a table.`,
          hint: 'Give it another default.',
        })
      if (type.kind === 'text' && (type.lengthMax ?? 0) > indexedLengthMax && constrainedFields(charter).has(field))
        found.push({
          code: 'text-length',
          message: `${about} is of a key or unique and may have ${type.lengthMax} characters; an index of ${title} holds at most ${indexedLengthMax} of a text.`,
          hint: `Lower its length to ${indexedLengthMax} or less.`,
        })
      return found
    },
    isBlob: isBytes,
  })
