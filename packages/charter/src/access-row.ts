/** What one role may do: the cell of the matrix that `diff` compares and the `access` package fills in. */
export interface AccessRow {
  readonly role: string
  /** Null: an operation on no entity. */
  readonly entity: string | null
  readonly operation: string
  readonly verdict: Verdict
  /** What is shown of each field, where the operation answers with the row; `no`: masked. */
  readonly fields: Readonly<Record<string, Verdict>>
}

export type Verdict =
  | { readonly kind: 'yes' }
  | { readonly kind: 'no' }
  /** In Cedar's spelling: `resource.ward == principal.ward`. */
  | { readonly kind: 'when'; readonly condition: string }

/** `yes`, `no`, or `when <condition>`. */
export const verdictText = (verdict: Verdict): string =>
  verdict.kind === 'when' ? `when ${verdict.condition}` : verdict.kind
