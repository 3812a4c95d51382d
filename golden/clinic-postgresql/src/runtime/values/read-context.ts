import { type InputErrorCode, InputErrors } from '../problem/input-errors.ts'
import type { Type } from './type.ts'

/** One reading of an input: where errors are collected, what named types mean, and the Call's one clock. */
export interface ReadContext {
  readonly types: Readonly<Record<string, Type>>
  readonly errors: InputErrors
  /** Instant in canonical form. */
  readonly now: string
  /** Its date, UTC. */
  readonly today: string
  /** Those that text may hold; any but NUL unless said. */
  readonly characters?: 'xml'
}

/** Notes an error; returns undefined so that readers can `return refuse(…)`. */
export const refuse = (
  reading: ReadContext,
  path: string,
  code: InputErrorCode,
  message: string | (() => string),
): undefined => {
  reading.errors.push(() => ({ path, code, message: typeof message === 'string' ? message : message() }))
}

/** A reading at an instant (canonical form). */
export const readingAt = (now: string, types: Readonly<Record<string, Type>> = {}): ReadContext => ({
  types,
  errors: new InputErrors(),
  now,
  today: now.slice(0, 10),
})
