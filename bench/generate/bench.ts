import { spawnSync } from 'node:child_process'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { atMost, type BenchReport, median, round, spread } from '../report.ts'

const sizes = [10, 100, 1000] as const
const rounds = Number(process.env.BENCH_ROUNDS ?? 3)
const measureFile = join(dirname(fileURLToPath(import.meta.url)), 'measure.ts')

interface Measured {
  readonly parseMs: number
  readonly deriveMs: number
  readonly emitMs: number
  readonly totalMs: number
  readonly memoryBytes: number
  readonly formatMs: number
  readonly formatterMs: number
  readonly files: number
}

/** From the charter's text to source, by number of entities; formatting apart, against the formatter alone. */
export const generate = async (): Promise<BenchReport> => {
  const measured = new Map<number, Measured[]>(sizes.map((size) => [size, []]))
  for (let at = 0; at < rounds; at++) for (const size of sizes) measured.get(size)?.push(measure(size))
  const of = (size: number, pick: (each: Measured) => number): readonly number[] => (measured.get(size) ?? []).map(pick)
  const perEntity = (size: number): number => median(of(size, ({ totalMs }) => totalMs)) / size
  const formatting = median(of(1000, ({ formatMs, formatterMs }) => formatMs / formatterMs))
  const linearity = perEntity(1000) / perEntity(100)
  return {
    bench: 'generate',
    figures: Object.fromEntries(
      sizes.flatMap((size) => [
        [`${size} entities: charter to source, ms`, spread(of(size, ({ totalMs }) => totalMs))],
        [
          `${size} entities: of it parsing / rules, model and SQL / emitting, ms`,
          [of(size, ({ parseMs }) => parseMs), of(size, ({ deriveMs }) => deriveMs), of(size, ({ emitMs }) => emitMs)]
            .map((each) => round(median(each)))
            .join(' / '),
        ],
        [`${size} entities: formatting, ms`, spread(of(size, ({ formatMs }) => formatMs))],
        [`${size} entities: memory before formatting, MB`, spread(of(size, ({ memoryBytes }) => memoryBytes / 1e6))],
        [`${size} entities: files`, measured.get(size)?.[0]?.files ?? 0],
      ]),
    ),
    ratios: {
      'time per entity, 1,000 / 100 entities': round(linearity),
      'formatting / the formatter alone': round(formatting),
    },
    bars: [
      atMost('1,000 entities before formatting, seconds', median(of(1000, ({ totalMs }) => totalMs)) / 1000, 5),
      atMost('1,000 entities before formatting, GB', median(of(1000, ({ memoryBytes }) => memoryBytes)) / 1e9, 1),
      atMost('time per entity, 1,000 / 100 entities', linearity, 1.5),
      atMost('formatting / the formatter alone', formatting, 1.2),
    ],
  }
}

const measure = (size: number): Measured => {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', measureFile, String(size)],
    { encoding: 'utf8' },
  )
  if (status !== 0) throw new Error(`measuring ${size} entities failed:\n${stderr}`)
  return JSON.parse(stdout) as Measured
}
