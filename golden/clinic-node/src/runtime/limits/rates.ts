import { type TokenBucket, tokenBucket } from './token-bucket.ts'

/** How often in a minute what is costly may be done. */
export interface RateLimits {
  /** Sign-ins that fail, by address. */
  readonly failedSignIns: number
  /** Denials, which are on disk before they are answered, by principal. */
  readonly denials: number
  /** Aggregates, by principal. */
  readonly aggregates: number
  /** Bulk imports, by principal. */
  readonly imports: number
  /** Sessions of browsers that begin or end, each of which is on record, by principal. */
  readonly sessions: number
  /** Runs of jobs that are started, by principal. */
  readonly jobs: number
  /** Files whose bytes begin to come, by principal. */
  readonly files: number
}

/** Buckets of one replica. */
export interface Rates {
  readonly failures: TokenBucket
  readonly denials: TokenBucket
  readonly aggregates: TokenBucket
  readonly imports: TokenBucket
  readonly sessions: TokenBucket
  readonly jobs: TokenBucket
  readonly files: TokenBucket
}

export const ratesOf = (limits: RateLimits, nowMs: () => number): Rates => ({
  failures: tokenBucket({ perMinute: limits.failedSignIns, nowMs }),
  denials: tokenBucket({ perMinute: limits.denials, nowMs }),
  aggregates: tokenBucket({ perMinute: limits.aggregates, nowMs }),
  imports: tokenBucket({ perMinute: limits.imports, nowMs }),
  sessions: tokenBucket({ perMinute: limits.sessions, nowMs }),
  jobs: tokenBucket({ perMinute: limits.jobs, nowMs }),
  files: tokenBucket({ perMinute: limits.files, nowMs }),
})

type Environment = Readonly<Record<string, string | undefined>>

const variables = {
  failedSignIns: ['RATE_FAILED_SIGN_INS', 1000],
  denials: ['RATE_DENIALS', 1200],
  aggregates: ['RATE_AGGREGATES', 1200],
  imports: ['RATE_IMPORTS', 120],
  sessions: ['RATE_SESSIONS', 120],
  jobs: ['RATE_JOBS', 600],
  files: ['RATE_FILES', 600],
} as const satisfies Record<keyof RateLimits, readonly [string, number]>

/** `RATE_FAILED_SIGN_INS`, `RATE_DENIALS`, `RATE_AGGREGATES`, `RATE_IMPORTS`, `RATE_SESSIONS`, `RATE_JOBS`, `RATE_FILES`: numbers a minute. */
export const readRates = (env: Environment): RateLimits => ({
  failedSignIns: rateIn(env, 'failedSignIns'),
  denials: rateIn(env, 'denials'),
  aggregates: rateIn(env, 'aggregates'),
  imports: rateIn(env, 'imports'),
  sessions: rateIn(env, 'sessions'),
  jobs: rateIn(env, 'jobs'),
  files: rateIn(env, 'files'),
})

const rateIn = (env: Environment, of: keyof RateLimits): number => {
  const [name, usual] = variables[of]
  const text = env[name]
  return text === undefined ? usual : /^[1-9]\d{0,8}$/.test(text) ? Number(text) : Number.NaN
}

/** What is wrong with these settings, each with what to set. */
export const rateMistakes = (env: Environment): readonly string[] =>
  (Object.keys(variables) as (keyof RateLimits)[]).flatMap((of) =>
    Number.isNaN(rateIn(env, of)) ? [`${variables[of][0]} must be a whole number from 1: how many in a minute.`] : [],
  )
