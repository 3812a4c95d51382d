import { writeSync } from 'node:fs'
import { type DestinationStream, pino } from 'pino'
import type { ServiceLog } from '../service-log.ts'
import { describedError } from './described-error.ts'

export const logLevels = ['debug', 'info', 'warn', 'error', 'silent'] as const
export type LogLevel = (typeof logLevels)[number]

/** Lines wait at most this long, so that a write is not paid for by each request. */
const flushMs = 250
const waitingBytes = 8192
const lastFlushMs = 1000

export interface LogOptions {
  /** `info`: every request; `error`: bugs and faults alone. */
  readonly level: LogLevel
  /** Of the service, on every line. */
  readonly name: string
  /** With what errors of others say, which may quote values: for who develops the service, on rows of examples. */
  readonly isDevelopment?: boolean
  /** Default: standard output. */
  readonly to?: DestinationStream
}

/** The log as lines of JSON (pino). */
export const openLog = ({ level, name, isDevelopment = false, to }: LogOptions): ServiceLog => {
  const standard = to ? null : pino.destination({ fd: 1, sync: false, minLength: waitingBytes, periodicFlush: flushMs })
  const options = {
    level,
    base: { service: name },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: named },
  }
  const log = pino(options, to ?? standard ?? pino.destination(1))
  const urgent = to ? log : pino(options, { write: writeNow })
  return {
    request: ({ traceparent, ...line }) => log.info({ ...line, ...traceOf(traceparent) }, 'request'),
    bug: (error, { traceparent, ...origin } = {}) => {
      urgent.error(
        { ...origin, ...traceOf(traceparent), error: describedError(error, { hasMessages: isDevelopment }) },
        'error',
      )
    },
    close: () => (standard ? written(standard) : undefined),
  }
}

/** At once, as the process may end of it; what nobody reads any more is let go. */
const writeNow = (line: string): void => {
  try {
    writeSync(1, line)
  } catch {
    // Whoever read it is gone, or does not keep up.
  }
}

/** What waits is written, or given up in a second: `flushSync` would try for ever where nobody reads. */
const written = (standard: ReturnType<typeof pino.destination>): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, lastFlushMs).unref()
    standard.flush(() => resolve())
  })

const named = (level: string) => ({ level })

/** W3C Trace Context section 3.2: the trace's id alone. */
const traceOf = (traceparent: string | undefined): { readonly traceId?: string } => {
  const traceId = /^00-([0-9a-f]{32})-/.exec(traceparent ?? '')?.[1]
  return traceId === undefined ? {} : { traceId }
}
