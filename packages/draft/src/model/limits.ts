/** Bounds on a draft with a model. */
export interface Limits {
  /** A page is 3,000 characters. */
  readonly pagesMax: number
  /** Until something is heard of the model. */
  readonly firstTokenMs: number
  /** All of it: waits, attempts and repairs. */
  readonly wholeMs: number
  /** Of one answer. */
  readonly outputTokensMax: number
  readonly repairsMax: number
  /** Of one request that was refused for a time (429, 503) or lost on the way. */
  readonly retriesMax: number
  /** Doubles from one retry to the next, where the server does not say how long to wait. */
  readonly retryAfterMs: number
  /** A server that asks for a longer wait is not waited for. */
  readonly retryAfterMsMax: number
}

export const defaultLimits: Limits = {
  pagesMax: 50,
  firstTokenMs: 120_000,
  wholeMs: 600_000,
  outputTokensMax: 32_000,
  repairsMax: 3,
  retriesMax: 3,
  retryAfterMs: 1_000,
  retryAfterMsMax: 60_000,
}

export const pageCharacters = 3_000
