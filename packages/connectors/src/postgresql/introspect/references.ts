import { isKeyType } from '@charter/charter'
import { camel, isNamedAsKey, type Reference, type ReferringEntity, wordsOf } from '@charter/sql'
import type { Constraint, Relation } from './catalogue.ts'
import type { Loss } from './loss-reasons.ts'
import type { PlannedTable } from './planned-table.ts'

/**
 * `artist` that refers to `artist.id` is the field `artistId`, so that `artist` can be the relation: as a charter's own
 * implied fields are named.
 */
export const fieldWishes = (
  relation: Relation,
  byId: ReadonlyMap<number, Relation>,
  names: ReadonlyMap<number, { readonly name: string }>,
): ReadonlyMap<string, string> => {
  const wishes = new Map<string, string>()
  for (const { kind, columns, targetId, targetColumns } of relation.constraints) {
    const [column, ...others] = columns
    const [targetColumn] = byId.has(targetId) ? targetColumns : []
    if (kind !== 'foreign' || others.length > 0 || column === undefined || targetColumn === undefined) continue
    if (wishes.has(column) || isNamedAsKey(column, targetColumn, names.get(targetId)?.name ?? '')) continue
    if (wordsOf(column).length > 0) wishes.set(column, camel([...wordsOf(column), ...wordsOf(targetColumn)]))
  }
  return wishes
}

/** The foreign keys of each entity; one whose target or columns are not served is a loss. */
export const referencesOf = (tables: readonly PlannedTable[], losses: Loss[]): readonly ReferringEntity[] => {
  const byId = new Map(tables.map((table) => [table.relation.id, table]))
  return tables.map((table): ReferringEntity => {
    const foreign = table.relation.constraints.filter(({ kind }) => kind === 'foreign')
    const inOrder = [...foreign].sort((a, b) => compareNumbers(placesOf(table, a), placesOf(table, b)))
    const references = inOrder.flatMap((constraint) => {
      const found = referenceOf(constraint, table, byId.get(constraint.targetId))
      if (typeof found !== 'string') {
        losses.push(...foldedIn(constraint, table))
        return [found]
      }
      losses.push({
        reason: 'dangling-reference',
        about: `${table.about}.${constraint.name}`,
        sentence: `${constraint.name} refers to ${found}; its columns are served as plain fields.`,
      })
      return []
    })
    const once = new Map(
      references.map((each) => [`${each.target}\0${each.by.join('\0')}\0${each.to?.join('\0') ?? ''}`, each]),
    )
    return { ...table.entity, references: [...once.values()] }
  })
}

const placesOf = ({ relation }: PlannedTable, { columns }: Constraint): readonly number[] =>
  columns.map((name) => relation.columns.findIndex((column) => column.name === name))

const compareNumbers = (a: readonly number[], b: readonly number[]): number => {
  for (const [at, number] of a.entries()) if (number !== b[at]) return number - (b[at] ?? 0)
  return 0
}

/** A reference, or what it refers to that cannot be followed. */
const referenceOf = (
  constraint: Constraint,
  from: PlannedTable,
  target: PlannedTable | undefined,
): Reference | string => {
  if (!target) return 'a table that is not served'
  const pairs = constraint.columns.map((name, at) => ({
    here: fieldOf(from, name),
    there: fieldOf(target, constraint.targetColumns[at]),
  }))
  const whole = pairs.flatMap(({ here, there }) => (here && there ? [{ here, there }] : []))
  if (whole.length < pairs.length) return 'columns that may not be read'
  const isAlike = whole.every(({ here, there }) => isKeyType(here.type) && spelling(here) === spelling(there))
  if (!isAlike) return `columns of another type, or of one that cannot be looked up by`
  if (whole.some(({ here }) => here.type.kind === 'text' && respelled.test(here.columnType ?? '')))
    return 'columns of a type that spells one value in several ways'
  const { key } = target.entity
  const isKey = key.length === whole.length && key.every((name) => whole.some(({ there }) => there.name === name))
  const inOrder = isKey ? key.flatMap((name) => whole.find(({ there }) => there.name === name) ?? []) : whole
  return {
    target: target.entity.name,
    columns: inOrder.map(({ here }) => here.column),
    targetColumns: inOrder.map(({ there }) => there.column),
    by: inOrder.map(({ here }) => here.name),
    ...(!isKey && { to: inOrder.map(({ there }) => there.name) }),
  }
}

const fieldOf = ({ entity }: PlannedTable, column: string | undefined) =>
  entity.fields.find((field) => field.column === column)

/** A numeric keeps its zeros, an interval its units: 1.0 is 1.00, and a day is 24 hours. */
const respelled = /^(?:numeric|interval)\b/

/** Texts that differ are equal where the column folds them: they refer to a row, and are not found by it (docs/semantics.md, Text). */
const foldedIn = (constraint: Constraint, { relation, about }: PlannedTable): readonly Loss[] =>
  constraint.columns.flatMap((name): readonly Loss[] => {
    const column = relation.columns.find((each) => each.name === name)
    const isFolding = column && (column.collation?.isDeterministic === false || /(?:^|\.)citext$/.test(column.typeText))
    if (!isFolding) return []
    const sentence = `${constraint.name} takes texts that differ for equal: the row that ${name} refers to is found where both are spelled alike.`
    return [{ reason: 'collation', about: `${about}.${constraint.name}`, sentence }]
  })

/** Values that are equal have one spelling when these are the same. */
const spelling = ({ type, columnType = '' }: PlannedTable['entity']['fields'][number]): string => {
  switch (type.kind) {
    // Blanks at the end of a char(n) are part of what is read: another length, and text, have others.
    case 'text':
      return /^(?:character|bpchar)(?:\(|$)/.test(columnType) ? columnType : 'text'
    case 'int32':
      return 'number'
    case 'int64':
      return type.isNumber ? 'number' : 'digits'
    case 'decimal':
      return `decimal ${type.scale}`
    case 'enum':
      return 'text'
    default:
      return type.kind
  }
}
