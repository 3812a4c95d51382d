import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Machine } from '../first-install/machine.ts'

/** A new user's hour on an empty machine, step by step. */
export interface Hour {
  readonly machine: Machine
  /** How many were made. */
  readonly steps: number
  /** Times a step, and tells the first lines of what it says. Rejects where it fails. */
  step(what: string, act: () => string | Promise<string>): Promise<string>
  /** Runs `charter` in a folder, as a step. */
  charter(folder: string, ...args: readonly string[]): Promise<string>
  /** Runs the service of a folder while something is done with it. */
  whileRunning(folder: string, env: NodeJS.ProcessEnv, act: (service: string) => Promise<void>): Promise<void>
}

const linesShown = 6

export const hourOn = (machine: Machine, tell: (line: string) => void): Hour => {
  let steps = 0
  const step: Hour['step'] = async (what, act) => {
    const started = performance.now()
    const said = await act()
    steps++
    tell(`${((performance.now() - started) / 1000).toFixed(1).padStart(7)} s  ${what}`)
    const lines = said.trim().split('\n')
    for (const line of lines.slice(0, linesShown)) if (line !== '') tell(`           ${line.slice(0, 140)}`)
    if (lines.length > linesShown) tell(`           … ${lines.length - linesShown} more lines`)
    return said
  }
  return {
    machine,
    get steps() {
      return steps
    },
    step,
    charter: (folder, ...args) =>
      step(`charter ${args.map((each) => (/\s/.test(each) ? `"${each}"` : each)).join(' ')}`, () =>
        machine.run('charter', args, folder),
      ),
    whileRunning: async (folder, env, act) => {
      const running = spawn('charter', ['run', '--json', '--port', '18700'], {
        cwd: folder,
        env: { ...machine.env, ...env },
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      const ended = endOf(running)
      try {
        let service = ''
        await step('charter run', async () => {
          service = await serviceOf(running)
          return `listens at ${service}`
        })
        await act(service)
      } finally {
        running.kill('SIGTERM')
        await ended
      }
    },
  }
}

const endOf = (child: ChildProcess): Promise<void> => new Promise((resolve) => child.once('close', () => resolve()))

/** Where it listens, once it does: `run --json` says so in one object. */
const serviceOf = async ({ stdout }: ChildProcess): Promise<string> => {
  let said = ''
  for await (const line of stdout ? createInterface(stdout) : []) {
    said += line
    if (line === '}') return JSON.parse(said).service
  }
  throw new Error(`charter run ended before it listened. ${said}`)
}

/** A folder of the machine's home. */
export const folderOf = ({ machine }: Hour, name: string): string => join(machine.home, name)

/** The JSON of an answer. Rejects where the status is another than expected. */
export const asked = async (url: string, token: string | null, status = 200): Promise<unknown> => {
  const answer = await fetch(url, { headers: token === null ? {} : { authorization: `Bearer ${token}` } })
  const body = await answer.text()
  if (answer.status !== status) throw new Error(`${url} answered ${answer.status}, not ${status}. ${body}`)
  return body === '' ? null : JSON.parse(body)
}
