import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { type ConnectionsHeld, holdConnections } from './connections-held.ts'
import type { DeploymentTokens } from './deployment-token.ts'
import { answerTaken, refusePush } from './push-answer.ts'
import { TooMuch, Unreadable } from './push-fault.ts'
import type { PushLimits } from './push-limits.ts'
import { type Encoding, readMetrics, readTraces } from './read-push.ts'
import type { Rollups, ToldOf } from './rollups.ts'

export interface IntakeOptions {
  readonly tokens: DeploymentTokens
  readonly limits: PushLimits
  readonly rollups: Rollups
  /** Whose a deployment is; null: nobody's any more; undefined: that cannot be said yet. */
  readonly toldOf: (deployment: string) => Promise<ToldOf | null | undefined>
  /** What another server over the same folder knows this one by. */
  readonly seat: string
  readonly nowMs: () => number
  readonly onBug: (error: unknown) => void
}

/** Of a body as it comes, and as it is once it is unpacked. One of our own services takes some 14 KB. */
const bodyBytesMax = 2 ** 20
/** All of this machine: who is slower holds a place. Node looks as often as `connectionsCheckingInterval` says. */
const timeouts = { headersTimeout: 5000, requestTimeout: 5000, connectionsCheckingInterval: 1000 }
/** A service has two exporters, of a connection each. */
const connectionsMost = { all: 256, each: 8 }

/**
 * Takes what services push over OTLP: `POST /v1/metrics`, `POST /v1/traces`, in protobuf or JSON, gzip or not. Who has not said which deployment they
 * are is told so before anything of a body is read, and what a service says of itself never decides whose it is.
 */
export const intakeServer = (options: IntakeOptions): Server => {
  const server = createServer(timeouts, (request, response) => {
    void answer({ ...options, held }, request, response).catch((error: unknown) => {
      options.onBug(error)
      if (!response.headersSent) refuse(response, notYet, 'json')
    })
  })
  const held = holdConnections(server, connectionsMost)
  return server
}

const answer = async (
  options: IntakeOptions & { readonly held: ConnectionsHeld },
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> => {
  response.setHeader('x-seat', options.seat)
  const [path, encoding] = [request.url ?? '', encodingOf(request)]
  const deployment = options.tokens.deploymentOf(request.headers.authorization ?? '')
  if (deployment === null) return refuse(response, unknown, encoding ?? 'json')
  if (request.method !== 'POST' || !isPath(path)) return refuse(response, nowhere, encoding ?? 'json')
  if (encoding === null) return refuse(response, otherType, 'json')
  const afterSeconds = options.limits.begin(deployment)
  if (afterSeconds !== null) return refuse(response, { ...often, afterSeconds }, encoding)
  options.held.name(request.socket, deployment)
  try {
    const of = await options.toldOf(deployment)
    if (of === undefined) return refuse(response, notYet, encoding)
    if (!of) return refuse(response, unknown, encoding)
    const bytes = await bodyOf(request)
    take(options, { of, path, encoding, bytes }, response)
  } catch (error) {
    if (error instanceof TooMuch) return refuse(response, tooMuch, encoding)
    if (error instanceof Unreadable) return refuse(response, unreadable, encoding)
    throw error
  } finally {
    options.limits.over(deployment)
    options.held.unname(request.socket)
  }
}

interface Push {
  readonly of: ToldOf
  readonly path: Path
  readonly encoding: Encoding
  readonly bytes: Buffer
}

const take = (options: IntakeOptions, push: Push, response: ServerResponse): void => {
  const { of, path, encoding, bytes } = push
  const { counted, add } = paths[path]
  const digest = createHash('sha256').update(path).update(bytes).digest('base64url')
  const isKnown = options.limits.isKnown(of.deploymentId, digest)
  const rejected = isKnown ? 0 : add(options.rollups, push, options.nowMs())
  options.limits.know(of.deploymentId, digest)
  answerTaken(response, { encoding, counted, rejected })
}

/** What is done with a push, by its path; each gives how much of it was rejected. */
const paths = {
  '/v1/metrics': {
    counted: 'rejectedDataPoints',
    add: (rollups: Rollups, { of, bytes, encoding }: Push, nowMs: number): number => {
      const { said, rejected } = readMetrics(bytes, encoding, nowMs)
      rollups.addFigures(of, said)
      return rejected
    },
  },
  '/v1/traces': {
    counted: 'rejectedSpans',
    add: (rollups: Rollups, { of, bytes, encoding }: Push, nowMs: number): number => {
      const { said, rejected } = readTraces(bytes, encoding, nowMs)
      rollups.addSpans(of, said)
      return rejected
    },
  },
} as const
type Path = keyof typeof paths
const isPath = (path: string): path is Path => Object.hasOwn(paths, path)

const unzip = promisify(gunzip)

/** All of a body, unpacked. Rejects with TooMuch of what is longer than one may be, packed or not; with Unreadable of what is packed otherwise. */
const bodyOf = async (request: IncomingMessage): Promise<Buffer> => {
  const packing = request.headers['content-encoding'] ?? 'identity'
  if (Number(request.headers['content-length'] ?? 0) > bodyBytesMax) throw new TooMuch()
  const chunks: Buffer[] = []
  let length = 0
  try {
    // Who is told that it is too much is still there to hear it.
    for await (const chunk of request.iterator({ destroyOnReturn: false })) {
      length += chunk.length
      if (length > bodyBytesMax) throw new TooMuch()
      chunks.push(chunk)
    }
    const bytes = Buffer.concat(chunks)
    if (packing === 'identity') return bytes
    if (packing !== 'gzip') throw new Unreadable('It is packed otherwise.')
    return await unzip(bytes, { maxOutputLength: bodyBytesMax })
  } catch (error) {
    if (error instanceof TooMuch || (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE')
      throw new TooMuch()
    throw new Unreadable('It did not come whole.', { cause: error })
  }
}

const encodingOf = ({ headers }: IncomingMessage): Encoding | null => {
  const type = headers['content-type']?.split(';')[0]?.trim().toLowerCase()
  return type === 'application/json' ? 'json' : type === 'application/x-protobuf' ? 'protobuf' : null
}

interface Refusal {
  readonly status: number
  readonly message: string
  readonly afterSeconds?: number
}

const unknown = { status: 401, message: 'This is no deployment that runs here.' }
const nowhere = { status: 404, message: 'What is pushed goes to /v1/metrics or /v1/traces, by POST.' }
const otherType = { status: 415, message: 'What is pushed is application/x-protobuf or application/json.' }
const often = { status: 429, message: 'That is too often, or too much at once: send less, in one push.' }
const notYet = { status: 503, message: 'Nothing can be kept at the moment: say it again.', afterSeconds: 5 }
const tooMuch = { status: 413, message: 'That is too much for one push.' }
const unreadable = { status: 400, message: 'That is no push of OTLP.' }

/** Nothing more is read of who is refused. */
const refuse = (response: ServerResponse, { status, message, afterSeconds }: Refusal, encoding: Encoding): void => {
  response.setHeader('connection', 'close')
  if (afterSeconds !== undefined) response.setHeader('retry-after', String(afterSeconds))
  refusePush(response, status, encoding, message)
}
