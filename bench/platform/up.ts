import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { cpuMicros, memoryOf } from '../rest/measure.ts'
import { below, processes } from './processes.ts'

const main = process.env.CHARTER_MAIN ?? join(import.meta.dirname, '..', '..', 'apps', 'cli', 'src', 'main.ts')

export interface Up {
  readonly seconds: number
  /** Of its own process, what it began left out. */
  readonly cpuSeconds: number
  /** At rest, each by itself; NaN for what does not run here. */
  readonly platformMb: number
  readonly exampleMb: number
  readonly supervisorMb: number
}

/** In which what was done to start is let go. */
const restMs = 10_000

/** `charter up` on a folder until it says that it is ready, then at rest; it is ended in order. */
export const up = async (folder: string, cache: string): Promise<Up> => {
  const { PORT: _, ...env } = process.env
  const begun = performance.now()
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', main, 'up', '--json', '--folder', folder],
    {
      env: { ...env, CHARTER_CACHE: cache },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  const ended = once(child, 'exit')
  try {
    const line = once(createInterface(child.stdout), 'line')
    const [said] = await Promise.race([line, ended.then(() => [''])])
    if (!said.includes('"platform"')) throw new Error(`charter up did not start: ${said}`)
    const processId = child.pid ?? 0
    const [seconds, cpuSeconds] = [(performance.now() - begun) / 1000, cpuMicros(processId) / 1e6]
    await pause(restMs)
    return { seconds, cpuSeconds, platformMb: memoryOf(processId), ...besides(folder) }
  } finally {
    child.kill('SIGTERM')
    await ended
  }
}

/** The supervisor of a folder, and what it runs. */
const besides = (folder: string): Pick<Up, 'exampleMb' | 'supervisorMb'> => {
  const all = processes()
  const supervisor = all.find(({ words }) => words.includes(join(folder, 'machine')))
  if (!supervisor) return { exampleMb: Number.NaN, supervisorMb: Number.NaN }
  const services = below(all, supervisor.processId).filter(({ words }) => words.includes('src/main.ts'))
  const exampleMb = Math.max(...services.map(({ processId }) => memoryOf(processId)))
  return { exampleMb, supervisorMb: memoryOf(supervisor.processId) }
}

/** Ends what runs for a folder. */
export const down = (folder: string): void =>
  void spawnSync(process.execPath, ['--disable-warning=ExperimentalWarning', main, 'down', '--folder', folder])
