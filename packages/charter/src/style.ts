import type { Call, Outcome, ServiceBackend } from '@charter/runtime'
import type { Charter } from './charter.ts'
import type { Diagnostic } from './diagnostic.ts'
import type { Lock } from './lock.ts'
import type { OwnListener } from './own-listener.ts'
import type { StyleSettings } from './style-settings.ts'
import type { Transport } from './transport.ts'

/**
 * All that is true of one protocol. One folder in `packages/styles/src/` each. `Surface` is the style's own plan of a
 * charter (names, paths, numbers): pure data that `contract`, `serve`, `call` and each language's transport read.
 * `Server` is the listener that a service shares among the styles of its kind.
 */
export interface Style<Surface = unknown, Server = unknown> {
  readonly name: string
  readonly title: string
  /** `http`: it shares HTTP's port, whose server is a Fastify instance; else a port of its own. */
  readonly listener: 'http' | OwnListener<Surface, Server>
  /** What the variables begin with that it reads of a service's environment: `GRAPHQL_`. */
  readonly environment?: string
  /** What a refusal comes in: `problem details (RFC 9457)`. */
  readonly refusal: string
  /** The characters that it can carry, where those are not all but NUL: others are refused when they are written, in every style. */
  readonly characters?: 'xml'
  /** Bytes of files come in and go out over it (docs/files.md). */
  readonly carriesFiles?: true
  /** What the document may tell it, under its name. */
  readonly settings?: StyleSettings
  /** `lock` holds names and numbers once given; without one they are those that a first lock would hold. */
  surface(charter: Charter, lock?: Lock): Surface
  /** What the lock has to keep under `given`, so that names and numbers stay; left out by styles that need none kept. */
  given?(charter: Charter, lock?: Lock): Readonly<Record<string, string>>
  /** What this style cannot carry of the charter, and clashes in the surface, by name. */
  check(charter: Charter): readonly Diagnostic[]
  /** The published document(s): file name → text. */
  contract(charter: Charter, surface: Surface): Readonly<Record<string, string>>
  /** Protocol → Call: joins a listener, which whoever serves opens and closes. `environment`: that of the process unless given. */
  serve(
    surface: Surface,
    serving: ServiceBackend,
    server: Server,
    environment?: Readonly<Record<string, string | undefined>>,
  ): void | Promise<void>
  /** What a style with a listener of its own also offers at HTTP's port, to a Fastify instance. */
  serveOverHttp?(surface: Surface, serving: ServiceBackend, app: unknown): Promise<void>
  /** What generated services carry to serve it, by language. */
  readonly transports?: Readonly<Record<string, Transport>>
  /** How a Call is spelled on the wire, or a sentence saying why it cannot be. What `call` sends, without sending it. */
  request(surface: Surface, call: Call): WireRequest | string
  /** What answers call otherwise than the charter does; left out where that is nothing. */
  spellings?(surface: Surface): Spellings
  /** Call → protocol, over real sockets, against any implementation of the contract. */
  call(surface: Surface, options: CallOptions): Promise<Caller>
  /** Which changes between two charters break this style's clients. */
  breaks(before: Charter, after: Charter): readonly Break[]
}

/** A request as people read it. Who calls is not in it: the credential goes in beside it, as `authorization: Bearer …`. */
export interface WireRequest {
  /** HTTP's own, or `POST`, as gRPC has it. */
  readonly method: string
  /** Below the style's address: a path with its query, or gRPC's full method name. */
  readonly target: string
  /** What the style asks for beside who calls and the request's id. gRPC: metadata. */
  readonly headers: Readonly<Record<string, string>>
  /** gRPC: the message in protobuf's JSON. */
  readonly body: string | null
  /** Of the body. `graphql`: JSON that holds a document under `query`. */
  readonly language: 'json' | 'xml' | 'graphql'
}

/** By entity, and by the name that a field has on the wire. */
export type Spellings = Readonly<Record<string, Readonly<Record<string, Spelling>>>>

export interface Spelling {
  /** The charter's field. */
  readonly field: string
  /** Spelling on the wire → value, where they differ. */
  readonly values?: Readonly<Record<string, string>>
}

export interface CallOptions {
  readonly url: string
  /** Credential text for a Call's principal: a bearer token. */
  credential(call: Call): string | null
  /** Which of the caller's organisations it is for, where rows say to which they belong; left out, or null: the credential says it, or there is one. */
  organisation?(call: Call): string | null
  readonly timeoutMs: number
}

export interface Caller {
  /** Never rejects. A call that the style cannot carry is a problem (`not-implemented`), and nothing is sent. */
  execute(call: Call): Promise<Outcome>
  /** Why the style cannot carry this call, in a sentence; null where it can. */
  refuses(call: Call): string | null
  close(): Promise<void>
}

export interface Break {
  /** `Patient.ssn`. */
  readonly about: string
  readonly sentence: string
  readonly severity: 'breaking' | 'additive'
}

export const defineStyle = <Surface, Server>(style: Style<Surface, Server>): Style<Surface, Server> => style
