import { saidText } from '@charter/deploy'
import type { Traffic } from '../charter.gen.ts'
import type { Found } from './take-findings.ts'

/** Of each operation that is slow in an environment. */
export const findingsOfTraffic = (environment: string, slow: readonly Traffic[]): readonly Found[] =>
  slow.map(({ operation, style, calls, meanMs, p50Ms, p95Ms, p99Ms }) => ({
    source: 'traffic',
    severity: 'medium',
    title: saidText(`${operation} over ${style} is slow in ${environment}`, 200),
    text: `Of ${calls} calls half took ${shown(p50Ms)} ms at most, 95 of a hundred ${shown(p95Ms)} ms, 99 of a hundred ${shown(p99Ms)} ms; ${shown(meanMs)} ms on average.`,
    about: saidText(operation, 400),
    sameBy: JSON.stringify([environment, operation, style]),
  }))

const shown = (ms: number): string => String(Math.round(ms * 10) / 10)
