import { type Charter, type Entity, type Field, isOfEngine, type Relation } from '@charter/charter'
import { columnName, snakeCase } from '../render/names.ts'
import type { Drift, DriftKind } from './drift.ts'
import { compareBounds, compareChecks } from './drift-rules.ts'

/**
 * What the database changed since `before` was read from it: `now` is the charter that it gives today. Both are compared
 * by the names they are bound to, so that entities and fields which people renamed, described or ruled are no findings.
 * Sorted by place, then kind.
 */
export const compareIntrospection = (before: Charter, now: Charter): readonly Drift[] => {
  const [old, fresh] = [byTable(before), byTable(now)]
  const found: Drift[] = []
  for (const [table, entity] of fresh)
    if (!old.has(table))
      found.push(
        drift('table-added', table, `The database has ${table}, which the charter does not serve (${entity.name}).`),
      )
  for (const [table, entity] of old) {
    const other = fresh.get(table)
    if (other) found.push(...compareEntity(table, { entity, charter: before }, { entity: other, charter: now }))
    else
      found.push(
        drift('table-removed', table, `${table} is gone or may no longer be read; ${entity.name} cannot be served.`),
      )
  }
  return found.sort((a, b) => compareText(a.about, b.about) || compareText(a.kind, b.kind))
}

const drift = (kind: DriftKind, about: string, sentence: string): Drift => ({ kind, about, sentence })

const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

const byTable = ({ entities }: Charter): ReadonlyMap<string, Entity> =>
  // What the engine keeps there is nobody's to find.
  new Map(entities.flatMap((entity) => (isOfEngine(entity) ? [] : [[tableOf(entity), entity] as const])))

const tableOf = ({ name, binding }: Entity): string => {
  const table = binding?.table ?? snakeCase(name)
  return binding?.schema === undefined || binding.schema === 'public' ? table : `${binding.schema}.${table}`
}

interface Side {
  readonly entity: Entity
  readonly charter: Charter
}

const compareEntity = (table: string, before: Side, now: Side): readonly Drift[] => {
  const [old, fresh] = [byColumn(before.entity), byColumn(now.entity)]
  const added = [...fresh].filter(([column]) => !old.has(column))
  const removed = [...old].filter(([column]) => !fresh.has(column))
  return [
    ...added.map(([column]) => drift('column-added', `${table}.${column}`, `${table} has a new column ${column}.`)),
    ...removed.map(([column, { name }]) =>
      drift(
        'column-removed',
        `${table}.${column}`,
        `${table} has no column ${column} any more; the field ${name} has nothing behind it.`,
      ),
    ),
    ...[...old].flatMap(([column, field]) => {
      const other = fresh.get(column)
      return other ? compareField(`${table}.${column}`, field, other) : []
    }),
    ...compareChecks(table, before.entity, now.entity),
    ...compareKeys(table, before.entity, now.entity),
    ...compareUnique(table, before.entity, now.entity),
    ...compareReferences(table, before, now),
  ]
}

const byColumn = ({ fields }: Entity): ReadonlyMap<string, Field> =>
  new Map(fields.map((field) => [columnName(field), field]))

const compareField = (about: string, before: Field, now: Field): readonly Drift[] => {
  const [was, is] = [typeName(before), typeName(now)]
  const values = [before.type, now.type].map((type) => (type.kind === 'enum' ? type.values.map(shown).join(', ') : ''))
  const defaults = [before.default, isMadeHere(before, now) ? before.default : now.default].map((value) =>
    JSON.stringify(value ?? null),
  )
  return [
    ...(was === is ? [] : [drift('type-changed', about, `${about} was ${was} and is ${is} now.`)]),
    ...(was !== is || values[0] === values[1]
      ? []
      : [drift('values-changed', about, `${about} took ${values[0]} and takes ${values[1]} now.`)]),
    ...(was === is ? compareBounds(about, before, now) : []),
    ...(before.isOptional === now.isOptional
      ? []
      : [
          drift(
            'optional-changed',
            about,
            `${about} ${now.isOptional ? 'can be empty now' : 'cannot be empty any more'}.`,
          ),
        ]),
    ...(defaults[0] === defaults[1]
      ? []
      : [drift('default-changed', about, `The default of ${about} was ${defaults[0]} and is ${defaults[1]} now.`)]),
  ]
}

/** Values that are one word stand as they are. */
const shown = (value: string): string => (/^[\p{L}\p{N}_-]+$/u.test(value) ? value : JSON.stringify(value))

/** Who has the service make uuids, as the database would, has changed nothing there. */
const isMadeHere = (before: Field, now: Field): boolean =>
  before.default?.kind === 'uuid' && now.default?.kind === 'database'

/** What a column's type is, without the bounds that a person may have drawn tighter. */
const typeName = ({ type, columnType }: Field): string => {
  if (columnType !== undefined) return columnType
  if (type.kind === 'decimal') return `decimal(${type.precision},${type.scale})`
  return type.kind === 'text' && type.lengthMax !== undefined ? `text of at most ${type.lengthMax}` : type.kind
}

const columnsOf = (entity: Entity, names: readonly string[]): string =>
  names
    .map((name) => entity.fields.find((field) => field.name === name))
    .map((field, at) => (field ? columnName(field) : (names[at] ?? '')))
    .join(', ')

/** A key that a person asserted of a view is theirs. */
const compareKeys = (table: string, before: Entity, now: Entity): readonly Drift[] => {
  const [was, is] = [columnsOf(before, before.key), columnsOf(now, now.key)]
  if (was === is || (is === '' && before.isReadOnly && now.isReadOnly)) return []
  return [drift('key-changed', table, `The key of ${table} was (${was}) and is (${is}) now.`)]
}

const compareUnique = (table: string, before: Entity, now: Entity): readonly Drift[] => {
  const [was, is] = [uniqueIn(before), uniqueIn(now)]
  const gone = was.filter((group) => !is.includes(group))
  const made = is.filter((group) => !was.includes(group))
  return [
    ...gone.map((group) => drift('unique-changed', table, `(${group}) is no longer unique in ${table}.`)),
    ...made.map((group) => drift('unique-changed', table, `(${group}) is unique in ${table} now.`)),
  ]
}

const uniqueIn = (entity: Entity): readonly string[] => [
  ...entity.fields.filter((field) => field.isUnique).map(columnName),
  ...entity.unique.map(({ fields }) => columnsOf(entity, fields)),
]

const compareReferences = (table: string, before: Side, now: Side): readonly Drift[] => {
  const [was, is] = [referencesIn(before), referencesIn(now)]
  return [
    ...was
      .filter((each) => !is.includes(each))
      .map((each) => drift('reference-removed', table, `${table} no longer has the reference ${each}.`)),
    ...is
      .filter((each) => !was.includes(each))
      .map((each) => drift('reference-added', table, `${table} has a new reference ${each}.`)),
  ]
}

const referencesIn = ({ entity, charter }: Side): readonly string[] =>
  entity.relations.filter(({ kind }) => kind === 'one').map((relation) => referenceText(entity, relation, charter))

const referenceText = (entity: Entity, { from, to, target }: Relation, { entities }: Charter): string => {
  const goal = entities.find(({ name }) => name === target)
  return `(${columnsOf(entity, from)}) to ${goal ? `${tableOf(goal)} (${columnsOf(goal, to)})` : target}`
}
