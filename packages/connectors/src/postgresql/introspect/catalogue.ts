import type { TableIndexes } from '@charter/sql'

/** What a PostgreSQL database says of its relations; never a row of theirs. Object ids are only for looking things up. */
export interface Catalogue {
  readonly database: string
  /** By schema, then name, in code point order. */
  readonly relations: readonly Relation[]
  readonly types: ReadonlyMap<number, PgType>
  /** Names of functions that give several rows, or one row for many: they change how many rows a query has. */
  readonly rowChanging: ReadonlySet<string>
  readonly indexes: readonly TableIndexes[]
}

export interface Relation {
  readonly id: number
  readonly schema: string
  readonly name: string
  readonly kind: 'table' | 'partitioned' | 'view' | 'materialized' | 'foreign'
  readonly description: string | null
  readonly isRowSecured: boolean
  readonly ofExtension: string | null
  readonly may: {
    readonly select: boolean
    readonly insert: boolean
    readonly update: boolean
    readonly delete: boolean
  }
  /** Statements INSTEAD of which rules do something else. */
  readonly replaced: readonly string[]
  readonly columns: readonly Column[]
  readonly constraints: readonly Constraint[]
  /** Of partitions alone. */
  readonly partReferences: readonly PartReference[]
  readonly uniqueIndexes: readonly UniqueIndex[]
  readonly triggers: readonly string[]
  /** Names of tables that inherit from this one; partitions are not among them. */
  readonly children: readonly string[]
  /** The query of a view. */
  readonly definition: string | null
}

export interface Column {
  readonly number: number
  readonly name: string
  readonly typeId: number
  readonly typeModifier: number
  /** With an empty search path: `sales.mood`, `numeric(8,2)`. */
  readonly typeText: string
  readonly isNotNull: boolean
  readonly identity: 'always' | 'default' | null
  /** What the sequence of a key counts within, in digits, where no row is outside and JSON numbers carry all of it. */
  readonly range?: { readonly min: string; readonly max: string }
  readonly isGenerated: boolean
  /** The default's SQL expression. */
  readonly default: string | null
  /** A setting that the default asks for and no session has: the default fails, and so it is none. */
  readonly unsetSetting?: string
  readonly collation: { readonly name: string; readonly isDeterministic: boolean } | null
  readonly description: string | null
  readonly isReadable: boolean
  /** As far as the connecting role goes, and of a view its query. */
  readonly mayInsert: boolean
  readonly mayUpdate: boolean
}

export interface Constraint {
  readonly name: string
  readonly kind: 'primary' | 'unique' | 'foreign' | 'check' | 'exclusion'
  readonly columns: readonly string[]
  readonly targetId: number
  readonly targetColumns: readonly string[]
  /** The condition of a check. */
  readonly expression: string | null
  readonly isValid: boolean
}

export interface PartReference {
  readonly name: string
  readonly partition: string
  /** Name of the table referred to. */
  readonly target: string
}

export interface UniqueIndex {
  readonly name: string
  readonly isPartial: boolean
  /** An empty name where the index has an expression instead. */
  readonly columns: readonly string[]
}

export interface PgType {
  readonly id: number
  readonly schema: string
  readonly name: string
  readonly kind: 'base' | 'composite' | 'domain' | 'enum' | 'pseudo' | 'range' | 'multirange'
  readonly text: string
  /** Of an array; else 0. */
  readonly elementId: number
  readonly isArray: boolean
  /** Of a domain. */
  readonly baseId: number
  readonly baseModifier: number
  readonly isNotNull: boolean
  readonly default: string | null
  /** What a range is of. */
  readonly rangeOfId: number
  readonly labels: readonly string[]
  readonly attributes: readonly Column[]
  readonly checks: readonly Constraint[]
  readonly description: string | null
}
