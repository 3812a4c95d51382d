import type { Field } from '@charter/charter'
import type { Dialect, ReadType } from '@charter/sql'
import type { Fragment, Storage } from '@charter/sql/store'
import type { Product } from '../driver/product.ts'
import type { LossReason } from '../introspect/loss-reasons.ts'
import type { Change } from './change.ts'

/** All that differs between the servers of this protocol: the rest of the folder asks it, and never which product it is. */
export interface Profile {
  /** Of its connector, and what codes of its diagnostics begin with. */
  readonly name: string
  readonly product: Product
  /** Whether a number is another than 0, as the driver gives a `boolean`. */
  isTrue(column: string): string
  /** A parameter that is a time of day. */
  readonly timeParameter: string
  /** Conditions on JSON arrays (`RuleDialect.holds`). */
  readonly holds: Dialect['rules']['holds']
  /** A scalar, given as its text, as `holds` looks for it. */
  member(text: Fragment, storage: Storage): Fragment
  /** SQL whose literals have no escapes, with those that sessions read. */
  escaped(sql: string): string
  /** What follows the pattern of LIKE, so that a backslash escapes. */
  readonly likeEscape: string
  /** A default that we wrote, as a column of a type takes it. */
  default(text: string, sqlType: string): string
  /** What a column that nothing was given for takes in an INSERT. `column`: quoted. */
  defaultOf(field: Pick<Field, 'columnType'>, column: string): string
  /** Gives, of every CHECK of the session's database, its table and its condition, in order. */
  readonly checksSql: string
  /** Gives, of every CHECK of one column of ours, its table, its name and that column; null: it is the column's, and changes with it. */
  readonly columnChecksSql: string | null
  /** An expression as the catalogue has it, as SQL: texts without introducers and escapes. */
  expressionOf(told: string): string
  /** The default of a column as SQL, of what the catalogue says in `COLUMN_DEFAULT`, `EXTRA` and `COLUMN_TYPE`; null: it has none. */
  defaultIn(told: { readonly value: string; readonly extra: string; readonly type: string }): string | null
  /** What a column declared `json` is to a charter. */
  readonly json: ReadType<LossReason>
  /** One statement that does all of it or nothing, and what lets it be said again. `table`: without quotes. */
  alter(table: string, changes: readonly Change[]): readonly string[]
  /** Renames a table where it has its old name. Names without quotes. */
  renameTable(from: string, to: string): readonly string[]
  /** How the statement begins that makes a trigger, whether it is there or not. */
  readonly createTrigger: string
  /** The program that prints rows, and what it comes with. */
  readonly client: { readonly program: string; readonly package: string }
}
