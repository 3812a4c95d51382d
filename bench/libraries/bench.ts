import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { installNodeModules } from '@charter/project'
import { type BenchReport, median, round, spread } from '../report.ts'
import { type Comparison, comparisons } from './comparisons.ts'
import { installedSize } from './installed-size.ts'
import type { Peers } from './peers.ts'
import { askedWhileDown } from './provider-down.ts'

const rounds = Number(process.env.BENCH_ROUNDS ?? 7)
const roundMs = 300

/**
 * CPU of one operation by our own code and by a library, in this process, alternating; what both give is compared first. And what each
 * library weighs, with all that it needs. A word picks comparisons by their names' beginning.
 */
export const libraries = async (words: readonly string[]): Promise<BenchReport> => {
  const asked = words.filter((word) => !word.startsWith('-'))
  const folder = mkdtempSync(join(tmpdir(), 'charter-bench-'))
  try {
    cpSync(join(import.meta.dirname, 'peers'), folder, { recursive: true })
    await installNodeModules(folder)
    const peers = (await import(pathToFileURL(join(folder, 'peers.mjs')).href)) as Peers
    const figures: Record<string, string> = {}
    const ratios: Record<string, number> = {}
    for (const comparison of await comparisons(peers)) {
      if (asked.length > 0 && !asked.some((word) => comparison.name.startsWith(word))) continue
      const { ours, library } = await measure(comparison)
      const { name, by } = comparison
      figures[`${name}: ${by.ours}, µs`] = spread(ours)
      figures[`${name}: ${by.library}, µs`] = spread(library)
      ratios[`${name}: ${by.library} to ${by.ours}`] = median(library) / median(ours)
    }
    figures['taken from a source while nobody reads: graphql-sse'] = `${await peers.takenUnread(10_000)} of 10000`
    Object.assign(figures, await askedWhileDown(peers))
    for (const { name, bytes, packages } of installedSize(folder))
      figures[`installed: ${name}`] = `${round(bytes / 1000)} kB, ${packages} packages`
    return { bench: 'libraries', figures, ratios, bars: [] }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

interface Samples {
  readonly ours: readonly number[]
  readonly library: readonly number[]
}

const measure = async ({ ours, library }: Comparison): Promise<Samples> => {
  const samples = { ours: [] as number[], library: [] as number[] }
  const contenders = [
    ['ours', ours],
    ['library', library],
  ] as const
  for (let turn = -1; turn < rounds; turn++)
    for (const [name, perform] of turn % 2 === 0 ? contenders : [...contenders].reverse()) {
      const micros = await microsOf(perform)
      // The first round only warms up.
      if (turn >= 0) samples[name].push(micros)
    }
  return samples
}

/** CPU of one call, user and system, of all threads of this process. */
const microsOf = async (perform: () => unknown): Promise<number> => {
  const from = process.cpuUsage()
  const end = performance.now() + roundMs
  let calls = 0
  for (; performance.now() < end; calls++) {
    const given = perform()
    if (given instanceof Promise) await given
  }
  const { user, system } = process.cpuUsage(from)
  return (user + system) / calls
}
