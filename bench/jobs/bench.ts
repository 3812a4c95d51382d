import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { connectors } from '@charter/connectors'
import { startPostgresql } from '../../scripts/postgresql.ts'
import { atMost, type BenchReport, median, round, spread } from '../report.ts'
import { cpuMicrosOfAll } from '../rest/measure.ts'
import type { Ask, Measured } from './child.ts'

const rounds = Number(process.env.BENCH_ROUNDS ?? 3)
const [count, warm] = [500, 100]
const finished = Number(process.env.JOBS_FINISHED ?? 1_000_000)

const peer = 'pg-boss bare'
const ours = ['SQLite', 'PostgreSQL', 'PostgreSQL with pg-boss'] as const
const everybody = [...ours, peer] as const
type Who = (typeof everybody)[number]

interface Sample {
  readonly enqueuedPerSecond: number
  readonly donePerSecond: number
  /** From being asked for to being done: of the process, and of the database where that is one. */
  readonly cpuPerJob: number
  readonly databasePerJob: number
}

/** `many`: beside a million that are done. */
const tables = ['few', 'many'] as const

type Samples = Readonly<Record<(typeof tables)[number], Sample[]>>

/**
 * Jobs that do nothing, queued by 16 who ask at once and done 20 at a time, each contender in a process of its own: how many a second, and what
 * each costs; and each beside a million that are done, in turns. The database flushes nothing to disk, so that only work is measured.
 */
export const jobs = async (): Promise<BenchReport> => {
  const server = await startPostgresql({ fsync: 'off', shared_buffers: '512MB', max_wal_size: '4GB' })
  const postgresql = connectors.find(({ name }) => name === 'postgresql')
  const children: Child[] = []
  try {
    for (const who of everybody)
      for (const table of tables) {
        const made = who === 'SQLite' ? null : await postgresql?.makeTemporary(server.url)
        const child = await start({ who, table }, made?.url ?? '')
        children.push(child)
        await child.ask({ measure: warm })
        if (table === 'many') await child.ask({ fill: finished })
      }
    const samples = Object.fromEntries(everybody.map((who) => [who, { few: [], many: [] }])) as unknown as Readonly<
      Record<Who, Samples>
    >
    for (let turn = 0; turn < rounds; turn++)
      for (const child of children) samples[child.who][child.table].push(await sampleOf(child, server.processId))
    for (const child of children) await child.ask('close')
    return report(samples)
  } finally {
    for (const { process } of children) process.kill()
    server.stop()
  }
}

interface Place {
  readonly who: Who
  readonly table: (typeof tables)[number]
}

interface Child extends Place {
  readonly process: ChildProcess
  ask(ask: Ask): Promise<Measured | null>
}

const start = async (place: Place, url: string): Promise<Child> => {
  const { who } = place
  const process = fork(fileURLToPath(new URL('child.ts', import.meta.url)), [who, url])
  const answered = (): Promise<Measured | null> =>
    new Promise((resolve, reject) => {
      const ended = (code: number | null): void => reject(new Error(`${who} ended with ${code}`))
      process.once('exit', ended)
      process.once('message', ({ given }: { readonly given: Measured | null }) => {
        process.off('exit', ended)
        resolve(given)
      })
    })
  await answered()
  return {
    ...place,
    process,
    ask: (ask) => {
      const answer = answered()
      process.send(ask)
      return answer
    },
  }
}

const sampleOf = async (child: Child, databaseId: number): Promise<Sample> => {
  const before = cpuMicrosOfAll(databaseId)
  const measured = await child.ask({ measure: count })
  if (!measured) throw new Error('nothing was measured')
  const { enqueued, done } = measured
  return {
    enqueuedPerSecond: count / enqueued.seconds,
    donePerSecond: count / done.seconds,
    cpuPerJob: (enqueued.cpuMicros + done.cpuMicros) / count,
    databasePerJob: child.who === 'SQLite' ? 0 : (cpuMicrosOfAll(databaseId) - before) / count,
  }
}

const report = (samples: Readonly<Record<Who, Samples>>): BenchReport => {
  const of = (who: Who, name: keyof Sample, into: keyof Samples = 'few') => samples[who][into].map((each) => each[name])
  const figures = everybody.flatMap((who) =>
    tables.flatMap((into) => {
      const where = into === 'few' ? who : `${who}, ${finished} done before`
      return [
        [`${where}: enqueued/s`, spread(of(who, 'enqueuedPerSecond', into))],
        [`${where}: done/s`, spread(of(who, 'donePerSecond', into))],
        [`${where}: CPU µs per job`, spread(of(who, 'cpuPerJob', into))],
        ...(who === 'SQLite'
          ? []
          : [[`${where}: CPU µs of the database per job`, spread(of(who, 'databasePerJob', into))]]),
      ] as const
    }),
  )
  const against = (who: Who, name: keyof Sample): number => median(of(who, name)) / median(of(peer, name))
  const beside = (who: Who, name: keyof Sample): number => median(of(who, name, 'many')) / median(of(who, name))
  const cost = (who: Who, into: keyof Samples): number =>
    median(samples[who][into].map(({ cpuPerJob, databasePerJob }) => cpuPerJob + databasePerJob))
  const ratios = [
    ...ours.flatMap((who) => [
      [`${who} / ${peer}: enqueued/s`, against(who, 'enqueuedPerSecond')],
      [`${who} / ${peer}: done/s`, against(who, 'donePerSecond')],
      [`${who} / ${peer}: CPU per job`, against(who, 'cpuPerJob')],
    ]),
    ...everybody.flatMap((who) => [
      [`${who}, ${finished} done before / none: enqueued/s`, beside(who, 'enqueuedPerSecond')],
      [`${who}, ${finished} done before / none: done/s`, beside(who, 'donePerSecond')],
    ]),
  ]
  return {
    bench: 'jobs',
    figures: Object.fromEntries(figures),
    ratios: Object.fromEntries(ratios.map(([name, value]) => [name, round(Number(value))])),
    bars: ours.map((who) =>
      atMost(
        `${who}: CPU per job, of process and database, beside ${finished} done / beside none`,
        cost(who, 'many') / cost(who, 'few'),
        1.25,
      ),
    ),
  }
}
