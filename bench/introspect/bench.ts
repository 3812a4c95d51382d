import { spawnSync } from 'node:child_process'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startPostgresql } from '../../scripts/postgresql.ts'
import { atMost, type BenchReport, median, round, spread } from '../report.ts'
import { makeDatabase } from './database.ts'

const rounds = Number(process.env.BENCH_ROUNDS ?? 5)
const measureFile = join(dirname(fileURLToPath(import.meta.url)), 'measure.ts')

interface Measured {
  readonly introspectMs: number
  readonly memoryBytes: number
  readonly tables: number
  readonly entities: number
  readonly relations: number
  readonly losses: number
}

/** A database of 1,000 tables and 2,000 foreign keys as a charter, against `pg_dump --schema-only` of it, in turn. */
export const introspect = async (): Promise<BenchReport> => {
  const server = await startPostgresql()
  try {
    const url = await makeDatabase(server.url)
    const ours: Measured[] = []
    const dumps: number[] = []
    // The first round only warms the server's caches up.
    for (let at = -1; at < rounds; at++) {
      const [measured, dumpMs] = [measure(url), dump(url)]
      if (at >= 0) {
        ours.push(measured)
        dumps.push(dumpMs)
      }
    }
    return report(ours, dumps)
  } finally {
    server.stop()
  }
}

const report = (ours: readonly Measured[], dumps: readonly number[]): BenchReport => {
  const times = ours.map(({ introspectMs }) => introspectMs)
  const memory = ours.map(({ memoryBytes }) => memoryBytes / 1e6)
  const ratio = median(times.map((time, at) => time / (dumps[at] ?? 1)))
  const [first] = ours
  return {
    bench: 'introspect',
    figures: {
      'tables / entities / to-one relations / losses': first
        ? [first.tables, first.entities, first.relations, first.losses].join(' / ')
        : '',
      'introspection, ms': spread(times),
      'the whole process at its highest, MB': spread(memory),
      'pg_dump --schema-only, process included, ms': spread(dumps),
    },
    ratios: { 'introspection / pg_dump --schema-only': round(ratio) },
    bars: [
      atMost('1,000 tables, seconds', median(times) / 1000, 3),
      atMost('1,000 tables, MB', median(memory), 300),
      atMost('entities missing of 1,000', 1000 - (first?.entities ?? 0), 0),
      atMost('relations missing of 2,000', 2000 - (first?.relations ?? 0), 0),
    ],
  }
}

const measure = (url: string): Measured => {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', measureFile, url],
    { encoding: 'utf8' },
  )
  if (status !== 0) throw new Error(`measuring failed:\n${stderr}`)
  return JSON.parse(stdout) as Measured
}

const dump = (url: string): number => {
  const before = performance.now()
  const { status, error } = spawnSync('pg_dump', ['--schema-only', '--no-sync', `--dbname=${url}`], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  if (status !== 0) throw new Error(`pg_dump failed: ${error?.message ?? `it ended with ${status}`}`)
  return performance.now() - before
}
