import { type LogLevel, logLevels } from './open-log.ts'

/** What of a running service is told, and where. */
export interface ObservedConfig {
  readonly logLevel: LogLevel
  /** Of a listener of its own for `/metrics`; null: none. */
  readonly metricsPort: number | null
  /** With which `/metrics` is asked for on the service's own port; null: it is not there. */
  readonly metricsToken: string | null
}

type Environment = Readonly<Record<string, string | undefined>>

const tokenLeast = 20

/** `LOG_LEVEL`, `METRICS_PORT`, `METRICS_TOKEN`. */
export const readObserved = ({ LOG_LEVEL, METRICS_PORT, METRICS_TOKEN }: Environment): ObservedConfig => ({
  logLevel: logLevels.find((each) => each === LOG_LEVEL) ?? 'info',
  metricsPort: METRICS_PORT ? Number(METRICS_PORT) : null,
  metricsToken: METRICS_TOKEN || null,
})

/** What is wrong with these settings, each with what to set. */
export const observedMistakes = ({ LOG_LEVEL, METRICS_PORT, METRICS_TOKEN }: Environment): readonly string[] => [
  ...(LOG_LEVEL === undefined || logLevels.some((each) => each === LOG_LEVEL)
    ? []
    : [`LOG_LEVEL is "${LOG_LEVEL}": set it to one of ${logLevels.join(', ')}.`]),
  ...(!METRICS_PORT || (/^\d{1,5}$/.test(METRICS_PORT) && Number(METRICS_PORT) <= 65_535)
    ? []
    : ['METRICS_PORT must be a number from 0 to 65535.']),
  ...(!METRICS_TOKEN || METRICS_TOKEN.length >= tokenLeast
    ? []
    : [`METRICS_TOKEN must have at least ${tokenLeast} characters.`]),
]
