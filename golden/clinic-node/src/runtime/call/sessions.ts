import type { Credential, Principal } from './call.ts'

/** What a request says of the page that it comes from. */
export interface FromPage {
  readonly method?: string | undefined
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
}

/**
 * How sure it has to be that a request is of a page of the service's own. `address`: what is typed, or followed from outside a page, may read;
 * `script`: a script of its own asks; `socket`: the same of a WebSocket, by its `Origin` alone (RFC 6455 section 10.2).
 */
export type PageProof = 'address' | 'script' | 'socket'

/** Sessions of browsers: a cookie that stands for a credential, taken from pages of the service's own origin alone. */
export interface Sessions {
  /**
   * What the session of a request stands for; null where it shows none that holds. Throws a ProblemError (`unauthenticated`) for one that a
   * page of another origin sends along.
   */
  credentialOf(request: FromPage, proof: Exclude<PageProof, 'socket'>): Credential | null
  /** The same of a WebSocket, before it is one: of a page of another origin there is none. */
  ofSocket(request: FromPage): Credential | null
  /** Whether a request that begins or ends a session is of a page of the service's own, or of no page. */
  isTaken(request: FromPage): boolean
  /** `Set-Cookie` for a credential that was accepted, no longer than that holds. Throws a ProblemError (`unauthenticated`, `too-large`). */
  begin(credential: Credential, principal: Principal): { readonly cookie: string; readonly untilMs: number }
  /** `Set-Cookie` that ends it in the browser. */
  end(): string
}
