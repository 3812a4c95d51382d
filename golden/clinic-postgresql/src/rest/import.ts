import type { FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify'
import { addressOf, contextOf, piecesOf, problemDocument, sendThrown } from '../runtime/http/index.ts'
import {
  type Call,
  countedRefusal,
  type EntityModel,
  type JsonObject,
  type Outcome,
  type Problem,
  ProblemError,
  problem,
  type ServiceBackend,
} from '../runtime/index.ts'
import { readBody } from './body.ts'
import { readLines } from './lines.ts'
import { sendOutcome } from './respond.ts'

/** Failures that are told one by one; a report does not grow with what was sent. */
const failuresMax = 100

interface Line {
  readonly number: number
  readonly bytes: Buffer
}

interface Report {
  lines: number
  created: number
  failed: number
  stopped: string | null
  /** Why the first line was refused that its sender may not make a row of at all, and how many such lines there are. */
  denied: { readonly of: Problem; readonly lines: number } | null
  readonly failures: JsonObject[]
}

/**
 * `POST /patients/import` with NDJSON (a row a line), of which nothing is read for who may make no row: rows are made as lines come
 * in, in one transaction `batchMax` lines, or as many as are one body (`bodyBytesMax`) together. Where one of them is refused, the others of its transaction are made one by one. With an `Idempotency-Key` an import that was
 * cut is sent again whole: each line has the key `<key>:<line>`, so what is a row already is not made twice. It stops when
 * not one of `batchMax` lines could be made, after `importLinesMax` lines, and where the sign-in of its sender has ended meanwhile.
 */
export const importHandler =
  (options: ServiceBackend, entity: EntityModel): RouteHandlerMethod =>
  async (request, reply) => {
    try {
      const { principal } = request
      if (!principal) throw new ProblemError(problem('unauthenticated'))
      const often = options.admitImport?.(principal)
      if (often) throw new ProblemError(often)
      const importing: ImportRequest = { options, request, reply, operation: `${entity.name}.create`, principal }
      const refused = await options.admit?.(callOf(importing, undefined))
      if (refused) throw new ProblemError(refused)
      const { denied, ...report } = await importLines(importing, bodyOf(request))
      // Not one line may be: that is no report of lines, but a refusal.
      if (denied && denied.lines === report.lines) throw new ProblemError(denied.of)
      return sendOutcome(
        request,
        reply,
        { kind: 'value', value: { ...report } },
        { status: report.failed > 0 || report.stopped ? 207 : 200 },
      )
    } catch (error) {
      // What was not read of the body cannot be told from the next request.
      reply.header('connection', 'close')
      const from = { style: 'rest', address: addressOf(request) }
      return sendThrown(request, reply, countedRefusal(options.refusals, from, error), options.onBug)
    }
  }

interface ImportRequest {
  readonly options: ServiceBackend
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly operation: string
  readonly principal: NonNullable<Call['principal']>
}

const bodyOf = ({ body }: FastifyRequest): AsyncIterable<Buffer> => {
  if (body && typeof body === 'object' && Symbol.asyncIterator in body) return piecesOf(body as AsyncIterable<Buffer>)
  throw new ProblemError(
    problem('unsupported-media-type', {
      detail: 'Send one JSON document a line, with Content-Type: application/x-ndjson.',
    }),
  )
}

const importLines = async (importing: ImportRequest, body: AsyncIterable<Buffer>): Promise<Report> => {
  const { bodyBytesMax, batchMax, importLinesMax } = importing.options.model.limits
  const report: Report = { lines: 0, created: 0, failed: 0, stopped: null, denied: null, failures: [] }
  let batch: Line[] = []
  let bytes = 0
  /** Lines and rows of the transactions that are looked at together. */
  let since = { lines: 0, created: 0 }
  /** Nothing more is done for who is not signed in as when the import began. */
  const flush = async (): Promise<void> => {
    if (await isStanding(importing)) await importBatch(importing, batch, report)
    else report.stopped = ended
    batch = []
    bytes = 0
  }
  for await (const line of readLines(body, bodyBytesMax)) {
    if (report.lines + batch.length >= importLinesMax) {
      report.stopped = `At most ${importLinesMax} lines are taken at once; send the others in another import.`
      break
    }
    // Lines that wait are read, and take many times their length, when they are a transaction.
    if (batch.length > 0 && bytes + line.bytes.length > bodyBytesMax) await flush()
    if (report.stopped !== null) return report
    batch.push(line)
    bytes += line.bytes.length
    if (report.lines + batch.length - since.lines < batchMax) continue
    await flush()
    if (report.stopped !== null || isStopped(report, since)) return report
    since = { lines: report.lines, created: report.created }
  }
  if (batch.length > 0) await flush()
  if (report.stopped === null) isStopped(report, since)
  return report
}

const isStanding = async ({ request }: ImportRequest): Promise<boolean> => (await request.isStanding?.()) ?? true

const ended =
  'The sign-in that the import began with has ended, or may do other things now. Sign in, and send the lines that are not counted here.'

/** Whether not one line since then is a row now: what follows will hardly be. */
const isStopped = (report: Report, since: Pick<Report, 'lines' | 'created'>): boolean => {
  if (report.lines === since.lines || report.created > since.created) return false
  report.stopped = 'Not one line of the last batch could be made a row, so no more were read.'
  return true
}

const importBatch = async (importing: ImportRequest, batch: readonly Line[], report: Report): Promise<void> => {
  const calls = batch.map((line) => callOf(importing, line))
  const outcomes = await run(importing, calls)
  const refused = outcomes.flatMap((outcome, at) => (outcome.kind === 'problem' ? [{ at, of: outcome.problem }] : []))
  report.lines += batch.length
  report.failed += refused.length
  report.created += batch.length - refused.length
  for (const { of } of refused)
    if (of.code === 'forbidden' || of.code === 'step-up-required')
      report.denied = { of: report.denied?.of ?? of, lines: (report.denied?.lines ?? 0) + 1 }
  for (const { at, of } of refused)
    if (report.failures.length < failuresMax)
      report.failures.push({ line: batch[at]?.number ?? 0, problem: documentOf(of, importing.request.id) })
}

// Plain data but for its interfaces, which TypeScript does not take for index signatures.
const documentOf = (of: Problem, requestId: string): JsonObject =>
  problemDocument(of, requestId) as unknown as JsonObject

/** All in one transaction; where that is refused, each for itself. */
const run = async (importing: ImportRequest, calls: readonly Call[]): Promise<readonly Outcome[]> => {
  const { execute, executeBatch } = importing.options
  if (executeBatch && calls.every(({ context }) => !context.unreadable)) {
    const outcomes = await executeBatch(calls, { atomic: true })
    if (outcomes.every(({ kind }) => kind !== 'problem')) return outcomes
  }
  const outcomes: Outcome[] = []
  for (const call of calls)
    outcomes.push(
      (await isStanding(importing)) ? await execute(call) : { kind: 'problem', problem: problem('unauthenticated') },
    )
  return outcomes
}

/** The call of a line; without one, that of any. */
const callOf = ({ options, request, reply, operation, principal }: ImportRequest, line: Line | undefined): Call => {
  const body = line && readBody(line.bytes)
  const {
    abort: _,
    idempotencyKey,
    ...context
  } = contextOf(request, reply, {
    style: 'rest',
    timeoutMs: options.model.limits.requestTimeoutMs,
    unreadable: body && 'problem' in body ? body.problem : undefined,
  })
  const key = idempotencyKey === undefined || !line ? undefined : `${idempotencyKey}:${line.number}`
  return {
    operation,
    input: body && 'value' in body ? { value: body.value } : {},
    principal,
    context: { ...context, ...(key !== undefined && { idempotencyKey: key }) },
  }
}
