import { isKeyType } from '@charter/charter'
import type { Type } from '@charter/runtime'
import { firstKey } from '@charter/sql'
import type { Column, Relation } from './catalogue.ts'
import type { Promises } from './view-ranges.ts'

export interface KeyColumn {
  readonly column: Column
  readonly type: Type
  readonly isNotNull: boolean
}

/**
 * The columns that identify a row: the primary key, else the smallest set that is unique and never empty; of a view what
 * is proven of it. Empty: nothing does.
 */
export const keyOf = (
  { constraints, uniqueIndexes }: Relation,
  columns: readonly KeyColumn[],
  inferred: Promises | undefined,
): readonly string[] => {
  const usable = new Set(
    columns.filter(({ type, isNotNull }) => isNotNull && isKeyType(type)).map(({ column }) => column.name),
  )
  return firstKey(
    [
      constraints.filter(({ kind }) => kind === 'primary').map((primary) => primary.columns),
      uniqueIndexes.filter(({ isPartial }) => !isPartial).map((index) => index.columns),
      inferred?.keys ?? [],
    ],
    (name) => usable.has(name),
  )
}
