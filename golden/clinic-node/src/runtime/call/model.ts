import type { CronTime } from '../values/cron.ts'
import type { Member, Type } from '../values/type.ts'
import type { CrudOperation } from './call.ts'
import type { Predicate } from './predicate.ts'

/**
 * What a running service knows of its charter: plain data, derived at start in process, printed as source in a
 * generated service. Names are the charter's own.
 */
export interface ServiceModel {
  readonly name: string
  readonly title: string
  readonly version: string
  readonly description?: string
  /** Digest of everything that changes what a cursor or a cached answer means. */
  readonly digest: string
  readonly entities: readonly EntityModel[]
  readonly operations: readonly OperationModel[]
  /** What the service's own code calls, and nobody else: no call of such a name is one. */
  readonly internal?: readonly OperationModel[]
  /** Operations that REST alone carries. */
  readonly routes?: readonly RouteModel[]
  readonly types: Readonly<Record<string, Type>>
  /** Text that is written holds the characters of XML 1.0 alone: one of the styles it is served in carries no other. */
  readonly characters?: 'xml'
  readonly access: AccessModel
  readonly limits: LimitsModel
  /** Who changes or deletes a row has to say of which version (`If-Match`). */
  readonly ifMatch?: 'required'
  /** Origins whose pages may call from a browser. */
  readonly cors?: readonly string[]
  /** Browsers may sign in with a cookie that stands for their credential. */
  readonly sessions?: SessionsModel
  /** Only ways of cryptography that FIPS 140-3 allows. */
  readonly crypto?: 'fips'
  /** What the service keeps lies there sealed (`settings/at-rest.ts`). */
  readonly atRest?: 'encrypt'
}

/** The cookie is called after `name`, and lasts no longer than `maxAgeSeconds`. */
export interface SessionsModel {
  readonly name: string
  readonly maxAgeSeconds: number
}

/** From which day it is not to be used any more, and from which it may be gone. */
export interface Deprecation {
  readonly since: string
  readonly sunset?: string
}

export interface EntityModel {
  readonly name: string
  /** What many of them are called, in words, where it is not `nounsOf(name)`: `people`. */
  readonly plural?: string
  readonly description?: string
  readonly deprecated?: Deprecation
  /** Names of the key fields, in order. */
  readonly key: readonly string[]
  /** Those that answers may hold. */
  readonly fields: readonly FieldModel[]
  /** Those that are taken and never given. */
  readonly writeOnly?: readonly FieldModel[]
  readonly relations: readonly RelationModel[]
  /** What is offered at all (a read-only entity has no writes), whoever asks. */
  readonly offers: readonly CrudOperation[]
  readonly unique: readonly UniqueModel[]
  readonly checks: readonly CheckModel[]
  /** Those that ask of other rows too. */
  readonly relatedChecks?: readonly RelatedCheckModel[]
  /** Field that holds the tenant, where the charter declares tenancy and the entity takes part. */
  readonly tenantField?: string
  /** Deleting sets this instant field; rows that have it are not there. */
  readonly softDeleteField?: string
  /** When the service's own code runs around each write of its rows. */
  readonly hooks?: readonly HookMoment[]
  /** The engine's own, and so are its hooks. */
  readonly isBuiltIn?: true
  /** Where the rows are: which source, and whether its schema is ours. */
  readonly source: string
  readonly isOwned: boolean
  /** What it was called, with its key fields: the audit trail of a row goes back to there. */
  readonly formerly?: readonly { readonly name: string; readonly key: readonly string[] }[]
  /** The names of entity and key fields that protected values are sealed under, where those are others than today's: the first it had. */
  readonly sealedAs?: { readonly name: string; readonly key: readonly string[] }
}

/** In the transaction before and after the write, once it is committed, and before a file that was sent is one. */
export const hookMoments = ['before', 'after', 'committed', 'file'] as const
export type HookMoment = (typeof hookMoments)[number]

export interface FieldModel extends Member {
  readonly deprecated?: Deprecation
  /** `never`: generated or read-only; `create`: set once. */
  readonly writable: 'always' | 'create' | 'never'
  readonly class?: 'pii' | 'phi' | 'pan' | 'secret'
  /** The reveal action a principal needs to see the value; without it the answer has `mask`'s outcome. */
  readonly reveal?: string
  readonly mask?: Mask
  /**
   * How the value is kept: as ciphertext in its column, or as a token that stands for it. `isSearchable`: `eq` and `in` find
   * it. `sealedAs`: the field's first name, where it has another today.
   */
  readonly protect?: {
    readonly kind: 'encrypt' | 'tokenize'
    readonly isSearchable: boolean
    readonly sealedAs?: string
  }
  readonly isFilterable: boolean
  readonly isSortable: boolean
  /** It is taken and never given: such a one stands apart from the fields of its entity. */
  readonly isWriteOnly?: true
  /** It changes by the operations that move it alone, whoever writes: bodies of operations do not either. */
  readonly isState?: true
  /** Its value is what is known of a file, and changes as files are sent, whoever writes; never in a body. */
  readonly file?: FileModel
}

/** Whether no body holds it, whoever writes: it changes by moves, or as files are sent. */
export const isNeverInBodies = ({ isState, file }: Pick<FieldModel, 'isState' | 'file'>): boolean =>
  isState === true || file !== undefined

/** Those whose values are files. */
export const fileFields = ({ fields }: Pick<EntityModel, 'fields'>): readonly FieldModel[] =>
  fields.filter(({ file }) => file !== undefined)

/** Whether rows of a service name files. */
export const hasFiles = ({ entities }: Pick<ServiceModel, 'entities'>): boolean =>
  entities.some((entity) => fileFields(entity).length > 0)

/** What a field may hold whose value is a file. */
export interface FileModel {
  readonly bytesMax: number
  /** Media types in small letters, or `image/*`; left out: any. Of what its first bytes say. */
  readonly kinds?: readonly string[]
}

/** `hide`: null. `last`: all but the last `keep` code points, and at least half of all, become `*`. `year`: of a date or instant only the year, `-01-01` after it. */
export type Mask =
  | { readonly kind: 'hide' }
  | { readonly kind: 'last'; readonly keep: number }
  | { readonly kind: 'year' }

export interface RelationModel {
  readonly name: string
  readonly kind: 'one' | 'many'
  readonly target: string
  /** Fields here and the fields of the target (or of `through`) they equal, pairwise. */
  readonly from: readonly string[]
  readonly to: readonly string[]
  /** Many-to-many: `to` are fields of this entity, whose `throughFrom` equal the target's `throughTo`. */
  readonly through?: { readonly entity: string; readonly from: readonly string[]; readonly to: readonly string[] }
  /** The target rows are written with their parent, in its transaction, and go with it. */
  readonly isOwned: boolean
  readonly isOptional: boolean
}

export interface UniqueModel {
  readonly name: string
  readonly fields: readonly string[]
}

/** A rule across fields of one row: holds unless the predicate is false (unknown holds, as in SQL CHECK). */
export interface CheckModel {
  readonly name: string
  readonly message: string
  readonly fields: readonly string[]
  readonly predicate: Predicate
}

/** A rule over a row and those that its to-one relations lead to. `fields`: those of the row, as the rule names them. */
export interface RelatedCheckModel extends CheckModel {
  /** What it speaks of: a field of the row, or one behind relations. */
  readonly paths: readonly (readonly string[])[]
}

/** Beyond create-read-update-delete. `entity` with `hasKey`: the operation is on one row. */
export interface OperationModel {
  readonly name: string
  readonly description?: string
  readonly deprecated?: Deprecation
  readonly entity?: string
  readonly hasKey: boolean
  readonly input: readonly Member[]
  /** An entity's name, a type, or nothing. */
  readonly result: { readonly entity: string; readonly isList: boolean } | { readonly type: Type } | null
  readonly effect: 'read' | 'write'
  /** Its body reads and writes rows past the rules; left out: as its caller may. */
  readonly rights?: 'service'
  readonly errors: readonly string[]
  /** It takes its row from one state to the next, before its body runs. */
  readonly move?: MoveModel
  /** It goes on past its answer, which is the run: a row of this entity. */
  readonly job?: string
  /** It is begun by itself, by the service: so often, and so long past midnight in UTC where that is said; or when a clock shows so. */
  readonly schedule?: { readonly everyMs: number; readonly atMs?: number } | CronTime
  /** So long after a run has ended its row goes. */
  readonly keepMs?: number
  /** The engine does it. */
  readonly isBuiltIn?: true
}

/** An operation at an address of its own: its input is what it takes of a request (`params`, `query`, `headers`, `body`). */
export interface RouteModel extends OperationModel {
  readonly route: {
    /** Media types that it may answer with, the usual one first. */
    readonly answers: readonly string[]
    readonly body?: RouteBodyModel
    /** Nobody is asked who they are. */
    readonly isOpen?: true
  }
}

/** The body that a route takes: a media type, how its code is given it, and how long it may be. */
export interface RouteBodyModel {
  readonly type: string
  readonly as: 'json' | 'text' | 'bytes'
  readonly bytesMax: number
}

/** Whether an operation is a route of a charter's own. */
export const isRoute = (operation: OperationModel): operation is RouteModel => 'route' in operation

/** Every operation that a call may be for, of a charter or of its model: routes of its own among them. */
export const calledOperations = <Operation>({
  operations,
  routes = [],
}: {
  readonly operations: readonly Operation[]
  readonly routes?: readonly Operation[]
}): readonly Operation[] => [...operations, ...routes]

export interface MoveModel {
  readonly field: string
  readonly from: readonly string[]
  readonly to: string
  /** Whether a rule of the entity for the action `move:<operation>` has to hold of the row, whoever may ask. */
  readonly isGuarded: boolean
  /** What a caller is told where that does not hold. */
  readonly message?: string
  /** So long after a row came into a state that it leads from, the service makes it. */
  readonly afterMs?: number
  /** Whether something else happens too: then a body does it. */
  readonly hasBody: boolean
}

/** Whether code is what the operation does: a move that is nothing else has none. */
export const hasBody = ({ move }: Pick<OperationModel, 'move'>): boolean => move?.hasBody !== false

/** Whether that code is a person's. */
export const hasOwnBody = (operation: Pick<OperationModel, 'move' | 'isBuiltIn'>): boolean =>
  hasBody(operation) && operation.isBuiltIn !== true

/** When code of a person's runs around each write of an entity's rows; undefined where none does. */
export const ownHooks = ({ hooks, isBuiltIn }: Pick<EntityModel, 'hooks' | 'isBuiltIn'>): EntityModel['hooks'] =>
  isBuiltIn ? undefined : hooks

/** Every operation that a charter declares: those that clients may call, then the internal ones. */
export const ownOperations = ({
  operations,
  internal = [],
}: Pick<ServiceModel, 'operations' | 'internal'>): readonly OperationModel[] => [...operations, ...internal]

/** The internal operations of a person's, which code of theirs may call: what `webhooks` brings along, the engine's code alone does. */
export const ownInternal = ({
  internal = [],
  entities,
}: Pick<ServiceModel, 'internal' | 'entities'>): readonly OperationModel[] => {
  const brought = new Set(entities.flatMap(({ name, isBuiltIn }) => (isBuiltIn ? [name] : [])))
  return internal.filter(({ entity }) => entity === undefined || !brought.has(entity))
}

/** Lines that a run keeps of what its code says, each of at most so many code points. */
export const jobLines = { linesMax: 100, lengthMax: 500 } as const

/** Whether rows of an entity are the runs of a job. */
export const isRun = (model: Pick<ServiceModel, 'operations' | 'internal'>, { name }: EntityModel): boolean =>
  ownOperations(model).some(({ job }) => job === name)

/** The action under which rules hold what a move asks of its row; nobody is granted it, and nothing but the move asks for it. */
export const moveAction = (operation: string): string => `move:${operation}`

export interface AccessModel {
  readonly accepts: readonly string[]
  readonly roles: readonly string[]
  readonly principal: readonly PrincipalAttribute[]
  readonly rules: readonly Rule[]
  readonly tenantClaim?: string
  /** The claim that names the person, whoever vouches; left out: `sub`. */
  readonly personClaim?: string
  /** Left out: credentials say what roles their callers have. */
  readonly membership?: MembershipModel
  /** Some rule asks something of the call at hand: its style, its address, how long ago its caller signed in. */
  readonly asksOfCalls?: true
  /** Actions (`Patient.delete`) that need a stronger sign-in. */
  readonly mfa: readonly string[]
}

/** Which rows say who belongs where, and with which roles. */
export interface MembershipModel {
  readonly entity: string
  /** The field that holds `Principal.id`. */
  readonly person: string
  /** To-one relations to go along, then the field that holds a role's name, or several. */
  readonly roles: readonly string[]
  /** What has to hold of a row for it to count. */
  readonly while?: Predicate
  /** The role of whoever is signed in, a member or not. */
  readonly signedIn?: string
}

export interface PrincipalAttribute {
  readonly name: string
  readonly claim: string
  /** The field of the membership's row that it is: then no claim counts for it. */
  readonly member?: string
  readonly type: Type
  readonly isRequired: boolean
}

/**
 * One permit or forbid, compiled. `actions` are `read`, `list`, …, a custom operation's name, or `reveal:<name>`.
 * `roles` empty: whatever the role.
 */
export interface Rule {
  readonly id: string
  readonly effect: 'permit' | 'forbid'
  readonly entity: string | null
  readonly actions: readonly string[]
  readonly roles: readonly string[]
  /** Whether it holds for those rows only that meet its condition, which the store has rendered, and not for every row. */
  readonly isConditional: boolean
  /** The condition itself, for who renders it. A generated service has what was rendered alone, but where there is no entity: such a rule asks of the principal only. */
  readonly when?: Predicate
  /** The line of the charter, as written, for `why` and `explain`. */
  readonly source: { readonly file: string; readonly line: number; readonly text: string }
}

export interface LimitsModel {
  readonly bodyBytesMax: number
  readonly pageSizeDefault: number
  readonly pageSizeMax: number
  readonly countMax: number
  readonly aggregateRowsMax: number
  readonly includeDepthMax: number
  readonly includeCountMax: number
  /** What one call, or all calls of a batch, may cost: rows, times what is included with each (docs/semantics.md, Bounds). */
  readonly costMax: number
  readonly batchMax: number
  readonly importLinesMax: number
  readonly requestTimeoutMs: number
}

export const defaultLimits: LimitsModel = {
  bodyBytesMax: 1_048_576,
  pageSizeDefault: 20,
  pageSizeMax: 100,
  countMax: 10_000,
  aggregateRowsMax: 100_000,
  includeDepthMax: 3,
  includeCountMax: 10,
  costMax: 20_000,
  batchMax: 100,
  importLinesMax: 100_000,
  requestTimeoutMs: 30_000,
}
