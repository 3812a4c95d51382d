import { type DestinationStream, pino } from 'pino'
import type { ServiceLog } from '../call/service-log.ts'
import { describedError } from './described-error.ts'
import { logOutput } from './log-output.ts'

export const logLevels = ['debug', 'info', 'warn', 'error', 'silent'] as const
export type LogLevel = (typeof logLevels)[number]

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
  const options = {
    level,
    base: { service: name },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: named },
  }
  const output = to ? null : logOutput(process.stdout, (dropped) => urgent.error({ dropped }, 'dropped'))
  const log = pino(options, to ?? output ?? process.stdout)
  const urgent = output ? pino(options, { write: output.writeNow }) : log
  return {
    request: ({ traceparent, ...line }) => log.info({ ...line, ...traceOf(traceparent) }, 'request'),
    bug: (error, { traceparent, ...origin } = {}) => {
      urgent.error(
        { ...origin, ...traceOf(traceparent), error: describedError(error, { hasMessages: isDevelopment }) },
        'error',
      )
    },
    refused: (database, { traceparent, ...origin }) => {
      urgent.warn({ ...origin, ...traceOf(traceparent), database }, 'refused by the database')
    },
    close: () => output?.close(),
  }
}

const named = (level: string) => ({ level })

/** W3C Trace Context section 3.2: the trace's id alone. */
const traceOf = (traceparent: string | undefined): { readonly traceId?: string } => {
  const traceId = /^00-([0-9a-f]{32})-/.exec(traceparent ?? '')?.[1]
  return traceId === undefined ? {} : { traceId }
}
