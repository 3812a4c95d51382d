import type { Charter, Entity, Field, Relation } from '@charter/charter'
import { versionColumn } from './entity.ts'
import { columnName, entityOf, fieldOf, isOwned, literal, quoted, tableName } from './names.ts'
import { hasIndex, indexColumnName, indexWrites, isSealed } from './protect.ts'
import { columnType, resolved, storageOf } from './storage.ts'

/** DDL of the tables that a charter's own SQLite database has: one statement each, tables before indexes. */
export const createSchema = (charter: Charter): readonly string[] => {
  const owned = charter.entities.filter((entity) => isOwned(charter, entity))
  const taken = new Set(owned.map((entity) => tableName(entity).toLowerCase()))
  return [
    ...owned.map((entity) => tableOf(charter, entity)),
    ...owned.flatMap((entity) => indexesOf(charter, entity).map((index) => indexText(index, taken))),
  ]
}

const tableOf = (charter: Charter, entity: Entity): string => {
  const lines = [
    ...entity.fields.map((field) => columnText(charter, entity, field)),
    ...indexWrites(entity).map(({ column }) => `${column} TEXT`),
    `${quoted(versionColumn)} INTEGER NOT NULL DEFAULT 1`,
    ...(isNumbered(entity) ? [] : [`PRIMARY KEY ${columns(entity, entity.key)}`]),
    ...entity.relations.flatMap((relation) => foreignKey(charter, entity, relation)),
  ]
  return `CREATE TABLE ${quoted(tableName(entity))} (\n  ${lines.join(',\n  ')}\n) STRICT`
}

/** The only key field, numbered by SQLite: then it must be declared right in the column. */
const isNumbered = (entity: Entity): boolean =>
  entity.key.length === 1 && fieldOf(entity, entity.key[0] ?? '').default?.kind === 'sequence'

const columnText = (charter: Charter, entity: Entity, field: Field): string => {
  const name = quoted(columnName(field))
  const type = columnType(storageOf(charter, field, true))
  // AUTOINCREMENT: the number of a deleted row is never given again, so an audit trail stays about one row.
  if (isNumbered(entity) && entity.key.includes(field.name)) return `${name} INTEGER PRIMARY KEY AUTOINCREMENT`
  return `${name} ${type}${field.isOptional ? '' : ' NOT NULL'}${valueCheck(charter, field, name)}`
}

const valueCheck = (charter: Charter, field: Field, name: string): string => {
  if (isSealed(field)) return ''
  const type = resolved(charter, field.type)
  if (type.kind === 'enum') return ` CHECK (${name} IN (${type.values.map(literal).join(', ')}))`
  return type.kind === 'boolean' ? ` CHECK (${name} IN (0, 1))` : ''
}

const foreignKey = (charter: Charter, entity: Entity, relation: Relation): readonly string[] => {
  const target = entityOf(charter, relation.target)
  if (relation.kind !== 'one' || target.source !== entity.source || !isUniqueOver(charter, target, relation.to))
    return []
  const goes = isPartOf(target, entity, relation) ? 'CASCADE' : 'RESTRICT'
  return [
    `FOREIGN KEY ${columns(entity, relation.from)} REFERENCES ${quoted(tableName(target))} ${columns(target, relation.to)} ON DELETE ${goes}`,
  ]
}

/** A foreign key must point at columns that are unique together. Within a tenant alone they are not. */
const isUniqueOver = (charter: Charter, target: Entity, fields: readonly string[]): boolean => {
  const isSame = (other: readonly string[]) =>
    other.length === fields.length && other.every((name) => fields.includes(name))
  return (
    isSame(target.key) || uniquesOf(charter, target).some((each) => each.where === undefined && isSame(each.fields))
  )
}

const isPartOf = (parent: Entity, part: Entity, relation: Relation): boolean =>
  parent.relations.some(
    (each) =>
      each.isOwned &&
      each.target === part.name &&
      (each.inverse === relation.name || each.to.join() === relation.from.join()),
  )

interface Index {
  readonly entity: Entity
  readonly fields: readonly string[]
  readonly isUnique: boolean
  readonly where?: string
}

const indexesOf = (charter: Charter, entity: Entity): readonly Index[] => {
  const tenant = tenantOf(charter, entity)
  const uniques = uniquesOf(charter, entity)
  const wanted = [
    ...(tenant === undefined ? [] : [[tenant, ...entity.key]]),
    ...entity.relations.filter((each) => each.kind === 'one').map(({ from }) => [...from, ...entity.key]),
    ...entity.fields
      .filter((field) => field.search === 'equals' && !field.isUnique)
      .map(({ name }) => (tenant === undefined ? [name] : [tenant, name])),
  ]
  const plain = wanted
    .map((fields) => fields.filter((name, at) => fields.indexOf(name) === at))
    .filter(
      (fields, at, all) => !startsWith(entity.key, fields) && all.findIndex((each) => startsWith(each, fields)) === at,
    )
  return [...uniques, ...plain.map((fields) => ({ entity, fields, isUnique: false }))]
}

const startsWith = (longer: readonly string[], start: readonly string[]): boolean =>
  start.every((name, at) => longer[at] === name)

/** Uniqueness holds within a tenant, and among rows that are not deleted. */
const uniquesOf = (charter: Charter, entity: Entity): readonly Index[] => {
  const tenant = tenantOf(charter, entity)
  const groups = [
    ...entity.fields.filter((field) => field.isUnique && entity.key.join() !== field.name).map((field) => [field.name]),
    ...entity.unique.map((each) => each.fields),
  ]
  return groups.map((fields) => ({
    entity,
    fields: tenant === undefined || fields.includes(tenant) ? fields : [tenant, ...fields],
    isUnique: true,
    ...(entity.softDelete !== undefined && {
      where: `${quoted(columnName(fieldOf(entity, entity.softDelete)))} IS NULL`,
    }),
  }))
}

const tenantOf = (charter: Charter, entity: Entity): string | undefined =>
  entity.isShared ? undefined : entity.fields.find((each) => each.name === charter.access.tenancy?.field)?.name

/** Indexes and tables share one name space, in which case does not count. */
const indexText = ({ entity, fields, isUnique, where }: Index, taken: Set<string>): string => {
  const wanted = `${tableName(entity)}_by_${fields.map((name) => indexedName(fieldOf(entity, name))).join('_')}`
  let name = wanted
  for (let number = 2; taken.has(name.toLowerCase()); number++) name = `${wanted}_${number}`
  taken.add(name.toLowerCase())
  const kind = isUnique ? 'UNIQUE INDEX' : 'INDEX'
  return `CREATE ${kind} ${quoted(name)} ON ${quoted(tableName(entity))} ${columns(entity, fields, indexedName)}${where ? ` WHERE ${where}` : ''}`
}

/** Equality of an encrypted field is its blind index's. */
const indexedName = (field: Field): string => (hasIndex(field) ? indexColumnName(field) : columnName(field))

const columns = (entity: Entity, fields: readonly string[], nameOf = columnName): string =>
  `(${fields.map((name) => quoted(nameOf(fieldOf(entity, name)))).join(', ')})`
