import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { nodeFlags } from '@charter/runtime/host/node-flags'
import { privateFolder } from '@charter/runtime/settings/private-files'
import { type Egress, hasWays, openEgress } from '../egress/open-egress.ts'
import type { WayIn } from '../ingress/way-in.ts'
import { inside, launcherFile, type SandboxCommand, sandboxCommand } from '../sandbox/sandbox.ts'
import { freePorts } from './free-ports.ts'
import { giveTo } from './give-to.ts'
import type { InstanceSpec } from './instance-spec.ts'
import { type ProcessOf, processOf } from './process-of.ts'
import { processSaid } from './process-said.ts'

export interface StartOptions {
  readonly folder: string
  readonly spec: InstanceSpec
  /** Of its environment (kept.ts). */
  readonly seat: number
  /** What is served, each with the way that leads there: `http`, and styles with a listener of their own. */
  readonly waysIn: ReadonlyMap<string, WayIn>
}

/** A service whose process is there and waits for the word to begin: it ends by itself where that never comes. */
export interface Waiting {
  readonly process: ProcessOf
  begin(): void
  /** It was healthy: should it end by itself from now on, it begins again. */
  keep(): void
}

/** How it is begun, and what it is told of where it is. */
interface Launch extends SandboxCommand {
  readonly cwd?: string
  /** Of the process that runs the service, once bubblewrap or the system told. */
  started(child: ChildProcess): Promise<ProcessOf>
  readonly environment: Readonly<Record<string, string>>
}

/** Rejects where the sandbox cannot be made. */
export const startInstance = async (options: StartOptions): Promise<Waiting> => {
  const { folder, spec, waysIn } = options
  const egress = hasWays(spec) ? await openEgress(folder, spec) : null
  const { command, args, files, cwd, started, environment } = spec.isBare
    ? await bare(options)
    : await sandboxed(options, egress)
  const log = openSync(logOf(folder, spec.deployment), 'a', 0o600)
  const child = spawn(command, [...args], {
    detached: true,
    ...(cwd !== undefined && { cwd }),
    // Programs that run outside of it, or as root, are told nothing that somebody else says: `LD_PRELOAD` would be code of theirs.
    env: { PATH: '/usr/bin:/bin' },
    stdio: [
      'pipe',
      log,
      log,
      ...[...waysIn.values()].map(({ file }) => file),
      'pipe',
      ...Object.keys(files).map(() => 'pipe' as const),
    ],
  })
  closeSync(log)
  child.unref()
  // One that is gone takes no word; that it is gone is seen elsewhere.
  child.stdin?.on('error', () => {})
  for (const [number, text] of Object.entries(files))
    (child.stdio[Number(number)] as Writable).on('error', () => {}).end(text)
  const process = await started(child).catch((error: unknown) => {
    child.stdin?.destroy()
    child.kill('SIGKILL')
    throw error
  })
  egress?.until(process)
  return {
    process,
    begin: () => {
      // A service knows nothing of the environment that its supervisor has.
      const env = { ...spec.variables, ...environment, PATH: '/usr/bin:/bin', HOME: '/tmp' }
      child.stdin?.write(`begin ${JSON.stringify(env)}\n`)
    },
    keep: () => {
      child.stdin?.end('keep\n')
    },
  }
}

const sandboxed = async ({ folder, spec, seat, waysIn }: StartOptions, egress: Egress | null): Promise<Launch> => {
  const user = process.getuid?.() === 0 ? userMin + seat : null
  const infoFile = 3 + waysIn.size
  const ports = portsOf(spec, (at) => firstPort + at)
  const boxed = sandboxCommand(
    {
      release: spec.release,
      modules: spec.modules,
      data: await dataFolderOf(folder, spec.environment, user),
      egress: egress?.folder ?? null,
      hosts: `127.0.0.1 localhost\n${egress?.hosts ?? ''}`,
      user,
      infoFile,
      memoryBytesMax,
      fileBytesMax: spec.limits.diskBytesMax,
    },
    launcherWords(spec, waysIn, ports, egress?.ways),
  )
  return {
    ...boxed,
    started: (child) => processSaid(child.stdio[infoFile] as Readable, child),
    environment: { ...ports, HOST: hostInside, CHARTER_DATA: inside.data },
  }
}

/** As this user, with everything that they may do: what we wrote ourselves, where nothing can be shut in. */
const bare = async ({ folder, spec, waysIn }: StartOptions): Promise<Launch> => {
  const free = await freePorts(waysIn.size)
  const ports = portsOf(spec, (at) => free[at] ?? 0)
  return {
    command: process.execPath,
    args: [...nodeFlags, launcherFile, ...launcherWords(spec, waysIn, ports)],
    files: {},
    cwd: spec.release,
    started: async ({ pid }) => {
      const found = pid === undefined ? null : processOf(pid)
      if (!found) throw new Error('The service could not be begun.')
      return found
    },
    environment: { ...ports, HOST: '127.0.0.1', CHARTER_DATA: await dataFolderOf(folder, spec.environment, null) },
  }
}

const launcherWords = (
  spec: InstanceSpec,
  waysIn: StartOptions['waysIn'],
  ports: Readonly<Record<string, string>>,
  ways = '',
): readonly string[] => [
  [...waysIn.keys()].map((name) => ports[spec.listeners[name] ?? 'PORT']).join(','),
  ways,
  ...nodeFlags,
  'src/main.ts',
]

/** Not of people, nor of what Debian starts: as `seatsMax` says. */
const userMin = 61_184
const memoryBytesMax = 1024 ** 3

export const logOf = (folder: string, deployment: string): string => join(folder, 'logs', `${deployment}.log`)

export const dataOf = (folder: string, environment: string): string => join(folder, 'data', environment)

const dataFolderOf = async (folder: string, environment: string, user: number | null): Promise<string> => {
  const data = dataOf(folder, environment)
  privateFolder(data)
  if (user !== null) await giveTo(data, user)
  return data
}

/** In its own network, where nothing else is: not where ways out are. */
const hostInside = '127.2.0.1'
const firstPort = 8080

/** Where it listens, by the variables that say so. */
const portsOf = ({ listeners }: InstanceSpec, portAt: (at: number) => number): Readonly<Record<string, string>> =>
  Object.fromEntries(['PORT', ...Object.values(listeners)].map((variable, at) => [variable, String(portAt(at))]))
