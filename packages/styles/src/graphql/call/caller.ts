import { Agent, request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest, Agent as SecureAgent } from 'node:https'
import type { Caller, CallOptions } from '@charter/charter'
import { type Call, failed, type Outcome, problem } from '@charter/runtime'
import { callHeaders } from '../../exchange.ts'
import type { GraphqlSurface } from '../transport/surface.ts'
import { itemsOf } from './event-stream.ts'
import { outcomeOf } from './outcome.ts'
import type { GraphqlCall } from './request.ts'
import { wireOfDocument, written } from './wire.ts'

const answerBytesMax = 64 * 1024 * 1024

/** Calls any implementation of the contract over kept-alive connections. Network failures are problems, not rejections. */
export const callGraphql = (surface: GraphqlSurface, options: CallOptions): Caller => {
  const { protocol } = new URL(options.url)
  const agent = protocol === 'https:' ? new SecureAgent({ keepAlive: true }) : new Agent({ keepAlive: true })
  return {
    refuses: (call) => {
      const document = written(surface, call)
      return typeof document === 'string' ? document : null
    },
    execute: async (call) => {
      const document = written(surface, call)
      if (typeof document === 'string') return failed(problem('not-implemented', { detail: document }))
      return send({ surface, document, call, options, agent })
    },
    close: async () => agent.destroy(),
  }
}

interface CallDispatch {
  readonly surface: GraphqlSurface
  readonly document: GraphqlCall
  readonly call: Call
  readonly options: CallOptions
  readonly agent: Agent
}

const send = ({ surface, document, call, options, agent }: CallDispatch): Promise<Outcome> => {
  const url = new URL(options.url)
  const { isStream, read } = document
  const { method, target, headers, body } = wireOfDocument(surface, document, call)
  const open = url.protocol === 'https:' ? httpsRequest : httpRequest
  return new Promise((resolve) => {
    const fail = (code: 'timeout' | 'unavailable' | 'cancelled') => (cause?: unknown) =>
      resolve(failed(problem(code, { cause })))
    const signal = call.context.abort
    const request = open(
      {
        host: url.hostname.replace(/^\[|\]$/g, ''),
        port: url.port,
        method,
        path: target,
        agent,
        headers: {
          ...callHeaders(call, options),
          ...headers,
          'content-length': Buffer.byteLength(body),
        },
        ...(signal && { signal }),
      },
      (response) => {
        if (isStream && response.headers['content-type']?.startsWith('text/event-stream')) {
          request.setTimeout(0)
          return void itemsOf(response, read).then(resolve, fail('unavailable'))
        }
        void collect(response).then(
          (all) => resolve(outcomeOf(response.statusCode ?? 0, response.headers, all, read)),
          fail('unavailable'),
        )
      },
    )
    request.setTimeout(options.timeoutMs, () => {
      fail('timeout')()
      request.destroy()
    })
    request.on('error', (error) => (signal?.aborted ? fail('cancelled') : fail('unavailable'))(error))
    request.end(body)
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
