import type { Mismatch } from './match.ts'

/** How a run went. `failed` and `skipped` name scenarios. */
export interface Report {
  readonly target: string
  readonly passed: number
  readonly failed: readonly Failure[]
  readonly skipped: readonly { readonly id: string; readonly reason: string }[]
  readonly durationMs: number
  /** Where something failed in a generated folder: its files that are not what the charter generates now. */
  readonly stale?: readonly string[]
}

/** One scenario that did not hold, up to its first failing step. */
export interface Failure {
  readonly id: string
  readonly title: string
  /** Of scenarios that were read from files: where the step stands, `orders.yaml:12`. */
  readonly place?: string
  readonly cites: readonly string[]
  /** From 1. */
  readonly step: number
  /** `PATCH /api/patients/… as clinician`. */
  readonly request: string
  readonly status: number | null
  readonly mismatches: readonly Mismatch[]
}

export const isGreen = (report: Report): boolean => report.failed.length === 0 && report.passed > 0

/** The report as lines a person reads. */
export const reportLines = (report: Report): readonly string[] => [
  ...report.failed.flatMap(failureLines),
  ...skippedLines(report),
  ...staleLines(report),
  `${report.target}: ${report.passed} hold, ${report.failed.length} do not, ${report.skipped.length} not run; ${(report.durationMs / 1000).toFixed(1)} s.`,
]

const failureLines = ({ id, title, place, cites, step, request, mismatches }: Failure): readonly string[] => [
  `FAILED ${id}${place === undefined ? '' : `  ${place}`}`,
  `  ${title}${cites.length > 0 ? ` (semantics: ${cites.join(', ')})` : ''}`,
  `  step ${step}: ${request}`,
  ...mismatches.flatMap(({ at, expected, actual }) => [
    `    ${at === '' ? 'body' : at}`,
    `      expected  ${expected}`,
    `      actual    ${actual}`,
  ]),
  '',
]

const staleLines = ({ stale = [], target }: Report): readonly string[] =>
  stale.length === 0
    ? []
    : [
        `stale: ${stale.length} ${stale.length === 1 ? 'file' : 'files'} of ${target} ${stale.length === 1 ? 'is' : 'are'} not what the charter generates now (${stale.slice(0, 3).join(', ')}${stale.length > 3 ? ', …' : ''}). Next: charter generate, then verify again`,
      ]

const skippedLines = ({ skipped }: Report): readonly string[] => {
  const reasons = new Map<string, number>()
  for (const { reason } of skipped) reasons.set(reason, (reasons.get(reason) ?? 0) + 1)
  return [...reasons].map(([reason, count]) => `not run: ${count}, ${reason}`)
}
