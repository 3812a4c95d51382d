import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BenchReport } from '../report.ts'
import { memoryOf } from '../rest/measure.ts'
import { fill } from './fill.ts'
import { type Cost, costOf, type Work, works } from './measure.ts'
import { type Costs, reportOf, type Starts } from './report-of.ts'
import type { Kind } from './service.ts'
import { start } from './start.ts'
import { down, type Up, up } from './up.ts'

const rounds = Number(process.env.BENCH_ROUNDS ?? 3)
const count = Number(process.env.BENCH_REQUESTS ?? 2000)
const held = { projects: Number(process.env.BENCH_PROJECTS ?? 1000), entries: 100_000 }

/**
 * What the platform costs beside the bare engine that it is served by, over the same rows in the same styles; then what `charter up`
 * takes to start, and keeps while nobody asks.
 */
export const platform = async (): Promise<BenchReport> => {
  const folder = mkdtempSync(join(tmpdir(), 'charter-bench-platform-'))
  try {
    const costs = await costsOf(folder)
    const starts = await startsOf(folder)
    return reportOf(held, costs, starts)
  } finally {
    down(join(folder, 'up'))
    rmSync(folder, { recursive: true, force: true })
  }
}

const costsOf = async (folder: string): Promise<Costs> => {
  const [platform, plain] = [await opened('platform', folder), await opened('plain', folder)]
  try {
    // In turns; the first round only warms up.
    for (let at = 0; at <= rounds; at++)
      for (const { service, ids, of } of [platform, plain])
        for (const work of Object.keys(works) as Work[]) {
          const cost = await costOf(service, work, { ids, count })
          if (at > 0) of[work].push(cost)
        }
    return { platform, plain }
  } finally {
    await Promise.all([platform.service.stop(), plain.service.stop()])
  }
}

/** One of the two, filled and started, of which nothing is measured yet but its memory. */
const opened = async (kind: Kind, folder: string) => {
  const ids = await fill(kind, join(folder, kind), held)
  const service = await start(kind, join(folder, kind))
  const of: Record<Work, Cost[]> = { read: [], list: [], write: [] }
  return { service, ids, of, restMb: memoryOf(service.processId) }
}

const startsOf = async (folder: string): Promise<Starts> => {
  const [place, cache] = [join(folder, 'up'), join(folder, 'cache')]
  const cold = await up(place, cache)
  const warm: Up[] = []
  for (let at = 0; at < rounds; at++) warm.push(await up(place, cache))
  return { cold, warm }
}
