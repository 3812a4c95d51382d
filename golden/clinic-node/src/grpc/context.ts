import { randomUUID } from 'node:crypto'
import type { EventEmitter } from 'node:events'
import type { Metadata, ServerReadableStream, ServerUnaryCall, ServerWritableStream } from '@grpc/grpc-js'
import {
  type CallContext,
  type ClientAddress,
  type Credential,
  credentialBy,
  directAddress,
  type Problem,
  problem,
} from '../runtime/index.ts'

/** A call as grpc-js has it, with the bytes of its request. */
export type RequestCall = ServerUnaryCall<Buffer, Buffer> | ServerWritableStream<Buffer, Buffer>

/** Such a call, or one whose request streams. */
export type ServerCall = RequestCall | ServerReadableStream<Buffer, Buffer>

/** What the metadata shows of who calls, under the names that HTTP has for it. */
export const credentialOf = (metadata: Metadata): Credential | null =>
  credentialBy((name) => {
    const given = metadata.get(name)
    return given.length === 0 ? undefined : given.map(String)
  })

const textIn = (metadata: Metadata, name: string): string | undefined => {
  const [value] = metadata.get(name)
  return typeof value === 'string' ? value : undefined
}

/** The id that the client gave in `x-request-id` where it is one to trust in a log, else a new one. */
export const requestIdOf = (metadata: Metadata): string => {
  const given = textIn(metadata, 'x-request-id')
  if (given !== undefined && /^[\w.:-]{1,128}$/.test(given)) return given
  const made = randomUUID()
  // Whoever asks again is told the same.
  metadata.set('x-request-id', made)
  return made
}

export interface ContextOptions {
  readonly requestId: string
  /** Null: as long as the client waits. */
  readonly timeoutMs: number | null
  readonly unreadable: Problem | undefined
  readonly etag: string | undefined
  readonly addressOf: ClientAddress | undefined
}

/** The call's context from metadata and deadline (`grpc-timeout`). */
export const contextOf = (
  asking: ServerCall,
  { requestId, timeoutMs, unreadable, etag, addressOf }: ContextOptions,
): CallContext => {
  const { metadata } = asking
  const key = textIn(metadata, 'idempotency-key')
  const trace = textIn(metadata, 'traceparent')
  const tags = textIn(metadata, 'if-match')
  const wrong = unreadable ?? (key === undefined ? undefined : wrongKey(key))
  const ifMatch = [...(tags === undefined ? [] : tagsOf(tags)), ...(etag === undefined ? [] : [etag])]
  const deadlineMs = Math.min(Number(asking.getDeadline()), timeoutMs === null ? Infinity : Date.now() + timeoutMs)
  const context: CallContext = {
    ...(Number.isFinite(deadlineMs) && { deadlineMs }),
    ...((tags !== undefined || etag !== undefined) && { ifMatch }),
    ...(key !== undefined && { idempotencyKey: key }),
    ...(trace !== undefined && isTrace(trace) && { trace }),
    ...(wrong !== undefined && { unreadable: wrong }),
    origin: { style: 'grpc', address: clientOf(asking.getPeer(), metadata, addressOf), requestId },
  }
  // Made only for who asks: most calls are not cancelled.
  return Object.defineProperty(context, 'abort', { get: () => abortOf(asking), enumerable: true })
}

const aborts = new WeakMap<ServerCall, AbortSignal>()

/** Aborts when the client cancels, goes, or its deadline passes. */
export const abortOf = (asking: ServerCall): AbortSignal => {
  const known = aborts.get(asking)
  if (known) return known
  const controller = new AbortController()
  const calling: EventEmitter = asking
  if (asking.cancelled) controller.abort()
  else calling.once('cancelled', () => controller.abort())
  aborts.set(asking, controller.signal)
  return controller.signal
}

/** Who calls from a peer (`127.0.0.1:5000` or `[::1]:5000`), past proxies that are trusted. */
export const clientOf = (peer: string, metadata: Metadata, addressOf: ClientAddress | undefined): string =>
  (addressOf ?? directAddress)(
    peer
      .replace(/^ipv[46]:/, '')
      .replace(/:\d+$/, '')
      .replace(/^\[(.*)\]$/, '$1'),
    { 'x-forwarded-for': textsIn(metadata, 'x-forwarded-for'), forwarded: textsIn(metadata, 'forwarded') },
  )

const textsIn = (metadata: Metadata, name: string): string => metadata.get(name).join(',')

const tagsOf = (text: string): readonly string[] =>
  text.trim() === '*' ? ['*'] : (text.match(/(?<![^\s,])"[\x21\x23-\x7e]*"/g) ?? []).map((tag) => tag.slice(1, -1))

const wrongKey = (key: string): Problem | undefined =>
  /^[\x21-\x7e]{1,255}$/.test(key)
    ? undefined
    : problem('malformed', { detail: 'idempotency-key takes 1 to 255 visible ASCII characters without spaces.' })

/** W3C Trace Context, version 00. */
const isTrace = (text: string): boolean => /^00-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$/.test(text)
