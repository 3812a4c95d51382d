import type { Principal } from '../call/call.ts'
import type { EntityModel, RelationModel, Rule } from '../call/model.ts'
import type { FilterOperator, Predicate } from '../call/predicate.ts'
import type { Until } from '../limits/until.ts'
import type { Json, JsonObject } from '../values/json.ts'
import type { Fate, Transaction, TransactionOptions } from './transaction.ts'

/**
 * Where rows are, in the terms of Calls: entities, keys, rules, predicates, orders, pages, changes. A connector makes one of a
 * charter's plans; nothing above it knows what language its database speaks. Every method rejects with a ProblemError or a bug's own
 * error: `unavailable`, `timeout`, `conflict`, `referenced`, `invalid-input` of a value that the database refuses, `forbidden` by rules
 * of its own, `internal` of what somebody has to mend there. Errors point at what the database calls a field (`StoredEntity.columns`).
 */
export interface Store {
  /** What it can do with each entity, by name. */
  readonly entities: ReadonlyMap<string, StoredEntity>
  /** Outside any transaction. */
  readonly reads: Reads
  /** The same of what is committed now, and never of a copy that may lag behind. */
  readonly current: Reads
  /**
   * One writer at a time where the engine has one; rolled back when `work` rejects, or has not ended by the deadline, after which
   * its transaction does nothing more. The deadline covers waiting for a turn.
   */
  transaction<T>(work: (writes: Writes) => Promise<T>, options?: TransactionOptions): Promise<T>
  /**
   * The same store, of which each read and each transaction ends by then. `tenant`: whose rows alone are there, where the database keeps tenants apart by
   * itself, whatever is asked.
   */
  within(until: Until, tenant?: string): Store
  /** The same store, whose every statement is told. */
  watched(watch: Watch): Store
  /** What became of the transaction with this mark; absent where transactions have none. */
  fateOf?(mark: string): Promise<Fate>
  readonly condition: StoreCondition
  /** What is not there, or may not be read, of what the charter serves of a database that is somebody else's. Reads no row. */
  missing(): Promise<readonly Missing[]>
  close(): Promise<void>
}

export interface StoreCondition {
  /** Epoch milliseconds since when the transaction waits that has waited longest to begin; null: none does. */
  readonly waitingSinceMs: number | null
  /** What it was opened on is there no more, so that nothing more can be kept. */
  readonly isGone: boolean
  /** Statements run since opening, for the development endpoint that conformance reads. */
  readonly statementCount: number
  /** Resolves when the database answers. */
  answers(until: Until): Promise<void>
}

export interface Missing {
  readonly entity: string
  /** What the database calls it. */
  readonly place: string
  readonly why: string
}

/** Runs what is asked of a database, and tells of it: `text` without the values, `operation` (`SELECT`) where it is known. */
export type Watch = <Result>(
  statement: { readonly text: string; readonly operation: string | null },
  run: () => Promise<Result>,
) => Promise<Result>

/** What a store can do with an entity, and calls it. */
export interface StoredEntity {
  /** What the database calls it: for its operators alone. */
  readonly place: string
  /** Fields by which writes find one row, whoever's: the key, with the tenant where the key holds within it alone. */
  readonly rowKey: readonly string[]
  /** By field, and by `indexOf(field)` where it has a blind index: what it can be compared by. */
  readonly filters: Readonly<Record<string, readonly FilterOperator[] | undefined>>
  /** By field that can be measured: `isNumber` with sums and averages, else the least and the greatest alone. */
  readonly measures: Readonly<Record<string, { readonly isNumber: boolean } | undefined>>
  /** What the database calls a field, where that is another name. */
  readonly columns: Readonly<Record<string, string | undefined>>
  /** What `indexOf` names of it: blind indexes beside encrypted fields. */
  readonly indexes: readonly string[]
  /** Fields whose values the database spells as JSON, to the byte. */
  readonly spelled: ReadonlySet<string>
  /** Whether versions are numbers that we count ourselves. */
  readonly countsVersions: boolean
  readonly canInsert: boolean
  readonly canUpdate: boolean
  readonly canRemove: boolean
  /** What `Writes.reseal` replaces. */
  readonly resealed: readonly string[]
}

/** Rules chosen by role, whose conditions are open: a row falls under them that one permits and none forbids. */
export interface RowRules {
  readonly permits: readonly Rule[]
  readonly forbids: readonly Rule[]
  /** Whether every row is permitted. */
  readonly isOpen: boolean
}

/**
 * Which rows are meant, as far as that is known before anybody asks. Plans hold it, so a store may keep what it makes of it, by
 * identity: an object of these members never changes.
 */
export interface RowsShape {
  readonly entity: string
  /** The row with `Asked.key`: one that a caller gave, which the database may refuse and no row then has; or one of a row that was stored. */
  readonly byKey?: 'given' | 'stored'
  /** Those that fall under the rules, of the caller's tenant. Null, which nobody leaves out by mistake: whatever the rules. */
  readonly rules: RowRules | null
  /** Of the caller's tenant, whatever the rules. */
  readonly ofTenant?: boolean
  /** Soft-deleted ones too. */
  readonly withDeleted?: boolean
}

/** What is asked of each row that is found. */
export interface RowsQuery extends RowsShape {
  /** `Found.value` gives them by their place. */
  readonly fields: readonly string[]
  /** The JSON object of these fields, which all are `spelled`: `Found.text`. */
  readonly text?: readonly string[]
  /** Whether the row falls under each: `Found.isJudged`, by their place. Null: none does. */
  readonly judged?: readonly (RowRules | null)[]
  /** `Found.version`. */
  readonly isVersioned?: boolean
  /** `Found.place` gives the values of what it sorts by. */
  readonly order?: Order
}

/** A total order: NULLs last both ways. */
export interface Order {
  readonly sorts: readonly OrderedBy[]
  /** Read from its end: NULLs first. */
  readonly isBackward: boolean
}

export interface OrderedBy {
  readonly field: string
  readonly isDescending?: boolean
}

/** What is known when somebody asks. */
export interface Asked {
  /** Absent where neither rules nor the tenant are asked. */
  readonly principal?: Principal
  readonly key?: JsonObject
  /** Of canonical values; protected fields by their indexes. */
  readonly filter?: Predicate | null
  /** Equal to each of these. */
  readonly equal?: JsonObject
  readonly after?: Place
  /** Where a row stands exactly there in the query's order. */
  readonly at?: readonly Json[]
  readonly limit?: number
}

/** A place in the query's order: behind the rows with these values. */
export interface Place {
  readonly values: readonly Json[]
  /** Behind so many of the rows with these values, and before the others: of rows without a key several may be equal. Absent: behind all. */
  readonly told?: number
}

/** A row that was found. Of values: undefined where there is one that its type cannot say (docs/semantics.md, Values). */
export interface Found {
  value(at: number): Json | undefined
  text(): string
  isJudged(at: number): boolean
  /** The number that we count, or what tells one version of the row from another. */
  version(): readonly string[]
  place(): readonly (Json | undefined)[]
}

/** Rows along a relation, for several parents at once. */
export interface RelatedQuery extends RowsQuery {
  readonly relation: RelationModel
  /** The entity that has the relation. */
  readonly of: EntityModel
  /** What rows of the entity in between fall under; null, which nobody leaves out by mistake: there is none in between. */
  readonly between: RowRules | null
  /** Each parent's page is told its place in the order for every row, and not for the one that it ends with alone. */
  readonly isPlaced?: boolean
}

export interface AskedRelated extends Omit<Asked, 'key' | 'equal' | 'limit'> {
  /** Values of the relation's `from` fields, by parent. A parent without one of them has no rows. */
  readonly parents: readonly (readonly Json[])[]
  /** Rows of each parent, at most, and one more, which tells that there are. Absent over to-one relations. */
  readonly limit?: number
}

export interface FoundRelated {
  /** Each once, although it may be several parents'. */
  readonly rows: readonly Found[]
  /** Which of them are each parent's, in order. */
  readonly of: readonly (readonly number[])[]
}

/** One parent's page, joined by the database: a text for each row, a line each. */
export interface JoinedPage {
  readonly lines: string
  /** The row that the page ends with, where there are more; it gives its place alone. */
  readonly end: Found | null
}

export type Measure = 'sum' | 'average' | 'min' | 'max'

export interface GroupsQuery extends RowsShape {
  readonly groupBy: readonly string[]
  readonly measures: readonly { readonly measure: Measure; readonly field: string }[]
}

/** Undefined: among the values is one that its type cannot say. Sums of exact numbers are text with all their digits. */
export interface FoundGroup {
  readonly key: readonly (Json | undefined)[]
  readonly count: number
  readonly measures: readonly (Json | undefined)[]
}

/** A row of an entity that is referred to. */
export interface Reference {
  readonly entity: string
  readonly equal: JsonObject
}

export interface Reads {
  /** Rows with these properties. */
  find(query: RowsQuery, asked: Asked): Promise<readonly Found[]>
  related(query: RelatedQuery, asked: AskedRelated): Promise<FoundRelated>
  /** The same, of a query with `text` alone, by parent; null: it has no rows. Absent where the database joins no texts. */
  pages?(query: RelatedQuery, asked: AskedRelated): Promise<readonly (JoinedPage | null)[]>
  /** How many rows there are, at most `most`. */
  count(shape: RowsShape, asked: Omit<Asked, 'after' | 'limit'>, most: number): Promise<number>
  /** The same by parent. */
  countRelated(query: RelatedQuery, asked: AskedRelated, most: number): Promise<readonly number[]>
  groups(query: GroupsQuery, asked: Asked): Promise<readonly FoundGroup[]>
  /** Which of these rows are there, in the caller's tenant. */
  present(references: readonly Reference[], principal: Principal): Promise<readonly boolean[]>
  /** Whether another row than the one with `key` holds one of these values in `column`. */
  isTaken(entity: string, column: string, values: readonly string[], key: JsonObject): Promise<boolean>
}

/** Reads that see what was written, and writes. Rows are values by field, in canonical form. */
export interface Writes extends Reads {
  /** For what keeps its own beside the rows, in the same transaction. */
  readonly transaction: Transaction
  /** Whether a row that is not stored yet falls under the rules, in the caller's tenant. */
  judge(entity: string, rules: RowRules, row: JsonObject, principal: Principal): Promise<boolean>
  /** Gives the rows written, and the key where the database made it. */
  insert(entity: string, row: JsonObject): Promise<{ readonly changes: number; readonly key: JsonObject | null }>
  /**
   * The same of a row that falls under `rules` and whose `references` are there, asked as `judge` and `present` do, and what `query` finds
   * of it then, all in one go. Null: it was not written, or the database has no such thing; whoever takes these steps one by one is told why.
   */
  insertIf(proposed: ProposedRow, query: RowsQuery): Promise<readonly Found[] | null>
  /**
   * Sets `given` fields, and their indexes, of the row that was `stored`, to what `row` has; in a table of ours, all. Null: there is
   * nothing to set. `set`: what was.
   */
  update(entity: string, given: readonly string[], row: JsonObject, stored: JsonObject): Promise<Updated | null>
  /** `row`: its key, and its tenant where it has one. Where the entity is marked deleted, `now` is when. */
  remove(entity: string, row: JsonObject, now: string): Promise<number>
  /** Puts other ciphertexts (and indexes) of the same values into a row, unless it was written meanwhile. */
  reseal(entity: string, before: JsonObject, after: JsonObject): Promise<number>
}

export interface ProposedRow {
  readonly entity: string
  readonly row: JsonObject
  readonly rules: RowRules
  readonly references: readonly Reference[]
  readonly principal: Principal
}

export interface Updated {
  readonly changes: number
  readonly set: readonly string[]
}

/** Under which name a store has the blind index of a field: no field can be called so. */
export const indexOf = (field: string): string => `${field}#index`

/**
 * What a database gives for a value that is there and that its type cannot say, where JSON text is expected: no JSON text holds the
 * character bare (RFC 8259, section 7). Elsewhere it is any value that `decode` takes for none.
 */
export const unsaidText = '\u0001'
