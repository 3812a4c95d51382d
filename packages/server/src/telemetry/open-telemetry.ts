import { join } from 'node:path'
import { type Service, secretFile } from '@charter/runtime/service'
import { oneAtATime } from '../one-at-a-time.ts'
import { deploymentTokens } from './deployment-token.ts'
import { openIntakeSeat, seatProof } from './intake-seat.ts'
import { pushLimits } from './push-limits.ts'
import { rollups } from './rollups.ts'
import { intakeServer } from './serve-intake.ts'
import { sweepWritten } from './sweep-written.ts'
import { toldOf } from './told-of.ts'
import { writeRollups } from './write-rollups.ts'

type Kept = Pick<Service, 'store' | 'nowMs' | 'onBug'>

/** Where deployed services push how their calls go. */
export interface PlatformTelemetry {
  /** As `host:port` of this machine. */
  readonly at: string
  /**
   * What a service of a deployment is told, so that it pushes here; nothing where those who run it send it elsewhere, by what they tell it
   * themselves (`told`).
   */
  variables(deployment: string, told: Readonly<Record<string, string>>): Readonly<Record<string, string>>
  /** Takes what is pushed from now on, and keeps it. */
  begin(service: Kept): void
  /** Writes what is to be written. */
  flush(): Promise<void>
  close(): Promise<void>
}

export interface TelemetryOptions {
  /** The platform's. */
  readonly folder: string
  readonly onBug: (error: unknown) => void
}

/** As often a service pushes, and what came is written: what a crash loses at most. */
const everyMs = 10_000
const sweepEveryMs = 600_000

export const openTelemetry = async ({ folder, onBug }: TelemetryOptions): Promise<PlatformTelemetry> => {
  const secret = await secretFile(join(folder, 'keys', 'telemetry.key'))
  const tokens = deploymentTokens(secret)
  let service: Kept | null = null
  const nowMs = (): number => service?.nowMs() ?? Date.now()
  const held = rollups(nowMs)
  const written = sweepWritten()
  const seat = await openIntakeSeat({
    folder,
    proof: seatProof(secret),
    serverOf: () =>
      intakeServer({
        tokens,
        limits: pushLimits(nowMs),
        rollups: held,
        toldOf: async (deployment) => (service ? toldOf(service.store, deployment) : undefined),
        seat: seatProof(secret),
        nowMs,
        onBug,
      }),
  })
  const flush = async (): Promise<void> => {
    if (!service) return
    const due = held.take()
    await writeRollups(service.store, due).catch((error: unknown) => {
      held.giveBack(due)
      throw error
    })
    held.forgetPast()
    written.note(due)
  }
  const timers: NodeJS.Timeout[] = []
  const inTurn = oneAtATime()
  return {
    at: seat.at,
    variables: (deployment, told) => {
      if (Object.keys(told).some((name) => name.startsWith('OTEL_EXPORTER_OTLP_'))) return {}
      return {
        OTEL_EXPORTER_OTLP_ENDPOINT: `http://${seat.at}`,
        OTEL_EXPORTER_OTLP_HEADERS: `authorization=Bearer%20${tokens.tokenOf(deployment)}`,
        OTEL_EXPORTER_OTLP_METRICS_TEMPORALITY_PREFERENCE: 'delta',
        OTEL_METRIC_EXPORT_INTERVAL: String(everyMs),
        OTEL_TRACES_SAMPLER: 'slowest',
      }
    },
    begin: (opened) => {
      service = opened
      const sweep = (): Promise<void> => written.sweep(opened)
      const often = (act: () => Promise<void>, ms: number): void =>
        void timers.push(setInterval(() => void inTurn(act).catch(onBug), ms).unref())
      often(flush, everyMs)
      often(sweep, sweepEveryMs)
      void inTurn(sweep).catch(onBug)
    },
    flush: () => inTurn(flush),
    close: async () => {
      timers.splice(0).forEach(clearInterval)
      await seat.close()
      await inTurn(flush).finally(() => {
        service = null
      })
    },
  }
}
