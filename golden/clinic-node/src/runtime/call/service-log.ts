/** One request as it is logged: its route's template, never its path or query, and nobody's name. */
export interface RequestLine {
  readonly style: string
  readonly method: string
  readonly route: string
  readonly status: number
  readonly ms: number
  readonly requestId: string | null
  /** W3C traceparent, as it came. */
  readonly traceparent?: string | undefined
}

/** In which request a bug showed. */
export interface BugOrigin {
  readonly requestId?: string | undefined
  readonly traceparent?: string | undefined
  readonly operation?: string | undefined
}

/** Tells bugs, and faults of what is around the service. */
export type OnBug = (error: unknown, origin?: BugOrigin) => void

/** The log of a process: a line of JSON each. It holds no body, no value of a query, no parameter of a statement, no secret. */
export interface ServiceLog {
  request(line: RequestLine): void
  readonly bug: OnBug
  /** What a database says of what it refused to write. */
  refused(words: string, origin: BugOrigin): void
  /** Writes what waits, or gives it up in a second where nobody reads. */
  close(): void | Promise<void>
}

/** An error whose sentence is ours and holds no value: it may be logged. */
export class Fault extends Error {
  override readonly name = 'Fault'
}
