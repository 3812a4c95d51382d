import type { Type } from '@charter/runtime'
import type { PlannedField } from '../plan.ts'
import type { Condition } from './conditions.ts'
import type { Token } from './tokens.ts'

/** What a database says of its tables and views; never a row of theirs. */
export interface Catalogue {
  readonly tables: readonly Table[]
  readonly triggers: readonly { readonly name: string; readonly table: string }[]
}

export interface Table {
  readonly name: string
  readonly isView: boolean
  /** What its owner says of it. */
  readonly comment?: string
  /** Empty for a view whose query no longer runs. */
  readonly columns: readonly Column[]
  /** The tokens inside each CHECK ( … ). */
  readonly checks: readonly (readonly Token[])[]
  readonly foreignKeys: readonly ForeignKey[]
  readonly indexes: readonly TableIndex[]
}

export interface Column {
  readonly name: string
  readonly declaredType: string
  readonly isNotNull: boolean
  /** The default's SQL expression. */
  readonly default: string | null
  /** Place in the primary key from 1, or 0. */
  readonly keyPlace: number
  readonly isGenerated: boolean
  /** The database gives the next number where no value is given. */
  readonly isNumbered: boolean
  /** Where it is another than is usual in the database. */
  readonly collation?: string
  readonly comment?: string
}

export interface ForeignKey {
  readonly table: string
  readonly from: readonly string[]
  /** Null: the target's primary key, whatever it is. */
  readonly to: readonly string[] | null
}

export interface TableIndex {
  readonly name: string
  readonly isUnique: boolean
  readonly isPartial: boolean
  /** Null where the index has an expression instead of a column. */
  readonly columns: readonly (string | null)[]
}

/** A charter's type for a column, and what the charter cannot say of it. */
export interface ReadType<Reason extends string = string> {
  readonly type: Type
  readonly columnType?: string
  /** Its values can be told and not taken. */
  readonly isReadOnly?: boolean
  readonly loss?: { readonly reason: Reason; readonly sentence: string }
}

export type PlannedDefault = Pick<PlannedField, 'default' | 'columnType'>

/** What differs between databases whose catalogue is read as tables; `Reason`: why a database loses something. */
export interface CatalogueDialect<Reason extends string = string> {
  readonly title: string
  /** Why a table is not served; null where it is. */
  unserved(table: Table): { readonly reason: Reason; readonly sentence: string } | null
  typeOf(column: Column, conditions: readonly Condition[]): ReadType<Reason>
  /** What is said of a default that is no literal of its type, where a service can leave it to the database; null where it cannot. */
  computedDefault(column: Column): PlannedDefault | null
  /** Whether a column of a primary key may hold nothing all the same. */
  mayLackKey(table: Table, column: Column): boolean
}
