import type { Type } from '@charter/runtime'

/**
 * The tables of a database of ours, as data: what a charter wants, or what a database was last brought to. Things are told
 * apart by the charter's stable ids, so that a rename is one. Names and texts are the database's own, quoted where they are SQL.
 */
export interface Structure {
  readonly tables: readonly TableStructure[]
}

export interface TableStructure {
  /** The entity's id. */
  readonly id: string
  readonly schema?: string
  readonly name: string
  readonly columns: readonly ColumnStructure[]
  /** Names of columns. */
  readonly key: readonly string[]
  /** Column of the tenant, where keys hold within the tenant: the table's primary key begins with it. */
  readonly within?: string
  /** Column of the tenant, where the table itself gives nobody rows of another one. */
  readonly tenant?: string
  readonly foreignKeys: readonly ForeignKeyStructure[]
  readonly indexes: readonly IndexStructure[]
}

export interface ColumnStructure {
  /** `Patient.ssn`. */
  readonly id: string
  readonly name: string
  /** The declared type, with its collation. */
  readonly sqlType: string
  readonly isRequired: boolean
  /** What the database fills in, as SQL. */
  readonly default?: string
  /** The database numbers it. */
  readonly isNumbered?: boolean
  /** Condition of its CHECK. */
  readonly check?: string
  readonly value: StoredValue
}

/** What the column's values mean, where its declared type does not tell: a decimal of SQLite is a scaled INTEGER. */
export interface StoredValue {
  readonly kind: Type['kind'] | 'encrypted' | 'token' | 'version'
  readonly precision?: number
  readonly scale?: number
  /** Of an enum. */
  readonly values?: readonly string[]
}

export interface ForeignKeyStructure {
  readonly columns: readonly string[]
  /** Id of the table referred to, and its columns. */
  readonly table: string
  readonly references: readonly string[]
  readonly onDelete: 'CASCADE' | 'RESTRICT'
}

export interface IndexStructure {
  readonly name: string
  readonly columns: readonly string[]
  readonly isUnique: boolean
  /** Condition of the rows that count. */
  readonly where?: string
}
