import { spawn, spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { idOf, onFreePort } from './server-programs.ts'

/** A MariaDB server of this machine's own programs, in a folder that goes with it. */
export interface MariadbServer {
  /** Of the database `mysql`, as a user who may everything: `mariadb://…`. */
  readonly url: string
  readonly processId: number
  /** Ends at once, without writing anything more, and starts again. */
  restart(): Promise<void>
  /** Ends, and its files with it. */
  stop(): void
}

const readyMs = 60_000

/** Throws with the sentence to act on when the server's programs are not there, or it does not start. */
export const startMariadb = async (settings: Readonly<Record<string, string>> = {}): Promise<MariadbServer> => {
  const program = ['/usr/sbin/mariadbd', '/usr/libexec/mariadbd'].find((path) => existsSync(path))
  if (!program)
    throw new Error(
      'There is no MariaDB server on this machine. Install it with: sudo apt-get install -y mariadb-server',
    )
  const folder = mkdtempSync('/tmp/charter-mariadb-')
  const user = process.getuid?.() === 0 ? ownerWhenRoot() : null
  if (user) chownSync(folder, user.uid, user.gid)
  const [data, socket, log] = ['data', 'socket', 'log'].map((name) => join(folder, name)) as [string, string, string]
  const made = spawnSync(
    'mariadb-install-db',
    ['--no-defaults', `--datadir=${data}`, '--auth-root-authentication-method=normal', '--skip-test-db'],
    { encoding: 'utf8', ...user },
  )
  if (made.status !== 0) {
    rmSync(folder, { recursive: true, force: true })
    throw new Error(`mariadb-install-db failed: ${made.stderr?.trim() || made.error?.message}`)
  }
  let processId = 0
  const kill = (): void => {
    try {
      process.kill(processId, 'SIGKILL')
    } catch {
      // It has ended by itself.
    }
  }
  const begin = async (port: number): Promise<void> => {
    const child = spawn(
      program,
      [
        '--no-defaults',
        `--datadir=${data}`,
        `--socket=${socket}`,
        `--port=${port}`,
        `--log-error=${log}`,
        `--tmpdir=${folder}`,
        '--bind-address=127.0.0.1',
        ...Object.entries({ ...fast, ...settings }).map(([name, value]) => `--${name}=${value}`),
        '--innodb-buffer-pool-size=64M',
        '--performance-schema=OFF',
        '--max-connections=300',
      ],
      { stdio: 'ignore', detached: true, ...user },
    )
    child.unref()
    processId = child.pid ?? 0
    const until = performance.now() + readyMs
    for (;;) {
      const asked = spawnSync('mariadb-admin', ['--no-defaults', `--socket=${socket}`, '-u', 'root', 'ping'])
      if (asked.status === 0) return
      if (performance.now() > until) kill()
      if (performance.now() > until || child.exitCode !== null)
        throw new Error(`MariaDB does not start: ${existsSync(log) ? readFileSync(log, 'utf8').slice(-2000) : ''}`)
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }
  let port = 0
  try {
    port = await onFreePort(begin)
  } catch (error) {
    rmSync(folder, { recursive: true, force: true })
    throw error
  }
  return {
    url: `mariadb://root@127.0.0.1:${port}/mysql`,
    get processId() {
      return processId
    },
    async restart() {
      kill()
      await begin(port)
    },
    stop() {
      kill()
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

/** What tests can do without. */
const fast = { 'innodb-flush-log-at-trx-commit': '0' }

/** MariaDB refuses to run as root; Debian's package makes the user `mysql`. */
const ownerWhenRoot = () => {
  const uid = idOf('-u', 'mysql')
  if (uid > 0) return { uid, gid: idOf('-g', 'mysql') }
  throw new Error('MariaDB does not run as root, and there is no user "mysql" to run it as.')
}
