import { type ChildProcess, type ChildProcessByStdio, spawn } from 'node:child_process'
import { createServer } from 'node:net'
import { constants } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { type Environment, nodeFlags } from '../../src/runtime/service/index.ts'
import { faultIn } from './fault-in.ts'
import { serviceVariables } from './service-variables.ts'
import { listeners } from './style-environment.ts'

export interface RunOptions {
  /** Folder of the generated service. */
  readonly folder: string
  readonly port: number
  /** Where each style listens that has a port of its own, by its name; left out: any free one. */
  readonly ports?: Readonly<Record<string, number>>
  readonly databaseUrl?: string
  /** Folder for what the service keeps beside its database; default: its own. */
  readonly dataFolder?: string
  readonly host?: string
  /** A schema for state may be made in a database that is somebody else's. */
  readonly mayCreate?: boolean
  /** Of the environment of who starts it: what its service reads and the other options do not say. */
  readonly inherited?: Environment
  /** Of its environment, before what the other options say; undefined: without that variable. */
  readonly env?: Readonly<Record<string, string | undefined>>
  /** Lines that the service says on standard error, and sentences of the bugs and faults in its log. */
  readonly onLog?: (line: string) => void
  /** Loopback address where the page's edits of the charter are taken. */
  readonly editDesk?: string
  /** Folder of GraphiQL; a service does not carry it. */
  readonly graphiqlFolder?: string | undefined
  /** Aborted before it listens, it is ended at once; later, whoever has it stops it. */
  readonly stop?: AbortSignal
}

export interface RunningService {
  readonly url: string
  /** Where each style that has a port of its own is reached, by its name. */
  readonly ownUrls: Readonly<Record<string, string>>
  /** Where its page opens, once. */
  readonly pageUrl?: string
  readonly process: ChildProcess
  /** Resolves with the exit status, as a shell gives it: 128 and the number of the signal that ended it, where one did. */
  readonly ended: Promise<number>
  /** Asks it to drain and waits. */
  stop(): Promise<void>
}

/** Thrown when the service ends before it listens; holds its own last words. */
export class StartFailed extends Error {
  override readonly name = 'StartFailed'
}

const startTimeoutMs = 30_000
/** Longer than a service takes to end by itself. */
const stopTimeoutMs = 30_000

/** Starts a generated Node service in development mode and waits until it listens. Rejects with StartFailed. */
export const runService = ({
  folder,
  port,
  ports = {},
  databaseUrl,
  dataFolder,
  host = '127.0.0.1',
  mayCreate = false,
  onLog = () => {},
  editDesk,
  graphiqlFolder,
  stop: stopAsked,
  inherited = {},
  env = {},
}: RunOptions): Promise<RunningService> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [...nodeFlags, join('src', 'main.ts')], {
      cwd: folder,
      env: {
        ...environment(),
        ...serviceVariables(inherited),
        HOST: host,
        PORT: String(port),
        ...portVariables(ports),
        CHARTER_MODE: 'development',
        ...(mayCreate && { CHARTER_ALLOW_DDL: 'true' }),
        ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }),
        ...(dataFolder !== undefined && { CHARTER_DATA: dataFolder }),
        ...(editDesk !== undefined && { CHARTER_EDIT_DESK: editDesk }),
        ...(graphiqlFolder !== undefined && { CHARTER_GRAPHIQL: graphiqlFolder }),
        ...env,
      },
      // The channel says nothing: it closes with this process, however that ends, and the service ends then.
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    }) as ChildProcessByStdio<null, Readable, Readable>
    const ended = new Promise<number>((done) =>
      child.once('close', (status, signal) => done(status ?? signalStatus(signal))),
    )
    let said = ''
    let isListening = false
    const timer = setTimeout(() => child.kill('SIGKILL'), startTimeoutMs)
    const giveUp = (): void => void child.kill('SIGTERM')
    if (stopAsked?.aborted) giveUp()
    stopAsked?.addEventListener('abort', giveUp)
    child.once('error', (error) => reject(new StartFailed(error.message)))
    void ended.then((status) => {
      clearTimeout(timer)
      reject(new StartFailed(`${endedText(status)} before it listened.\n${said.trim()}`))
    })
    child.stderr.on('data', (chunk: Buffer) => {
      said = `${said}${chunk.toString()}`.slice(-4000)
      if (isListening) onLog(chunk.toString().trimEnd())
    })
    createInterface(child.stdout).on('line', (line) => {
      const fault = faultIn(line)
      if (fault !== null) onLog(fault)
    })
    void whereItListens(child.stdout).then((listening) => {
      clearTimeout(timer)
      stopAsked?.removeEventListener('abort', giveUp)
      isListening = true
      resolve({ ...listening, process: child, ended, stop: () => stop(child, ended) })
    })
  })

const portVariables = (ports: Readonly<Record<string, number>>): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(listeners).map(([style, { portVariable }]) => [portVariable, String(ports[style] ?? 0)]),
  )

const signalStatus = (signal: NodeJS.Signals | null): number => 128 + (signal === null ? 0 : constants.signals[signal])

/** `The service ended with status 1`, `The service was ended by SIGKILL`: of what `ended` gives. */
export const endedText = (status: number): string => {
  const [signal] = Object.entries(constants.signals).find(([, number]) => number === status - 128) ?? []
  return signal === undefined ? `The service ended with status ${status}` : `The service was ended by ${signal}`
}

/** What a generated service may know of this process' environment: nothing but where programs are, compiled ones too. */
const environment = (): Record<string, string> =>
  Object.fromEntries(
    ['PATH', 'HOME', 'TMPDIR', 'LANG', 'NODE_COMPILE_CACHE'].flatMap((name) =>
      process.env[name] === undefined ? [] : [[name, process.env[name]]],
    ),
  )

/** Where a service says that it listens. */
export type ServiceAddresses = Pick<RunningService, 'url' | 'ownUrls' | 'pageUrl'>

/** Waits for the line of a service's log that says where it listens; never resolves where there is none. */
export const whereItListens = (stdout: NodeJS.ReadableStream): Promise<ServiceAddresses> =>
  new Promise((resolve) => {
    let told: string | null = ''
    stdout.on('data', (chunk: Buffer) => {
      // Lines after it are let go.
      if (told === null) return
      told = `${told}${chunk.toString()}`.slice(-16_000)
      const listening = listeningIn(told)
      if (!listening) return
      told = null
      resolve(listening)
    })
  })

const listeningIn = (said: string): ServiceAddresses | null => {
  for (const line of said.split('\n').filter((each) => each.includes('"url":')))
    try {
      const told = JSON.parse(line) as Readonly<Record<string, unknown>>
      const { url, pageUrl } = told
      if (typeof url === 'string')
        return { url, ownUrls: ownUrlsIn(told), ...(typeof pageUrl === 'string' && { pageUrl }) }
    } catch {
      // A line of which the end is still to come.
    }
  return null
}

const ownUrlsIn = (told: Readonly<Record<string, unknown>>): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(listeners).flatMap(([style, { urlName }]) => {
      const url = told[urlName]
      return typeof url === 'string' ? [[style, url] as const] : []
    }),
  )

const stop = async (child: ChildProcess, ended: Promise<number>): Promise<void> => {
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), stopTimeoutMs)
  await ended
  clearTimeout(timer)
}

/** The wanted port when it is free and not among `except`, else the next one that is. Gives up after a hundred. */
export const freePort = async (wanted: number, host = '127.0.0.1', except: readonly number[] = []): Promise<number> => {
  const last = Math.min(wanted + 99, 65_535)
  for (let port = wanted; port <= last; port++) if (!except.includes(port) && (await isFree(port, host))) return port
  throw new StartFailed(`None of the ports ${wanted} to ${last} is free at ${host}. Say another with --port.`)
}

const isFree = (port: number, host: string): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, host, () => server.close(() => resolve(true)))
  })
