import type { OutgoingHttpHeaders } from 'node:http'
import type { Caller, CallOptions } from '@charter/charter'
import { type Call, failed, problem } from '@charter/runtime'
import { callHeaders, conditionHeaders, exchangeWith } from '../../exchange.ts'
import type { RestSurface } from '../surface.ts'
import { outcomeOf } from './outcome.ts'
import { requestOf } from './request.ts'

/** Calls any implementation of the contract over kept-alive connections. Network failures are problems, not rejections. */
export const callRest = (surface: RestSurface, options: CallOptions): Caller => {
  const exchange = exchangeWith(options.url, options.timeoutMs)
  return {
    refuses: (call) => {
      const request = requestOf(surface, call)
      return typeof request === 'string' ? request : null
    },
    execute: async (call) => {
      const request = requestOf(surface, call)
      if (typeof request === 'string') return failed(problem('not-implemented', { detail: request }))
      const { method, target, body } = request
      const text = body === undefined ? undefined : JSON.stringify(body)
      const headers = headersOf(method, call, options.credential(call), text)
      const answer = await exchange.send({ method, target, headers, text }, call.context.abort)
      return 'code' in answer ? failed(answer) : outcomeOf(answer.status, answer.headers, answer.text)
    },
    close: async () => exchange.close(),
  }
}

const headersOf = (
  method: string,
  call: Call,
  credential: string | null,
  text: string | undefined,
): OutgoingHttpHeaders => ({
  accept: 'application/json',
  ...callHeaders(call, credential),
  ...conditionHeaders(call),
  ...(text === undefined
    ? {}
    : { 'content-type': method === 'PATCH' ? 'application/merge-patch+json' : 'application/json' }),
})
