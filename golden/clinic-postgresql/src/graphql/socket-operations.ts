import type { IncomingMessage } from 'node:http'
import type { WebSocket } from 'ws'
import { requestIdOf, statusOf } from '../runtime/http/index.ts'
import {
  type Credential,
  itemMsMax,
  type Json,
  type JsonObject,
  type Places,
  type ProblemCode,
  ProblemError,
  problem,
  type ServiceBackend,
  type Turns,
} from '../runtime/index.ts'
import type { Engine, Prepared } from './engine.ts'
import { errorsOf } from './handler.ts'
import { requestIn } from './request.ts'
import { answerText, entryOf } from './respond.ts'
import type { AnswerError } from './shaping.ts'
import { type Answers, subscribe } from './streams.ts'

const subscriptionsMax = 100
/** With those that were cancelled and have not ended yet: as many again, for who changes all of them at once. */
const underWayMax = 2 * subscriptionsMax
/** Bodies of the greatest size that the messages of what has not been answered may be together: as of one caller over HTTP. */
const bodiesMax = 8

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
  readonly serving: ServiceBackend
  readonly address: string
  /** Of connections that have signed in. */
  readonly places: Places
  /** What ends each operation that the client waits for, by the id that it gave. */
  readonly running: Map<string, AbortController>
  /** Of all that go on, cancelled or not: until the client has taken the last of what it is told of them. */
  readonly underWay: Set<AbortController>
  /** In which answers are made and taken: a query from its start, a mutation from when it is done, as it may wait for others. */
  readonly answering: Turns
  /** In which changes are told: the next is put into text when the one before has been taken. */
  readonly telling: Turns
  /** Of messages whose operations have not been answered. */
  messageBytes: number
  /** A pong has not been taken yet. */
  isPonging: boolean
  credential: Credential | null
  state: 'waiting' | 'signing in' | 'ready'
  /** Gives its place back: first that among those who wait. */
  leave: () => void
}

/** One operation of a connection, from its `subscribe` message until nothing of it goes on any more. */
interface Work {
  readonly client: Client
  readonly id: string
  /** One for all that is told of it: its answer, the record and the log. */
  readonly requestId: string
  /** Aborts when the client has had enough of it, or has gone. */
  readonly abort: AbortController
}

/** A `subscribe` message of a connection that is ready: its answers go out one by one, and a line is logged when it is over. */
export const begin = (client: Client, { id, payload }: JsonObject, bytes: number): void => {
  const { socket, running, underWay } = client
  if (typeof id !== 'string' || id === '') return void socket.close(closeCode.badRequest, 'Invalid message')
  if (running.has(id))
    return void socket.close(closeCode.alreadyThere, `Subscriber for ${id.slice(0, 80)} already exists`)
  const isFull = client.messageBytes + bytes > bodiesMax * client.serving.model.limits.bodyBytesMax
  if (running.size >= subscriptionsMax || underWay.size >= underWayMax || isFull)
    return void socket.close(closeCode.badRequest, 'Too many subscriptions')
  const work: Work = { client, id, requestId: requestIdOf(client.request), abort: new AbortController() }
  running.set(id, work.abort)
  underWay.add(work.abort)
  client.messageBytes += bytes
  const start = performance.now()
  void perform(work, payload ?? null, bytes)
    .catch((error) => refuseOperation(work, errorsOf(error, bugTold(work))))
    .then((code) => {
      free(client, id, work.abort)
      underWay.delete(work.abort)
      logOperation(work, work.abort.signal.aborted ? 'cancelled' : code, start)
    })
}

/** Ends what runs under an id, where something does: the id can be used again at once. */
export const cancel = (client: Client, id: string): void => {
  const abort = client.running.get(id)
  if (!abort) return
  free(client, id, abort)
  abort.abort()
}

/** Ends all that runs on a connection. */
export const cancelAll = ({ running, underWay }: Client): void => {
  running.clear()
  for (const abort of underWay) abort.abort()
}

/** An id may have been taken by another operation since this one was cancelled: that one keeps it. */
const free = ({ running }: Client, id: string, abort: AbortController): void => {
  if (running.get(id) === abort) running.delete(id)
}

/** Null: it was answered; else what it was refused with. */
const perform = async (work: Work, payload: JsonObject[string], bytes: number): Promise<ProblemCode | null> => {
  const opened = await answer(work, payload).finally(() => {
    work.client.messageBytes -= bytes
  })
  if (!opened) return null
  return opened.kind === 'refused' ? refuseOperation(work, opened.errors) : tell(work, opened)
}

/** Null: it was answered. Else the changes of a subscription, which are told from now on. */
const answer = async ({ client, id, requestId, abort }: Work, payload: JsonObject[string]): Promise<Answers | null> => {
  const { engine, serving } = client
  // Asked anew for each operation: a token ends while a connection goes on.
  const principal = await serving.authenticate(client.credential)
  if (!principal) throw new ProblemError(problem('unauthenticated'))
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
  if (prepared.plan.kind === 'subscription') return subscribe(prepared)
  let turn: Promise<() => void> | undefined
  const answering = async (): Promise<void> => {
    turn ??= client.answering.take('')
    await turn
  }
  try {
    if (prepared.plan.kind === 'query') await answering()
    // It was cancelled while it waited.
    if (abort.signal.aborted) return null
    const { plan, running } = prepared
    const text = answerText(await engine.run({ plan, running: { ...running, answering } }), requestId)
    if (!abort.signal.aborted) await finish(client, id, text)
    return null
  } finally {
    const end = await turn
    end?.()
  }
}

type Opened = Extract<Answers, { readonly kind: 'answers' }>

const tell = async (work: Work, { items: changes, textOf }: Opened): Promise<null> => {
  const { client, id, abort } = work
  const items = changes[Symbol.asyncIterator]()
  // A source that waits for its next item ends by the call's own signal; one that was not asked yet is let go here.
  const letGo = (): void => void items.return?.().catch(() => undefined)
  abort.signal.addEventListener('abort', letGo, { once: true })
  if (abort.signal.aborted) letGo()
  while (await tellNext(work, items, textOf));
  if (!abort.signal.aborted) await send(client, { type: 'complete', id })
  return null
}

/**
 * Tells one change, and says whether there may be another: the next is asked for when this one has gone out. In a function of its own,
 * as one that waits for the next would keep the text of the last.
 */
const tellNext = async (
  { client, id, abort }: Work,
  items: AsyncIterator<Json>,
  textOf: Opened['textOf'],
): Promise<boolean> => {
  const { done, value } = await items.next()
  if (done) return false
  const end = await client.telling.take('')
  try {
    if (abort.signal.aborted) return false
    await sent(client.socket, nextText(id, textOf(value)))
  } finally {
    end()
  }
  return true
}

const sent = (socket: WebSocket, text: string): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(() => socket.terminate(), itemMsMax)
    socket.send(text, () => {
      clearTimeout(timer)
      resolve()
    })
  })

const nextText = (id: string, text: string): string => `{"type":"next","id":${JSON.stringify(id)},"payload":${text}}`

/** What it is told last, in one go: its id may be used again as soon as the client has it. */
const finish = async (client: Client, id: string, text: string): Promise<void> => {
  void taken(client, nextText(id, text))
  await send(client, { type: 'complete', id })
}

const refuseOperation = async (
  { client, id, requestId, abort }: Work,
  errors: readonly AnswerError[],
): Promise<ProblemCode> => {
  // Of what was cancelled nothing is told: its id may be another's by now.
  if (!abort.signal.aborted)
    await send(client, { type: 'error', id, payload: errors.map((error) => entryOf(error, requestId)) })
  return errors[0]?.problem.code ?? 'internal'
}

const bugTold =
  ({ client, requestId }: Work): ServiceBackend['onBug'] =>
  (error) =>
    client.serving.onBug?.(error, { requestId, traceparent: traceparentOf(client.request) })

/** As a request is logged: by the connection's address and ids, with the status that HTTP has for it. */
const logOperation = ({ client, requestId }: Work, refused: ProblemCode | null, start: number): void => {
  const { request, serving, path } = client
  serving.log?.request({
    style: 'graphql',
    method: 'WEBSOCKET',
    route: path,
    status: refused === null ? 200 : statusOf[refused],
    ms: Math.round((performance.now() - start) * 10) / 10,
    requestId,
    traceparent: traceparentOf(request),
  })
}

const traceparentOf = ({ headers: { traceparent } }: IncomingMessage): string | undefined =>
  typeof traceparent === 'string' ? traceparent : undefined

/** Resolves when the client has taken it, or has gone. */
export const send = (client: Client, message: object): Promise<void> => taken(client, JSON.stringify(message))

const taken = (client: Client, text: string): Promise<void> =>
  new Promise((resolve) =>
    client.socket.send(text, (error) => {
      // It has gone, which is told of it later: what waits for its turn is not begun any more.
      if (error) cancelAll(client)
      resolve()
    }),
  )
