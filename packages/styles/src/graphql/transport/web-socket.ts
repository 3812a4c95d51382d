import { randomUUID } from 'node:crypto'
import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import {
  countedRefusal,
  directAddress,
  isObject,
  type JsonObject,
  ProblemError,
  parseJson,
  placesOf,
  principalKey,
  problem,
  type ServiceBackend,
  turnsOf,
} from '@charter/runtime'
import { namesOneHost, requestIdOf } from '@charter/runtime/http'
import { type WebSocket, WebSocketServer } from 'ws'
import type { Engine } from './engine.ts'
import { initCredential } from './init-credential.ts'
import { begin, type Client, cancel, cancelAll, closeCode, send } from './socket-operations.ts'
import { offersProtocol, protocol, refuse } from './upgrade.ts'
import { waitingRoom } from './waiting-room.ts'

const connectionsMax = 1000
const connectionsEachMax = 100
const initTimeoutMs = 3000
const heartbeatMs = 12_000
/** Answers to one connection that are made at once, or that it has not taken. */
const answeringMax = 8

/** Connections that last. */
export interface WebSockets {
  close(): void
}

/** What connections are made to: an address of a server, and the service behind it. */
export interface WebSocketOptions {
  readonly server: Server
  readonly path: string
  readonly engine: Engine
  readonly serving: ServiceBackend
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
    if (!waiting.hasRoom(address)) return void refuse(socket, '429 Too Many Requests')
    sockets.handleUpgrade(request, socket, head, (client) => {
      const leave = waiting.enter(client, socket, address)
      if (leave) serveClient(client, request, { path, engine, serving, address, places, leave })
      else client.terminate()
    })
  }
  server.on('upgrade', upgrade)
  return {
    close: () => {
      server.off('upgrade', upgrade)
      for (const client of sockets.clients) client.close(closeCode.goingAway, 'The server closes.')
      sockets.close()
    },
  }
}

const serveClient = (
  socket: WebSocket,
  request: IncomingMessage,
  given: Pick<Client, 'path' | 'engine' | 'serving' | 'address' | 'places' | 'leave'>,
): void => {
  const client: Client = {
    ...given,
    socket,
    request,
    running: new Map(),
    underWay: new Set(),
    answering: turnsOf(answeringMax),
    telling: turnsOf(1),
    messageBytes: 0,
    isPonging: false,
    credential: null,
    state: 'waiting',
  }
  const init = setTimeout(() => socket.close(closeCode.initTimeout, 'Connection initialisation timeout'), initTimeoutMs)
  // What the ping that waits for its pong said. A pong that says something else shows nothing of who listens (RFC 6455 section 5.5.3).
  let asked: string | null = null
  const beat = setInterval(() => {
    if (asked !== null) return socket.terminate()
    // A ping would come behind what is on its way. Who takes that is there, and who does not is ended by the server.
    if (socket.bufferedAmount > 0) return
    asked = randomUUID()
    socket.ping(asked)
  }, heartbeatMs)
  socket.on('pong', (said) => {
    if (String(said) === asked) asked = null
  })
  socket.on('error', () => socket.terminate())
  socket.on('close', () => {
    clearTimeout(init)
    clearInterval(beat)
    client.leave()
    cancelAll(client)
  })
  socket.on('message', (data) => {
    const text = String(data)
    const parsed = parseJson(text)
    const message = 'value' in parsed && isObject(parsed.value) ? parsed.value : {}
    if (message.type === 'connection_init') clearTimeout(init)
    receive(client, message, text.length)
  })
}

const receive = (client: Client, message: JsonObject, length: number): void => {
  const { socket } = client
  switch (message.type) {
    case 'connection_init':
      return void initialise(client, message).catch((error: unknown) => turnAway(client, error))
    case 'ping':
      return void pong(client)
    case 'pong':
      return
    case 'subscribe':
      if (client.state !== 'ready') return void socket.close(closeCode.unauthorized, 'Unauthorized')
      return void begin(client, message, length)
    case 'complete':
      return void cancel(client, String(message.id))
    default:
      socket.close(closeCode.badRequest, 'Invalid message')
  }
}

/** One for all pings that come until it has been taken: the protocol asks for no more than an answer soon. */
const pong = async (client: Client): Promise<void> => {
  if (client.isPonging) return
  client.isPonging = true
  await send(client, { type: 'pong' })
  client.isPonging = false
}

/** Who connects signs in at once: a connection of nobody's is closed. */
const initialise = async (client: Client, { payload }: JsonObject): Promise<void> => {
  const { socket, serving, places } = client
  if (client.state !== 'waiting') return void socket.close(closeCode.tooManyInits, 'Too many initialisation requests')
  client.state = 'signing in'
  // What is said outweighs the session of the page that says it; of another origin's page there is none.
  client.credential = initCredential(client.request, payload, serving.sessions?.ofSocket(client.request))
  const principal = await serving.authenticate(client.credential)
  if (!principal) return turnAway(client, new ProblemError(problem('unauthenticated')), closeCode.unauthorized)
  if (socket.readyState !== socket.OPEN) return
  const leave = places.take(principalKey(principal))
  if (!leave) return void socket.close(closeCode.tryAgainLater, 'Too many connections')
  client.leave()
  client.leave = leave
  client.state = 'ready'
  await send(client, { type: 'connection_ack' })
}

/** Nobody is told to come back later before what they show was looked at: a credential that holds is taken whatever failed before it. */
const turnAway = (
  { socket, serving, address, request }: Client,
  error: unknown,
  refused: number = closeCode.forbidden,
): void => {
  const counted = countedRefusal(serving.refusals, { style: 'graphql', address }, error)
  const code = counted instanceof ProblemError ? counted.problem.code : 'internal'
  if (code === 'unauthenticated')
    return void socket.close(refused, refused === closeCode.forbidden ? 'Forbidden' : 'Unauthorized')
  if (code === 'malformed' && counted instanceof ProblemError)
    return void socket.close(closeCode.badRequest, counted.problem.detail?.slice(0, 120) ?? 'Bad request')
  if (code === 'internal') serving.onBug?.(error, { requestId: requestIdOf(request) })
  if (code === 'too-many') return void socket.close(closeCode.tryAgainLater, 'Too many sign-ins have failed')
  socket.close(closeCode.tryAgainLater, 'Sign-in cannot be checked now')
}
