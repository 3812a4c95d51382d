// How many faults in a generated service its own tests find: the clinic is generated anew on SQLite, StrykerJS plants one fault at a
// time in what was written from the charter, and the service's tests run on each. Ends with 1 below the least score.
//   npm run mutants                  every mutant: hours on a small machine
//   npm run mutants -- --every 12    those of every twelfth line, for a look
//   npm run mutants -- patient       those in files whose path has the word
import { spawnSync } from 'node:child_process'
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import {
  cacheFolder,
  generateService,
  installNodeModules,
  loadCharter,
  requireSound,
  writeTree,
} from '@charter/project'

const leastScore = 80
/** Copied as they are from this workspace, whose own tests and mutants judge them. */
const copied = ['runtime', 'sql-store', 'sql-server', 'sqlite', 'rest', 'graphql', 'grpc', 'soap', 'mcp']
/** Names and numbers of protocols, as data: the scenarios of every style judge them (npm run styles-matrix), not the service's own tests. */
const data = ['surfaces']

const words = process.argv.slice(2)
const every = words.includes('--every') ? Number(words[words.indexOf('--every') + 1]) : 1
const only = words.find((word) => /^[a-z]/.test(word)) ?? ''
if (!Number.isInteger(every) || every < 1) throw new Error('Say how many: --every 12')

const root = join(import.meta.dirname, '..', '..')
const folder = join(cacheFolder(), 'mutants', 'clinic')

const generate = async (): Promise<void> => {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const loaded = await loadCharter(join(root, 'golden', 'clinic-node'))
  const { files } = await generateService(requireSound(loaded), 'node', loaded)
  await writeTree(folder, files)
  await installNodeModules(folder, { withTools: true })
  await installNodeModules(import.meta.dirname, {
    withTools: true,
    onWait: () => console.log('Installing StrykerJS (once) …'),
  })
}

interface Part {
  /** Files, or single lines of them: then a mutant that spans lines is left out. */
  readonly mutate: readonly string[]
  readonly testFiles: readonly string[]
}

/** Of an entity, only its own tests and those of the whole service are run: faster, and the score is rather too low than too high. */
const parts = (): readonly Part[] => {
  const files = globSync('src/**/*.ts', { cwd: folder })
    .filter(
      (file) =>
        ![...copied, ...data].some((name) => file.startsWith(`src/${name}/`)) &&
        (process.env.NOT ? !file.includes(process.env.NOT) : true) &&
        file.includes(only),
    )
    .sort()
  const byEntity = Map.groupBy(files, (file) => /^src\/entities\/([^/]+)\//.exec(file)?.[1] ?? '*')
  return [...byEntity]
    .map(([entity, mine]) => ({
      mutate: linesOf(mine),
      testFiles: [`test/${entity}.test.ts`, 'test/*/*.test.ts'],
    }))
    .filter(({ mutate }) => mutate.length > 0)
}

const linesOf = (files: readonly string[]): readonly string[] => {
  if (every === 1) return files
  const lines = files.flatMap((file) =>
    readFileSync(join(folder, file), 'utf8')
      .split('\n')
      .map((_, at) => `${file}:${at + 1}-${at + 1}`),
  )
  return lines.filter((_, at) => at % every === 0)
}

const { resolve } = createRequire(join(import.meta.dirname, 'main.ts'))

const configure = ({ mutate, testFiles }: Part): void => {
  const config = {
    testRunner: 'tap',
    plugins: [resolve('@stryker-mutator/tap-runner')],
    tap: {
      testFiles,
      nodeArgs: [
        '--disable-warning=ExperimentalWarning',
        // A service that fails while it starts leaves its database open, which would keep a failed test waiting.
        '--test-force-exit',
        '--test-reporter=tap',
        '-r',
        '{{hookFile}}',
        '{{testFile}}',
      ],
      forceBail: true,
    },
    mutate,
    coverageAnalysis: 'perTest',
    reporters: ['json', 'progress-append-only'],
    jsonReporter: { fileName: 'mutants.json' },
    // A busy machine is slow: only what really hangs may count as found by its time.
    timeoutMS: 60_000,
    // TypeScript is run as it is: there is no configuration to carry into the copy that is mutated.
    tsconfigFile: 'none.json',
    disableTypeChecks: false,
    tempDirName: '.stryker',
    allowConsoleColors: false,
    concurrency: Number(process.env.MUTANTS_AT_ONCE ?? 2),
  }
  writeFileSync(join(folder, 'stryker.json'), JSON.stringify(config, null, 2))
}

const run = (): void => {
  const stryker = join(dirname(resolve('@stryker-mutator/core/package.json')), 'bin', 'stryker.js')
  const { status } = spawnSync(process.execPath, [stryker, 'run', 'stryker.json'], { cwd: folder, stdio: 'inherit' })
  if (status !== 0) throw new Error(`StrykerJS ended with ${status}.`)
}

interface Report {
  readonly files: Readonly<Record<string, { readonly source: string; readonly mutants: readonly Mutant[] }>>
}

interface Mutant {
  readonly status: string
  readonly mutatorName: string
  readonly replacement?: string
  readonly location: { readonly start: { readonly line: number } }
}

const detected = (mutant: Mutant): boolean => mutant.status === 'Killed' || mutant.status === 'Timeout'
const counted = (mutant: Mutant): boolean => detected(mutant) || ['Survived', 'NoCoverage'].includes(mutant.status)

/** What nobody found, then the score of each file and of all. */
const tell = ({ files }: Report): number => {
  const all = Object.entries(files).map(([file, { source, mutants }]) => ({
    file,
    lines: source.split('\n'),
    mutants: mutants.filter(counted),
  }))
  for (const { file, lines, mutants } of all)
    for (const mutant of mutants.filter((each) => !detected(each)))
      console.log(
        `${mutant.status}  ${file}:${mutant.location.start.line}  ${mutant.mutatorName}  ${lines[mutant.location.start.line - 1]?.trim()}`,
      )
  for (const { file, mutants } of all)
    console.log(`${scoreOf(mutants).toFixed(1).padStart(5)} %  ${file} (${mutants.length})`)
  const score = scoreOf(all.flatMap(({ mutants }) => mutants))
  console.log(
    `${score.toFixed(1)} % of ${all.flatMap(({ mutants }) => mutants).length} mutants found; at least ${leastScore} %`,
  )
  return score
}

const scoreOf = (mutants: readonly Mutant[]): number =>
  mutants.length === 0 ? 100 : (100 * mutants.filter(detected).length) / mutants.length

await generate()
const reports = parts().map((part): Report => {
  configure(part)
  run()
  return JSON.parse(readFileSync(join(folder, 'mutants.json'), 'utf8'))
})
process.exitCode = tell({ files: Object.assign({}, ...reports.map(({ files }) => files)) }) < leastScore ? 1 : 0
