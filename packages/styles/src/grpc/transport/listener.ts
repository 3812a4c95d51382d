import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import {
  answerLengthMax,
  type Followers,
  followersOf,
  type LimitsModel,
  type OnBug,
  type Places,
  placesOf,
  type ServiceLog,
  turnsOf,
} from '@charter/runtime'
import { drainMs } from '@charter/runtime/http'
import { type ListenAt, portTaken, type TlsConfig, takeFrom } from '@charter/runtime/service'
import { logVerbosity, Server, ServerCredentials, setLogVerbosity } from '@grpc/grpc-js'
import { renewedCredentials } from './credentials.ts'
import { type Gates, gatekeeper } from './gate.ts'
import { logCalls } from './log-calls.ts'
import { slowRequests } from './slow-requests.ts'
import { watchedCalls } from './watched-calls.ts'

export interface GrpcListenerOptions {
  readonly limits: LimitsModel
  /** Null, or left out: plain HTTP/2. */
  readonly tls?: TlsConfig | null
  readonly onBug?: OnBug
  readonly log?: Pick<ServiceLog, 'request'> | null | undefined
  /** Whether clients may ask what is offered (`GRPC_REFLECTION`, or not in production). */
  readonly isReflecting?: boolean
}

/** A gRPC server on a port of its own, which its styles join before it listens. */
export interface GrpcListener {
  readonly server: Server
  /** Aborts when `close` begins. */
  readonly closing: AbortSignal
  readonly isReflecting: boolean
  /** Who may call which method: whoever registers one says so here. */
  readonly gates: Gates
  /** Open streams that last, by address: of health and reflection. */
  readonly watchers: Places
  readonly followers: Followers
  /** The address it is reached at. Rejects when the port cannot be had. */
  listen(at: ListenAt): Promise<string>
  /** Takes no new calls, answers those under way for a bounded time, then ends. */
  close(): Promise<void>
}

const keepaliveTimeMs = 60_000
const keepaliveTimeoutMs = 20_000
const idleMs = 300_000
const streamsMax = 256
/** Messages of one caller that are received and read at once; others wait. */
const readingMax = 8
/** Messages of the greatest size that are under way at once, of all and of one caller: as bodies over HTTP. */
const messagesMax = 64
const messagesEachMax = 8
const watchersMax = 1000
const watchersEachMax = 20

export const grpcListener = ({
  limits,
  tls = null,
  onBug = () => {},
  log = null,
  isReflecting = true,
}: GrpcListenerOptions): GrpcListener => {
  // The library tells standard error of what it cannot read, with the values: of credentials too, from whoever calls.
  setLogVerbosity(logVerbosity.NONE)
  const gates: Gates = new Map()
  const server = new Server({
    'grpc.max_receive_message_length': limits.bodyBytesMax,
    // What is longer is refused before, with a problem of ours (wire-writer.ts).
    'grpc.max_send_message_length': answerLengthMax,
    'grpc.max_concurrent_streams': streamsMax,
    'grpc.keepalive_time_ms': keepaliveTimeMs,
    'grpc.keepalive_timeout_ms': keepaliveTimeoutMs,
    'grpc.max_connection_idle_ms': idleMs,
    'grpc.enable_channelz': 0,
    interceptors: [
      watchedCalls(limits.requestTimeoutMs),
      logCalls(log ?? undefined),
      slowRequests(limits.requestTimeoutMs, gates),
      gatekeeper(gates, {
        turns: turnsOf(readingMax),
        room: placesOf({ max: messagesMax * limits.bodyBytesMax, eachMax: messagesEachMax * limits.bodyBytesMax }),
      }),
    ],
  })
  const closing = new AbortController()
  const credentials = tls ? renewedCredentials(tls, onBug) : null
  return {
    server,
    closing: closing.signal,
    isReflecting,
    gates,
    watchers: placesOf({ max: watchersMax, eachMax: watchersEachMax }),
    followers: followersOf(),
    listen: async ({ host, port, handed = [] }) => {
      const proven = credentials?.credentials ?? ServerCredentials.createInsecure()
      const bound =
        handed.length > 0
          ? await inject(server, handed, proven, closing.signal)
          : await bindFree(server, host, port, proven)
      return `${tls ? 'https' : 'http'}://${address(host, bound)}`
    },
    close: () => {
      closing.abort()
      credentials?.stop()
      return drain(server)
    },
  }
}

const address = (host: string, port: number): string => `${host.includes(':') ? `[${host}]` : host}:${port}`

/** grpc-js says of a port that is taken only that no address could be had, and says so on standard error by itself. */
const bindFree = async (
  server: Server,
  host: string,
  port: number,
  credentials: ServerCredentials,
): Promise<number> => {
  if (port !== 0) await probe(host, port).catch(portTaken('GRPC_PORT', port))
  return bind(server, address(host, port), credentials)
}

/** Takes connections of sockets that listen already. Gives the port of the first. */
const inject = async (
  server: Server,
  handed: readonly number[],
  credentials: ServerCredentials,
  closing: AbortSignal,
): Promise<number> => {
  const injector = server.createConnectionInjector(credentials)
  const servers = handed.map((number) => takeFrom(number, (socket) => injector.injectConnection(socket)))
  closing.addEventListener('abort', () => servers.forEach((each) => void each.close()))
  await Promise.all(servers.map((each) => once(each, 'listening')))
  return (servers[0]?.address() as AddressInfo | null)?.port ?? 0
}

const probe = (host: string, port: number): Promise<void> =>
  new Promise((resolve, reject) => {
    const server = createServer().once('error', reject)
    server.listen(port, host, () => server.close(() => resolve()))
  })

const bind = (server: Server, at: string, credentials: ServerCredentials): Promise<number> =>
  new Promise((resolve, reject) => {
    server.bindAsync(at, credentials, (error, port) => (error ? reject(error) : resolve(port)))
  })

const drain = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    // After it the library may go on waiting for a message of which half has come.
    const timer = setTimeout(() => {
      server.forceShutdown()
      resolve()
    }, drainMs)
    server.tryShutdown(() => {
      clearTimeout(timer)
      resolve()
    })
  })
