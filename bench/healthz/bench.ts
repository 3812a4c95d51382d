import { fork } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import pg from 'pg'
import { startPostgresql } from '../../scripts/postgresql.ts'
import { atMost, type BenchReport, round } from '../report.ts'

const here = dirname(fileURLToPath(import.meta.url))
const goalMs = 50
const rows = Number(process.env.BENCH_ROWS ?? 20_000)
const forMs = 15_000

interface Served {
  readonly url: string
  readonly token: string
}

/** The longest that `/healthz` takes while eight clients ask for the worst that they may, on both databases. */
export const healthz = async (): Promise<BenchReport> => {
  const folder = mkdtempSync(join(tmpdir(), 'charter-bench-'))
  const postgresql = await startPostgresql()
  try {
    const onSqlite = await longestWait('sqlite', `file:${join(folder, 'notes.db')}`, folder)
    const onPostgresql = await longestWait('postgresql', postgresql.url, folder)
    return {
      bench: 'healthz',
      figures: {
        rows,
        ...figures('SQLite', onSqlite),
        ...figures('PostgreSQL', onPostgresql),
      },
      ratios: {},
      bars: [
        atMost('longest wait of /healthz on SQLite, ms', onSqlite.longest, goalMs),
        atMost('longest wait of /healthz on PostgreSQL, ms', onPostgresql.longest, goalMs),
      ],
    }
  } finally {
    await postgresql.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

interface Found {
  readonly longest: number
  readonly idle: number
  readonly asked: number
  readonly answers: Readonly<Record<number, number>>
}

const figures = (name: string, { longest, idle, asked, answers }: Found) => ({
  [`${name}: longest wait of /healthz under load, ms`]: round(longest),
  [`${name}: without load, ms`]: round(idle),
  [`${name}: times asked`]: asked,
  [`${name}: answers of the reads by status`]: JSON.stringify(answers),
})

const longestWait = async (database: 'sqlite' | 'postgresql', url: string, folder: string): Promise<Found> => {
  const child = fork(join(here, 'service.ts'), [database, url, join(folder, database)], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  try {
    const served = await new Promise<Served>((resolve, reject) => {
      child.once('message', (message) => resolve(message as Served))
      child.once('exit', () => reject(new Error('The service did not start.')))
    })
    await (database === 'sqlite' ? fillSqlite : fillPostgresql)(url)
    const idle = await watch(served.url, 2000)
    const loading = load(served)
    const busy = await watch(served.url, forMs)
    const answers = await loading
    return { longest: busy.longest, idle: idle.longest, asked: busy.asked, answers }
  } finally {
    child.kill('SIGKILL')
  }
}

const watch = async (url: string, ms: number): Promise<{ readonly longest: number; readonly asked: number }> => {
  const end = performance.now() + ms
  let longest = 0
  let asked = 0
  while (performance.now() < end) {
    const started = performance.now()
    await (await fetch(`${url}/healthz`)).text()
    // The first opens the connection.
    if (asked++ > 0) longest = Math.max(longest, performance.now() - started)
    await pause(5)
  }
  return { longest, asked }
}

/** Clients in a thread of their own: what they read shall not keep the one who watches. */
const load = async (served: Served): Promise<Readonly<Record<number, number>>> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./load.ts', import.meta.url), { workerData: { ...served, forMs } })
    worker.once('message', resolve)
    worker.once('error', reject)
  })

const authors = 100
const body = `${'a'.repeat(4000)}c`

const fillSqlite = async (url: string): Promise<void> => {
  const database = new DatabaseSync(url.replace(/^file:/, ''))
  const author = database.prepare('INSERT INTO "author" ("name") VALUES (?)')
  const note = database.prepare('INSERT INTO "note" ("id", "authorName", "body") VALUES (?, ?, ?)')
  database.exec('BEGIN')
  for (let at = 0; at < authors; at++) author.run(`author ${at}`)
  for (let at = 1; at <= rows; at++) note.run(at, `author ${at % authors}`, body)
  database.exec('COMMIT')
  database.close()
}

const fillPostgresql = async (url: string): Promise<void> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(
    `INSERT INTO public.author (name) SELECT 'author ' || at FROM generate_series(0, ${authors - 1}) AS at`,
  )
  await client.query(
    `INSERT INTO public.note (id, "authorName", body) SELECT at, 'author ' || at % ${authors}, $1 FROM generate_series(1, ${rows}) AS at`,
    [body],
  )
  await client.end()
}
