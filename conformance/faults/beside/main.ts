// Takes guards out of our own packages, one at a time, and counts which of them the tests beside the code notice: what `npm run faults`
// sets aside because "its package judges it" is judged here.
//   npm run faults-beside -- --only runtime/src/files --tests runtime/src/files,service/src/files
//   npm run faults-beside -- --only runtime/src/execute/jobs --tests service/src/jobs --seed 3 --share 30
//   npm run faults-beside -- … --survey           nothing is taken out: which guards matter to no test
import { spawn } from 'node:child_process'
import { globSync, readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { parseArgs } from 'node:util'
import { setup } from '../../../scripts/test-servers.ts'
import { drawn } from '../drawn.ts'
import type { Guard } from '../guards.ts'
import { root, sourcesWith } from './sources.ts'

const leastShare = 85
/** Of the test files to which a guard matters, the quickest ones are asked. */
const askedMax = 3
/** What a run has beside three times what its tests took without a fault. */
const startMs = 30_000

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    tests: { type: 'string' },
    seed: { type: 'string', default: '1' },
    share: { type: 'string', default: '100' },
    minutes: { type: 'string', default: 'Infinity' },
    survey: { type: 'boolean', default: false },
  },
})
if (values.only === undefined || values.tests === undefined)
  throw new Error('Say which sources and which tests: --only runtime/src/files --tests runtime/src/files')
const only = values.only
const words = values.tests.split(',')
const begun = performance.now()
const say = (line: string) =>
  console.error(`${String(Math.round((performance.now() - begun) / 1000)).padStart(5)} s  ${line}`)

interface TestFile {
  readonly file: string
  readonly ms: number
  readonly passed: readonly number[]
  readonly mattered: readonly number[]
}

/** Of a bound, and of a call for its throwing, nothing says whether it did anything. */
const mattersIn = ({ passed, mattered }: TestFile, { kind }: Guard, number: number): boolean =>
  (kind === 'bound' || kind === 'check' ? passed : mattered).includes(number)

const testsWith = (): readonly string[] =>
  globSync('{packages,conformance}/**/*.test.ts', { cwd: root, exclude: (path) => path.includes('node_modules') })
    .filter((path) => words.some((word) => path.includes(word)))
    .sort()

/** Runs test files, with a guard gone or none; gives whether all pass. What does not come to its end in time does not pass. */
const passes = (
  files: readonly string[],
  env: Readonly<Record<string, string>>,
  withinMs = 600_000,
): Promise<boolean> =>
  new Promise((resolve) => {
    const config = join('conformance', 'faults', 'beside', 'vitest.config.ts')
    const bail = env.CHARTER_FAULT === undefined ? [] : ['--bail=1']
    const child = spawn(
      'npm',
      ['exec', '--', 'vitest', 'run', '--config', config, '--reporter=dot', ...bail, ...files],
      {
        cwd: root,
        env: { ...process.env, CHARTER_FAULTS_ONLY: only, ...env },
        stdio: 'ignore',
        detached: true,
      },
    )
    const timer = setTimeout(() => process.kill(-Number(child.pid), 'SIGKILL'), withinMs)
    child.on('close', (code) => {
      clearTimeout(timer)
      resolve(code === 0)
    })
  })

const surveyed = async (files: readonly string[], into: string): Promise<readonly TestFile[]> => {
  if (!(await passes(files, { CHARTER_FAULTS_INTO: into }))) throw new Error('Without a fault every test must pass.')
  return readdirSync(into).map((name) => JSON.parse(readFileSync(join(into, name), 'utf8')) as TestFile)
}

const line = ({ kind, file, line: at, text }: Guard): string =>
  `${kind.padEnd(8)} ${file.replace(/^packages\//, '')}:${at}  ${text.slice(0, 90)}`

const main = async (): Promise<number> => {
  const stop = await setup()
  const into = await mkdtemp(join(tmpdir(), 'charter-faults-beside-'))
  try {
    const all = [...sourcesWith(only.split(',')).values()].flatMap(({ guards }) =>
      guards.filter(({ guard }) => !guard.isAssertion),
    )
    const wanted = drawn(all.map(({ guard, number }) => [number, guard] as const), Number(values.seed), Number(values.share) / 100) // biome-ignore format: one call
    const files = testsWith()
    say(`${all.length} guards, ${wanted.length} drawn; ${files.length} files of tests`)
    const surveys = await surveyed(files, into)
    let caught = 0
    let judged = 0
    for (const [number, guard] of wanted) {
      if (performance.now() - begun > Number(values.minutes) * 60_000) break
      judged++
      const asked = surveys
        .filter((each) => mattersIn(each, guard, number))
        .sort((a, b) => a.ms - b.ms)
        .slice(0, askedMax)
      const isCaught =
        asked.length > 0 &&
        (values.survey ||
          !(await passes(
            asked.map(({ file }) => relative(root, file)),
            { CHARTER_FAULT: String(number) },
            startMs + 3 * asked.reduce((sum, { ms }) => sum + ms, 0),
          )))
      if (isCaught) caught++
      else console.log(`${asked.length === 0 ? 'IDLE ' : 'ALIVE'} ${line(guard)}`)
      if (!values.survey) say(`${judged} of ${wanted.length}, ${caught} caught`)
    }
    const share = judged === 0 ? 100 : (100 * caught) / judged
    console.log(
      values.survey
        ? `${caught} of ${judged} guards matter to a test beside them`
        : `tests beside them caught ${caught} of ${judged} faults, ${share.toFixed(1)} %; at least ${leastShare} %`,
    )
    return values.survey || share >= leastShare ? 0 : 1
  } finally {
    await rm(into, { recursive: true, force: true })
    stop()
  }
}

process.exitCode = await main()
