import type { PlannedField } from '@charter/sql'
import type { Column, Relation } from './catalogue.ts'
import { defaultOf } from './defaults.ts'
import type { FieldContext } from './field-context.ts'
import type { Expressions } from './parse.ts'
import type { CheckedColumn } from './plan-checks.ts'

type WriteTraits = Pick<PlannedField, 'isReadOnly' | 'isImmutable' | 'default'>
type Typed = Pick<CheckedColumn, 'read' | 'type' | 'isNotNull'>

/** Whether rows can be made: of what has to be given, all may be. */
export const mayCreate = ({ may, columns, triggers, definition }: Relation): boolean =>
  may.insert &&
  columns.every(
    (column) =>
      (column.mayInsert && column.isReadable) ||
      !column.isNotNull ||
      column.default !== null ||
      column.identity !== null ||
      column.isGenerated ||
      triggers.length > 0 ||
      definition !== null,
  )

/** Whether something that is served can be changed, and said of by a charter: what may be changed alone, and never set, is not. */
export const mayChange = (relation: Relation): boolean => {
  const isCreated = mayCreate(relation)
  return (
    relation.may.update &&
    relation.columns.some(
      ({ isReadable, isGenerated, mayUpdate, mayInsert }) =>
        isReadable && mayUpdate && !isGenerated && (mayInsert || !isCreated),
    )
  )
}

/** Who fills a column in, and when: what may only be set once is immutable, what may never be is only read. */
export const writeTraits = (
  relation: Relation,
  column: Column,
  typed: Typed,
  { expressions, inferred, isKey }: Pick<FieldContext, 'expressions' | 'inferred'> & { readonly isKey: boolean },
): WriteTraits => {
  const own =
    relation.definition === null
      ? ofTable(relation, column, typed, expressions)
      : ofView(relation, typed.isNotNull && !isKey && inferred?.needed.has(column.name) !== true)
  if (own.isReadOnly) return own
  const [isCreated, isChanged] = [mayCreate(relation), mayChange(relation)]
  if (!isCreated && !isChanged) return own
  const isSettable = (isCreated ? column.mayInsert : column.mayUpdate) && inferred?.repeated.has(column.name) !== true
  if (!isSettable) return { isReadOnly: true, ...(typed.isNotNull && { default: 'database' }) }
  return { ...own, ...(isChanged && !column.mayUpdate && { isImmutable: true }) }
}

/** What a view's rows get by themselves is said by the tables below it, so it need not be given; but for the key, which names the row. */
const ofView = (relation: Relation, isFilledIn: boolean): WriteTraits => ({
  isReadOnly: false,
  ...(isFilledIn && mayCreate(relation) && { default: 'database' }),
})

/**
 * A type that is only read is still set once where a row cannot be without it, unless a trigger is there that may set it.
 */
const ofTable = (
  relation: Relation,
  column: Column,
  { read, type, isNotNull }: Typed,
  expressions: Expressions,
): WriteTraits => {
  if (column.isGenerated) return { isReadOnly: true, default: 'database' }
  const isWhole = type.kind === 'int32' || type.kind === 'int64'
  if (column.identity !== null)
    return { isReadOnly: column.identity === 'always', default: isWhole ? 'sequence' : 'database' }
  const expression = column.default ?? read.default
  const value = expression === undefined ? undefined : defaultOf(expressions.get(expression), type)
  if (!read.isReadOnly) return { isReadOnly: false, ...(value !== undefined && { default: value }) }
  if (value === undefined && isNotNull && relation.triggers.length === 0)
    return { isReadOnly: false, isImmutable: true }
  return { isReadOnly: true, ...((value !== undefined || isNotNull) && { default: 'database' }) }
}
