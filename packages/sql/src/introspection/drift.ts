export type DriftKind =
  | 'table-added'
  | 'table-removed'
  | 'column-added'
  | 'column-removed'
  | 'type-changed'
  | 'values-changed'
  | 'optional-changed'
  | 'default-changed'
  | 'rule-added'
  | 'rule-removed'
  | 'key-changed'
  | 'unique-changed'
  | 'reference-added'
  | 'reference-removed'

/** One thing that a source says otherwise than the charter that was read from it. */
export interface Drift {
  readonly kind: DriftKind
  /** By the source's own names: `film.length`, `sales.store`. */
  readonly about: string
  readonly sentence: string
  /** The charter says more than the database: a person may have drawn it tighter. */
  readonly isOurs?: true
}
