import { fileURLToPath } from 'node:url'
import type { BenchReport } from '../report.ts'
import { describedIn } from './describe.ts'
import { kinds, type Request } from './description.ts'
import { invented } from './invent.ts'
import { isHeldOut, readRequests } from './requests.ts'
import { score } from './score.ts'
import { speedOf } from './speed.ts'
import { measureOf, sumOf, type Tallies } from './tally.ts'

const ownRequests = fileURLToPath(new URL('requests', import.meta.url))
const rounds = Number(process.env.BENCH_ROUNDS ?? 5)

/**
 * How much of what requests describe a draft finds, kind by kind, and how long it takes.
 * `--requests <folder>`, `--held-out` alone, `--each` for every case, `--invented` for relations between invented words.
 */
export const draft = async (options: readonly string[]): Promise<BenchReport> => {
  const folder = options.includes('--requests') ? options[options.indexOf('--requests') + 1] : ownRequests
  if (folder === undefined) throw new Error('`--requests` needs a folder.')
  const all = readRequests(folder)
  if (all.length === 0) throw new Error(`There are no requests in ${folder}.`)
  const sets: readonly Scored[] = [
    { name: 'tuned', cases: all.filter((_, at) => !isHeldOut(at)) },
    { name: 'held out', cases: all.filter((_, at) => isHeldOut(at)) },
  ].filter(({ name }) => name === 'held out' || !options.includes('--held-out'))
  const figures: Record<string, number | string> = {}
  for (const set of sets) {
    Object.assign(figures, figuresOf(set))
    if (options.includes('--each')) Object.assign(figures, worstOf(set))
    if (options.includes('--invented')) Object.assign(figures, inventedOf(set))
  }
  const speed = speedOf(all, rounds)
  return { bench: 'draft', figures: { ...figures, ...speed.figures }, ratios: speed.ratios, bars: [] }
}

interface Scored {
  readonly name: string
  readonly cases: readonly Request[]
}

const scoreOf = ({ words, reference }: Request): Tallies => score(reference, describedIn(words))

const scoredBy = (cases: readonly Request[]) =>
  kinds.filter((kind) => cases.every(({ scored }) => scored.includes(kind)))

const figuresOf = ({ name, cases }: Scored): Record<string, string> => {
  const total = sumOf(cases.map(scoreOf))
  const head = [`${name}: ${cases.length} requests`, 'precision  recall  F1']
  const rows = scoredBy(cases).map((kind) => {
    const { precision, recall, f1 } = measureOf(total[kind])
    return [`${name}: ${kind}`, [precision, recall, f1].map((value) => value.toFixed(4)).join('  ')]
  })
  return Object.fromEntries([head, ...rows])
}

/** Each case, the worst first. */
const worstOf = ({ name, cases }: Scored): Record<string, string> => {
  const shown = scoredBy(cases)
  const rows = cases.map((request) => {
    const tallies = scoreOf(request)
    const values = shown.map((kind) => [kind, measureOf(tallies[kind]).f1] as const)
    const mean = values.reduce((sum, [, f1]) => sum + f1, 0) / values.length
    return { id: request.id, mean, text: values.map(([kind, f1]) => `${kind} ${f1.toFixed(2)}`).join('  ') }
  })
  const worst = rows.sort((one, other) => one.mean - other.mean)
  return Object.fromEntries(worst.map(({ id, text }) => [`${name}: ${id}`, text]))
}

const seed = 20_260_301

const inventedOf = ({ name, cases }: Scored): Record<string, string> => {
  const relations = (requests: readonly Request[]) => measureOf(sumOf(requests.map(scoreOf)).relations).f1
  const known = relations(cases)
  const unknown = relations(cases.map((request, at) => invented(request, seed + at)))
  return {
    [`${name}: relations F1 with invented nouns (seed ${seed})`]: `${unknown.toFixed(4)}, a drop of ${(known - unknown).toFixed(4)}`,
  }
}
