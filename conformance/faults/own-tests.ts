import { spawn } from 'node:child_process'
import { globSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { turn } from './build.ts'
import type { Lane, Told } from './lanes.ts'

/** By guard: the test files that pass through it, and those in which its condition mattered. */
export interface OwnTests {
  readonly lane: Lane
  readonly passing: ReadonlyMap<number, readonly string[]>
  readonly mattering: ReadonlyMap<number, readonly string[]>
  /** How long each file takes, in ms. */
  readonly took: ReadonlyMap<string, number>
}

const patienceMs = 600_000

/** How long files are waited for: several times as long as they took, as two lanes share the machine. */
export const patienceFor = ({ took }: OwnTests, files: readonly string[]): number =>
  60_000 + 4 * files.reduce((sum, file) => sum + (took.get(file) ?? 0), 0)

/** Runs each test file of a service without a fault, and notes which guards it passes through. Rejects when one fails. */
export const ownTestsOf = async (lane: Lane): Promise<OwnTests> => {
  const [passing, mattering] = [new Map<number, string[]>(), new Map<number, string[]>()]
  const took = new Map<string, number>()
  for (const file of globSync('test/**/*.test.ts', { cwd: lane.folder }).sort()) {
    const into = join(lane.folder, '.passed')
    await turn(lane.folder, null, { into })
    const begun = performance.now()
    // Once more, as on a busy machine one may run out of time.
    const said = (await runTests(lane.folder, [file])) && (await runTests(lane.folder, [file]))
    if (said !== null) throw new Error(`${lane.name}: ${file} fails without a fault: ${said}`)
    took.set(file, performance.now() - begun)
    const told = readdirSync(into).map((each) => JSON.parse(readFileSync(join(into, each), 'utf8')) as Told)
    for (const guard of new Set(told.flatMap(({ passed }) => passed)))
      passing.set(guard, [...(passing.get(guard) ?? []), file])
    for (const guard of new Set(told.flatMap(({ mattered }) => mattered)))
      mattering.set(guard, [...(mattering.get(guard) ?? []), file])
    rmSync(into, { recursive: true })
  }
  await turn(lane.folder, null)
  return { lane, passing, mattering, took }
}

/** Null where they pass, else what was said. Tests that do not end count as failed. */
export const runTests = (folder: string, files: readonly string[], waitMs = patienceMs): Promise<string | null> =>
  new Promise((resolve) => {
    const args = [
      '--disable-warning=ExperimentalWarning',
      '--import',
      './src/fault-switch.mjs',
      '--test',
      '--test-force-exit',
      '--test-reporter=tap',
    ]
    const child = spawn(process.execPath, [...args, ...files], {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    let said = ''
    const timer = setTimeout(() => {
      said += 'not ok: they do not end'
      child.kill('SIGKILL')
    }, waitMs)
    child.stdout.on('data', (chunk: Buffer) => {
      said += chunk.toString()
      if (/^\s*not ok/m.test(said)) child.kill('SIGKILL')
    })
    child.once('close', (status) => {
      clearTimeout(timer)
      resolve(status === 0 ? null : (/^\s*not ok .*/m.exec(said)?.[0].trim() ?? 'ended with a fault'))
    })
  })
