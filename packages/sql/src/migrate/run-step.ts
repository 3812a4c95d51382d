import type { MigrateOptions } from '@charter/charter'
import { ProblemError, problem } from '@charter/runtime'
import type { SqlValue } from '../store/sql-value.ts'
import type { MigrationDialect, MigrationSession, On } from './dialect.ts'
import type { SqlStep } from './step.ts'

export interface StepContext {
  readonly dialect: MigrationDialect
  readonly session: MigrationSession
  readonly options: MigrateOptions<SqlStep>
}

/** How a step is recorded, in the transaction that does it. */
export interface StepRecord {
  /** The key after which it goes on, of a step that was broken off. */
  readonly position: readonly string[] | null
  done(on: On): Promise<void>
  reached(on: On, key: readonly string[]): Promise<void>
}

const batchRowsUsual = 1000

/** Does one step and records it. Rejects with a ProblemError that names the step, and says what to do. */
export const runStep = async (context: StepContext, step: SqlStep, record: StepRecord): Promise<void> => {
  const { session, options } = context
  options.onStep?.(step, { rows: 0, isDone: false })
  try {
    await refuse(session, step)
    const rows = await modes[step.mode](context, step, record)
    options.onStep?.(step, { rows, isDone: true })
  } catch (error) {
    throw failed(step, error)
  }
}

type Mode = (context: StepContext, step: SqlStep, record: StepRecord) => Promise<number>

const modes: Readonly<Record<SqlStep['mode'], Mode>> = {
  transaction: async ({ session }, step, record) => {
    await session.transaction(async (on) => {
      for (const statement of step.sql) await on.run(statement, [])
      await verify(on, step)
      await record.done(on)
    })
    return 0
  },
  alone: async ({ session }, step, record) => {
    for (const statement of step.sql) await session.run(statement)
    await session.transaction((on) => record.done(on))
    return 0
  },
  batches: async (context, step, record) => {
    let rows = 0
    let after = record.position
    for (;;) {
      const batch = await runBatch(context, step, { after, record })
      if (!batch) break
      rows += batch.rows
      after = batch.upTo
      context.options.onStep?.(step, { rows, isDone: false })
    }
    await context.session.transaction((on) => record.done(on))
    return rows
  },
}

interface Batch {
  readonly after: readonly string[] | null
  readonly record: StepRecord
}

/** Null once no row is left. */
const runBatch = async (
  { dialect, session, options }: StepContext,
  { sql, batches }: SqlStep,
  { after, record }: Batch,
): Promise<{ readonly rows: number; readonly upTo: readonly string[] } | null> => {
  if (!batches) return null
  const count = options.batchRows ?? batchRowsUsual
  const page = after ? batches.next : batches.first
  const keys = await session.all(page, [...(after ?? []), count])
  const last = keys.at(-1)
  if (!last) return null
  const upTo = last.map(keyText)
  let rows = 0
  await repeated(session, async (on) => {
    await on.run(dialect.quiet.before, [])
    const params: readonly SqlValue[] = after ? [...last, ...after] : last
    rows = await on.run(sql[after ? 1 : 0] ?? '', params)
    if (dialect.quiet.after) await on.run(dialect.quiet.after, [])
    await record.reached(on, upTo)
  })
  return { rows, upTo }
}

const triesMax = 8

/** A transaction that is done again where a service that writes the same rows came first. */
const repeated = async (session: MigrationSession, work: (on: On) => Promise<void>): Promise<void> => {
  for (let tried = 1; ; tried++) {
    try {
      return await session.transaction(work)
    } catch (error) {
      if (tried >= triesMax || !session.isContention(error)) throw error
    }
  }
}

const keyText = (value: SqlValue): string => String(value)

const verify = async (on: On, { findsNothing }: SqlStep): Promise<void> => {
  if (findsNothing === undefined) return
  const [found] = await on.all(findsNothing, [])
  if (found) throw new Error(`Rows of ${found[0]} would refer to rows of ${found[1]} that are not there.`)
}

const refuse = async (session: MigrationSession, step: SqlStep): Promise<void> => {
  const sentence = await refusalOf(session, step)
  if (sentence !== null) throw new Error(sentence)
}

/** Why rows that are there keep a step from being done; null where none does. */
const refusalOf = async (session: MigrationSession, { refusedBy }: SqlStep): Promise<string | null> => {
  if (!refusedBy) return null
  const { sql, sentence, counts = 'row' } = refusedBy
  const [row] = await session.all(sql, [])
  const count = Number(row?.[0] ?? 0)
  return count === 0 ? null : `${sentence}: ${count} ${counts}${count === 1 ? '' : 's'}. Change them first.`
}

/** What would stop the steps, as far as it can be told before the first: what asks for columns that are made on the way cannot. */
export const foreseen = async (session: MigrationSession, steps: readonly SqlStep[]): Promise<readonly string[]> => {
  const found: string[] = []
  for (const step of steps) {
    const sentence = await refusalOf(session, step).catch(() => null)
    if (sentence !== null) found.push(`${step.sentence}: ${sentence}`)
  }
  return found
}

const failed = ({ sentence }: SqlStep, error: unknown): ProblemError => {
  const why = error instanceof ProblemError ? causeOf(error) : error instanceof Error ? error.message : String(error)
  const cause = new Error(
    `"${sentence}" failed: ${why} The steps before it are kept and the service goes on as it was; once this is mended, the same command goes on from here.`,
    { cause: error },
  )
  return new ProblemError(problem('unavailable', { cause }))
}

const causeOf = ({ problem: { cause, detail } }: ProblemError): string =>
  cause instanceof Error ? `${cause.message.replace(/\.?$/, '.')}` : detail
