import type { FileRange } from '../call/file-calls.ts'
import type { OpenFile } from '../files/file-store.ts'
import type { JsonObject } from '../values/json.ts'

/**
 * An entity as a service's own code sees it. `Values`: what is given for a new row, with the rows of its owned relations, which `Owned`
 * names. `Hidden`: fields that not everybody sees. `Made`: fields that have no value before a new row is written, or its hook has run.
 */
export interface EntityShape<
  Row,
  Key extends keyof Row,
  Values,
  Owned extends keyof Values = never,
  Hidden extends keyof Row = never,
  Fixed extends keyof Values = never,
  Made extends keyof Row = never,
  Secret extends object = object,
> {
  /** With what is written alone (`Secret`), which nobody is shown but code that is trusted. */
  readonly row: Row & Secret
  readonly proposed: Omit<Row, Made> & Partial<Pick<Row, Made>> & Secret
  /** As somebody sees it who may not see all: masked, or null. */
  readonly seen: Omit<Row, Hidden> & { readonly [Field in Hidden]: Row[Field] | null }
  readonly key: Pick<Row, Key>
  readonly create: Values
  readonly update: Partial<Omit<Values, Key>>
  /** The same of who has their own rights: `Fixed` fields are given by code that is trusted alone. */
  readonly sent: Omit<Values, Fixed>
  readonly changed: Partial<Omit<Values, Key | Fixed>>
  readonly owned: Partial<Pick<Values, Owned>>
}

/** The entities of a charter by name. */
export interface EntityShapes {
  readonly [entity: string]: {
    readonly row: object
    readonly proposed: object
    readonly seen: object
    readonly key: object
    readonly create: object
    readonly update: object
    readonly sent: object
    readonly changed: object
    readonly owned: object
  }
}

/** Those of a charter that nobody knows. */
export interface AnyEntities {
  readonly [entity: string]: {
    readonly row: JsonObject
    readonly proposed: JsonObject
    readonly seen: JsonObject
    readonly key: JsonObject
    readonly create: JsonObject
    readonly update: JsonObject
    readonly sent: JsonObject
    readonly changed: JsonObject
    readonly owned: Readonly<Record<string, readonly JsonObject[]>>
  }
}

/**
 * Rows for trusted code: values are validated, the charter's checks, tenancy and hooks hold, access rules are not asked again, and
 * protection of fields does not hide anything. All of it is in the call's transaction. Every method rejects with a ProblemError:
 * `not-found`, `invalid-input`, `conflict`, `referenced`.
 */
export interface Rows<Entities extends EntityShapes = AnyEntities> {
  /**
   * The same rows of another tenant, which need not have any yet: so is one made. Nobody asks whether the caller belongs to it. Throws
   * where the charter has no tenancy.
   */
  within(tenant: string): Rows<Entities>
  read<Name extends keyof Entities & string>(
    entity: Name,
    key: Entities[Name]['key'],
  ): Promise<Entities[Name]['row'] | null>
  /** The rows that `where` says, in the order of `sort`, then of the key; the first `limit` of them. */
  list<Name extends keyof Entities & string>(
    entity: Name,
    asked?: ListOfRows<Entities[Name]['row']>,
  ): Promise<readonly Entities[Name]['row'][]>
  /** The bytes of a row's file; null where there is no such row, or it has none. */
  file<Name extends keyof Entities & string>(
    entity: Name,
    key: Entities[Name]['key'],
    field: keyof Entities[Name]['row'] & string,
    range?: FileRange,
  ): Promise<OpenFile | null>
  create<Name extends keyof Entities & string>(
    entity: Name,
    values: Entities[Name]['create'],
  ): Promise<Entities[Name]['row']>
  update<Name extends keyof Entities & string>(
    entity: Name,
    key: Entities[Name]['key'],
    changes: Entities[Name]['update'],
  ): Promise<Entities[Name]['row']>
  /** With the rows that it owns. */
  delete<Name extends keyof Entities & string>(entity: Name, key: Entities[Name]['key']): Promise<void>
}

/**
 * Rows as the caller may have them: each method is allowed, judged and answered as the call of that name would be, in the operation's
 * own transaction, and on its record. Every method rejects with a ProblemError: `forbidden`, `step-up-required`, `not-found`,
 * `invalid-input`, `conflict`, `referenced`.
 */
export interface CallerRows<Entities extends EntityShapes = AnyEntities> {
  /** Null: there is none, or the caller may not read it. */
  read<Name extends keyof Entities & string>(
    entity: Name,
    key: Entities[Name]['key'],
  ): Promise<Entities[Name]['seen'] | null>
  /** Those of them that the caller may list, as for `Rows`. */
  list<Name extends keyof Entities & string>(
    entity: Name,
    asked?: ListOfRows<Entities[Name]['row']>,
  ): Promise<readonly Entities[Name]['seen'][]>
  /** The bytes of a row's file; null where there is no such row or file, or the caller may not see it. */
  file<Name extends keyof Entities & string>(
    entity: Name,
    key: Entities[Name]['key'],
    field: keyof Entities[Name]['row'] & string,
    range?: FileRange,
  ): Promise<OpenFile | null>
  /** Gives what names the row. */
  create<Name extends keyof Entities & string>(
    entity: Name,
    values: Entities[Name]['sent'],
  ): Promise<Entities[Name]['key']>
  update<Name extends keyof Entities & string>(
    entity: Name,
    key: Entities[Name]['key'],
    changes: Entities[Name]['changed'],
  ): Promise<Entities[Name]['key']>
  delete<Name extends keyof Entities & string>(entity: Name, key: Entities[Name]['key']): Promise<void>
}

export interface ListOfRows<Row = JsonObject> {
  /** Each has to hold: a value is one that the field equals, null one that it has not. */
  readonly where?: { readonly [Field in keyof Row]?: Row[Field] | Condition<NonNullable<Row[Field]>> }
  /** Names of fields; with `-` before it the other way round. */
  readonly sort?: readonly `${'' | '-'}${keyof Row & string}`[]
  /** From 1 to 10,000. Left out: all, and an error where there are more than 10,000, so that nothing is left out in silence. */
  readonly limit?: number
}

export interface Condition<Value> {
  readonly eq?: Value
  readonly ne?: Value
  readonly lt?: Value
  readonly le?: Value
  readonly gt?: Value
  readonly ge?: Value
  readonly in?: readonly Value[]
  readonly startsWith?: string
  /** SQL LIKE: `%` any run, `_` one character. */
  readonly like?: string
  readonly isNull?: boolean
}
