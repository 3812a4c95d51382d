import { ConfigError, ProblemError, problem, type Queue, type QueueOptions } from '@charter/runtime'
import { type Address, openAt, type PrimaryDatabase } from '@charter/sql/server'
import { notAllowed, readOf, type SqlSteps } from '@charter/sql/store'
import { hasNoTls } from '../connection.ts'
import { sessions } from '../sessions.ts'
import type { Boss, BossModule } from './boss.ts'
import { moveOver } from './move-over.ts'
import { bossQueue, makeQueues } from './queue.ts'
import { bossSchema } from './schema.ts'

export interface OpenBossOptions extends Omit<QueueOptions, 'kind'> {
  readonly url: string
  readonly database: PrimaryDatabase
  /** Whether its schema may be made where there is none. */
  readonly mayCreate: boolean
  readonly steps: SqlSteps
}

/**
 * Work in the tables of pg-boss, which are made where they are not there yet. Rejects with a ConfigError where the package is not
 * installed, and with a ProblemError (`unavailable`) where its tables cannot be made or read.
 */
export const openBossQueue = async (options: OpenBossOptions): Promise<Queue> => {
  const { url, major, holdMs, onFault } = options
  const { PgBoss } = await loadBoss()
  await requireAllowed(options)
  const begin = async (tls: Address['tls']): Promise<Boss> => {
    const boss = new PgBoss({ ...sessionsOf(sessions.addressOf(url), tls), ...upkeepOf(holdMs), schema: bossSchema })
    boss.on('error', (error) => onFault(error, { operation: 'pg-boss' }))
    try {
      await boss.start()
      await makeQueues(boss, major)
      return boss
    } catch (error) {
      await end(boss).catch(() => {})
      throw error
    }
  }
  const address = sessions.addressOf(url)
  const boss = await openAt(address, begin, hasNoTls).catch((error: unknown) => Promise.reject(unusable(error)))
  const queue = { ...bossQueue({ ...options, boss }), close: () => end(boss) }
  const make = (of: number): Promise<void> => makeQueues(boss, of)
  await moveOver(options.database, queue, make).catch(async (error: unknown) => {
    await queue.close()
    throw error
  })
  return queue
}

const findSchema = readOf('SELECT 1 FROM pg_catalog.pg_namespace WHERE nspname = ?::text')

/** In a database of somebody else's nothing is made unless that is allowed. */
const requireAllowed = async ({ database, mayCreate }: OpenBossOptions): Promise<void> => {
  if (mayCreate || (await database.all(findSchema, [bossSchema])).length > 0) return
  throw notAllowed({
    what: `the schema "${bossSchema}" with the tables of pg-boss`,
    it: 'it',
    why: 'Runs are to wait with pg-boss (JOBS_QUEUE) in this database itself',
    byOwner: `(CREATE SCHEMA "${bossSchema}" AUTHORIZATION …)`,
    without: "leave JOBS_QUEUE out, and they wait in a table of the service's own",
    who: 'role',
  })
}

const end = (boss: Boss): Promise<void> => boss.stop({ graceful: false, close: true })

/** Who does not ask for it does without: its name is a text, so that nothing looks for it before. */
const packageName: string = 'pg-boss'

/** Rejects with a ConfigError that says what to install, where it is not. */
export const loadBoss = async (name = packageName): Promise<BossModule> => {
  try {
    return await import(name)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND')
      throw new ConfigError(
        `JOBS_QUEUE is pg-boss, and its package is not installed. Install it with "npm install pg-boss@${bossVersion}" in the folder of the service, or leave JOBS_QUEUE out: jobs wait in a table of the service's own then.`,
      )
    throw error
  }
}

/** The one that this is tested with. */
export const bossVersion = '12.38.0'

/** What it asks beside the transactions of the service: what is due, and who was not heard of. */
const sessionsMax = 3

const sessionsOf = ({ host, port, user, password, database, options }: Address, tls: Address['tls']) => ({
  ...{ host, port, user, password, database, options },
  ssl: tls,
  application_name: 'charter jobs',
  max: sessionsMax,
})

/** How soon it looks for who is not heard of any more: well within the time for which they hold their work. */
const upkeepOf = (holdMs: number) => {
  const seconds = Math.max(1, Math.floor(holdMs / 3000))
  return {
    superviseIntervalSeconds: seconds,
    monitorIntervalSeconds: seconds,
    // Schedules, traces and the list of replicas are the service's own.
    schedule: false,
    registerInstance: false,
    openTelemetry: { enabled: false },
  }
}

const unusable = (cause: unknown): ProblemError =>
  new ProblemError(
    problem('unavailable', {
      cause: new Error(
        `The schema "${bossSchema}" of pg-boss cannot be made or used: ${cause instanceof Error ? cause.message : cause}. The role of the URL has to own it, or be allowed to make it (GRANT CREATE ON DATABASE); or leave JOBS_QUEUE out.`,
        { cause },
      ),
    }),
  )
