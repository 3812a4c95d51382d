import type { Json } from '../../src/runtime/index.ts'

/**
 * What a service must do, as plain data: requests in order, and what their answers hold. Scenarios are derived from a
 * charter (`derive/`) or written by hand (`conformance/scenarios/`); one runner runs both against any service.
 */
export interface Scenario {
  /** Unique and stable: `Patient.create.length.name`. */
  readonly id: string
  /** The guarantee in plain words. */
  readonly title: string
  /** Lines of docs/semantics.md that it holds the service to: `order`, `filters`… */
  readonly cites: readonly string[]
  /** What the database holds when it begins. `any`: whatever there is, so that it may run against a service in use. */
  readonly rows: 'example' | 'none' | 'any'
  readonly writes: boolean
  readonly steps: readonly Step[]
  /** Name of the style whose own protocol the steps are in, at its own address; absent: REST, and whatever carries what REST does. */
  readonly in?: string
  /** What becomes of a service that is started beside this one; where there are steps, they are asked of it. */
  readonly start?: StartWanted
}

/** An environment, beside the usual one; undefined: without that variable. */
export interface StartWanted {
  /**
   * `{another-database}` in it: the address of one that another charter's service made, `{foreign-database}`: somebody else, and so on
   * (`Whose`); `{port}`: one that is free (`{{port}}` in steps), `{taken-port}`: one that is not; `{provider}` and the like: where
   * something of whoever vouches is (`credentials/`);
   * `{json-file}`: the path of a file that holds a JSON object.
   */
  readonly env: Readonly<Record<string, string | undefined>>
  /** It ends with 2, and has said all of these; empty: it listens. */
  readonly says: readonly string[]
  /** And nothing of these. */
  readonly lacks?: readonly string[]
  /** Texts of what it has written to its standard output when it has ended; not asked of a service in process. */
  readonly logs?: { readonly says: readonly string[]; readonly lacks: readonly string[] }
  /** Regular expressions that lines of the record match when it has ended. */
  readonly records?: readonly string[]
}

/** A request to the letter, sent in Latin-1 over a bare connection that it asks to be closed. */
export interface Bare {
  /** Request line and headers; none: nothing is sent. */
  readonly lines: readonly string[]
  readonly body?: string
}

/**
 * Over a WebSocket: something to say, so many messages to hear, to hear until one has a text, or the end of the connection. What is
 * `asks`-ed of REST meanwhile, by the same caller, is asked again every two seconds until then; what is asked by itself is asked once,
 * and the status that comes of it is heard: `{ status }`.
 */
export type Turn =
  | { readonly say: Json }
  | { readonly hear: number }
  | { readonly until: string; readonly withinMs?: number; readonly asks?: Meanwhile }
  | { readonly asks: Meanwhile }
  | { readonly untilClosed: true }

export type Meanwhile = Pick<Step, 'method' | 'path' | 'headers' | 'body'>

/**
 * One request. `{{name}}` in path, headers, body and expectations stands for what a step before has saved; `{{token}}` and
 * `{{authority}}` for what its own caller shows, and for the host and port that it is asked at; `{{behind}}` for the service's own address, where another style is asked; `{{page}}`, of a service that was
 * started, for where its development page opens, once. A path that begins with `http://` is asked at that address.
 */
export interface Step {
  /**
   * Whose token: a role, with the claims of the first example rows; `role#1` with those of the second; `role/name` as
   * another person. Null: no token.
   */
  readonly as: string | null
  /** What is shown of who calls, where it is not simply a good token of the service's own. */
  readonly shows?: Shown
  readonly method: Method
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  /** Sent as JSON. */
  readonly body?: Json
  /** Sent as it stands, where a body is to be no JSON, or JSON that a parser would mend. */
  readonly text?: string
  /** In place of method, headers and body, which are then for reading alone. */
  readonly bare?: Bare
  /** Over a WebSocket at the path, with these protocols (default: GraphQL's); the answer looked into is `{ heard, code }`. */
  readonly turns?: readonly Turn[]
  readonly protocols?: readonly string[]
  /** Of gRPC, and where a body is to be no text: base64. */
  readonly bytes?: string
  /** Asked while a transaction of somebody else's has taken every row; it is undone so many milliseconds later, or when the `turns` are over. */
  readonly heldMs?: number
  /** Follows `next` to the end; the answer looked into is `{ items, rows, pages, next, count }`. */
  readonly walk?: boolean
  /** Sends it so many times at once; the answer looked into is `{ answers: [{ status, body }] }`, by status. */
  readonly times?: number
  /** Opens so many like it before, and holds them open while it is asked. */
  readonly holds?: number
  /** By whom, each so many; absent: by who asks. */
  readonly holdsAs?: readonly string[]
  /** Of the last step, of a service that was started: it is told to end while this is asked, and then looked into. */
  readonly untilStopped?: true
  /** Asks again, with 50 ms between, until the expectation holds or so many milliseconds have gone. */
  readonly withinMs?: number
  readonly expect: Expect
  /** Name → where in the answer: a JSON Pointer into the body, or `header:etag`, or what a pattern finds there: `header:etag /\w+/`. */
  readonly save?: Readonly<Record<string, string>>
}

/** A credential. What is left out is as in a good one, for the `as` of its step. */
export interface Shown {
  /** Who vouches: the service's own development issuer, an identity provider (of tokens, or of assertions), a gateway, or an API key of the service. */
  readonly by: 'development' | 'provider' | 'gateway' | 'api-key' | 'saml'
  /** Also to a service that takes none of its kind. */
  readonly isUnasked?: boolean
  /**
   * In place of the good ones; null: left out. Numbers of `exp`, `nbf`, `iat` and `auth_time` are seconds from now; the text `1e999` is
   * written as that number.
   */
  readonly claims?: Readonly<Record<string, Json>>
  /** Likewise, of the JOSE header. */
  readonly header?: Readonly<Record<string, Json>>
  /** Of a token: its issuer's name is a place below the key sets, `/discovered`, where it says itself where its keys are. */
  readonly issuerAt?: string
  /** `another`: another key under the same `kid`; `none`: `alg` none; `public-key`: HMAC with the public key as secret. */
  readonly signedBy?: 'another' | 'none' | 'public-key'
  /** What becomes of the text: padding, another spelling of the same bytes, one letter changed, or too much of it. */
  readonly text?: 'padded' | 'respelt' | 'altered' | 'long'
  /** In which header: that of its kind, or `Authorization: Bearer`; `body`: where the step says `{{credential}}`, as assertions always are. */
  readonly in?: 'bearer' | 'gateway' | 'body'
  /** Of an API key: from now; less than zero: it has ended. */
  readonly endsInSeconds?: number
  /** Of an API key: it is ended so long after it was shown. */
  readonly revokedInMs?: number
  readonly scopes?: readonly string[]
  /**
   * Of an assertion (`{{credential64}}`: in base64url): edits of what it says (`"@60"`: a minute
   * from now), of what its signature says, and of what is sent once it is signed.
   */
  readonly says?: readonly Edit[]
  readonly signs?: readonly Edit[]
  readonly sends?: readonly Edit[]
  /**
   * Which key of the provider signs it: of an assertion `rsa` unless said, of a token one of Ed25519; `another` is none of the
   * provider's. As a token's, the key is named by this word, and has the algorithm that its type has unless the header says another.
   */
  readonly key?: SigningKey
}

/** P-256 and P-384; RSA of 2048 bits, `weak` of 1024, and `cubed` of 2048 with the exponent 3. */
export type SigningKey = 'rsa' | 'ec' | 'ec-384' | 'weak' | 'cubed' | 'another'

/** The first place of a text, and what stands there instead. */
export type Edit = readonly [part: string, instead: string]

export type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS'

export interface Expect {
  /** One status, or any of several. Absent: whatever it is. */
  readonly status?: number | readonly number[]
  /** By header name, in lower case. */
  readonly headers?: Readonly<Record<string, Check>>
  readonly body?: readonly Place[]
  /** Texts that the answer's body has, whatever its format. */
  readonly says?: readonly string[]
  /** Texts that are nowhere in the answer, headers included. */
  readonly lacks?: readonly string[]
  /** Statements that the service may say to its database for this request. */
  readonly statementsMax?: number
}

/** A check at a place of the body: a JSON Pointer (RFC 6901). */
export type Place = { readonly at: string } & Check

/** The whole matcher language. Each check says one thing; several may stand together. */
export interface Check {
  readonly equals?: Json
  readonly differs?: Json
  /** Members that an object has, among others. */
  readonly holds?: { readonly [member: string]: Json }
  /** There is nothing at all, not even null. */
  readonly absent?: true
  readonly present?: true
  readonly length?: number
  readonly lengthMin?: number
  /** A list has an item that equals; a text has the part. */
  readonly contains?: Json
  readonly lacks?: Json
  /** A list has an item with all of these: JSON Pointer into the item → value. */
  readonly some?: { readonly [pointer: string]: Json }
  /** A regular expression that the whole text matches. */
  readonly matches?: string
  /** The items of a list, each reduced to the value at this pointer, in order. */
  readonly each?: {
    readonly at: string
    readonly equals?: readonly Json[]
    readonly all?: Json
    readonly unique?: true
  }
}

export const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value)
