import { createHash } from 'node:crypto'
import { request as askPlainly, type IncomingMessage, Agent as PlainAgent } from 'node:http'
import { Agent, request as askSafely } from 'node:https'
import { setTimeout as wait } from 'node:timers/promises'
import { type AwsCredentials, signAwsRequest } from '../../protect/keys/sign-aws-request.ts'

export interface S3Place {
  /** `https://s3.eu-central-1.amazonaws.com`; the bucket's name goes into the path. */
  readonly endpoint: string
  readonly bucket: string
  readonly region: string
  /** Asked anew for each request: temporary ones change. */
  readonly credentials: () => AwsCredentials | Promise<AwsCredentials>
  readonly nowMs: () => number
  /** How long it may be silent, without a byte going either way: 30 seconds unless it is said. */
  readonly silenceMs?: number
}

export interface S3Request {
  readonly method: 'GET' | 'PUT' | 'DELETE'
  readonly key?: string
  readonly query?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: readonly Uint8Array[]
}

export interface Answer {
  readonly status: number
  /** How many times it was asked. */
  readonly tries: number
  /** What it holds, in time and to its end; `as` makes the error. Whoever stops reading it closes it. */
  bytes(as: (error: unknown) => unknown): AsyncIterable<Uint8Array>
}

const triesMax = 4
const retryMs = 200
const longestSilenceMs = 30_000
/** Connections at once; what comes beside them waits. */
const sockets = { keepAlive: true, maxSockets: 64 }
const agents = { plain: new PlainAgent(sockets), safe: new Agent(sockets) }

/**
 * Asks, and gives the head of the answer. Requests may all be repeated: asked again where the connection breaks, on 5xx, 429, and 409
 * (another conditional write is under way, docs.aws.amazon.com/AmazonS3/latest/userguide/conditional-writes.html); four times in all.
 * Not by `fetch`: that copies a body before it sends it.
 */
export const askS3 = async (where: S3Place, request: S3Request): Promise<Answer> => {
  for (let tries = 1; ; tries++) {
    const answer = await attempt(where, request).catch((error: unknown) => {
      if (tries === triesMax) throw error
      return null
    })
    const isPassing = answer === null || answer.statusCode === 409 || answer.statusCode === 429 || (answer.statusCode ?? 0) >= 500 // biome-ignore format: one claim
    if (answer && (!isPassing || tries === triesMax))
      return { status: answer.statusCode ?? 0, tries, bytes: (as) => bytesOf(answer, where, as) }
    answer?.destroy()
    await wait(retryMs * 2 ** (tries - 1))
  }
}

const answerBytesMax = 2 ** 23

/** All of a short answer: an error, a listing. */
export const readAnswer = async (answer: Answer): Promise<Buffer> => {
  const pieces: Uint8Array[] = []
  let bytes = 0
  for await (const piece of answer.bytes((error) => error)) {
    bytes += piece.length
    if (bytes > answerBytesMax) throw new Error('A bucket answers with more than is read.')
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}

const attempt = async (where: S3Place, { method, key, query = {}, headers = {}, body = [] }: S3Request) => {
  const url = new URL(`${where.endpoint.replace(/\/$/, '')}/${where.bucket}${key === undefined ? '' : `/${key}`}`)
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  const scope = {
    credentials: await where.credentials(),
    region: where.region,
    service: 's3',
    nowMs: where.nowMs(),
  }
  const said = { ...headers, 'x-amz-content-sha256': hashOf(body), ...(method === 'PUT' && lengthOf(body)) }
  const signed = await signAwsRequest({ method, url: url.href, headers: said }, scope)
  return new Promise<IncomingMessage>((resolve, reject) => {
    const isPlain = url.protocol === 'http:'
    const outgoing = (isPlain ? askPlainly : askSafely)(url, {
      method,
      headers: signed,
      agent: isPlain ? agents.plain : agents.safe,
      timeout: where.silenceMs ?? longestSilenceMs,
    })
    outgoing.on('timeout', () => outgoing.destroy(new Error('it said nothing for too long')))
    outgoing.on('error', reject)
    outgoing.on('response', resolve)
    for (const piece of body) outgoing.write(piece)
    outgoing.end()
  })
}

const hashOf = (body: readonly Uint8Array[]): string => {
  const hash = createHash('sha256')
  for (const piece of body) hash.update(piece)
  return hash.digest('hex')
}

const lengthOf = (body: readonly Uint8Array[]) => ({
  'content-length': String(body.reduce((sum, { length }) => sum + length, 0)),
})

async function* bytesOf(
  answer: IncomingMessage,
  { silenceMs = longestSilenceMs }: S3Place,
  as: (error: unknown) => unknown,
): AsyncGenerator<Uint8Array, void> {
  // The time that whoever reads takes is not the bucket's.
  answer.socket.setTimeout(0)
  const pieces: AsyncIterator<Uint8Array> = answer[Symbol.asyncIterator]()
  let silence: NodeJS.Timeout | undefined
  try {
    for (;;) {
      silence = setTimeout(() => answer.destroy(new Error('it said nothing for too long')), silenceMs)
      const { done, value } = await pieces.next()
      clearTimeout(silence)
      if (done) return
      yield value
    }
  } catch (error) {
    throw as(error)
  } finally {
    clearTimeout(silence)
    answer.destroy()
  }
}
