import type { SqlRow } from '@charter/sql/store'
import type { Catalogue, Column, Constraint, PartReference, PgType, Relation, UniqueIndex } from './catalogue.ts'
import {
  type Bare,
  columnsSql,
  constraintsSql,
  indexesSql,
  inheritanceSql,
  partitionReferencesSql,
  relationsSql,
  rowChangingSql,
  triggersSql,
  typesSql,
  uniqueIndexesSql,
  viewsSql,
} from './catalogue-sql.ts'
import type { CatalogueReader } from './connect.ts'
import { withKeyRanges } from './key-ranges.ts'
import { withUnsetSettings } from './unset-settings.ts'

/** Reads the whole catalogue in one statement per kind of thing, and asks of some keys whether a row is outside a range. `schemas`: only these; null: all that are not the system's. */
export const readCatalogue = async (reader: CatalogueReader, schemas: readonly string[] | null): Promise<Catalogue> => {
  const ask = (sql: string) => reader.rows(sql, sql.includes('$1') ? [schemas && JSON.stringify(schemas)] : [])
  const all = async <Thing>(sql: string) => (await ask(sql)).map((row) => thingIn<Thing>(row))
  const by = async <Thing>(sql: string) => {
    const groups = Map.groupBy(await ask(sql), ([id]) => Number(id))
    return (id: number): readonly Thing[] => (groups.get(id) ?? []).map((row) => thingIn<Thing>(row))
  }
  const relations = await all<Bare>(relationsSql)
  const columns = await by<Column>(columnsSql)
  const constraints = await by<Constraint>(constraintsSql('conrelid'))
  const checks = await by<Constraint>(constraintsSql('contypid'))
  const partReferences = await by<PartReference>(partitionReferencesSql)
  const uniqueIndexes = await by<UniqueIndex>(uniqueIndexesSql)
  const types = await all<PgType & { readonly relationId: number }>(typesSql)
  const definitions = await by<string>(viewsSql)
  const children = await by<string>(inheritanceSql)
  const triggers = await by<string>(triggersSql)
  const found = relations.map(
    (relation): Relation => ({
      ...relation,
      may: unlessReplaced(relation),
      columns: columns(relation.id),
      constraints: constraints(relation.id),
      partReferences: partReferences(relation.id),
      uniqueIndexes: uniqueIndexes(relation.id),
      triggers: triggers(relation.id),
      children: children(relation.id),
      definition: definitions(relation.id)[0] ?? null,
    }),
  )
  return {
    database: reader.database,
    indexes: await all(indexesSql),
    relations: await withUnsetSettings(reader, await withKeyRanges(reader, found)),
    types: new Map(
      types.map(({ relationId, ...type }) => [
        type.id,
        { ...type, attributes: columns(relationId), checks: checks(type.id) },
      ]),
    ),
    rowChanging: new Set((await ask(rowChangingSql)).map(([name]) => String(name))),
  }
}

/** What the server made has the members that were asked for. */
const thingIn = <Thing>(row: SqlRow): Thing => JSON.parse(String(row[1])) as Thing

const unlessReplaced = ({ may, replaced }: Bare): Relation['may'] => ({
  select: may.select,
  insert: may.insert && !replaced.includes('INSERT'),
  update: may.update && !replaced.includes('UPDATE'),
  delete: may.delete && !replaced.includes('DELETE'),
})
