import { isKeyType } from '@charter/charter'
import type { Type } from '@charter/runtime'
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
  relation: Relation,
  columns: readonly KeyColumn[],
  inferred: Promises | undefined,
): readonly string[] => {
  const byNumber = new Map(columns.map((each) => [each.column.number, each]))
  const usable = (numbers: readonly number[]): readonly string[] | null => {
    const found = numbers.map((number) => byNumber.get(number))
    const isKey = found.every((each) => each?.isNotNull && isKeyType(each.type))
    return isKey && found.length > 0 ? found.flatMap((each) => each?.column.name ?? []) : null
  }
  const primary = relation.constraints.find(({ kind }) => kind === 'primary')
  const candidates = [
    ...(primary ? [usable(primary.columns)] : []),
    ...shortestFirst(
      relation.uniqueIndexes.filter(({ isPartial }) => !isPartial).map((index) => usable(index.columns)),
    ),
    ...shortestFirst((inferred?.keys ?? []).map((names) => usable(names.map((name) => numberOf(relation, name))))),
  ]
  return candidates.find((names) => names !== null) ?? []
}

const shortestFirst = (candidates: readonly (readonly string[] | null)[]): readonly (readonly string[] | null)[] =>
  [...candidates].sort((a, b) => (a?.length ?? 0) - (b?.length ?? 0))

const numberOf = ({ columns }: Relation, name: string): number =>
  columns.find((each) => each.name === name)?.number ?? 0
