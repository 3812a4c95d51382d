import { spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { idOf, onFreePort } from './server-programs.ts'

/** A PostgreSQL server of this machine's own programs, in a folder that goes with it. */
export interface PostgresqlServer {
  /** Of the database `postgres`, as a superuser: `postgres://…`. */
  readonly url: string
  readonly processId: number
  /** Where its tables, logs and write-ahead log are. */
  readonly folder: string
  /** Ends at once, without writing anything more, and starts again. */
  restart(): void
  /** Ends in order; its files stay. */
  shutDown(): void
  /** Ends, and its files with it. */
  stop(): void
}

/** Throws with the sentence to act on when the server's programs are not there, or it does not start. */
export const startPostgresql = (settings: Readonly<Record<string, string>> = {}): Promise<PostgresqlServer> =>
  start(settings, ['initdb', '--no-sync', '-E', 'UTF8', '--locale=C.UTF-8', '-U', 'charter', '-A', 'trust'])

/** A streaming standby of a server of ours, which answers reads. */
export const startStandby = (primary: PostgresqlServer): Promise<PostgresqlServer> => {
  const { hostname, port, username } = new URL(primary.url)
  const from = ['-h', hostname, '-p', port, '-U', username, '-R', '-X', 'stream', '--no-sync', '--checkpoint=fast']
  return start({ hot_standby: 'on' }, ['pg_basebackup', ...from])
}

/** `maker` makes the data folder, which `-D` names. */
const start = async (
  settings: Readonly<Record<string, string>>,
  [maker = '', ...making]: readonly string[],
): Promise<PostgresqlServer> => {
  const programs = programsFolder()
  const folder = mkdtempSync('/tmp/charter-postgresql-')
  const user = process.getuid?.() === 0 ? ownerWhenRoot() : null
  if (user) chownSync(folder, user.uid, user.gid)
  const run = (program: string, args: readonly string[]) => {
    const made = spawnSync(join(programs, program), args, {
      encoding: 'utf8',
      cwd: '/tmp',
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { PATH: process.env.PATH ?? '', LC_ALL: 'C.UTF-8' },
      ...(user ?? {}),
    })
    if (made.status !== 0) throw new Error(`${program} failed: ${made.stderr?.trim() || made.error?.message}`)
  }
  const data = join(folder, 'data')
  const begin = (port: number): void => {
    const all = { listen_addresses: '127.0.0.1', unix_socket_directories: folder, ...fast, ...settings, port }
    const flags = Object.entries(all).map(([name, value]) => `-c ${name}='${value}'`)
    run('pg_ctl', ['-D', data, '-w', '-t', '60', '-l', join(folder, 'log'), '-o', flags.join(' '), 'start'])
  }
  const shutDown = (): void => run('pg_ctl', ['-D', data, '-m', 'fast', '-w', 'stop'])
  const restart = (): void => {
    run('pg_ctl', ['-D', data, '-m', 'immediate', '-w', 'stop'])
    begin(port)
  }
  const stop = (): void => {
    try {
      if (existsSync(join(data, 'postmaster.pid'))) run('pg_ctl', ['-D', data, '-m', 'immediate', 'stop'])
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  }
  let port = 0
  try {
    run(maker, ['-D', data, ...making])
    port = await onFreePort(begin)
  } catch (error) {
    rmSync(folder, { recursive: true, force: true })
    throw error
  }
  return {
    url: `postgres://charter@127.0.0.1:${port}/postgres`,
    get processId() {
      return readProcessId(data)
    },
    folder,
    restart,
    shutDown,
    stop,
  }
}

const readProcessId = (data: string): number =>
  Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0])

/** What tests can do without; a benchmark says otherwise. */
const fast = { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off', max_connections: '200' }

/** `pg_ctl` where it is on the path, else the newest of Debian's `/usr/lib/postgresql/<major>/bin`. */
const programsFolder = (): string => {
  const found = spawnSync('sh', ['-c', 'command -v pg_ctl'], { encoding: 'utf8' }).stdout.trim()
  // A link may stand alone; the programs it belongs to lie where it leads.
  const own = found === '' ? '' : dirname(realpathSync(found))
  if (own !== '' && existsSync(join(own, 'initdb'))) return own
  const installed = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : []
  const folder = installed.map((major) => join(debian, major, 'bin')).find((each) => existsSync(join(each, 'initdb')))
  if (folder) return folder
  throw new Error('There is no PostgreSQL server on this machine. Install it with: sudo apt-get install -y postgresql')
}

const debian = '/usr/lib/postgresql'

/** PostgreSQL refuses to run as root; Debian's package makes the user `postgres`. */
const ownerWhenRoot = (): { readonly uid: number; readonly gid: number } => {
  for (const name of ['postgres', 'nobody']) {
    const uid = idOf('-u', name)
    if (uid > 0) return { uid, gid: idOf('-g', name) }
  }
  throw new Error('PostgreSQL does not run as root, and there is no user "postgres" to run it as.')
}
