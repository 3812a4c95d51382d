import type { Type } from '@charter/runtime'

/** Rows as a program prints them that is none of ours: nothing here renders or decodes them. */
export interface PrintedRows {
  /** What is selected of a column, whose name is in quotes, for its text. */
  select(type: Type, column: string): string
  /** What is printed of `SELECT <sql>`; null: no value. Rejects with what to do where the program is not there, or with its own words. */
  rows(sql: string): Promise<readonly (readonly (string | null)[])[]>
  /** What was printed of a column, in the spelling of an answer. */
  spelled(type: Type, printed: string | null): string | null
}
