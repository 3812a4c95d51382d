import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { atLeast, atMost, type BenchReport, median, round, spread } from '../report.ts'

const rounds = Number(process.env.BENCH_ROUNDS ?? 3)
/** Entries of the run whose memory is looked at; the bar is for ten million. */
const longEntries = Number(process.env.LEDGER_ENTRIES ?? 1_000_000)

const works = [
  { producers: 1, entries: 2_000 },
  { producers: 16, entries: 20_000 },
  { producers: 128, entries: 100_000 },
  { producers: 1024, entries: 200_000 },
] as const

/** Replicas that send their logs over HTTP, all at once, and entries of all of them together. */
const networks = [
  { replicas: 1, entries: 100_000 },
  { replicas: 8, entries: 200_000 },
] as const

interface Sent {
  readonly alarms: readonly string[]
  readonly perSecond: number
  readonly cpuMicros: number
}

interface Appended {
  readonly alarms: readonly string[]
  readonly key: string
  readonly perSecond: number
  readonly cpuMicros: number
  readonly p50Ms: number
  readonly p99Ms: number
  readonly fsyncP50Ms: number
  readonly fsyncP99Ms: number
  readonly rssMiB: number
}

interface Verified {
  readonly verifiedPerSecond: number
  readonly provenPerSecond: number
  readonly checkedPerSecond: number
  readonly rssMiB: number
}

/** Durable appends of 300-byte entries through the library, and what it costs to verify and to prove them. */
export const ledger = async (): Promise<BenchReport> => {
  const runs = works.map((work) => ({ ...work, seen: [] as Appended[] }))
  for (let round = 0; round < rounds; round++)
    for (const { producers, entries, seen } of runs)
      seen.push(await inFolder((folder) => child<Appended>('append.ts', folder, String(producers), String(entries))))
  const sent = networks.map((network) => ({ ...network, seen: [] as Sent[] }))
  for (let round = 0; round < rounds; round++)
    for (const { replicas, entries, seen } of sent)
      seen.push(await inFolder((folder) => child<Sent>('network.ts', folder, String(replicas), String(entries))))
  const long = await inFolder(async (folder) => {
    const appended = await child<Appended>('append.ts', folder, '128', String(longEntries))
    return { appended, verified: await child<Verified>('verify.ts', folder, appended.key) }
  })
  return report(runs, sent, long)
}

type Network = (typeof networks)[number] & { readonly seen: readonly Sent[] }
type Run = (typeof works)[number] & { readonly seen: readonly Appended[] }

const report = (
  runs: readonly Run[],
  sent: readonly Network[],
  { appended, verified }: { readonly appended: Appended; readonly verified: Verified },
): BenchReport => {
  const of = (run: Run, name: Exclude<keyof Appended, 'alarms' | 'key'>): number[] => run.seen.map((seen) => seen[name])
  const [, , at128, at1024] = runs as [Run, Run, Run, Run]
  const ratio = (run: Run): number => median(run.seen.map(({ p99Ms, fsyncP99Ms }) => p99Ms / fsyncP99Ms))
  const rate = (run: Run): number => median(of(run, 'perSecond'))
  return {
    bench: 'ledger',
    figures: Object.fromEntries([
      ...runs.flatMap((run) => [
        [`${run.producers} producers: durable appends/s`, spread(of(run, 'perSecond'))],
        [`${run.producers} producers: CPU µs per entry`, spread(of(run, 'cpuMicros'))],
        [`${run.producers} producers: p50 / p99, ms`, `${spread(of(run, 'p50Ms'))} / ${spread(of(run, 'p99Ms'))}`],
        [`${run.producers} producers: fsync p50 / p99 in the same process, ms`, `${spread(of(run, 'fsyncP50Ms'))} / ${spread(of(run, 'fsyncP99Ms'))}`], // biome-ignore format: one figure
      ]),
      ...sent.flatMap(({ replicas, seen }) => [
        [`${named(replicas)} over HTTP: entries/s`, spread(seen.map(({ perSecond }) => perSecond))],
        [`${named(replicas)} over HTTP: the ledger's CPU µs per entry`, spread(seen.map(({ cpuMicros }) => cpuMicros))],
      ]),
      [`writer's memory after ${longEntries} entries, MiB`, round(appended.rssMiB)],
      [`verifier's memory over ${longEntries} entries, MiB`, round(verified.rssMiB)],
      ['entries verified/s', round(verified.verifiedPerSecond)],
      ['inclusion proofs made/s', round(verified.provenPerSecond)],
      ['inclusion proofs checked/s', round(verified.checkedPerSecond)],
    ]),
    ratios: Object.fromEntries(runs.map((run) => [`${run.producers} producers: p99 / fsync p99`, ratio(run)])),
    bars: [
      atLeast('durable appends/s at 128 producers', rate(at128), 40_000),
      atLeast('1,024 producers / 128 producers', rate(at1024) / rate(at128), 1),
      atMost('CPU µs per entry at 128 producers', median(of(at128, 'cpuMicros')), 20),
      atMost('p99 / fsync p99 at 128 producers', ratio(at128), 5),
      atLeast('entries verified/s', verified.verifiedPerSecond, 200_000),
      atMost(`writer's memory after ${longEntries} entries, MiB`, appended.rssMiB, 200),
    ],
  }
}

const named = (replicas: number): string => `${replicas} ${replicas === 1 ? 'replica' : 'replicas'}`

/** On the disk of `CHARTER_BENCH_FOLDER`, or of the system's temporary folder. */
const inFolder = async <Result>(work: (folder: string) => Promise<Result>): Promise<Result> => {
  const folder = await mkdtemp(join(process.env.CHARTER_BENCH_FOLDER ?? tmpdir(), 'charter-bench-ledger-'))
  try {
    return await work(join(folder, 'ledger'))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** A small young generation: V8 would else let it grow with the machine's memory, not with what is held. */
const flags = ['--max-semi-space-size=8']

const child = async <Result>(script: string, ...words: readonly string[]): Promise<Result> => {
  const file = fileURLToPath(new URL(script, import.meta.url))
  const { stdout } = await promisify(execFile)(process.execPath, [...flags, file, ...words], { maxBuffer: 2 ** 24 })
  return JSON.parse(stdout)
}
