import type { Charter, Field } from '@charter/charter'
import type { SqlRow, SqlValue } from '../store/sql-value.ts'
import type { Sql, Statement } from '../store/statement.ts'
import type { ColumnStructure, Structure, TableStructure } from '../structure.ts'
import type { SqlStep } from './step.ts'

/** What differs between databases when one of ours is brought to another structure. */
export interface MigrationDialect {
  structureOf(charter: Charter): Structure
  createSchema(charter: Charter): readonly string[]
  /** What becomes of a column of `from` that is `to` now: nothing, a change that the service of before does not notice, or a change of its values. */
  changeOf(from: ColumnStructure, to: ColumnStructure): 'none' | 'widened' | 'converted'
  /** A value of `from`, given as SQL, in the form of `to`; null where there is no safe way. */
  convert(from: ColumnStructure, to: ColumnStructure, value: string): string | null
  /** What a row that has no value gets. `isConstant`: the same for every row. */
  fill(charter: Charter, field: Field): Fill | null
  /** Whether a renamed table can be found by its old name, too. */
  readonly hasAliases: boolean
  /** `"public"."patient"`. */
  tableAt(table: TableStructure): string
  /** Steps from one structure to another. */
  alter(alteration: Alteration): readonly SqlStep[]
  /** Statements that keep the columns of two versions in step, and those that end it. */
  bridge(table: TableStructure, bridge: Bridge): readonly string[]
  unbridge(table: TableStructure, bridge: Bridge): readonly string[]
  /** Condition that two values, NULL or not, are not the same; also of types without an order. */
  differs(one: string, other: string): string
  /** Statements around a batch that keep bridges still. */
  readonly quiet: { readonly before: string; readonly after: string | null }
  /** What waits while a trigger is made or dropped, and while a batch of rows is filled. */
  readonly locks: { readonly trigger: string; readonly batch: string }
  /** The table of names and values that a database of ours has. */
  readonly meta: string
  /** Keeps a name and a value in it, whatever was kept of the name. */
  readonly keepMeta: Statement
  /** `isAttached`: the database is somebody else's, of which tables that lie with the service's state are ours. */
  open(url: string, of: { readonly isAttached: boolean }): Promise<MigrationSession>
}

export interface Fill {
  readonly sql: string
  readonly isConstant: boolean
}

export interface Alteration {
  readonly from: Structure
  readonly to: Structure
  readonly phase: SqlStep['phase']
  readonly constraints: readonly Constraint[]
  /** Names by which the service of before finds renamed tables: to be made, or to be removed. */
  readonly aliases: readonly Alias[]
}

/** A constraint as the database names it. */
export interface Constraint {
  readonly schema: string
  readonly table: string
  readonly name: string
  readonly kind: 'check' | 'foreign key' | 'primary key'
  readonly columns: readonly string[]
}

export interface Alias {
  /** Id of the table. */
  readonly table: string
  readonly schema?: string
  readonly name: string
  readonly columns: readonly string[]
}

/**
 * Columns of one table that hold the same facts for two versions of a service: whichever side a write sets, the other
 * follows. Without `older` columns, `newer` ones are filled where a write leaves them empty.
 */
export interface Bridge {
  /** Id of the table. */
  readonly table: string
  readonly name: string
  readonly older: readonly Assigned[]
  readonly newer: readonly Assigned[]
}

export interface Assigned {
  readonly column: string
  /** SQL over `NEW."column"` of the same row; null: the column is watched, and never set. */
  readonly expression: string | null
}

/** One connection that nobody else uses, which holds what keeps other migrations out. */
export interface MigrationSession {
  all(sql: Sql, params: readonly SqlValue[]): Promise<readonly SqlRow[]>
  /** Outside a transaction. */
  run(sql: string): Promise<void>
  /** One migration at a time. Rejects with a ProblemError (`unavailable`) while another is under way. */
  lock(): Promise<void>
  transaction(work: (on: On) => Promise<void>): Promise<void>
  /** Whether what failed could only not be ordered among the work of others, so that it may be done again. */
  isContention(error: unknown): boolean
  /** Whether the database has a schema of ours. */
  isOurs(): Promise<boolean>
  constraints(): Promise<readonly Constraint[]>
  close(): Promise<void>
}

export interface On {
  all(sql: Sql, params: readonly SqlValue[]): Promise<readonly SqlRow[]>
  /** Rows changed. */
  run(sql: Sql, params: readonly SqlValue[]): Promise<number>
}
