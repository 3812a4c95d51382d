import type { Authenticate, Call, Execute, Outcome, ServiceModel } from '@charter/runtime'
import type { Charter } from './charter.ts'
import type { Diagnostic } from './diagnostic.ts'

/**
 * All that is true of one protocol. One folder in `packages/styles/src/` each. `Surface` is the style's own plan of a
 * charter (names, paths, numbers): pure data that `contract`, `serve`, `call` and each language's transport read.
 */
export interface Style<Surface = unknown> {
  readonly name: string
  readonly title: string
  surface(charter: Charter): Surface
  /** What this style cannot carry of the charter, and clashes in the surface, by name. */
  check(charter: Charter): readonly Diagnostic[]
  /** The published document(s): file name → text. */
  contract(charter: Charter, surface: Surface): Readonly<Record<string, string>>
  /** Protocol → Call. */
  serve(surface: Surface, execute: Execute, options: ServeOptions): Promise<Served>
  /** Call → protocol, over real sockets, against any implementation of the contract. */
  call(surface: Surface, options: CallOptions): Caller
  /** Which changes between two charters break this style's clients. */
  breaks(before: Charter, after: Charter): readonly Break[]
}

export interface ServeOptions {
  readonly host: string
  /** 0: any free port. */
  readonly port: number
  readonly model: ServiceModel
  readonly authenticate: Authenticate
  /** Runs batches; a style that has them says what it does without. */
  readonly executeBatch?: (calls: readonly Call[], options: { readonly atomic: boolean }) => Promise<readonly Outcome[]>
  /** Where bugs go; a client learns only that something went wrong. */
  readonly onBug?: (error: unknown) => void
  /** Adds what is not the API itself: health, metrics, the development page. Receives the style's own server object. */
  readonly extend?: (server: unknown) => void | Promise<void>
}

export interface Served {
  readonly url: string
  close(): Promise<void>
}

export interface CallOptions {
  readonly url: string
  /** Credential text for a Call's principal: a bearer token. */
  credential(call: Call): string | null
  readonly timeoutMs: number
}

export interface Caller {
  execute(call: Call): Promise<Outcome>
  close(): Promise<void>
}

export interface Break {
  /** `Patient.ssn`. */
  readonly about: string
  readonly sentence: string
  readonly severity: 'breaking' | 'additive'
}

export const defineStyle = <Surface>(style: Style<Surface>): Style<Surface> => style
