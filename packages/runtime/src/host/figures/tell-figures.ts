import { AsyncLocalStorage } from 'node:async_hooks'
import type { FastifyInstance } from 'fastify'
import type { Outcome } from '../../call/call.ts'
import { statusOf } from '../../http/status.ts'
import type { Telemetry, TelemetryOptions } from '../telemetry.ts'
import { callFigures } from './call-figures.ts'
import { otlpPush, type Push } from './otlp-push.ts'
import { metricsText, type ToldBy, tracesText } from './otlp-text.ts'
import { slowestCalls } from './slowest-calls.ts'

/** What is known of the call, or of the request, at hand. */
interface AtHand {
  readonly traceId: string | null
  statements: number
  statementMs: number
}

/**
 * Tells over OTLP how calls go, by operation and style, and of the slowest and the failing few by themselves: `OTEL_TRACES_SAMPLER=slowest`.
 * It costs a call some microseconds and loads no SDK; where there was no call, nothing is sent.
 */
export const tellFigures = ({ name, version, env }: TelemetryOptions): Telemetry => {
  const push = otlpPush({
    endpoint: env.OTEL_EXPORTER_OTLP_ENDPOINT ?? '',
    headers: env.OTEL_EXPORTER_OTLP_HEADERS ?? '',
  })
  const atHand = new AsyncLocalStorage<AtHand>()
  const [figures, slowest] = [callFigures(), slowestCalls()]
  const tell = telling({ by: { name: env.OTEL_SERVICE_NAME ?? name, version }, push, figures, slowest })
  const timeoutMs = millisecondsOf(env.OTEL_EXPORTER_OTLP_TIMEOUT, 10_000)
  /** One at a time: who does not answer is asked again when that is over. */
  let under: Promise<void> | null = null
  const tellAgain = (): void => {
    under ??= tell(timeoutMs).finally(() => {
      under = null
    })
  }
  const timer = setInterval(tellAgain, millisecondsOf(env.OTEL_METRIC_EXPORT_INTERVAL, 60_000)).unref()
  return {
    register: (app) => noteTraces(app, atHand),
    watch: async (_statement, run) => {
      const call = atHand.getStore()
      const start = performance.now()
      try {
        return await run()
      } finally {
        if (call) {
          call.statements++
          call.statementMs += performance.now() - start
        }
      }
    },
    measure: async ({ operation, context }, run) => {
      const call: AtHand = { traceId: atHand.getStore()?.traceId ?? null, statements: 0, statementMs: 0 }
      const [start, startMs] = [performance.now(), Date.now()]
      const outcome = await atHand.run(call, run)
      const ms = performance.now() - start
      const note = { operation, style: context.origin.style, ...endOf(outcome), ms }
      figures.note(note)
      slowest.note({ ...note, ...call, startMs })
      return outcome
    },
    // Nobody knows which operation was meant, and nothing was done that takes time.
    refused: ({ style, reason }) =>
      figures.note({ operation: 'refused', style, outcome: reason, isFailure: false, ms: 0 }),
    close: async () => {
      clearInterval(timer)
      await Promise.race([under, new Promise((done) => setTimeout(done, lastMs).unref())])
      await tell(Math.min(timeoutMs, lastMs))
    },
  }
}

/** Who ends waits no longer for who listens. */
const lastMs = 2000

const endOf = (outcome: Outcome): { readonly outcome: string; readonly isFailure: boolean } =>
  outcome.kind === 'problem'
    ? { outcome: outcome.problem.code, isFailure: statusOf[outcome.problem.code] >= 500 }
    : { outcome: 'ok', isFailure: false }

interface Telling {
  readonly by: ToldBy
  readonly push: Push
  readonly figures: ReturnType<typeof callFigures>
  readonly slowest: ReturnType<typeof slowestCalls>
}

/** Figures that were not taken are told the next time; of single calls those are enough that are. */
const telling = ({ by, push, figures, slowest }: Telling): ((timeoutMs: number) => Promise<void>) => {
  let fromMs = Date.now()
  let notBeforeMs = 0
  return async (timeoutMs) => {
    const nowMs = Date.now()
    if (nowMs < notBeforeMs) return
    const [taken, calls] = [figures.take(), slowest.take()]
    if (taken.length === 0) {
      fromMs = nowMs
      return
    }
    const since = fromMs
    fromMs = nowMs
    const told = await push('v1/metrics', metricsText(by, taken, since, nowMs), timeoutMs)
    notBeforeMs = Date.now() + told.afterMs
    if (!told.isOver) {
      figures.giveBack(taken)
      fromMs = since
      return
    }
    await push('v1/traces', tracesText(by, calls), timeoutMs)
  }
}

/** W3C Trace Context, version 00. */
const traceparent = /^00-(?!0{32})([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}$/

const noteTraces = (app: FastifyInstance, atHand: AsyncLocalStorage<AtHand>): void => {
  app.addHook('onRequest', (request, _reply, done) => {
    const said = request.headers.traceparent
    const traceId = (typeof said === 'string' && traceparent.exec(said)?.[1]) || null
    if (traceId === null) done()
    else atHand.run({ traceId, statements: 0, statementMs: 0 }, done)
  })
}

const millisecondsOf = (text: string | undefined, otherwise: number): number =>
  text !== undefined && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : otherwise
