import type { IncomingMessage } from 'node:http'
import type { WebSocket } from 'ws'
import { requestIdOf, statusOf } from '../runtime/http/index.ts'
import {
  type Credential,
  type JsonObject,
  type Places,
  type ProblemCode,
  ProblemError,
  problem,
  type Serving,
} from '../runtime/index.ts'
import type { Engine, Prepared } from './engine.ts'
import { errorsOf } from './handler.ts'
import { requestIn } from './request.ts'
import { answerText, entryOf } from './respond.ts'
import type { AnswerError } from './shaping.ts'
import { subscribe } from './streams.ts'

const subscriptionsMax = 100

/** Close codes of the protocol. */
export const closeCode = {
  badRequest: 4400,
  unauthorized: 4401,
  forbidden: 4403,
  initTimeout: 4408,
  alreadyThere: 4409,
  tooManyInits: 4429,
  goingAway: 1001,
  tryAgainLater: 1013,
} as const

/** One connection, and what runs on it. */
export interface Client {
  /** Of the style. */
  readonly path: string
  readonly socket: WebSocket
  readonly request: IncomingMessage
  readonly engine: Engine
  readonly serving: Serving
  readonly address: string
  /** Of connections that have signed in. */
  readonly places: Places
  readonly running: Map<string, { cancel(): void }>
  credential: Credential | null
  state: 'waiting' | 'signing in' | 'ready'
  /** Gives its place back: first that among those who wait. */
  leave: () => void
}

/** A `subscribe` message of a connection that is ready: its answers go out one by one, and a line is logged when it is over. */
export const begin = (client: Client, { id, payload }: JsonObject): void => {
  const { socket, running } = client
  if (typeof id !== 'string' || id === '') return void socket.close(closeCode.badRequest, 'Invalid message')
  if (running.has(id))
    return void socket.close(closeCode.alreadyThere, `Subscriber for ${id.slice(0, 80)} already exists`)
  if (running.size >= subscriptionsMax) return void socket.close(closeCode.badRequest, 'Too many subscriptions')
  const work = { isCancelled: false, stop: () => {} }
  running.set(id, {
    cancel: () => {
      work.isCancelled = true
      work.stop()
      running.delete(id)
    },
  })
  const start = performance.now()
  void answer(client, id, payload ?? null, work)
    .catch((error) => refuseOperation(client, id, errorsOf(error, client.serving.onBug)))
    .then((code) => {
      running.delete(id)
      logOperation(client, work.isCancelled ? 'cancelled' : code, start)
    })
}

interface Work {
  isCancelled: boolean
  stop: () => void
}

/** Null: it was answered; else what it was refused with. */
const answer = async (
  client: Client,
  id: string,
  payload: JsonObject[string],
  work: Work,
): Promise<ProblemCode | null> => {
  const { engine, serving, request, socket } = client
  // Asked anew for each operation: a token ends while a connection goes on.
  const principal = await serving.authenticate(client.credential)
  if (!principal) throw new ProblemError(problem('unauthenticated'))
  const requestId = requestIdOf(request)
  const abort = new AbortController()
  const context = {
    deadlineMs: Date.now() + serving.model.limits.requestTimeoutMs,
    abort: abort.signal,
    origin: {
      style: 'graphql',
      requestId,
      address: client.address,
    },
  }
  const prepared: Prepared = engine.prepare(requestIn(payload), { principal, context })
  if (prepared.plan.kind !== 'subscription') {
    const text = answerText(await engine.run(prepared), requestId)
    if (!work.isCancelled) finish(client, id, text)
    return null
  }
  const answers = await subscribe(prepared)
  if (answers.kind === 'refused') return refuseOperation(client, id, answers.errors)
  const texts = answers.texts[Symbol.asyncIterator]()
  work.stop = () => {
    abort.abort()
    texts.return?.().catch(() => undefined)
  }
  if (work.isCancelled) work.stop()
  for (;;) {
    const { done, value } = await texts.next()
    if (work.isCancelled) return null
    if (done) {
      send(client, { type: 'complete', id })
      return null
    }
    // The next change is asked for when this one has gone out.
    await new Promise<void>((resolve) => socket.send(nextText(id, value), () => resolve()))
  }
}

const nextText = (id: string, text: string): string => `{"type":"next","id":${JSON.stringify(id)},"payload":${text}}`

const finish = (client: Client, id: string, text: string): void => {
  client.socket.send(nextText(id, text))
  send(client, { type: 'complete', id })
}

const refuseOperation = (client: Client, id: string, errors: readonly AnswerError[]): ProblemCode => {
  send(client, { type: 'error', id, payload: errors.map((error) => entryOf(error, requestIdOf(client.request))) })
  return errors[0]?.problem.code ?? 'internal'
}

/** As a request is logged: by the connection's address and ids, with the status that HTTP has for it. */
const logOperation = ({ request, serving, path }: Client, refused: ProblemCode | null, start: number): void => {
  const { traceparent } = request.headers
  serving.log?.request({
    style: 'graphql',
    method: 'WEBSOCKET',
    route: path,
    status: refused === null ? 200 : statusOf[refused],
    ms: Math.round((performance.now() - start) * 10) / 10,
    requestId: requestIdOf(request),
    traceparent: typeof traceparent === 'string' ? traceparent : undefined,
  })
}

export const send = ({ socket }: Client, message: object): void => {
  if (socket.readyState === socket.OPEN) socket.send(JSON.stringify(message))
}
