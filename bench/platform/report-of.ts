import { atMost, type BenchReport, median, round, spread } from '../report.ts'
import type { Cost, Work } from './measure.ts'
import type { Kind } from './service.ts'
import type { Up } from './up.ts'

export interface Held {
  readonly projects: number
  readonly entries: number
}

/** By kind: resident memory once it was opened, and what each round of each work cost. */
export type Costs = Readonly<
  Record<Kind, { readonly restMb: number; readonly of: Readonly<Record<Work, readonly Cost[]>> }>
>

export interface Starts {
  readonly cold: Up
  readonly warm: readonly Up[]
}

const bars = { megabytes: 400, coldSeconds: 30, warmSeconds: 4 }
const kinds = ['platform', 'plain'] as const

/** What was found, as ratios to the bare engine where there is one to compare with. */
export const reportOf = (held: Held, costs: Costs, starts: Starts): BenchReport => {
  const { cold, warm } = starts
  const togetherMb = medianOf(warm, 'platformMb') + medianOf(warm, 'exampleMb')
  const warmSeconds = medianOf(warm, 'seconds')
  return {
    bench: 'platform',
    figures: {
      'projects, entries of the record': `${held.projects}, ${held.entries}`,
      ...costFigures(costs),
      ...startFigures(starts),
    },
    ratios: Object.fromEntries(
      worksOf(costs).map((work) => [`CPU of a ${work} to the bare engine`, ratioOf(costs, work)]),
    ),
    bars: [
      atMost('platform and example at rest, MB', togetherMb, bars.megabytes),
      atMost('charter up, cold, s', cold.seconds, bars.coldSeconds),
      atMost('charter up, warm, s', warmSeconds, bars.warmSeconds),
    ],
    summary: [
      ...worksOf(costs).map((work) => workText(costs, work)),
      `${round(togetherMb)} MB`,
      `up in ${round(cold.seconds)} s cold, ${round(warmSeconds)} s warm`,
    ].join('; '),
  }
}

const worksOf = ({ plain }: Costs): readonly Work[] => Object.keys(plain.of) as Work[]

const medianOf = <Name extends string>(all: readonly Readonly<Record<Name, number>>[], figure: Name): number =>
  median(all.map((each) => each[figure]))

const ratioOf = ({ platform, plain }: Costs, work: Work): number =>
  medianOf(platform.of[work], 'cpuUs') / medianOf(plain.of[work], 'cpuUs')

/** `read 1.2× CPU, p95 4 ms beside 3`. */
const workText = (costs: Costs, work: Work): string => {
  const [p95, plain] = kinds.map((kind) => round(medianOf(costs[kind].of[work], 'p95Ms')))
  return `${work} ${round(ratioOf(costs, work))}× CPU, p95 ${p95} ms beside ${plain}`
}

const costFigures = (costs: Costs): BenchReport['figures'] => ({
  ...Object.fromEntries(
    worksOf(costs).flatMap((work) =>
      kinds.flatMap((kind) => [
        [`${kind}, ${work}: CPU µs`, spread(costs[kind].of[work].map(({ cpuUs }) => cpuUs))],
        [`${kind}, ${work}: p95 ms`, spread(costs[kind].of[work].map(({ p95Ms }) => p95Ms))],
      ]),
    ),
  ),
  ...Object.fromEntries(kinds.map((kind) => [`${kind}, opened: MB`, round(costs[kind].restMb)])),
})

const startFigures = ({ cold, warm }: Starts): BenchReport['figures'] => ({
  'charter up, cold: s, CPU s': `${round(cold.seconds)}, ${round(cold.cpuSeconds)}`,
  'charter up, warm: s': spread(warm.map(({ seconds }) => seconds)),
  'charter up, warm: CPU s': spread(warm.map(({ cpuSeconds }) => cpuSeconds)),
  'charter up, at rest: MB': spread(warm.map(({ platformMb }) => platformMb)),
  'its example, at rest: MB': spread(warm.map(({ exampleMb }) => exampleMb)),
  'its supervisor, at rest: MB': spread(warm.map(({ supervisorMb }) => supervisorMb)),
})
