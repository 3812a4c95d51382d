import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { atMost, type BenchReport, median, round, spread } from '../report.ts'
import { fill } from './fill.ts'
import { type Cost, costOf, type Work, works } from './measure.ts'
import { residentMb } from './process-figures.ts'
import type { Kind } from './service.ts'
import { start } from './start.ts'
import { down, type Up, up } from './up.ts'

const rounds = Number(process.env.BENCH_ROUNDS ?? 3)
const count = Number(process.env.BENCH_REQUESTS ?? 2000)
const held = { projects: Number(process.env.BENCH_PROJECTS ?? 1000), entries: 100_000 }
const kinds = ['platform', 'plain'] as const
const bars = { megabytes: 400, coldSeconds: 30, warmSeconds: 4 }

/**
 * What the platform costs beside the bare engine that it is served by, over the same rows in the same styles; then what `charter up`
 * takes to start, and keeps while nobody asks.
 */
export const platform = async (): Promise<BenchReport> => {
  const folder = mkdtempSync(join(tmpdir(), 'charter-bench-platform-'))
  try {
    const costs = await costsOf(folder)
    const starts = await startsOf(folder)
    return reportOf(costs, starts)
  } finally {
    down(join(folder, 'up'))
    rmSync(folder, { recursive: true, force: true })
  }
}

type Costs = Readonly<Record<Kind, { readonly restMb: number; readonly of: Readonly<Record<Work, readonly Cost[]>> }>>

const costsOf = async (folder: string): Promise<Costs> => {
  const found: Partial<Record<Kind, Costs[Kind]>> = {}
  for (const kind of kinds) {
    const own = join(folder, kind)
    const ids = await fill(kind, own, held)
    const service = await start(kind, own)
    try {
      const of: Record<Work, Cost[]> = { read: [], list: [], write: [] }
      const restMb = residentMb(service.processId)
      // The first round only warms up.
      for (let at = 0; at <= rounds; at++)
        for (const work of Object.keys(works) as Work[]) {
          const cost = await costOf(service, work, { ids, count })
          if (at > 0) of[work].push(cost)
        }
      found[kind] = { restMb, of }
    } finally {
      await service.stop()
    }
  }
  return found as Costs
}

interface Starts {
  readonly cold: Up
  readonly warm: readonly Up[]
}

const startsOf = async (folder: string): Promise<Starts> => {
  const [place, cache] = [join(folder, 'up'), join(folder, 'cache')]
  const cold = await up(place, cache)
  const warm: Up[] = []
  for (let at = 0; at < rounds; at++) warm.push(await up(place, cache))
  return { cold, warm }
}

const reportOf = (costs: Costs, { cold, warm }: Starts): BenchReport => {
  const works = (Object.keys(costs.plain.of) as Work[]).map((work) => {
    const of = (kind: Kind, figure: keyof Cost): readonly number[] => costs[kind].of[work].map((cost) => cost[figure])
    return { work, of, ratio: median(of('platform', 'cpuUs')) / median(of('plain', 'cpuUs')) }
  })
  const ofUp = (figure: keyof Up): readonly number[] => warm.map((each) => each[figure])
  const together = median(ofUp('platformMb')) + median(ofUp('exampleMb'))
  const [warmSeconds, p95] = [
    median(ofUp('seconds')),
    (kind: Kind, at: number) => round(median(works[at]?.of(kind, 'p95Ms') ?? [])),
  ]
  return {
    bench: 'platform',
    figures: {
      'projects, entries of the record': `${held.projects}, ${held.entries}`,
      ...Object.fromEntries(
        works.flatMap(({ work, of }) =>
          kinds.flatMap((kind) => [
            [`${kind}, ${work}: CPU µs`, spread(of(kind, 'cpuUs'))],
            [`${kind}, ${work}: p95 ms`, spread(of(kind, 'p95Ms'))],
          ]),
        ),
      ),
      ...Object.fromEntries(kinds.map((kind) => [`${kind}, opened: MB`, round(costs[kind].restMb)])),
      'charter up, cold: s, CPU s': `${round(cold.seconds)}, ${round(cold.cpuSeconds)}`,
      'charter up, warm: s': spread(ofUp('seconds')),
      'charter up, warm: CPU s': spread(ofUp('cpuSeconds')),
      'charter up, at rest: MB': spread(ofUp('platformMb')),
      'its example, at rest: MB': spread(ofUp('exampleMb')),
      'its supervisor, at rest: MB': spread(ofUp('supervisorMb')),
      'all in one line': `${works.map(({ work, ratio }, at) => `${work} ${round(ratio)}× CPU, p95 ${p95('platform', at)} ms beside ${p95('plain', at)}`).join('; ')}; ${round(together)} MB; up in ${round(cold.seconds)} s cold, ${round(warmSeconds)} s warm`,
    },
    ratios: Object.fromEntries(works.map(({ work, ratio }) => [`CPU of a ${work} to the bare engine`, ratio])),
    bars: [
      atMost('platform and example at rest, MB', together, bars.megabytes),
      atMost('charter up, cold, s', cold.seconds, bars.coldSeconds),
      atMost('charter up, warm, s', warmSeconds, bars.warmSeconds),
    ],
  }
}
