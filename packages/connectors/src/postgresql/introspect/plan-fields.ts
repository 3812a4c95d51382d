import { isKeyType } from '@charter/charter'
import {
  claim,
  computed,
  losesLetters,
  type PlannedEntity,
  type PlannedField,
  partlyUnique,
  renamed,
} from '@charter/sql'
import type { Catalogue, Column, Relation } from './catalogue.ts'
import { constrain } from './constrain.ts'
import type { FieldContext } from './field-context.ts'
import { keyOf } from './key.ts'
import type { Loss } from './loss-reasons.ts'
import { type CheckedColumn, planChecks } from './plan-checks.ts'
import { readType } from './types.ts'
import { mayCreate, writeTraits } from './write-traits.ts'

type FieldsPlan = Pick<PlannedEntity, 'key' | 'fields' | 'unique' | 'checks'>

/** The fields of a relation, its key, what is unique in it and what holds across its fields. */
export const planFields = (relation: Relation, context: FieldContext): FieldsPlan => {
  const { inferred } = context
  const columns = relation.columns.filter((column) => isReadable(column, context))
  const names = fieldNames(columns, context)
  const checked = columns.map((column): CheckedColumn => {
    const read = readType(column, context.catalogue.types)
    const isNotNull = column.isNotNull || read.isNotNull === true || inferred?.notNull.has(column.name) === true
    const type = (column.range && constrain(read.type, { column: column.name, ...column.range })) ?? read.type
    return { name: column.name, field: names.get(column.name) ?? '', read, type, isNotNull }
  })
  const checks = planChecks(relation, checked, context)
  const pairs = columns.flatMap((column, at) => {
    const own = checked[at]
    return own ? [{ column, own, type: own.type, isNotNull: own.isNotNull }] : []
  })
  const key = keyOf(relation, pairs, inferred)
  const groups = uniqueGroups(relation, columns)
  const fields = pairs.map(({ column, own }): PlannedField => {
    const isKey = key.length === 1 && key[0] === column.name
    const isUnique = !isKey && groups.some((group) => group.length === 1 && group[0] === column.name)
    return { ...planField(relation, column, own, { ...context, isKey: key.includes(column.name) }), isUnique }
  })
  const nameOf = (column: string) => names.get(column) ?? column
  reportKey(relation, pairs, key, context)
  reportUnread(relation, context)
  const keyText = [...key].sort().join('\0')
  return {
    key: key.map(nameOf),
    fields,
    unique: groups
      .filter((group) => group.length > 1 && [...group].sort().join('\0') !== keyText)
      .map((group) => group.map(nameOf)),
    checks,
  }
}

const isReadable = (column: Column, { about, losses }: FieldContext): boolean => {
  if (!column.isReadable)
    losses.push({
      reason: 'not-permitted',
      about: `${about}.${column.name}`,
      sentence: `The connecting role may not SELECT ${column.name}, so it is left out. Grant it if it should be served.`,
    })
  return column.isReadable
}

/** Names wished for because of a reference give way to columns that have them as their own. */
const fieldNames = (columns: readonly Column[], context: FieldContext): ReadonlyMap<string, string> => {
  const { naming, wishes, about, losses } = context
  const taken = new Set<string>()
  const names = new Map<string, string>()
  const inTurn = [...columns].sort(
    (a, b) => Number(wishes.has(a.name)) - Number(wishes.has(b.name)) || a.number - b.number,
  )
  for (const { name } of inTurn) {
    const own = naming.member(name)
    const wished = wishes.get(name)
    const given = claim(taken, ...(wished === undefined ? [] : [wished]), own)
    names.set(name, given)
    if ((given !== own && given !== wished) || losesLetters(name)) losses.push(renamed(`${about}.${name}`, name, given))
  }
  return names
}

const planField = (
  relation: Relation,
  column: Column,
  { field, read, type, isNotNull }: CheckedColumn,
  context: FieldContext & { readonly isKey: boolean },
): Omit<PlannedField, 'isUnique'> => {
  const about = `${context.about}.${column.name}`
  if (read.loss) context.losses.push({ ...read.loss, about })
  reportColumn(column, about, context.losses)
  if (read.isCaseless)
    context.losses.push({
      reason: 'collation',
      about,
      sentence: `${column.name} is ${column.typeText}, of which the database takes texts that differ in case for one: uniqueness and references follow it; keys, filters and rules of access ask for the very letters.`,
    })
  if (column.mayUpdate && !column.mayInsert && mayCreate(relation) && relation.definition === null)
    context.losses.push({
      reason: 'not-permitted',
      about,
      sentence: `The connecting role may UPDATE ${column.name} and not INSERT it, which a charter cannot say, so it is read only. Grant both.`,
    })
  const description = descriptionOf(column, context.catalogue)
  return {
    name: field,
    column: column.name,
    type,
    isOptional: !isNotNull,
    ...(read.isOwn && { columnType: column.typeText }),
    ...(description !== undefined && { description }),
    ...writeTraits(relation, column, { read, type, isNotNull }, context),
  }
}

/** A column's own comment, else its type's where a person made that. */
const descriptionOf = (column: Column, { types }: Catalogue): string | undefined => {
  const type = types.get(column.typeId)
  const ofType =
    type && (type.kind === 'enum' || type.kind === 'domain' || type.kind === 'composite') ? type.description : null
  return column.description ?? ofType ?? undefined
}

const reportColumn = (column: Column, about: string, losses: Loss[]): void => {
  if (column.isGenerated) losses.push(computed(about, column.name))
  if (column.unsetSetting !== undefined)
    losses.push({
      reason: 'unset-setting',
      about,
      sentence: `The default of ${column.name} asks for the setting ${column.unsetSetting}, which no session has, so the charter has no default: ${column.isNotNull ? 'it is given with each row' : 'it is empty where it is not given'}. Set it (ALTER ROLE … SET ${column.unsetSetting} = …, or ?options=-c%20${column.unsetSetting}%3D… in the URL) and read the database again if it should be filled in.`,
    })
  if (column.collation && !['C', 'POSIX', 'ucs_basic'].includes(column.collation.name))
    losses.push({
      reason: 'collation',
      about,
      sentence: column.collation.isDeterministic
        ? `${column.name} is ordered by the collation ${column.collation.name}, and so are lists that ask for its order.`
        : `${column.name} has the collation ${column.collation.name}, in which texts that differ can be equal: uniqueness and order follow it, rules of access do not.`,
    })
}

/** Columns of each whole unique index, once. */
const uniqueGroups = ({ uniqueIndexes }: Relation, columns: readonly Column[]): readonly (readonly string[])[] => {
  const groups = uniqueIndexes
    .filter(({ isPartial }) => !isPartial)
    .map((index) => index.columns)
    .filter((names) => names.every((name) => columns.some((column) => column.name === name)))
  return [...new Map(groups.map((names) => [[...names].sort().join('\0'), names])).values()]
}

const reportKey = (
  relation: Relation,
  columns: readonly { readonly column: Column; readonly own: CheckedColumn }[],
  key: readonly string[],
  { about, losses }: FieldContext,
): void => {
  if (key.length > 0) return
  const primary = relation.constraints.find(({ kind }) => kind === 'primary')
  const foreign = columns.filter(({ column, own }) => primary?.columns.includes(column.name) && !isKeyType(own.type))
  const why = primary
    ? `has a primary key that cannot stand in a request (${foreign.map(({ column }) => `${column.name} ${column.typeText}`).join(', ') || 'not all of it may be read'})`
    : relation.definition === null
      ? 'has no primary key and no unique columns that are never empty'
      : 'is a view of which no key is proven'
  const advice =
    relation.definition !== null
      ? 'Say `key:` in the charter if it has one'
      : primary
        ? 'Add a unique index over columns of other types, which are never empty, in the database'
        : 'Add a primary key in the database'
  losses.push({
    reason: 'no-key',
    about,
    sentence: `${about} ${why}, so it is listed in the order of its columns, but single rows cannot be read or written. ${advice}.`,
  })
}

const reportUnread = (relation: Relation, { about, losses }: FieldContext): void => {
  for (const { name, isPartial, columns } of relation.uniqueIndexes)
    if (isPartial || columns.includes('')) losses.push(partlyUnique(about, name))
  for (const { name, kind } of relation.constraints)
    if (kind === 'exclusion')
      losses.push({
        reason: 'exclusion-constraint',
        about: `${about}.${name}`,
        sentence: `${name} excludes rows that overlap; the charter cannot say so, and the database refuses what breaks it.`,
      })
}
