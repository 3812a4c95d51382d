import type { SqlValue } from './sql-value.ts'
import type { Storage } from './stored-as.ts'

/** SQL with slots and what to bind, in order. */
export interface Fragment {
  readonly sql: string
  readonly params: readonly Param[]
  /** The relations that it looks up beside the row it is asked of, in order; absent: none. */
  readonly reads?: readonly string[]
}

export type Param =
  | { readonly kind: 'value'; readonly value: SqlValue | { readonly bigint: string } }
  /** A principal's attribute, encoded with `storage` when bound; an absent one binds NULL. `plusMs` as of its operand. */
  | { readonly kind: 'principal'; readonly name: string; readonly plusMs?: number; readonly storage: Storage }
  /** Whether the principal holds the role: 1 or 0. */
  | { readonly kind: 'role'; readonly name: string }

/** What fragments look up that stand one after another. */
export const readsOf = (of: readonly Pick<Fragment, 'reads'>[]): Pick<Fragment, 'reads'> => {
  const reads = [...new Set(of.flatMap((each) => each.reads ?? []))]
  return reads.length === 0 ? {} : { reads }
}
