import type { Caller, CallOptions } from '@charter/charter'
import { failed, problem } from '@charter/runtime'
import { callHeaders, exchangeWith } from '../../exchange.ts'
import type { SoapSurface } from '../surface.ts'
import { outcomeOf } from './outcome.ts'
import { requestOf } from './request.ts'
import { wireOfEnvelope } from './wire.ts'

/** Calls any implementation of the contract with SOAP 1.2 over kept-alive connections. */
export const callSoap = (surface: SoapSurface, options: CallOptions): Caller => {
  const exchange = exchangeWith(options.url, options.timeoutMs)
  return {
    refuses: (call) => {
      const request = requestOf(surface, call)
      return typeof request === 'string' ? request : null
    },
    execute: async (call) => {
      const request = requestOf(surface, call)
      if (typeof request === 'string') return failed(problem('not-implemented', { detail: request }))
      const wire = wireOfEnvelope(surface, request)
      const headers = { ...callHeaders(call, options), ...wire.headers }
      const { method, target } = wire
      const answer = await exchange.send({ method, target, headers, text: request.text }, call.context.abort)
      return 'code' in answer
        ? failed(answer)
        : outcomeOf(surface, request.operation, call.select, answer.status, answer.text)
    },
    close: async () => exchange.close(),
  }
}
