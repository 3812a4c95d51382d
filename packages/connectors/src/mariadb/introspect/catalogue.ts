import {
  type Catalogue,
  type CatalogueForeignKey,
  type Column,
  type Table,
  type TableIndex,
  cellText as text,
  tokensOf,
} from '@charter/sql'
import type { SqlRow, SqlValue } from '@charter/sql/store'
import type { Connection } from '../driver/connection.ts'
import type { Profile } from '../profile/profile.ts'

/** Reads the whole catalogue of the session's database in one statement per kind of thing, however many tables there are. */
export const readCatalogue = async (profile: Profile, connection: Connection): Promise<Catalogue> => {
  const rows = async (sql: string) => (await connection.run(sql, [])).rows
  const by = async (sql: string) => Map.groupBy(await rows(sql), ([table]) => text(table))
  const columns = await by(columnsSql)
  const indexes = await by(indexesSql)
  const foreignKeys = await by(foreignKeysSql)
  const checks = await by(profile.checksSql)
  const tables = (await rows(tablesSql)).map(([name, kind, comment, usual]): Table => {
    const table = text(name)
    const isView = text(kind) !== 'BASE TABLE'
    const found = indexesOf(indexes.get(table) ?? [])
    const key = found.find((index) => index.name === 'PRIMARY')?.columns ?? []
    return {
      name: table,
      isView,
      ...commentOf(isView ? null : comment),
      columns: (columns.get(table) ?? []).map((row) =>
        columnOf(profile, row, { key, usual: isView ? null : text(usual) }),
      ),
      checks: (checks.get(table) ?? []).map(([, condition]) => tokensOf(profile.expressionOf(text(condition)))),
      foreignKeys: foreignKeysOf(foreignKeys.get(table) ?? []),
      indexes: found.filter((index) => index.name !== 'PRIMARY'),
    }
  })
  const triggers = await rows(
    'SELECT trigger_name, event_object_table FROM information_schema.triggers WHERE trigger_schema = database() ORDER BY 1',
  )
  return { tables, triggers: triggers.map(([name, table]) => ({ name: text(name), table: text(table) })) }
}

const here = 'table_schema = database()'
const tablesSql = `SELECT table_name, table_type, table_comment, table_collation FROM information_schema.tables WHERE ${here} AND table_type <> 'SEQUENCE' ORDER BY table_name`
const columnsSql = `SELECT table_name, column_name, column_type, is_nullable, column_default, extra, collation_name, column_comment
FROM information_schema.columns WHERE ${here} ORDER BY table_name, ordinal_position`
const indexesSql = `SELECT table_name, index_name, non_unique, column_name, sub_part
FROM information_schema.statistics WHERE ${here} ORDER BY table_name, index_name, seq_in_index`
const foreignKeysSql = `SELECT table_name, constraint_name, column_name, referenced_table_name, referenced_column_name,
  referenced_table_schema = database()
FROM information_schema.key_column_usage WHERE ${here} AND referenced_table_name IS NOT NULL
ORDER BY table_name, constraint_name, ordinal_position`

interface OfTable {
  readonly key: readonly (string | null)[]
  /** The table's own collation; null of a view, which has none, and no defaults either. */
  readonly usual: string | null
}

const columnOf = (
  { defaultIn }: Profile,
  [, name, type, nullable, value, extra, collation, comment]: SqlRow,
  { key, usual }: OfTable,
): Column => ({
  name: text(name),
  declaredType: text(type) + (/on update/i.test(text(extra)) ? ' ON UPDATE' : ''),
  isNotNull: nullable === 'NO',
  default:
    usual === null || value === null ? null : defaultIn({ value: text(value), extra: text(extra), type: text(type) }),
  keyPlace: key.indexOf(text(name)) + 1,
  isGenerated: /\bGENERATED\b/i.test(text(extra)),
  isNumbered: /auto_increment/i.test(text(extra)),
  ...commentOf(comment),
  // JSON is a text of its own collation.
  ...(usual !== null &&
    collation !== null &&
    collation !== usual &&
    !/^long/.test(text(type)) && { collation: text(collation) }),
})

const commentOf = (comment: SqlValue | undefined) => (text(comment) === '' ? {} : { comment: text(comment) })

const indexesOf = (rows: readonly SqlRow[]): readonly TableIndex[] =>
  [...Map.groupBy(rows, ([, name]) => text(name))].map(([name, parts]) => ({
    name,
    isUnique: Number(parts[0]?.[2]) === 0,
    // Over the beginning of a text it says more than that the text is unique.
    isPartial: parts.some((part) => part[4] !== null),
    columns: parts.map((part) => (part[3] === null ? null : text(part[3]))),
  }))

const foreignKeysOf = (rows: readonly SqlRow[]): readonly CatalogueForeignKey[] =>
  [...Map.groupBy(rows, ([, name]) => text(name)).values()].map((parts) => ({
    // Of another database: the table is none that is served here.
    table: Number(parts[0]?.[5]) === 1 ? text(parts[0]?.[3]) : `another database's ${text(parts[0]?.[3])}`,
    from: parts.map((part) => text(part[2])),
    to: parts.map((part) => text(part[4])),
  }))
