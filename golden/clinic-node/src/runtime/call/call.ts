import type { AnswerRoom } from '../limits/answer-length.ts'
import type { Until } from '../limits/until.ts'
import type { Problem } from '../problem/problem.ts'
import { parseExact } from '../values/exact-json.ts'
import type { Json, JsonObject } from '../values/json.ts'
import type { FileValue } from './file-value.ts'
import type { Predicate } from './predicate.ts'
import { joinedText, type TextPart } from './text-part.ts'

/**
 * What every protocol does. `operation` is `Patient.read`, `Patient.list`, … (`crudOperations`), or a custom
 * operation's own name.
 */
export interface Call {
  readonly operation: string
  readonly input: CallInput
  readonly select?: Selection
  readonly principal: Principal | null
  readonly context: CallContext
}

/** `key`: the key fields of the row meant, in canonical form. `value`: the body of a write or of a custom operation. */
export interface CallInput {
  readonly key?: JsonObject
  readonly value?: Json
  /** Of an update: what its files are from now on, which were stored before; null takes one away. Nobody sends it. */
  readonly files?: Readonly<Record<string, FileValue | null>>
  /** Of a read: the field whose bytes are given with it. Of an update: the one that is about to be sent. */
  readonly file?: string
}

/** What of the result is wanted; each relation has its own filter, order and page. */
export interface Selection {
  /** Field names in answer order; absent: all that the principal may see. */
  readonly fields?: readonly string[]
  /** By the member's name in the answer. */
  readonly include?: Readonly<Record<string, Selection>>
  /** Client filter over fields of this entity. */
  readonly filter?: Predicate
  readonly sort?: readonly Sort[]
  readonly limit?: number
  /** Opaque cursor of the page before. */
  readonly after?: string
  /** The last rows, or those that end before the cursor `after`; they stand in the list's order all the same. */
  readonly isBackward?: boolean
  /** Cursors of rows are told too, as the page's `cursors`: each one's, or the first and the last. */
  readonly cursors?: 'all' | 'ends'
  readonly count?: boolean
  /** In an `include`: the relation meant, where the member's name in the answer is not the relation's own. */
  readonly relation?: string
  /** Of `Patient.aggregate` alone. */
  readonly aggregate?: Aggregate
}

/** What is asked of all rows that the filter gives: `count` always, and these of the fields named, per group where there are any. */
export interface Aggregate {
  /** Names of fields whose values make a group; absent: one group of all rows. */
  readonly groupBy?: readonly string[]
  readonly sum?: readonly string[]
  readonly average?: readonly string[]
  readonly min?: readonly string[]
  readonly max?: readonly string[]
}

/** One entry of an `include`: what the answer calls it, the relation it is, and what is wanted of that. */
export interface Included {
  readonly member: string
  readonly relation: string
  readonly selection: Selection
}

/**
 * The relations that a selection includes. A member's name is only its name in the answer (an alias): rules, scopes, masks and
 * protection ask for `relation`. Nothing else walks an `include`, so that no name is taken for a relation.
 */
export const includedIn = (select: Selection | undefined): readonly Included[] =>
  select?.include === undefined
    ? []
    : Object.entries(select.include).map(([member, selection]) => ({
        member,
        relation: selection.relation ?? member,
        selection,
      }))

export interface Sort {
  readonly field: string
  readonly isDescending?: boolean
}

/** Who calls. A header alone never makes one (TRUST): `authenticate` does, from a verified credential. */
export interface Principal {
  /** The person: one, by whatever way they sign in, where the charter says which claim names them. */
  readonly id: string
  /** What the credential itself calls them (`sub`, NameID), where another claim names the person. */
  readonly subject?: string
  readonly roles: readonly string[]
  /** Declared under `access.principal`, in canonical form. */
  readonly attributes: JsonObject
  readonly tenant?: string
  /** What the request says of the tenant, where rows say the rest; null: nothing. Absent: the credential says it. */
  readonly within?: string | null
  readonly credential: CredentialKind
  /** Of the call at hand, where a rule asks. */
  readonly asked?: AskedCall
  /** Epoch milliseconds until which the credential proves it; absent where it does not say. */
  readonly untilMs?: number
  /** What the credential may be used for at most (`Patient:read`), on top of what the roles allow. Absent: no limit. */
  readonly scopes?: readonly string[]
  /** How strongly and when the person signed in (RFC 9470: `acr`, `amr`, `auth_time` in epoch seconds). */
  readonly signIn?: { readonly acr?: string; readonly amr?: readonly string[]; readonly authTime?: number }
}

/** What is known of a call beside who calls. */
export interface AskedCall {
  /** The call's one clock, in epoch milliseconds; of a stream that of what it is about to tell. */
  readonly nowMs: number
  /** Whole seconds since a second factor was shown; absent where none was, or nobody says when. */
  readonly strongAge?: number
  /** Name of the style: `rest`. */
  readonly style: string
  /** The client's, past proxies that are trusted; absent where there is none. */
  readonly address?: string
}

/**
 * By what a principal was made: `saml` is an assertion, or a token that one was exchanged for; `gateway` what a gateway vouches for;
 * `none`: it is nobody, whom open routes alone let in.
 */
export type CredentialKind = (typeof credentialKinds)[number]

export const credentialKinds = ['jwt', 'oauth2', 'api-key', 'saml', 'gateway', 'development', 'none'] as const

/** Who calls where nobody is asked who they are. It may do nothing but what is open. */
export const nobody: Principal = { id: 'nobody', roles: [], attributes: {}, credential: 'none' }

export interface CallContext extends Until {
  /** Strong entity tags (RFC 9110 section 13.1.1), or `*`. */
  readonly ifMatch?: readonly string[]
  readonly ifNoneMatch?: readonly string[]
  readonly idempotencyKey?: string
  /** W3C traceparent. */
  readonly trace?: string
  /**
   * What the style could not read of the request (`malformed` or `invalid-input`). The call is refused with it, but only
   * once the caller is known and allowed (docs/semantics.md, Precedence): nothing is told to who may not ask.
   */
  readonly unreadable?: Problem
  /** The same for all calls of one request, where a request brings several one by one: what they have cost so far. */
  readonly together?: { cost: number }
  /** The same for all calls whose answers go out as one; left out: there is room for this one alone. */
  readonly room?: AnswerRoom
  readonly origin: { readonly style: string; readonly address?: string; readonly requestId: string }
}

export type Outcome =
  | ValueOutcome
  | { readonly kind: 'stream'; readonly items: AsyncIterable<Json> }
  | { readonly kind: 'problem'; readonly problem: Problem }

/**
 * `value` by operation: read, create, replace, update: the row; list and audit: a `Page`; aggregate: `Aggregates`; delete: null;
 * custom: its result, of a job the row of its run. `changes` is a stream of `Change`.
 */
export interface ValueOutcome {
  readonly kind: 'value'
  readonly value: Json
  /** The same as JSON text, where it was made as such; then `value` is read from it when asked for. */
  readonly text?: string
  /** What that text is joined of. */
  readonly part?: TextPart
  /** Of a row in a table of ours, shown with its key as it is: that key, so that nobody need read the text for it. */
  readonly key?: JsonObject
  /** Of a page: its cursor and how many rows it has, so that nobody need read the text for them. */
  readonly page?: { readonly next: string | null; readonly rows: number }
  /** Strong entity tag without quotes: row version, `.`, digest of the view. Absent where relations are included. */
  readonly version?: string
  /** The row was created, or the very same answer was given before under this idempotency key. */
  readonly isReplayed?: boolean
  readonly problems?: readonly { readonly path: string; readonly problem: Problem }[]
}

/**
 * The value of `Patient.aggregate`. Groups stand in the order of their key; `isComplete` is false where there are more groups than
 * the page size. Sums and averages of exact numbers are text with all their digits; a field without a value is null.
 */
export interface Aggregates {
  readonly groups: readonly AggregateGroup[]
  readonly isComplete: boolean
}

export interface AggregateGroup {
  readonly key: JsonObject
  readonly count: number
  readonly sum: JsonObject
  readonly average: JsonObject
  readonly min: JsonObject
  readonly max: JsonObject
}

/**
 * An item of the stream of `Patient.changes`, under the `list` rule: what happened to a row that the caller may list. `row` is what
 * the selection asks of it as it is now; null for one that is gone. `cursor` resumes the stream after this item.
 */
export interface Change {
  readonly cursor: string
  /** Instant of the write. */
  readonly at: string
  readonly change: 'created' | 'updated' | 'deleted'
  readonly key: JsonObject
  readonly row: JsonObject | null
}

/** One page of a list. `count` is exact up to a cap, then says so. */
export interface Page {
  readonly items: readonly JsonObject[]
  readonly next: string | null
  readonly count?: { readonly value: number; readonly isExact: boolean }
  /** Of its rows, as the selection asked for them. */
  readonly cursors?: readonly (string | null)[]
}

export const crudOperations = ['create', 'read', 'replace', 'update', 'delete', 'list', 'audit'] as const
export type CrudOperation = (typeof crudOperations)[number]

/** Offered wherever `list` is, and decided by its rules: `Patient.aggregate`, `Patient.changes`. */
export const listOperations = ['aggregate', 'changes'] as const
export type ListOperation = (typeof listOperations)[number]

export type Execute = (call: Call) => Promise<Outcome>

/** A value that is there as JSON text, which is joined when it is asked for. */
export const textValue = (part: TextPart, more: Pick<ValueOutcome, 'key' | 'page' | 'version'> = {}): ValueOutcome => ({
  kind: 'value',
  part,
  ...more,
  get text() {
    return joinedText(part)
  },
  get value() {
    return parseExact(joinedText(part))
  },
})

export const failed = (of: Problem): Outcome => ({ kind: 'problem', problem: of })

/**
 * What a request shows to prove who calls: the text after `Bearer`, an API key, what a gateway asserts, or a SAML assertion that the
 * message carries, as a document of its own.
 */
export interface Credential {
  readonly kind: 'bearer' | 'api-key' | 'gateway' | 'saml'
  readonly text: string
  /** Which organisation the request is for, of those that the caller may belong to; it proves nothing. */
  readonly organisation?: string
  /** Epoch milliseconds until which a browser's session stands for it; absent: it was shown itself. */
  readonly untilMs?: number
}

/**
 * Null for no credential. Rejects with a ProblemError (`unauthenticated`, `unavailable`; `malformed` where an organisation has to be
 * chosen, and `too-large` where somebody belongs to too many).
 */
export type Authenticate = (credential: Credential | null) => Principal | null | Promise<Principal | null>
