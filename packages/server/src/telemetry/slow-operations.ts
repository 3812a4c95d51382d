import type { Rows } from '@charter/runtime/service'
import type { Entities, Traffic } from '../charter.gen.ts'
import { type TrafficAsked, trafficBetween } from './traffic-between.ts'

export interface SlowAsked extends TrafficAsked {
  /** What 95 of a hundred calls may take. */
  readonly p95MaxMs: number
  /** Of fewer nothing is said: one slow call is no slow operation. */
  readonly callsMin: number
}

/** The operations of an environment of which 95 of a hundred calls took longer than they may between two times, the slowest first. */
export const slowOperations = async (
  rows: Pick<Rows<Entities>, 'list'>,
  { p95MaxMs, callsMin, ...asked }: SlowAsked,
): Promise<readonly Traffic[]> => {
  const { operations } = await trafficBetween(rows, asked)
  return operations
    .filter(({ calls, p95Ms }) => calls >= callsMin && p95Ms > p95MaxMs)
    .sort((one, other) => other.p95Ms - one.p95Ms)
}
