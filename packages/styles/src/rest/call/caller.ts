import type { Caller, CallOptions } from '@charter/charter'
import { failed, problem } from '@charter/runtime'
import { callHeaders, exchangeWith } from '../../exchange.ts'
import type { RestSurface } from '../surface.ts'
import { outcomeOf } from './outcome.ts'
import { requestOf } from './request.ts'
import { wireOf } from './wire.ts'

/** Calls any implementation of the contract over kept-alive connections. Network failures are problems, not rejections. */
export const callRest = (surface: RestSurface, options: CallOptions): Caller => {
  const exchange = exchangeWith(options.url, options.timeoutMs)
  return {
    refuses: (call) => {
      const request = requestOf(surface, call)
      return typeof request === 'string' ? request : null
    },
    execute: async (call) => {
      const carried = requestOf(surface, call)
      const request = typeof carried === 'string' ? carried : wireOf(surface, call)
      if (typeof request === 'string') return failed(problem('not-implemented', { detail: request }))
      const { method, target, body } = request
      const headers = { ...callHeaders(call, options), ...request.headers }
      const answer = await exchange.send({ method, target, headers, text: body ?? undefined }, call.context.abort)
      return 'code' in answer ? failed(answer) : outcomeOf(answer.status, answer.headers, answer.text)
    },
    close: async () => exchange.close(),
  }
}
