import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'
import { namesOneHost, requestIdOf } from '../runtime/http/index.ts'
import {
  type Credential,
  countedRefusal,
  directAddress,
  type JsonObject,
  type Places,
  type Principal,
  ProblemError,
  parseJson,
  placesOf,
  type Serving,
} from '../runtime/index.ts'
import type { Engine, Prepared } from './engine.ts'
import { errorsOf } from './handler.ts'
import { initCredential } from './init-credential.ts'
import { isObject } from './input.ts'
import { requestIn } from './request.ts'
import { answerText, entryOf } from './respond.ts'
import type { AnswerError } from './shaping.ts'
import { subscribe } from './streams.ts'
import { offersProtocol, protocol, refuse } from './upgrade.ts'
import { waitingRoom } from './waiting-room.ts'

const connectionsMax = 1000
const connectionsEachMax = 100
const subscriptionsMax = 100
const initTimeoutMs = 3000
const heartbeatMs = 12_000

/** Close codes of the protocol. */
const close = {
  badRequest: 4400,
  unauthorized: 4401,
  forbidden: 4403,
  initTimeout: 4408,
  alreadyThere: 4409,
  tooManyInits: 4429,
  goingAway: 1001,
  tryAgainLater: 1013,
} as const

/** Connections that last. */
export interface WebSockets {
  close(): void
}

/** What connections are made to: an address of a server, and the service behind it. */
export interface WebSocketOptions {
  readonly server: Server
  readonly path: string
  readonly engine: Engine
  readonly serving: Serving
}

/** Answers and subscriptions over WebSocket, on the address of the HTTP server. */
export const webSockets = ({ server, path, engine, serving }: WebSocketOptions): WebSockets => {
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: serving.model.limits.bodyBytesMax,
    perMessageDeflate: false,
    handleProtocols: (offered) => (offered.has(protocol) ? protocol : false),
  })
  const { addressOf = directAddress } = serving
  const waiting = waitingRoom()
  const places = placesOf({ max: connectionsMax, eachMax: connectionsEachMax })
  const upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
    if (request.url?.split('?', 1)[0] !== path) {
      // Another's address, where there is another.
      if (server.listenerCount('upgrade') === 1) refuse(socket, '404 Not Found')
      return
    }
    if (!namesOneHost(request) || !offersProtocol(request)) return void refuse(socket, '400 Bad Request')
    const address = addressOf(request.socket.remoteAddress, request.headers)
    if (serving.refusals?.tooMany(address) || !waiting.hasRoom(address))
      return void refuse(socket, '429 Too Many Requests')
    sockets.handleUpgrade(request, socket, head, (client) => {
      const leave = waiting.enter(client, socket, address)
      if (leave) serveClient(client, request, { engine, serving, address, places, leave })
      else client.terminate()
    })
  }
  server.on('upgrade', upgrade)
  return {
    close: () => {
      server.off('upgrade', upgrade)
      for (const client of sockets.clients) client.close(close.goingAway, 'The server closes.')
      sockets.close()
    },
  }
}

interface Client {
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

const serveClient = (
  socket: WebSocket,
  request: IncomingMessage,
  given: Pick<Client, 'engine' | 'serving' | 'address' | 'places' | 'leave'>,
): void => {
  const client: Client = { ...given, socket, request, running: new Map(), credential: null, state: 'waiting' }
  const init = setTimeout(() => socket.close(close.initTimeout, 'Connection initialisation timeout'), initTimeoutMs)
  let isAlive = true
  const beat = setInterval(() => {
    if (!isAlive) return socket.terminate()
    isAlive = false
    socket.ping()
  }, heartbeatMs)
  socket.on('pong', () => {
    isAlive = true
  })
  socket.on('error', () => socket.terminate())
  socket.on('close', () => {
    clearTimeout(init)
    clearInterval(beat)
    client.leave()
    for (const { cancel } of client.running.values()) cancel()
  })
  socket.on('message', (data) => {
    const parsed = parseJson(String(data))
    const message = 'value' in parsed && isObject(parsed.value) ? parsed.value : {}
    if (message.type === 'connection_init') clearTimeout(init)
    receive(client, message)
  })
}

const receive = (client: Client, message: JsonObject): void => {
  const { socket } = client
  switch (message.type) {
    case 'connection_init':
      return void initialise(client, message).catch((error: unknown) => turnAway(client, error))
    case 'ping':
      return void send(client, { type: 'pong' })
    case 'pong':
      return
    case 'subscribe':
      if (client.state !== 'ready') return void socket.close(close.unauthorized, 'Unauthorized')
      return void begin(client, message)
    case 'complete':
      client.running.get(String(message.id))?.cancel()
      return
    default:
      socket.close(close.badRequest, 'Invalid message')
  }
}

/** Who connects signs in at once: a connection of nobody's is closed. */
const initialise = async (client: Client, { payload }: JsonObject): Promise<void> => {
  const { socket, serving, places } = client
  if (client.state !== 'waiting') return void socket.close(close.tooManyInits, 'Too many initialisation requests')
  client.state = 'signing in'
  client.credential = initCredential(client.request, payload)
  const principal = await serving.authenticate(client.credential)
  if (!principal) {
    serving.refusals?.failed({ style: 'graphql', address: client.address })
    return void socket.close(close.unauthorized, 'Unauthorized')
  }
  if (socket.readyState !== socket.OPEN) return
  const leave = places.take(principal.id)
  if (!leave) return void socket.close(close.tryAgainLater, 'Too many connections')
  client.leave()
  client.leave = leave
  client.state = 'ready'
  send(client, { type: 'connection_ack' })
}

const turnAway = ({ socket, serving, address, request }: Client, error: unknown): void => {
  countedRefusal(serving.refusals, { style: 'graphql', address }, error)
  const code = error instanceof ProblemError ? error.problem.code : 'internal'
  if (code === 'unauthenticated') return void socket.close(close.forbidden, 'Forbidden')
  if (code === 'internal') serving.onBug?.(error, { requestId: requestIdOf(request) })
  socket.close(close.tryAgainLater, 'Sign-in cannot be checked now')
}

const begin = (client: Client, { id, payload }: JsonObject): void => {
  const { socket, running } = client
  if (typeof id !== 'string' || id === '') return void socket.close(close.badRequest, 'Invalid message')
  if (running.has(id)) return void socket.close(close.alreadyThere, `Subscriber for ${id.slice(0, 80)} already exists`)
  if (running.size >= subscriptionsMax) return void socket.close(close.badRequest, 'Too many subscriptions')
  const work = { isCancelled: false, stop: () => {} }
  running.set(id, {
    cancel: () => {
      work.isCancelled = true
      work.stop()
      running.delete(id)
    },
  })
  answer(client, id, payload ?? null, work)
    .catch((error) => refuseOperation(client, id, errorsOf(error, client.serving.onBug)))
    .finally(() => running.delete(id))
}

interface Work {
  isCancelled: boolean
  stop: () => void
}

const answer = async (client: Client, id: string, payload: JsonObject[string], work: Work): Promise<void> => {
  const { engine, serving, request, socket } = client
  // Asked anew for each operation: a token ends while a connection goes on.
  const principal: Principal | null = await serving.authenticate(client.credential)
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
    return
  }
  const answers = await subscribe(prepared)
  if (answers.kind === 'refused') return refuseOperation(client, id, answers.errors)
  const texts = answers.texts[Symbol.asyncIterator]()
  work.stop = () => {
    abort.abort()
    texts.return?.().catch(() => undefined)
  }
  if (work.isCancelled) return work.stop()
  for (;;) {
    const { done, value } = await texts.next()
    if (work.isCancelled) return
    if (done) return send(client, { type: 'complete', id })
    // The next change is asked for when this one has gone out.
    await new Promise<void>((resolve) => socket.send(nextText(id, value), () => resolve()))
  }
}

const nextText = (id: string, text: string): string => `{"type":"next","id":${JSON.stringify(id)},"payload":${text}}`

const finish = (client: Client, id: string, text: string): void => {
  client.socket.send(nextText(id, text))
  send(client, { type: 'complete', id })
}

const refuseOperation = (client: Client, id: string, errors: readonly AnswerError[]): void =>
  send(client, { type: 'error', id, payload: errors.map((error) => entryOf(error, requestIdOf(client.request))) })

const send = ({ socket }: Client, message: object): void => {
  if (socket.readyState === socket.OPEN) socket.send(JSON.stringify(message))
}
