import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

export interface Ran {
  readonly status: number | null
  readonly out: string
  readonly err: string
}

export interface RunningCommand {
  readonly process: ChildProcess
  /** Standard output up to now. */
  out(): string
  err(): string
  readonly ended: Promise<Ran>
}

export interface RunOptions {
  readonly cwd?: string
  readonly env?: Readonly<Record<string, string>>
  /** Program and arguments that go before Node: `['unshare', '-n']`. */
  readonly under?: readonly string[]
}

const main = fileURLToPath(new URL('../main.ts', import.meta.url))

/** Where each worker of the tests has its services: two that start at once do not find the same port free. */
const worker = Number(process.env.VITEST_POOL_ID ?? 0)
const ownPorts = { PORT: String(20_000 + worker * 200), GRPC_PORT: String(20_100 + worker * 200) }

/** The command line as a process of its own. */
export const startCharter = (
  args: readonly string[],
  { cwd, env = {}, under = [] }: RunOptions = {},
): RunningCommand => {
  const [file = process.execPath, ...rest] = [
    ...under,
    process.execPath,
    '--disable-warning=ExperimentalWarning',
    main,
    ...args,
  ]
  const { NODE_OPTIONS: _, ...inherited } = process.env
  const child = spawn(file, rest, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...inherited, ...ownPorts, ...env },
    ...(cwd && { cwd }),
  })
  const said = { out: '', err: '' }
  child.stdout.on('data', (chunk: Buffer) => {
    said.out += chunk.toString()
  })
  child.stderr.on('data', (chunk: Buffer) => {
    said.err += chunk.toString()
  })
  const ended = new Promise<Ran>((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (status) => resolve({ status, ...said }))
  })
  return { process: child, out: () => said.out, err: () => said.err, ended }
}

export const charter = (args: readonly string[], options?: RunOptions): Promise<Ran> =>
  startCharter(args, options).ended
