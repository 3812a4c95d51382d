import { checkWith, isBytes } from '@charter/sql'
import { accepts } from './accepts.ts'
import { stateName } from './driver/state-name.ts'
import { isColumnType } from './render/column-type.ts'
import { tableOf } from './render/dialect.ts'
import { statePlace, stateSchema } from './render/state-place.ts'
import { nameLength } from './render/structure.ts'

/** What PostgreSQL cannot hold of a charter's entities, by name. */
export const check = checkWith({
  name: 'postgresql',
  title: 'PostgreSQL',
  codes: ['column-type'],
  accepts,
  folds: { name: (name) => name },
  statePlace,
  table: tableOf,
  reservedTable: ({ name, binding }) =>
    binding?.schema === stateSchema
      ? {
          message: `The schema ${stateName} is the service's own, and ${name} would be in it.`,
          hint: 'Name another schema.',
        }
      : null,
  // postgresql.org/docs/current/ddl-system-columns.html
  reservedColumns: new Set(['tableoid', 'xmin', 'cmin', 'xmax', 'cmax', 'ctid']),
  // postgresql.org/docs/current/limits.html: a row's fields, and up to a hundred that it is sorted by (twice, for its NULLs).
  columns: { most: 1400, why: 'PostgreSQL selects at most 1,664 at once' },
  nameLength,
  keepsTenants: true,
  field: (_, entity, { name, columnType, default: preset }) => {
    if (columnType === undefined) return []
    if (!isColumnType(columnType))
      return [
        {
          code: 'column-type',
          message: `"${columnType}", the column type of ${entity.name}.${name}, is not the name of a type.`,
          hint: 'Write it as format_type gives it: character varying(40), sales.mood, "Odd"."Type"[].',
        },
      ]
    // It gives a shorter text back with blanks, and rules compare what rows say.
    if (preset?.kind !== 'principal' || !/^character\(/.test(columnType)) return []
    return [
      {
        code: 'column-type',
        message: `${entity.name}.${name} is of ${columnType}, which fills a shorter \`principal.id\` up with blanks: rules would not know its maker for the same.`,
        hint: 'Make the column `character varying`, or `text`.',
      },
    ]
  },
  isBlob: isBytes,
})
