import { spawn, spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { createConnection } from 'mysql2/promise'
import { freePort, idOf } from './server-programs.ts'

/** A MySQL server of this machine's own programs, in a folder that goes with it. */
export interface MysqlServer {
  /** Of the database `mysql`, as a user who may everything: `mysql://…`. */
  readonly url: string
  /** Ends, and its files with it. */
  stop(): void
}

const readyMs = 60_000

/** Null where the machine has no MySQL: MariaDB's packages have a `mysqld` too, which is theirs. Throws where it does not start. */
export const startMysql = async (): Promise<MysqlServer | null> => {
  const program = (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, 'mysqld'))
    .find(isMysql)
  if (program === undefined) return null
  const folder = mkdtempSync('/tmp/charter-mysql-')
  const user = process.getuid?.() === 0 ? { uid: idOf('-u', 'mysql'), gid: idOf('-g', 'mysql') } : null
  if (user) chownSync(folder, user.uid, user.gid)
  const [data, log] = [join(folder, 'data'), join(folder, 'log.err')]
  const port = await freePort()
  const usual = ['--no-defaults', `--datadir=${data}`, `--log-error=${log}`]
  const fail = (): never => {
    const said = existsSync(log) ? readFileSync(log, 'utf8').slice(-2000) : ''
    rmSync(folder, { recursive: true, force: true })
    throw new Error(`MySQL does not start: ${said}`)
  }
  if (spawnSync(program, [...usual, '--initialize-insecure'], { ...user }).status !== 0) fail()
  const child = spawn(
    program,
    [
      ...usual,
      `--socket=${join(folder, 'socket')}`,
      `--pid-file=${join(folder, 'pid')}`,
      `--port=${port}`,
      `--tmpdir=${folder}`,
      '--bind-address=127.0.0.1',
      '--mysqlx=OFF',
      '--secure-file-priv=NULL',
      '--skip-log-bin',
      '--innodb-flush-log-at-trx-commit=0',
      '--innodb-buffer-pool-size=64M',
      '--performance-schema=OFF',
      '--max-connections=300',
    ],
    { stdio: 'ignore', detached: true, ...user },
  )
  child.unref()
  const until = performance.now() + readyMs
  while (!(await answers(port))) {
    if (performance.now() > until || child.exitCode !== null) fail()
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  return {
    url: `mysql://root@127.0.0.1:${port}/mysql`,
    stop() {
      child.kill('SIGKILL')
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

const isMysql = (path: string): boolean => {
  const { status, stdout } = existsSync(path)
    ? spawnSync(path, ['--no-defaults', '--version'], { encoding: 'utf8' })
    : { status: 1, stdout: '' }
  return status === 0 && !/mariadb/i.test(stdout)
}

const answers = async (port: number): Promise<boolean> => {
  try {
    await (await createConnection({ host: '127.0.0.1', port, user: 'root' })).end()
    return true
  } catch {
    return false
  }
}
