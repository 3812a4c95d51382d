import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { atMost, type BenchReport, median, spread } from '../report.ts'
import { lines } from './lines.ts'

const rounds = Number(process.env.BENCH_ROUNDS ?? 7)
const root = join(import.meta.dirname, '..', '..')
const clinic = join(root, 'packages', 'charter', 'examples', 'clinic.yaml')

/** What is run: the sources, or what `CHARTER_MAIN` names, like `dist/main.js` of an installed package. */
const main = process.env.CHARTER_MAIN ?? join(root, 'apps', 'cli', 'src', 'main.ts')

/**
 * CPU seconds (user and system) of each command to its first word, or of those whose names are given: once with nothing kept
 * compiled, as after an installation, then again and again.
 */
export const cli = async (args: readonly string[]): Promise<BenchReport> => {
  const folder = mkdtempSync(join(tmpdir(), 'charter-bench-cli-'))
  const asked = Object.entries(lines).filter(([name]) => !args.some((arg) => arg in lines) || args.includes(name))
  try {
    furnish(folder)
    const seconds = asked.map(([name, words]) => {
      rmSync(join(folder, 'cache'), { recursive: true, force: true })
      const first = firstWord(words, folder)
      return { name, first, kept: Array.from({ length: rounds }, () => firstWord(words, folder)) }
    })
    return {
      bench: 'cli',
      figures: Object.fromEntries(
        seconds.map(({ name, first, kept }) => [`charter ${name}: s`, `${spread(kept)}, at first ${first.toFixed(2)}`]),
      ),
      ratios: {},
      bars: seconds.map(({ name, kept }) => atMost(`charter ${name}`, median(kept), name === '--version' ? 0.3 : 0.8)),
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const furnish = (folder: string): void => {
  mkdirSync(join(folder, 'clinic'))
  cpSync(clinic, join(folder, 'clinic', 'charter.yaml'))
  writeFileSync(join(folder, 'older.yaml'), readFileSync(clinic, 'utf8').replace('length: 1..40', 'length: 1..30'))
  const rows = new DatabaseSync(join(folder, 'rows.db'))
  rows.exec('CREATE TABLE book (id INTEGER PRIMARY KEY, title TEXT NOT NULL, pages INTEGER CHECK (pages > 0))')
  rows.close()
}

const firstWord = (args: readonly string[], cwd: string): number => {
  const { output, error } = spawnSync(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', '--import', join(import.meta.dirname, 'first-word.ts'), main, ...args],
    {
      cwd,
      encoding: 'utf8',
      env: { ...process.env, CHARTER_CACHE: join(cwd, 'cache') },
      stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
      timeout: 60_000,
    },
  )
  const told = Number(output?.[3] || Number.NaN)
  if (error || Number.isNaN(told))
    throw new Error(`charter ${args.join(' ')} said no word. ${error?.message ?? output?.[2]}`)
  return told
}
