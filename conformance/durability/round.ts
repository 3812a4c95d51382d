import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Place, say } from './variants.ts'
import type { Asked, Ended } from './writer.ts'

/** What is killed while writers write: the service always, in some rounds a backend of the server or the server first. */
export type Blow = 'service' | 'backend' | 'server'

export interface Server {
  readonly url: string
  /** Ends at once, without writing anything more, and starts again. */
  restart(): void | Promise<void>
  stop(): void
}

export interface Heard {
  readonly asked: readonly Asked[]
  readonly ended: readonly Ended[]
}

export interface RoundOptions {
  readonly place: Place
  readonly run: string
  readonly blow: Blow
  /** Null for a database without a server. */
  readonly server: Server | null
  readonly afterMs: number
}

/** Starts the writer and kills it without warning; gives all that it had said by then. */
export const strike = ({ place, run, blow, server, afterMs }: RoundOptions): Promise<Heard> =>
  new Promise((resolve, reject) => {
    const folder = mkdtempSync(join(tmpdir(), 'charter-durability-said-'))
    const file = join(folder, 'lines')
    const child = spawn(
      process.execPath,
      [
        '--disable-warning=ExperimentalWarning',
        fileURLToPath(new URL('writer.ts', import.meta.url)),
        JSON.stringify([place, run, file]),
      ],
      { stdio: ['ignore', 'pipe', 'pipe'] },
    )
    const output = { isWriting: false, complaint: '' }
    let failure: unknown = null
    const kill = async (): Promise<void> => {
      try {
        if (blow === 'server') await server?.restart()
        if (blow === 'backend') await killBackend(place.url)
        if (blow !== 'service') await new Promise((done) => setTimeout(done, Math.random() * 300))
      } catch (error) {
        failure = error
      }
      child.kill('SIGKILL')
    }
    child.stderr.on('data', (chunk: Buffer) => {
      output.complaint += chunk.toString()
    })
    child.stdout.on('data', () => {
      if (!output.isWriting) setTimeout(() => void kill(), afterMs)
      output.isWriting = true
    })
    child.on('error', reject)
    child.on('close', (status, signal) => {
      const said = existsSync(file) ? readFileSync(file, 'utf8') : ''
      rmSync(folder, { recursive: true })
      if (failure) reject(failure)
      else if (signal === 'SIGKILL') resolve(heard(said))
      else reject(new Error(`the writer ended by itself with ${status}: ${output.complaint}`))
    })
  })

/** One of the service's own sessions; the server then ends all of them and recovers. */
const killBackend = async (url: string): Promise<void> => {
  if (url.startsWith('mariadb:')) return killThread(url)
  const found = await say(
    url,
    'SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() ORDER BY random() LIMIT 1',
  )
  const pid = Number(found[0]?.[0])
  if (pid > 1) process.kill(pid, 'SIGKILL')
}

/** Of MariaDB a session is a thread, whose transaction is undone. */
const killThread = async (url: string): Promise<void> => {
  const [row] = await say(
    url,
    'SELECT id FROM information_schema.processlist WHERE db = database() AND id <> connection_id() ORDER BY rand() LIMIT 1',
  )
  if (row) await say(url, `KILL CONNECTION ${Number(row[0])}`).catch(() => [])
}

/** The last line may be cut: it then was not said. */
const heard = (said: string): Heard => {
  const lines = said
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as { asked?: Asked; ended?: Ended })
  return {
    asked: lines.flatMap(({ asked }) => (asked ? [asked] : [])),
    ended: lines.flatMap(({ ended }) => (ended ? [ended] : [])),
  }
}
