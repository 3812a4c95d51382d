import { execFile, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readFile, realpath, rm, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { nodeFlags } from '@charter/runtime/host/node-flags'
import { privateFolder } from '@charter/runtime/settings/private-files'
import { openEgress, removeEgress } from '../egress/open-egress.ts'
import { inside, sandboxCommand } from '../sandbox/sandbox.ts'
import { giveTo } from '../supervisor/give-to.ts'
import { usualLimits } from '../supervisor/instance-spec.ts'
import { processSaid } from '../supervisor/process-said.ts'

/** Nobody’s and no service’s: past the users that systemd keeps for services (uid ranges of systemd). */
const user = 65_520
const memoryBytesMax = 2 * 2 ** 30
const infoFile = 3
const saidMax = 4000

/**
 * Runs npm in a folder, in a sandbox of its own: it writes that folder, reads itself, and reaches the registry that npm is told of on this machine
 * and nothing else. `folder`: of the machine, where the ways out lie. Rejects with what npm said last.
 */
export const npmInside =
  (folder: string) =>
  async (within: string, args: readonly string[]): Promise<void> => {
    const registry = await registryUrl()
    const { hostname, port, protocol } = new URL(registry)
    const id = randomUUID()
    privateFolder(folder)
    await writeFile(join(within, '.npmrc'), await credentialsFor(registry), { mode: 0o600 })
    const egress = await openEgress(folder, {
      deployment: id,
      environment: id,
      release: within,
      modules: within,
      variables: {},
      reaches: [],
      ranges: [],
      own: [`${hostname}:${port || (protocol === 'https:' ? '443' : '80')}`],
      isBare: false,
      listeners: {},
      keepsRecord: false,
      limits: usualLimits,
    })
    const isRoot = process.getuid?.() === 0
    try {
      if (isRoot) await giveTo(within, user)
      const boxed = sandboxCommand(
        {
          release: within,
          modules: within,
          data: within,
          egress: egress.folder,
          hosts: `127.0.0.1 localhost\n${egress.hosts}`,
          user: isRoot ? user : null,
          infoFile,
          memoryBytesMax,
          fileBytesMax: usualLimits.diskBytesMax,
          shown: { [await npmFolder()]: npmAt },
        },
        ['', egress.ways, ...nodeFlags, `${npmAt}/bin/npm-cli.js`, ...args, '--prefix', inside.data],
      )
      const child = spawn(boxed.command, [...boxed.args], {
        env: { PATH: '/usr/bin:/bin' },
        stdio: ['pipe', 'ignore', 'pipe', 'pipe', ...Object.keys(boxed.files).map(() => 'pipe' as const)],
      })
      for (const [number, text] of Object.entries(boxed.files))
        (child.stdio[Number(number)] as Writable).on('error', () => {}).end(text)
      const ended = endOf(child.stderr as Readable, child)
      egress.until(await processSaid(child.stdio[infoFile] as Readable, child))
      const env = {
        PATH: '/usr/bin:/bin',
        HOME: '/tmp',
        HOST: '127.2.0.1',
        npm_config_registry: registry,
        npm_config_userconfig: `${inside.data}/.npmrc`,
        // The sandbox has no room for it elsewhere.
        npm_config_cache: `${inside.data}/.npm-cache`,
        npm_config_update_notifier: 'false',
      }
      ;(child.stdin as Writable).on('error', () => {}).end(`begin ${JSON.stringify(env)}\n`)
      await ended
    } finally {
      if (isRoot) await giveTo(within, 0)
      for (const own of ['.npmrc', '.npm-cache']) await rm(join(within, own), { recursive: true, force: true })
      removeEgress(folder, id)
    }
  }

const endOf = (err: Readable, child: { once(event: 'close', told: (status: number | null) => void): unknown }) =>
  new Promise<void>((resolve, reject) => {
    let last = ''
    err.on('data', (chunk: Buffer) => {
      last = `${last}${chunk.toString()}`.slice(-saidMax)
    })
    child.once('close', (status) => (status === 0 ? resolve() : reject(new Error(last.trim()))))
  })

/** The registry that npm is told of here. */
const registryUrl = (): Promise<string> =>
  new Promise((resolve, reject) => {
    execFile('npm', ['config', 'get', 'registry'], { cwd: '/' }, (error, out) =>
      error ? reject(new Error(`npm could not be started: ${error.message}`)) : resolve(new URL(out.trim()).href),
    )
  })

/** Of what npm is told here, whom that registry knows; nothing of others. */
const credentialsFor = async (registry: string): Promise<string> => {
  const text = await readFile(process.env.npm_config_userconfig ?? join(homedir(), '.npmrc'), 'utf8').catch(() => '')
  const start = `//${new URL(registry).host}/`
  return text
    .split('\n')
    .filter((line) => line.trim().startsWith(start))
    .join('\n')
}

/** Where npm lies inside. */
const npmAt = '/charter/npm'

/** Its folder, which has its program in `bin`. */
const npmFolder = async (): Promise<string> => {
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    const found = await realpath(join(folder, 'npm')).catch(() => null)
    if (found?.endsWith('/bin/npm-cli.js')) return dirname(dirname(found))
  }
  throw new Error('npm is not installed here: it comes with Node.')
}
