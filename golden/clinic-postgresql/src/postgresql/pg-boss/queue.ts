import {
  type HeldWork,
  type Hold,
  lineOf,
  type Queue,
  type QueueOptions,
  type Transaction,
  type Work,
  type WorkLine,
} from '../../runtime/index.ts'
import type { PrimaryDatabase } from '../../sql-server/index.ts'
import { readOf, type SqlSteps, type SqlTransaction, sqlTransaction } from '../../sql-store/index.ts'
import type { Attempt, Boss, BossDatabase, QueueSettings } from './boss.ts'
import { bossSchema } from './schema.ts'
import { within } from './within.ts'

export interface BossQueueOptions extends Pick<QueueOptions, 'major' | 'holdMs' | 'nowMs'> {
  /** Has started. */
  readonly boss: Boss
  /** Where its tables are, and those of the service. */
  readonly database: PrimaryDatabase
  readonly steps: SqlSteps
}

const names: Readonly<Record<WorkLine, string>> = { others: 'work', deliveries: 'deliveries' }
const lines = ['others', 'deliveries'] as const

/** Nothing is given up, or thrown away, but by whoever does it: how often and how long is ours to say. */
const settings: QueueSettings = {
  // Of one name one waits or is worked on.
  policy: 'exclusive',
  retryLimit: 1_000_000_000,
  retentionSeconds: 1_000_000_000,
  // The longest it takes: past that another begins it again, from its steps.
  expireInSeconds: 86_400,
}

/** Makes what is not there yet. */
export const makeQueues = async (boss: Pick<Boss, 'createQueue'>, major: number): Promise<void> => {
  for (const name of lines.flatMap((line) => namesIn(line, major))) await boss.createQueue(name, settings)
}

/** Of a line there are two: what any major takes, and what this one alone does. */
const namesIn = (line: WorkLine, major: number): readonly string[] => [names[line], `${names[line]}-${major}`]

/**
 * Work as jobs of pg-boss. A hold is one attempt of one of its jobs, which both of its numbers name: put or let go, work is another job, so
 * that whoever held it before holds nothing. The database's clock says what is due and who was not heard of for too long; what this process
 * tells of times is as far from now there as it is here.
 */
export const bossQueue = ({ boss, database, steps, major, holdMs, nowMs }: BossQueueOptions): Omit<Queue, 'close'> => {
  const heartbeatSeconds = Math.ceil(holdMs / 1000)
  /** Jobs of what this process holds, by the name of the work. */
  const here = new Map<string, string>()
  let turn = 0
  const together = <Result>(
    transaction: Transaction | null,
    work: (on: SqlTransaction) => Promise<Result>,
  ): Promise<Result> => (transaction ? work(sqlTransaction(transaction)) : database.within('brief', work))
  const send = (work: Work, db?: BossDatabase): Promise<string | null> => {
    const { id: singletonKey, operation, sealed, dueMs } = work
    const of = work.major === undefined ? {} : { major: work.major }
    return boss.send(
      nameOf(work),
      { operation, ...of, sealed, dueMs, id: singletonKey },
      {
        singletonKey,
        startAfter: Math.max(0, dueMs - nowMs()) / 1000,
        priority: priorityOf(dueMs),
        heartbeatSeconds,
        ...(db && { db }),
      },
    )
  }
  /** Whatever there is of its name: as a rule this process holds it, or nobody does. */
  const drop = async (work: Work, db: BossDatabase): Promise<void> => {
    const [name, mine] = [nameOf(work), here.get(work.id)]
    if (mine !== undefined && (await boss.deleteJob(name, [mine], { db })).affected > 0) return
    const waiting = await boss.findJobs(name, { key: work.id, queued: true, db })
    const found = waiting.length > 0 ? waiting : await boss.findJobs(name, { key: work.id, db })
    if (found.length > 0)
      await boss.deleteJob(
        name,
        found.map(({ id }) => id),
        { db },
      )
  }
  /** Its job is no more; false, and nothing changed, where it is another attempt by now. */
  const letGo = async (held: Hold, db: BossDatabase): Promise<boolean> => {
    const { affected } = await boss.deleteJob(nameOf(held), attemptOf(held), { db })
    if (here.get(held.id) === attemptOf(held).id) here.delete(held.id)
    return affected === 1
  }
  return {
    putWork: (work, transaction) =>
      together(transaction, async (on) => {
        const db = within(on)
        if ((await send(work, db)) !== null) return
        await drop(work, db)
        if ((await send(work, db)) === null) throw new Error(`the work "${work.id}" was put by two at once`)
      }),
    async ensureWork(work) {
      await send(work)
    },
    async takeWork({ limit, of }) {
      const taken: HeldWork[] = []
      const from = (of ? [of] : lines).flatMap((line) => namesIn(line, major))
      // Where there is more than can be begun, each comes first in turn.
      for (const name of turn++ % 2 === 0 ? from : from.toReversed()) {
        const batchSize = limit - taken.length
        if (batchSize <= 0) break
        const fetched = await together(null, (on) => boss.fetch(name, { batchSize, db: within(on) }))
        for (const { id: job, retryCount, data } of fetched) {
          // As `send` gave it.
          const work = JSON.parse(String(data)) as Work
          here.set(work.id, job)
          taken.push({ ...work, holder: `${job}:${retryCount}`, taken: retryCount + 1 })
        }
      }
      return taken
    },
    async holdWork(held, transaction) {
      const db = transaction && within(sqlTransaction(transaction))
      return (await boss.touch(nameOf(held), attemptOf(held), { ...(db && { db }) })).affected === 1
    },
    delayWork: ({ holder, taken: _, ...work }, dueMs, transaction) =>
      together(transaction, async (on) => {
        const db = within(on)
        if (!(await letGo({ ...work, holder }, db))) return false
        await send({ ...work, dueMs }, db)
        return true
      }),
    clockMs: (transaction) => together(transaction, async (on) => Number((await on.all(clock, []))[0]?.[0])),
    async hurryWork(id, transaction) {
      const db = transaction && within(sqlTransaction(transaction))
      const asked = { singletonKey: id, startAfter: 0, priority: priorityOf(nowMs()), ...(db && { db }) }
      for (const name of lines.flatMap((line) => namesIn(line, major))) await boss.update(name, undefined, asked)
    },
    endWork: (held, transaction) =>
      together(transaction, async (on) => {
        if (!(await letGo(held, within(on)))) return false
        await steps.dropSteps(held.id, on)
        return true
      }),
  }
}

/** As it says itself what is due. */
const clock = readOf(`SELECT (extract(epoch FROM ${bossSchema}.job_now()) * 1000)::bigint`)

const nameOf = (work: Pick<Work, 'operation' | 'major'>): string => {
  const name = names[lineOf(work)]
  return work.major === undefined ? name : `${name}-${work.major}`
}

const attemptOf = ({ holder }: Hold): Attempt => {
  const [id = '', retryCount] = holder.split(':')
  return { id, retryCount: Number(retryCount) }
}

/** pg-boss gives the highest first, and its index leaves what is due later alone. Seconds, so that it stays a number of 32 bits. */
const priorityOf = (dueMs: number): number =>
  -Math.max(-numberMost, Math.min(numberMost, Math.floor((dueMs - Date.UTC(2026)) / 1000)))

const numberMost = 2 ** 31 - 1
