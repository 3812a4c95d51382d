import type { Column, Relation } from './catalogue.ts'
import type { CatalogueReader } from './connect.ts'

/** As PostgreSQL prints it: a setting of somebody's own, which has a dot in its name, and that must be there. */
const asked = /\bcurrent_setting\('((?:[^']|'')+\.(?:[^']|'')+)'::text\)/g

/**
 * The relations, with the settings that a column's default asks for and that no session has as this one is opened. Such a default
 * fails: the column has none, and is given with each row.
 */
export const withUnsetSettings = async (
  reader: CatalogueReader,
  relations: readonly Relation[],
): Promise<readonly Relation[]> => {
  const named = relations.flatMap(({ columns }) => columns.flatMap(settingsIn))
  if (named.length === 0) return relations
  const rows = await reader.rows(
    'SELECT name FROM pg_catalog.json_array_elements_text(?::pg_catalog.json) AS s (name) WHERE pg_catalog.current_setting(name, true) IS NULL',
    [JSON.stringify([...new Set(named)])],
  )
  const unset = new Set(rows.map(([name]) => String(name)))
  return relations.map((relation) => ({
    ...relation,
    columns: relation.columns.map((column) => {
      const [setting] = settingsIn(column).filter((name) => unset.has(name))
      return setting === undefined ? column : { ...column, default: null, unsetSetting: setting }
    }),
  }))
}

const settingsIn = (column: Column): readonly string[] =>
  column.isGenerated
    ? []
    : [...(column.default ?? '').matchAll(asked)].map(([, name = '']) => name.replaceAll("''", "'"))
