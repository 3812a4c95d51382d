import type { Call, Outcome } from './call.ts'

/** Runs a call and gives what it gave, having noted how it ended and how long it took. */
export type Measure = (call: Call, run: () => Promise<Outcome>) => Promise<Outcome>
