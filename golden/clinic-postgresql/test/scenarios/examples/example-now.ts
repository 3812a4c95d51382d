import { instantAt, type Json, type Type } from '../../../src/runtime/index.ts'

/**
 * When examples are judged, in epoch milliseconds. A test that is written down runs at any time after: whatever a rule compares with the
 * clock, of a row or of a principal, is far on one side of it (`exampleMoment`), and other values no clock is asked of. What a call
 * fills in by the clock is the moment that it is judged at, then and now.
 */
export const exampleNowMs = Date.parse('2026-06-15T12:00:00Z')

/** What a clock fills in, when an example is judged. */
export const exampleNow = ({ kind }: Type): Json => {
  const now = instantAt(exampleNowMs)
  return kind === 'date' ? now.slice(0, 10) : now
}

/** A usual example of an instant or a date, centuries before or after any clock. */
export const exampleMoment = (usual: string, side: 'past' | 'future'): string =>
  `${side === 'past' ? '1971' : '2999'}${usual.slice(4)}`
