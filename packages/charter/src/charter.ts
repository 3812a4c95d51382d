import type {
  CrudOperation,
  Default,
  Deprecation,
  FileModel,
  HookMoment,
  Json,
  LimitsModel,
  Mask,
  RouteBodyModel,
  SessionsModel,
  Type,
} from '@charter/runtime'
import type { CronTime } from '@charter/runtime/cron'

/**
 * A charter after `parseCharter`: every shorthand spelled out, every name resolved, defaults filled in. Immutable.
 * Names of styles, languages, databases and frameworks are open strings: this package knows none of them.
 */
export interface Charter {
  readonly name: string
  readonly title: string
  readonly version: string
  readonly description?: string
  readonly serves: readonly string[]
  readonly frameworks: readonly string[]
  readonly sources: readonly Source[]
  /** Database for service state when a source is not ours. */
  readonly state?: string
  /** What each style is told, by its name; the style alone knows what that is. */
  readonly settings: Settings
  /** Only what FIPS 140-3 allows, with an active validated provider. */
  readonly crypto?: 'fips'
  /** What the service keeps lies there sealed. */
  readonly atRest?: 'encrypt'
  /** Origins whose pages may call from a browser; left out: none. */
  readonly cors?: readonly string[]
  readonly access: Access
  readonly types: Readonly<Record<string, TypeDeclaration>>
  readonly entities: readonly Entity[]
  /** Those that clients may call. */
  readonly operations: readonly Operation[]
  /** Those that the service's own code calls, and nobody else. */
  readonly internal: readonly Operation[]
  /** Operations that REST alone carries, at addresses of their own. */
  readonly routes: readonly Route[]
  readonly policies: readonly CedarText[]
  readonly limits: LimitsModel
  /** Who changes or deletes a row has to say of which version, in every style. */
  readonly ifMatch?: 'required'
  /** Open questions and assumptions that a draft left, for the page and `charter why`. */
  readonly questions: readonly Question[]
  /** Where the parts stand that have no `place` of their own, by path: `serves`, `access.mfa`; empty for the whole. */
  readonly places: Readonly<Record<string, Place>>
}

/** By style. A style's folder exports what reads its own. */
export type Settings = Readonly<Record<string, unknown>>

/** Where something stands in the document: file as given to the reader, line and column from 1. */
export interface Place {
  readonly file: string
  readonly line: number
  readonly column: number
}

export interface Placed {
  readonly place: Place
}

export type Source = Placed & { readonly name: string } & (
    | { readonly kind: 'own'; readonly database: string }
    /** `environment`: the variable that holds the URL; then `database` names the connector. */
    | { readonly kind: 'url'; readonly url: string; readonly environment?: string; readonly database?: string }
  )

export interface Access {
  readonly accepts: readonly string[]
  readonly roles: readonly string[]
  readonly principal: readonly {
    readonly name: string
    readonly claim: string
    readonly type: Type
    readonly isRequired: boolean
    /** The field of the membership's row that it is, where no claim says it. */
    readonly member?: string
  }[]
  readonly tenancy?: {
    readonly field: string
    readonly claim: string
    /** The database itself gives nobody rows of another tenant: row-level security, where a database of ours has it. */
    readonly rowSecurity?: boolean
  }
  /** The claim that names the person, whoever vouches for them; left out: `sub`. */
  readonly person?: { readonly claim: string }
  /** Which rows say who belongs where, and with which roles; left out: credentials do. */
  readonly membership?: Membership
  readonly mfa: readonly string[]
  /** Browsers may sign in with a cookie that stands for their credential. */
  readonly cookies?: SessionsModel
}

export interface Membership {
  /** Its `person` says whose row it is. */
  readonly entity: string
  /** A field of the row, or one along to-one relations of it: `role.grants`. */
  readonly roles: readonly string[]
  /** A boolean field, or a rule across fields of the row. */
  readonly while?: string
  /** The role of whoever is signed in, whether they belong anywhere or not. */
  readonly signedIn?: string
}

export interface TypeDeclaration extends Placed {
  readonly name: string
  readonly type: Type
  readonly description?: string
  /** Wire bindings by member path (`street`, `card.number`); empty for the type itself. */
  readonly wire?: WireBindings
}

export type WireBindings = Readonly<Record<string, XmlBinding>>

/** How a foreign contract spells a value in XML, so that it can be read and written without loss. */
export interface XmlBinding {
  readonly namespace?: string
  readonly name?: string
  readonly isAttribute?: boolean
  /** Name of the xsd:choice that the member belongs to. */
  readonly choice?: string
}

export interface Entity extends Placed {
  /** Stable across renames; from `charter.lock`. */
  readonly id: string
  readonly name: string
  readonly was?: string
  /** What it was called, oldest first: its rows' audit trail goes back to there. From `charter.lock`. */
  readonly formerly?: readonly FormerName[]
  readonly plural: string
  readonly description?: string
  readonly key: readonly string[]
  readonly fields: readonly Field[]
  readonly relations: readonly Relation[]
  /** What conditions ask of rows that relations to many lead to: docs/charter.md, Sets. */
  readonly sets?: readonly RelatedSet[]
  /** The field that holds the `principal.id` of the person whom a row stands for. */
  readonly person?: string
  readonly unique: readonly { readonly name: string; readonly fields: readonly string[] }[]
  readonly checks: readonly Check[]
  readonly isReadOnly: boolean
  readonly deprecated?: Deprecation
  readonly softDelete?: string
  /** When code of the service's own runs around each write of its rows: docs/charter.md, Hooks. */
  readonly hooks?: readonly HookMoment[]
  /** The operation of `mode: job` whose runs its rows are: the service alone writes them. */
  readonly job?: string
  /** The engine's own, which the document says in other words (`webhooks`): nobody writes code of it. */
  readonly isBuiltIn?: true
  /** All tenants see the same rows: the entity stands outside `access.tenancy`. */
  readonly isShared: boolean
  readonly source: string
  /** Name in the source where it is not the name here. */
  readonly binding?: { readonly schema?: string; readonly table: string }
  readonly allow: readonly Allow[]
  readonly settings?: Settings
  readonly samples?: readonly Readonly<Record<string, Json>>[]
}

/** A name that an entity had, with those that its key fields had meanwhile. */
export interface FormerName {
  readonly name: string
  readonly key: readonly string[]
}

export interface Field extends Placed {
  readonly id: string
  readonly name: string
  readonly was?: string
  readonly description?: string
  readonly type: Type
  readonly isOptional: boolean
  readonly default?: Default
  readonly isUnique: boolean
  readonly isReadOnly: boolean
  /** Set on create, never changed after. */
  readonly isImmutable: boolean
  /** Taken, and never given back. */
  readonly isWriteOnly?: true
  readonly class?: 'pii' | 'phi' | 'pan' | 'secret'
  readonly protect?: 'mask' | 'tokenize' | 'encrypt'
  readonly mask?: Mask
  readonly search?: 'equals'
  readonly reveal?: string
  /** The states that its values are, and the operations that alone change it. */
  readonly states?: States
  readonly deprecated?: Deprecation
  /** Column in the source where it is not the name here, and its type there. */
  readonly column?: string
  readonly columnType?: string
  /** The field exists because a to-one relation of this name needs it. */
  readonly impliedBy?: string
  readonly wire?: WireBindings
  /** Its value is what is known of a file, whose bytes lie beside the database. */
  readonly file?: FileModel
}

/** What a row goes through: docs/charter.md, States. */
export interface States extends Placed {
  /** Of a new row. */
  readonly initial: string
  readonly moves: readonly Move[]
}

/** An operation on one row that takes it from one state to the next. */
export interface Move extends Placed {
  readonly operation: string
  readonly from: readonly string[]
  readonly to: string
  /** A Cedar condition over the row, what it refers to, and the caller: what has to hold, whoever may ask. */
  readonly when?: CedarText
  /** What a caller is told where it does not hold. */
  readonly message?: string
  /** Own code makes it, and no client; so it is too where its operation is declared so. */
  readonly isInternal?: true
  /** So long after the row came into one of the states that it leads from, it is made by itself. */
  readonly afterMs?: number
}

export interface Relation extends Placed {
  readonly id: string
  readonly name: string
  readonly was?: string
  readonly description?: string
  readonly kind: 'one' | 'many'
  readonly target: string
  readonly from: readonly string[]
  readonly to: readonly string[]
  readonly through?: { readonly entity: string; readonly from: readonly string[]; readonly to: readonly string[] }
  readonly inverse?: string
  readonly isOwned: boolean
  readonly isOptional: boolean
  readonly settings?: Settings
}

/** Rows that conditions ask of, under a name that no client sees. */
export interface RelatedSet extends Placed {
  readonly name: string
  /** Relations from the entity on, of which one at least leads to many. */
  readonly of: readonly string[]
  /** A rule over the last row's own fields, as `checks` are written. */
  readonly where?: string
  /** The attribute that says how many there are. */
  readonly count?: string
}

export interface Check extends Placed {
  readonly name: string
  /** As written: `endsAt > startsAt`. */
  readonly text: string
  readonly message: string
}

/** One line of `allow`: what a role may do, under which condition, revealing what. */
export interface Allow extends Placed {
  readonly role: string
  readonly do: readonly string[]
  /** A Cedar condition as written. */
  readonly when?: string
  readonly reveal: readonly string[]
  /** The line as written, for `why`. */
  readonly text: string
  /** Where the parts stand of a line that was read from a document. */
  readonly places?: AllowPlaces
}

export interface AllowPlaces {
  /** Of each name. */
  readonly do: readonly Place[]
  readonly reveal: readonly Place[]
  /** Where the condition's first character stands. */
  readonly when?: Omit<CedarText, 'text'>
}

/** Cedar as written under `policies`; `place` is where its first character stands. */
export interface CedarText extends Placed {
  readonly text: string
  /** A YAML block scalar (`|`), whose lines are lines of the file. */
  readonly isBlock: boolean
  /** Its characters stand in one line of the file as they are here. */
  readonly isVerbatim?: boolean
}

export interface Operation extends Placed {
  readonly id: string
  readonly name: string
  readonly was?: string
  readonly description?: string
  readonly entity?: string
  readonly hasKey: boolean
  readonly input: readonly {
    readonly name: string
    readonly type: Type
    readonly isOptional: boolean
    readonly default?: Default
    readonly description?: string
  }[]
  readonly result: { readonly entity: string; readonly isList: boolean } | { readonly type: Type } | null
  readonly effect: 'read' | 'write'
  /** With whose rights its body reads and writes rows; the caller of an internal one is the code that calls it. */
  readonly rights: 'caller' | 'service'
  readonly mode: 'unary' | 'stream' | 'job'
  /** Of a job: when it is begun by itself. */
  readonly schedule?: Schedule
  /** Of a job: so long after a run has ended its row goes. */
  readonly keepMs?: number
  readonly errors: readonly string[]
  readonly deprecated?: Deprecation
  readonly settings?: Settings
  readonly isInternal?: true
  /** The engine does it: nobody writes its body. */
  readonly isBuiltIn?: true
  /** It is declared by a move of `states` alone: nothing but the move happens, and it has no body. */
  readonly isMove?: true
}

/** `atMs`: past midnight in UTC; left out, as it falls. */
export type Schedule = { readonly everyMs: number; readonly atMs?: number } | CronTime

/**
 * An operation on no entity that REST alone carries, with what it takes of a request as its input (`routeInput`) and an answer of any
 * media type.
 */
export interface Route extends Operation {
  /** Below the base of REST, with `:name` for each of `params`. */
  readonly path: string
  readonly verb: RouteVerb
  /** Those of the path, in order. */
  readonly params: Operation['input']
  readonly query: Operation['input']
  /** Headers of the request that its body is given, in small letters. */
  readonly headers: readonly string[]
  readonly body?: RouteBodyModel
  /** Media types that it may answer with, the usual one first. */
  readonly answers: readonly string[]
  /** Who may, where policies do not say more. */
  readonly roles: readonly string[]
  /** Nobody has to sign in, and nobody is asked who they are. */
  readonly isOpen: boolean
}

export type RouteVerb = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

export interface Question {
  readonly kind: 'assumed' | 'question' | 'contradiction'
  /** `Patient.ssn`, or empty for the whole. */
  readonly about: string
  readonly sentence: string
  readonly choices: readonly string[]
}

/** The fields that answers may hold. */
export const shownFields = ({ fields }: Pick<Entity, 'fields'>): readonly Field[] =>
  fields.filter(({ isWriteOnly }) => !isWriteOnly)

/** What an entity offers before access is asked: a read-only one has no writes. */
export const offersOf = (entity: Entity): readonly CrudOperation[] =>
  entity.isReadOnly || entity.job !== undefined
    ? entity.key.length > 0
      ? ['read', 'list', 'audit']
      : ['list']
    : ['create', 'read', 'replace', 'update', 'delete', 'list', 'audit']

/** Whether the value is kept as a ciphertext or a token. */
export const isSealed = ({ protect }: Pick<Field, 'protect'>): boolean =>
  protect === 'encrypt' || protect === 'tokenize'

/** Whether the service has the value at hand when it asks something of a row by itself: it is neither sealed nor written alone. */
export const isOpenField = (field: Pick<Field, 'protect' | 'isWriteOnly'>): boolean =>
  field.isWriteOnly !== true && !isSealed(field)

export const openFields = ({ fields }: Pick<Entity, 'fields'>): readonly Field[] => fields.filter(isOpenField)
