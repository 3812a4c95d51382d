import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { access, lstat, mkdir, mkdtemp, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { readTextIn } from './inside.ts'
import { ownModulesFor } from './own-modules.ts'

/** The user's own cache folder: toolchains and dependencies that are not kept in a project. */
export const cacheFolder = (): string =>
  process.env.CHARTER_CACHE ??
  join(process.env.XDG_CACHE_HOME ?? join(process.env.HOME ?? homedir(), '.cache'), 'charter')

/** Thrown when dependencies cannot be installed; holds npm's own last words. */
export class InstallFailed extends Error {
  override readonly name = 'InstallFailed'
}

/** Runs npm in a folder. Rejects with what it said last. */
export type Npm = (folder: string, args: readonly string[]) => Promise<void>

/**
 * Dependencies of a generated Node service, installed once for each lock file into the cache and linked into the
 * service's folder. `withTools` adds what its own tests, types and lint need. Never waits twice, and needs no network
 * when the cache has them.
 */
export const installNodeModules = async (
  folder: string,
  {
    withTools = false,
    onWait = () => {},
    npm = plainNpm,
  }: { readonly withTools?: boolean; readonly onWait?: () => void; readonly npm?: Npm } = {},
): Promise<void> => {
  const lock = readTextIn(folder, 'package-lock.json') ?? '{}'
  const digest = createHash('sha256').update(dependenciesOf(lock)).digest('hex').slice(0, 16)
  const kept = join(cacheFolder(), `modules-${withTools ? 'tools' : 'service'}-${digest}`)
  if (!(await exists(join(kept, 'node_modules')))) {
    onWait()
    await fill(kept, folder, { withTools, npm })
  }
  await link(join(folder, 'node_modules'), join(kept, 'node_modules'))
}

/**
 * The same of a folder that nobody works in, for a service that is only run: where Charter itself depends on all of it, nothing is
 * installed. `npm`: how it is run, where something is.
 */
export const bringNodeModules = async (folder: string, npm: Npm = plainNpm): Promise<void> => {
  const own = ownModulesFor(folder)
  if (own === null) return installNodeModules(folder, { npm })
  await link(join(folder, 'node_modules'), own)
}

/** The lock without the service's own name and version: services share what they depend on. */
const dependenciesOf = (lock: string): string => {
  const { packages } = JSON.parse(lock) as { packages: Record<string, unknown> }
  return JSON.stringify(Object.entries(packages).filter(([path]) => path !== ''))
}

interface Filling {
  readonly withTools: boolean
  readonly npm: Npm
}

const fill = async (kept: string, folder: string, { withTools, npm }: Filling): Promise<void> => {
  await mkdir(cacheFolder(), { recursive: true })
  const partial = await mkdtemp(`${kept}.partial-`)
  try {
    for (const file of ['package.json', 'package-lock.json'])
      await writeFile(join(partial, file), readTextIn(folder, file) ?? '{}')
    await npm(partial, [...ci, ...(withTools ? [] : ['--omit=dev'])]).catch((error: unknown) => {
      throw new InstallFailed(
        `The service's dependencies could not be installed.\n${error instanceof Error ? error.message : String(error)}`,
        { cause: error },
      )
    })
    await rename(partial, kept).catch(async (error: NodeJS.ErrnoException) => {
      // Somebody else was first: their folder is as good.
      if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error
    })
  } finally {
    await rm(partial, { recursive: true, force: true })
  }
}

const ci = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline'] as const

const plainNpm: Npm = (folder, args) =>
  new Promise((resolve, reject) => {
    const child = spawn('npm', [...args], { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] })
    let said = ''
    child.stderr.on('data', (chunk: Buffer) => {
      said = `${said}${chunk.toString()}`.slice(-4000)
    })
    child.on('error', (error) => reject(new Error(`npm could not be started: ${error.message}`)))
    child.on('close', (status) => (status === 0 ? resolve() : reject(new Error(said.trim()))))
  })

/** A link of ours is pointed anew; a real folder that a person installed is left alone. */
const link = async (at: string, to: string): Promise<void> => {
  const target = `${at}.charter-${process.pid}`
  if (await exists(join(at, '.package-lock.json'))) {
    const isLink = (await lstat(at)).isSymbolicLink()
    if (!isLink) return
  }
  try {
    await symlink(to, target, 'dir')
    await rm(at, { recursive: true, force: true })
    await rename(target, at)
  } catch (error) {
    await rm(target, { force: true })
    throw error
  }
}

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  )
