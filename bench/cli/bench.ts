import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { atMost, type BenchReport, median, spread } from '../report.ts'

const rounds = Number(process.env.BENCH_ROUNDS ?? 5)
const root = join(import.meta.dirname, '..', '..')
const clinic = join(root, 'packages', 'charter', 'examples', 'clinic.yaml')

/** What is run: the sources, or what `CHARTER_MAIN` names, like `dist/main.js` of an installed package. */
const main = process.env.CHARTER_MAIN ?? join(root, 'apps', 'cli', 'src', 'main.ts')

const lines: Readonly<Record<string, readonly string[]>> = {
  '--version': ['--version'],
  '--help': ['--help'],
  'check --help': ['check', '--help'],
  check: ['check', clinic],
  access: ['access', clinic],
  draft: ['draft', 'a library with members, books and loans'],
  'generate --dry-run': ['generate', clinic, '--dry-run'],
  start: ['start', clinic],
  run: ['run', clinic],
  dev: ['dev', clinic],
  verify: ['verify', clinic],
}

/** CPU seconds of each command to its first word, with what is loaded kept compiled from a round before. */
export const cli = async (): Promise<BenchReport> => {
  const folder = mkdtempSync(join(tmpdir(), 'charter-bench-cli-'))
  try {
    const seconds = Object.entries(lines).map(([name, args]) => {
      firstWord(args, folder)
      return [name, Array.from({ length: rounds }, () => firstWord(args, folder))] as const
    })
    return {
      bench: 'cli',
      figures: Object.fromEntries(
        seconds.map(([name, each]) => [`charter ${name}: CPU seconds to its first word`, spread(each)]),
      ),
      ratios: {},
      bars: seconds.map(([name, each]) => atMost(`charter ${name}`, median(each), name === '--version' ? 0.3 : 0.8)),
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const firstWord = (args: readonly string[], cwd: string): number => {
  const { output, error } = spawnSync(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', '--import', join(import.meta.dirname, 'first-word.ts'), main, ...args],
    { cwd, encoding: 'utf8', stdio: ['ignore', 'ignore', 'pipe', 'pipe'], timeout: 60_000 },
  )
  const told = Number(output?.[3] || Number.NaN)
  if (error || Number.isNaN(told))
    throw new Error(`charter ${args.join(' ')} said no word. ${error?.message ?? output?.[2]}`)
  return told
}
