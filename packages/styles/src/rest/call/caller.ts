import { Agent, request as httpRequest, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http'
import { request as httpsRequest, Agent as SecureAgent } from 'node:https'
import type { Caller, CallOptions } from '@charter/charter'
import { type Call, failed, type Outcome, problem } from '@charter/runtime'
import type { RestSurface } from '../surface.ts'
import { outcomeOf } from './outcome.ts'
import { type HttpRequest, requestOf } from './request.ts'

const answerBytesMax = 64 * 1024 * 1024

/** Calls any implementation of the contract over kept-alive connections. Network failures are problems, not rejections. */
export const callRest = (surface: RestSurface, options: CallOptions): Caller => {
  const { protocol } = new URL(options.url)
  const agent = protocol === 'https:' ? new SecureAgent({ keepAlive: true }) : new Agent({ keepAlive: true })
  return {
    refuses: (call) => {
      const request = requestOf(surface, call)
      return typeof request === 'string' ? request : null
    },
    execute: async (call) => {
      const request = requestOf(surface, call)
      if (typeof request === 'string') return failed(problem('not-implemented', { detail: request }))
      return send(request, call, options, agent)
    },
    close: async () => agent.destroy(),
  }
}

const send = (
  { method, target, body }: HttpRequest,
  call: Call,
  options: CallOptions,
  agent: Agent,
): Promise<Outcome> => {
  const url = new URL(options.url)
  const text = body === undefined ? undefined : JSON.stringify(body)
  const open = url.protocol === 'https:' ? httpsRequest : httpRequest
  return new Promise((resolve) => {
    const fail = (code: 'timeout' | 'unavailable' | 'cancelled') => (cause?: unknown) =>
      resolve(failed(problem(code, { cause })))
    const signal = call.context.abort
    // The path goes as it is: a WHATWG URL would fold `..` and `%2e` in keys.
    const request = open(
      {
        host: url.hostname.replace(/^\[|\]$/g, ''),
        port: url.port,
        method,
        path: target,
        agent,
        headers: headersOf(method, call, options, text),
        ...(signal && { signal }),
      },
      (response) =>
        void collect(response).then(
          (all) => resolve(outcomeOf(response.statusCode ?? 0, response.headers, all)),
          fail('unavailable'),
        ),
    )
    request.setTimeout(options.timeoutMs, () => {
      fail('timeout')()
      request.destroy()
    })
    request.on('error', (error) => (signal?.aborted ? fail('cancelled') : fail('unavailable'))(error))
    request.end(text)
  })
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

const headersOf = (method: string, call: Call, options: CallOptions, text: string | undefined): OutgoingHttpHeaders => {
  const { context } = call
  const credential = options.credential(call)
  const type = method === 'PATCH' ? 'application/merge-patch+json' : 'application/json'
  return {
    accept: 'application/json',
    'x-request-id': context.origin.requestId,
    ...(credential === null ? {} : { authorization: `Bearer ${credential}` }),
    ...(context.ifMatch && { 'if-match': tagList(context.ifMatch) }),
    ...(context.ifNoneMatch && { 'if-none-match': tagList(context.ifNoneMatch) }),
    ...(context.idempotencyKey !== undefined && { 'idempotency-key': context.idempotencyKey }),
    ...(context.trace !== undefined && { traceparent: context.trace }),
    ...(text === undefined ? {} : { 'content-type': type, 'content-length': Buffer.byteLength(text) }),
  }
}

const tagList = (tags: readonly string[]): string =>
  tags.includes('*') ? '*' : tags.map((tag) => `"${tag}"`).join(', ')
