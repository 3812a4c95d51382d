import { instantOfDigits } from './temporal.ts'

/** The clock's millisecond as an instant in canonical form. The last one is kept: many calls share a millisecond. */
export const instantAt = (nowMs: number): string => {
  if (nowMs === lastMs) return lastInstant
  lastMs = nowMs
  lastInstant = instantOfDigits(`${Math.floor(nowMs)}000`) ?? '0001-01-01T00:00:00Z'
  return lastInstant
}

let lastMs = Number.NaN
let lastInstant = ''
