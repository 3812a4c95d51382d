import { Agent, request as httpRequest, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http'
import { request as httpsRequest, Agent as SecureAgent } from 'node:https'
import type { CallOptions } from '@charter/charter'
import { type Call, organisationHeader, type Problem, problem } from '@charter/runtime'

/** Requests over kept-alive connections, for styles that call over HTTP. */
export interface Exchange {
  /** The whole answer, or a problem (`timeout`, `cancelled`, `unavailable`) where there is none. Never rejects. */
  send(request: HttpRequest, abort: AbortSignal | undefined): Promise<HttpAnswer | Problem>
  close(): void
}

export interface HttpRequest {
  readonly method: string
  /** The path goes as it is: a WHATWG URL would fold `..` and `%2e`. */
  readonly target: string
  readonly headers: OutgoingHttpHeaders
  readonly text?: string | undefined
}

export interface HttpAnswer {
  readonly status: number
  readonly headers: IncomingMessage['headers']
  readonly text: string
}

const answerBytesMax = 64 * 1024 * 1024

export const exchangeWith = (base: string, timeoutMs: number): Exchange => {
  const url = new URL(base)
  const isSecure = url.protocol === 'https:'
  const agent = isSecure ? new SecureAgent({ keepAlive: true }) : new Agent({ keepAlive: true })
  const open = isSecure ? httpsRequest : httpRequest
  return {
    send: ({ method, target, headers, text }, abort) =>
      new Promise((resolve) => {
        const fail = (code: 'timeout' | 'unavailable' | 'cancelled') => (cause?: unknown) =>
          resolve(problem(code, { cause }))
        const request = open(
          {
            host: url.hostname.replace(/^\[|\]$/g, ''),
            port: url.port,
            method,
            path: target,
            agent,
            headers: text === undefined ? headers : { ...headers, 'content-length': Buffer.byteLength(text) },
            ...(abort && { signal: abort }),
          },
          (response) =>
            void collect(response).then(
              (all) => resolve({ status: response.statusCode ?? 0, headers: response.headers, text: all }),
              fail('unavailable'),
            ),
        )
        request.setTimeout(timeoutMs, () => {
          fail('timeout')()
          request.destroy()
        })
        request.on('error', (error) => (abort?.aborted ? fail('cancelled') : fail('unavailable'))(error))
        request.end(text)
      }),
    close: () => agent.destroy(),
  }
}

const collect = async (response: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > answerBytesMax) throw new Error(`the answer has more than ${answerBytesMax} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** Headers that every HTTP style sends of a Call: which request it is, who calls, the trace it belongs to. */
export const callHeaders = (
  call: Call,
  options: Pick<CallOptions, 'credential' | 'organisation'>,
): OutgoingHttpHeaders => {
  const [credential, organisation = null] = [options.credential(call), options.organisation?.(call)]
  return {
    'x-request-id': call.context.origin.requestId,
    ...(credential !== null && { authorization: `Bearer ${credential}` }),
    ...(organisation !== null && { [organisationHeader]: organisation }),
    ...(call.context.trace !== undefined && { traceparent: call.context.trace }),
  }
}

/** What a Call asks of the stored row, and its idempotency key, where a style leaves both to HTTP. */
export const conditionHeaders = ({ context }: Call): Readonly<Record<string, string>> => ({
  ...(context.ifMatch && { 'if-match': tagList(context.ifMatch) }),
  ...(context.ifNoneMatch && { 'if-none-match': tagList(context.ifNoneMatch) }),
  ...(context.idempotencyKey !== undefined && { 'idempotency-key': context.idempotencyKey }),
})

const tagList = (tags: readonly string[]): string =>
  tags.includes('*') ? '*' : tags.map((tag) => `"${tag}"`).join(', ')
