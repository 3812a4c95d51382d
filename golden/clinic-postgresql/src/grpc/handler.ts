import {
  Metadata,
  type MetadataValue,
  type ServerErrorResponse,
  type ServerUnaryCall,
  type sendUnaryData,
} from '@grpc/grpc-js'
import {
  type Call,
  countedRefusal,
  type Followers,
  type Outcome,
  type Problem,
  ProblemError,
  problem,
  type ServiceBackend,
  type ValueOutcome,
} from '../runtime/index.ts'
import { answerOf } from './answer.ts'
import type { Asked } from './ask.ts'
import { clientOf, contextOf, credentialOf, type RequestCall, requestIdOf, type ServerCall } from './context.ts'
import type { Encode } from './encode.ts'
import { fileAsked, filesOf } from './file-calls.ts'
import { type Gate, type SentStatus, takeAdmitted } from './gate.ts'
import { partialBytes, type StatusOptions, statusBytes } from './problem-status.ts'
import { statusOf } from './status.ts'
import type { MessagePlan, MethodPlan } from './surface.ts'

/** What a method is served with. */
export interface Work {
  readonly serving: ServiceBackend
  readonly method: MethodPlan
  readonly response: MessagePlan
  readonly ask: (bytes: Buffer) => Asked
  readonly encode: Encode
  readonly options: StatusOptions
  /** Aborts when the server is to stop: endless answers end then. */
  readonly closing: AbortSignal
  readonly followers: Followers
}

/** The Call of a request, made anew: who calls is asked again. `timeoutMs` null: as long as the client waits. Rejects with a ProblemError. */
export type MakeCall = (timeoutMs: number | null) => Promise<Call>

/** Who may call the method, and how it is told to others. */
export const gateOf = (work: Work): Gate => ({
  authenticate: (metadata) => work.serving.authenticate(credentialOf(metadata)),
  nowMs: work.serving.nowMs ?? Date.now,
  ...(work.method.takesStream && { takesFiles: true }),
  refuse: (metadata, peer, error) => {
    const { addressOf, refusals } = work.serving
    const from = { style: 'grpc', address: clientOf(peer, metadata, addressOf) }
    return thrown(work, countedRefusal(refusals, from, error), requestIdOf(metadata))
  },
})

/** Request → Call → Outcome → answer, for methods with one answer. */
export const unaryHandler =
  (work: Work) =>
  (asking: ServerUnaryCall<Buffer, Buffer>, reply: sendUnaryData<Buffer>): void => {
    const requestId = requestIdOf(asking.metadata)
    execute(work, asking, requestId, work.serving.model.limits.requestTimeoutMs)
      .then((outcome) => answer(work, asking, requestId, outcome, reply))
      .catch((error: unknown) => reply(thrown(work, error, requestId)))
  }

const execute = async (
  work: Work,
  asking: RequestCall,
  requestId: string,
  timeoutMs: number | null,
): Promise<Outcome> => outcomeOf(work, await callOf(work, asking, requestId, timeoutMs))

/** What comes of the Call of a method with one answer. */
export const outcomeOf = ({ serving, method }: Work, call: Call): Promise<Outcome> =>
  method.kind === 'removeFile' ? filesOf(serving).remove(fileAsked(method, call)) : serving.execute(call)

/** Bytes from which on everything else has its turn between two messages. */
const longMessage = 65_536
const othersTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** The Call of a request. Rejects with a ProblemError (`unauthenticated`, `unavailable`). */
export const callOf = async (
  { serving, method, ask }: Work,
  asking: RequestCall,
  requestId: string,
  timeoutMs: number | null,
): Promise<Call> => {
  const admitted = takeAdmitted(asking.metadata)
  const principal = admitted ? admitted.principal : await serving.authenticate(credentialOf(asking.metadata))
  admitted?.hold(asking.request.length)
  const { input, select, etag, unreadable } = ask(asking.request)
  if (asking.request.length > longMessage) await othersTurn()
  admitted?.read()
  if (admitted && !(await admitted.isStanding())) throw new ProblemError(problem('unauthenticated'))
  const context = contextOf(asking, { requestId, timeoutMs, unreadable, etag, addressOf: serving.addressOf })
  return { operation: method.operation, input, ...(select && { select }), principal, context }
}

export const answer = (
  work: Work,
  asking: Pick<ServerCall, 'sendMetadata'>,
  requestId: string,
  outcome: Outcome,
  reply: sendUnaryData<Buffer>,
): void => {
  switch (outcome.kind) {
    case 'problem':
      reply(refusal(work, outcome.problem, requestId))
      break
    case 'stream':
      throw new Error(`${work.method.operation} has one answer, and the service gave a stream`)
    case 'value':
      sendValue(work, asking, requestId, outcome, reply)
  }
}

const sendValue = (
  { options, encode, method, response }: Work,
  asking: Pick<ServerCall, 'sendMetadata'>,
  requestId: string,
  outcome: ValueOutcome,
  reply: sendUnaryData<Buffer>,
): void => {
  const { isReplayed, problems } = outcome
  const bytes = encode(method.response, answerOf(method, response, outcome))
  asking.sendMetadata(
    headers(requestId, {
      ...(isReplayed && { 'idempotency-replayed': 'true' }),
      ...(problems && { 'charter-problems-bin': partialBytes(problems, options) }),
    }),
  )
  reply(null, bytes)
}

/** What goes before an answer; the id under which the call is on record always. */
export const headers = (requestId: string, more: Readonly<Record<string, MetadataValue>> = {}): Metadata => {
  const metadata = new Metadata()
  metadata.set('x-request-id', requestId)
  for (const [name, value] of Object.entries(more)) metadata.set(name, value)
  return metadata
}

/** A status as grpc-js sends one, and as it takes one for an error. */
type Refusal = ServerErrorResponse & SentStatus

/** Whatever was thrown, as a status. Bugs are told to `onBug` alone. */
export const thrown = (work: Work, error: unknown, requestId: string): Refusal => {
  if (error instanceof ProblemError) return refusal(work, error.problem, requestId)
  work.serving.onBug?.(error, { requestId })
  return refusal(work, problem('internal', { cause: error }), requestId)
}

/** A problem as grpc-js ends a call with it. */
export const refusal = ({ options }: Pick<Work, 'options'>, of: Problem, requestId: string): Refusal => {
  const metadata = headers(requestId, { 'grpc-status-details-bin': statusBytes(of, options) })
  const details = of.detail.toWellFormed()
  return { name: 'Error', message: details, code: statusOf[of.code], details, metadata }
}
