/** How a replica runs what goes on past its call. */
export interface JobsConfig {
  /** Runs at the same time; 0: it begins none, and others do. */
  readonly atOnce: number
  /** How long others leave a run alone that nothing is heard of: as long as it waits where a process dies. */
  readonly holdMs: number
}

type Environment = Readonly<Record<string, string | undefined>>

const [atOnceUsual, atOnceMost] = [4, 1000]
const [secondsUsual, secondsLeast, secondsMost] = [30, 2, 3600]

/** `JOBS_AT_ONCE`, `JOBS_HOLD_SECONDS`. */
export const readJobs = ({ JOBS_AT_ONCE, JOBS_HOLD_SECONDS }: Environment): JobsConfig => ({
  atOnce: wholeOf(JOBS_AT_ONCE) ?? atOnceUsual,
  holdMs: (wholeOf(JOBS_HOLD_SECONDS) ?? secondsUsual) * 1000,
})

/** What is wrong with these settings, each with what to set. */
export const jobMistakes = (env: Environment): readonly string[] => {
  const { atOnce, holdMs } = readJobs(env)
  return [
    ...(atOnce <= atOnceMost ? [] : [`JOBS_AT_ONCE must be a whole number from 0 to ${atOnceMost}.`]),
    ...(holdMs >= secondsLeast * 1000 && holdMs <= secondsMost * 1000
      ? []
      : [`JOBS_HOLD_SECONDS must be a whole number from ${secondsLeast} to ${secondsMost}.`]),
  ]
}

/** NaN of what is no whole number. */
const wholeOf = (text: string | undefined): number | undefined =>
  text === undefined ? undefined : /^\d{1,6}$/.test(text) ? Number(text) : Number.NaN
