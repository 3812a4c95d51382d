import type { TableIndexes } from '@charter/sql'
import type { Catalogue, Column, Constraint, PartReference, PgType, Relation, UniqueIndex } from './catalogue.ts'
import {
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

type Row = readonly unknown[]

/** Reads the whole catalogue in one statement per kind of thing, and asks of some keys whether a row is outside a range. `schemas`: only these; null: all that are not the system's. */
export const readCatalogue = async (reader: CatalogueReader, schemas: readonly string[] | null): Promise<Catalogue> => {
  const ask = (sql: string) => reader.rows(sql, sql.includes('$1') ? [schemas] : [])
  const relations = await ask(relationsSql)
  const columns = grouped(await ask(columnsSql), columnOf)
  const constraintRows = await ask(constraintsSql)
  const constraints = grouped(constraintRows, constraintOf)
  const checks = grouped(
    constraintRows.filter(([, type]) => type !== 0).map(([, ...rest]) => rest),
    ([type, ...rest]) => constraintOf([0, type, ...rest]),
  )
  const partReferences = grouped(await ask(partitionReferencesSql), partReferenceOf)
  const indexes = grouped(await ask(uniqueIndexesSql), indexOf)
  const tableIndexes = tableIndexesOf(await ask(indexesSql))
  const types = (await ask(typesSql)).map((row) => typeOf(row, columns, checks))
  const definitions = new Map((await ask(viewsSql)).map(([id, text]) => [Number(id), String(text)]))
  const children = grouped(await ask(inheritanceSql), ([, name]) => String(name))
  const triggers = grouped(await ask(triggersSql), ([, name]) => String(name))
  const rowChanging = new Set((await ask(rowChangingSql)).map(([name]) => String(name)))
  const found = relations.map((row): Relation => {
    const id = Number(row[0])
    return {
      ...relationOf(row),
      columns: columns.get(id) ?? [],
      constraints: constraints.get(id) ?? [],
      partReferences: partReferences.get(id) ?? [],
      uniqueIndexes: indexes.get(id) ?? [],
      triggers: triggers.get(id) ?? [],
      children: children.get(id) ?? [],
      definition: definitions.get(id) ?? null,
    }
  })
  return {
    database: reader.database,
    indexes: tableIndexes,
    relations: await withUnsetSettings(reader, await withKeyRanges(reader, found)),
    types: new Map(types.map((type) => [type.id, type])),
    rowChanging,
  }
}

const tableIndexesOf = (rows: readonly Row[]): readonly TableIndexes[] =>
  [...Map.groupBy(rows, ([schema, table]) => JSON.stringify([schema, table])).values()].map((of) => ({
    schema: String(of[0]?.[0]),
    table: String(of[0]?.[1]),
    indexes: of.map(([, , columns]) => (Array.isArray(columns) ? columns.map(String) : [])),
  }))

const relationKinds: Readonly<Record<string, Relation['kind']>> = {
  r: 'table',
  p: 'partitioned',
  v: 'view',
  m: 'materialized',
  f: 'foreign',
}

type Bare = Pick<
  Relation,
  'id' | 'schema' | 'name' | 'kind' | 'description' | 'isRowSecured' | 'ofExtension' | 'may' | 'replaced'
>

const relationOf = (row: Row): Bare => {
  const [id, schema, name, kind, isRowSecured, description, ofExtension, select, insert, update, remove, instead] = row
  const replaced = Array.isArray(instead) ? instead.map(String) : []
  const may = (is: unknown, what: string): boolean => is === true && !replaced.includes(what)
  return {
    id: Number(id),
    schema: String(schema),
    name: String(name),
    kind: relationKinds[String(kind)] ?? 'table',
    description: textOrNull(description),
    isRowSecured: isRowSecured === true,
    ofExtension: textOrNull(ofExtension),
    may: {
      select: select === true,
      insert: may(insert, 'INSERT'),
      update: may(update, 'UPDATE'),
      delete: may(remove, 'DELETE'),
    },
    replaced,
  }
}

const columnOf = (row: Row): Column => {
  const [, number, name, typeId, modifier, typeText, isNotNull, identity, isGenerated, value, ...rest] = row
  const [collation, isDeterministic, description, isReadable, mayInsert, mayUpdate] = rest
  return {
    number: Number(number),
    name: String(name),
    typeId: Number(typeId),
    typeModifier: Number(modifier),
    typeText: String(typeText),
    isNotNull: isNotNull === true,
    identity: identity === 'a' ? 'always' : identity === 'd' ? 'default' : null,
    isGenerated: isGenerated === true,
    default: textOrNull(value),
    collation: collation === null ? null : { name: String(collation), isDeterministic: isDeterministic === true },
    description: textOrNull(description),
    isReadable: isReadable === true,
    mayInsert: mayInsert === true,
    mayUpdate: mayUpdate === true,
  }
}

const constraintKinds: Readonly<Record<string, Constraint['kind']>> = {
  p: 'primary',
  u: 'unique',
  f: 'foreign',
  c: 'check',
  x: 'exclusion',
}

const constraintOf = ([, , name, kind, columns, target, targetColumns, expression, isValid]: Row): Constraint => ({
  name: String(name),
  kind: constraintKinds[String(kind)] ?? 'check',
  columns: numbers(columns),
  targetId: Number(target),
  targetColumns: numbers(targetColumns),
  expression: textOrNull(expression),
  isValid: isValid === true,
})

const partReferenceOf = ([, name, partition, target]: Row): PartReference => ({
  name: String(name),
  partition: String(partition),
  target: String(target),
})

const indexOf = ([, name, isPartial, columns]: Row): UniqueIndex => ({
  name: String(name),
  isPartial: isPartial === true,
  columns: numbers(columns),
})

const typeKinds: Readonly<Record<string, PgType['kind']>> = {
  b: 'base',
  c: 'composite',
  d: 'domain',
  e: 'enum',
  p: 'pseudo',
  r: 'range',
  m: 'multirange',
}

const typeOf = (
  row: Row,
  columns: ReadonlyMap<number, readonly Column[]>,
  checks: ReadonlyMap<number, readonly Constraint[]>,
): PgType => {
  const [id, schema, name, kind, text, elementId, isArray, baseId, baseModifier, isNotNull, value, ...rest] = row
  const [rangeOfId, description, relationId, labels] = rest
  return {
    id: Number(id),
    schema: String(schema),
    name: String(name),
    kind: typeKinds[String(kind)] ?? 'base',
    text: String(text),
    elementId: Number(elementId),
    isArray: isArray === true,
    baseId: Number(baseId),
    baseModifier: Number(baseModifier),
    isNotNull: isNotNull === true,
    default: textOrNull(value),
    rangeOfId: Number(rangeOfId),
    labels: Array.isArray(labels) ? labels.map(String) : [],
    attributes: columns.get(Number(relationId)) ?? [],
    checks: checks.get(Number(id)) ?? [],
    description: textOrNull(description),
  }
}

/** Rows by the object id in their first column, in order. */
const grouped = <Item>(rows: readonly Row[], read: (row: Row) => Item): ReadonlyMap<number, readonly Item[]> => {
  const groups = new Map<number, Item[]>()
  for (const row of rows) {
    const id = Number(row[0])
    const found = groups.get(id)
    if (found) found.push(read(row))
    else groups.set(id, [read(row)])
  }
  return groups
}

const numbers = (value: unknown): readonly number[] => (Array.isArray(value) ? value.map(Number) : [])

const textOrNull = (value: unknown): string | null => (value === null || value === undefined ? null : String(value))
