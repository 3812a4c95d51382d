import type { Charter, Entity, Field } from '@charter/charter'
import type { Fragment } from '../store/fragment.ts'
import type { Storage } from '../store/stored-as.ts'
import type { StatePlace } from './names.ts'

/** What differs between SQL databases in the parts that are the same for all: rules and relations. */
export interface Dialect {
  readonly statePlace: StatePlace
  /** The entity's table, by its name. */
  table(entity: Entity): string
  readonly yes: string
  readonly no: string
  storage(charter: Charter, field: Pick<Field, 'type' | 'columnType' | 'protect'>, isOwned: boolean): Storage
  /** A parameter in the form of the column it meets. */
  placeholder(storage: Storage): string
  /** What a column gives to a caller, and what it is compared and looked up by. */
  selected(at: ColumnAt): string
  compared(at: ColumnAt): string
  /** Condition over a text column with one `?`: a JSON array text of its members. */
  isMember(column: string): string
  /** `IS`: equality to which two NULLs are equal. */
  readonly same: string
  readonly rules: RuleDialect
  /** Condition with one `?` that holds JSON keys, over columns: `matched` are their expressions. */
  matches(columns: readonly ColumnAt[]): string
}

export interface ColumnAt {
  readonly charter: Charter
  readonly field: Field
  readonly isOwned: boolean
  /** `t."ward"`, or a subquery that gives the column. */
  readonly column: string
}

export interface Compared {
  readonly storage: Storage
  readonly isOwned: boolean
}

/**
 * Leaf conditions of access rules. Each is NULL or false where an operand is NULL, compares text by code point whatever
 * collation a column has, and cannot err.
 */
export interface RuleDialect {
  /** A column as rules compare it. */
  operand(at: ColumnAt): string
  /** The same as a JSON array. */
  array(at: ColumnAt): string
  compare(op: '=' | '<>' | '<' | '<=' | '>' | '>=', left: RuleOperand, right: RuleOperand, of: Compared): Fragment
  /** What stands before IN. */
  binary(of: Fragment, compared: Compared): Fragment
  like(value: Fragment, pattern: Fragment, isHeld: boolean): Fragment
  startsWith(value: Fragment, prefix: Fragment, isHeld: boolean): Fragment
  /** Of JSON arrays; `contains` has one member on the right, as `member` gives it. */
  holds(kind: 'contains' | 'containsAll' | 'containsAny', held: Fragment, asked: Fragment): Fragment
  /** A text, a number or a truth as a member of a JSON array in canonical form. */
  member(of: Fragment, storage: Storage, isColumn: boolean): Fragment
}

export interface RuleOperand extends Fragment {
  /** The field whose column it is; null for values and attributes. */
  readonly field: Field | null
}
