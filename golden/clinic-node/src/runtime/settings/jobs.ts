/** Where what goes on past its call waits: in a table of the service's own, or in those of pg-boss in the same PostgreSQL database. */
export const queueKinds = ['own', 'pg-boss'] as const

export type QueueKind = (typeof queueKinds)[number]

/** How a replica runs what goes on past its call. */
export interface JobsConfig {
  /** Runs at the same time; 0: it begins none, and others do. */
  readonly atOnce: number
  /** How long others leave a run alone that nothing is heard of: as long as it waits where a process dies. */
  readonly holdMs: number
  /** The same for all replicas. */
  readonly queue: QueueKind
}

type Environment = Readonly<Record<string, string | undefined>>

const [atOnceUsual, atOnceMost] = [4, 1000]
const [secondsUsual, secondsMost] = [30, 3600]
/** pg-boss takes no shorter one (`heartbeatSeconds`). */
const secondsLeast: Readonly<Record<QueueKind, number>> = { own: 2, 'pg-boss': 10 }

/** `JOBS_AT_ONCE`, `JOBS_HOLD_SECONDS`, `JOBS_QUEUE`. */
export const readJobs = ({ JOBS_AT_ONCE, JOBS_HOLD_SECONDS, JOBS_QUEUE }: Environment): JobsConfig => ({
  atOnce: wholeOf(JOBS_AT_ONCE) ?? atOnceUsual,
  holdMs: (wholeOf(JOBS_HOLD_SECONDS) ?? secondsUsual) * 1000,
  queue: queueKinds.find((kind) => kind === JOBS_QUEUE) ?? 'own',
})

/** What is wrong with these settings, each with what to set. */
export const jobMistakes = (env: Environment): readonly string[] => {
  const { atOnce, holdMs, queue } = readJobs(env)
  const { JOBS_QUEUE: named = '' } = env
  const least = secondsLeast[queue]
  return [
    ...(atOnce <= atOnceMost ? [] : [`JOBS_AT_ONCE must be a whole number from 0 to ${atOnceMost}.`]),
    ...(holdMs >= least * 1000 && holdMs <= secondsMost * 1000
      ? []
      : [`JOBS_HOLD_SECONDS must be a whole number from ${least} to ${secondsMost}.`]),
    ...(named === '' || named === queue
      ? []
      : [`JOBS_QUEUE is "${named}": set it to ${queueKinds.join(' or ')}, or leave it out.`]),
  ]
}

/** NaN of what is no whole number. */
const wholeOf = (text: string | undefined): number | undefined =>
  text === undefined ? undefined : /^\d{1,6}$/.test(text) ? Number(text) : Number.NaN
