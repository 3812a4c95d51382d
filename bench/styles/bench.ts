import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgresql } from '../../scripts/postgresql.ts'
import { atLeast, atMost, type Bar, type BenchReport, median, round, spread } from '../report.ts'
import { type Measured, measureAsking, percentile } from '../rest/measure.ts'
import type { Contender } from './contenders.ts'
import { type Started, startGenerated, startPeer } from './services.ts'
import { type Services, type Work, works } from './works.ts'

const rounds = Number(process.env.BENCH_ROUNDS ?? 7)

/**
 * CPU of the service and latency for each style of the generated service (JWT, rules, buffered audit), for a bare grpc-js and a
 * bare node-soap service and for PostGraphile 5: same tables, same rows, alternating. A word picks works by their names' beginning.
 */
export const styles = async (words: readonly string[]): Promise<BenchReport> => {
  const asked = words.filter((word) => !word.startsWith('-'))
  const picked = works.filter(({ name }) => asked.length === 0 || asked.some((word) => name.startsWith(word)))
  const folder = mkdtempSync(join(tmpdir(), 'charter-bench-'))
  const server = await startPostgresql({ fsync: 'off', shared_buffers: '128MB' })
  const stops: Started['stop'][] = []
  const started = <Of extends Started>(of: Of): Of => {
    stops.push(of.stop)
    return of
  }
  try {
    const { http, grpc } = await startGenerated(folder, server.url)
    started(http)
    const services: Services = {
      http,
      grpc,
      grpcPeer: started(await startPeer(folder, 'grpc-peer', server.url)),
      soapPeer: started(await startPeer(folder, 'soap-peer', server.url)),
      postgraphile: started(await startPeer(folder, '../rest/postgraphile', server.url)),
    }
    const samples: [Work, Samples][] = []
    for (const work of picked) samples.push([work, await sample(work, services, server.processId)])
    return report(samples)
  } finally {
    for (const stop of stops) await stop()
    server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

type Samples = ReadonlyMap<string, readonly Measured[]>

/** The first round only warms up; each other one asks everyone once, in the order of the one before turned around. */
const sample = async (work: Work, services: Services, databaseId: number): Promise<Samples> => {
  const entrants = Object.entries(work.contenders).map(([name, entrant]) => ({
    name,
    entrant,
    processId: services[entrant.service].processId,
    contender: entrant.open(services[entrant.service]),
    found: [] as Measured[],
  }))
  const least = await requireEqual(work, entrants)
  for (let turn = -1; turn < rounds; turn++) {
    for (const { name, processId, contender, found } of turn % 2 === 0 ? entrants : [...entrants].reverse()) {
      const ask = async (at: number): Promise<void> => {
        const { length } = await contender.ask(at)
        if (length < (least.get(name) ?? 0)) throw new Error(`${work.name}: ${name} gave a short answer`)
      }
      const measured = await measureAsking({ processId, databaseId, count: work.count, ask })
      if (turn >= 0) found.push(measured)
    }
  }
  for (const { contender } of entrants) contender.close()
  return new Map(entrants.map(({ name, found }) => [name, found]))
}

/** The same work is only the same when the answers are: the same rows with the same values. Gives the length that answers have. */
const requireEqual = async (
  work: Work,
  entrants: readonly { readonly name: string; readonly contender: Contender }[],
): Promise<ReadonlyMap<string, number>> => {
  const lengths = new Map<string, number>()
  for (const at of [0, 1, 2]) {
    const answers = new Map<string, string>()
    for (const { name, contender } of entrants) {
      const answer = await contender.ask(at)
      const rows = work.contenders[name]?.rows(answer) ?? []
      answers.set(name, JSON.stringify(rows))
      lengths.set(name, answer.length * 0.9)
    }
    if (new Set(answers.values()).size === 1 && ![...answers.values()].includes('[]')) continue
    for (const [name, rows] of answers) writeFileSync(join(tmpdir(), `bench-${name}.json`), rows)
    throw new Error(`${work.name}: the services answer differently; see ${tmpdir()}/bench-*.json`)
  }
  return lengths
}

const report = (samples: readonly (readonly [Work, Samples])[]): BenchReport => {
  const figures = samples.flatMap(([{ name }, found]) =>
    [...found].flatMap(([who, measured]) => {
      const latencies = measured.flatMap((each) => each.latencies).sort((a, b) => a - b)
      const tail = [50, 95, 99].map((n) => round(percentile(latencies, n))).join(' / ')
      return [
        [`${name}: ${who}, CPU µs of the service`, spread(measured.map(({ service }) => service))],
        [`${name}: ${who}, p50 / p95 / p99 ms`, tail],
      ] as const
    }),
  )
  const ratios = samples.flatMap(([{ name }, found]) => ratiosOf(name, found))
  return {
    bench: 'styles',
    figures: Object.fromEntries(figures),
    ratios: Object.fromEntries(ratios.map(({ name, value }) => [name, round(value)])),
    bars: ratios.map(({ name, value, bar }) => bar(`CPU, ${name}`, value)),
  }
}

interface Ratio {
  readonly name: string
  readonly value: number
  bar(name: string, value: number): Bar
}

const most = (bound: number) => (name: string, value: number) => atMost(name, value, bound)
const least = (bound: number) => (name: string, value: number) => atLeast(name, value, bound)

/** Who is held against whom, by the medians of their rounds. */
const pairs = [
  { of: 'gRPC', by: 'bare grpc-js', bar: most(1.3) },
  { of: 'SOAP', by: 'bare node-soap', bar: most(1.5) },
  { of: 'PostGraphile 5', by: 'GraphQL', bar: least(2.5) },
]

const ratiosOf = (work: string, samples: Samples): readonly Ratio[] =>
  pairs.flatMap(({ of, by, bar }) => {
    const [mine, theirs] = [samples.get(of), samples.get(by)]
    if (!mine || !theirs) return []
    const cpu = (measured: readonly Measured[]) => median(measured.map(({ service }) => service))
    return [{ name: `${work}: ${of} / ${by}`, value: cpu(mine) / cpu(theirs), bar }]
  })
