import type { WireRequest } from '@charter/charter'
import type { Call } from '@charter/runtime'
import { conditionHeaders } from '../../exchange.ts'
import type { RestSurface } from '../surface.ts'
import { ownWire } from './own-wire.ts'
import { requestOf } from './request.ts'

/** A Call as the HTTP request that is sent, or a sentence saying why REST cannot carry it. */
export const wireOf = (surface: RestSurface, call: Call): WireRequest | string => {
  const own = surface.routes.find(({ kind, operation }) => kind === 'own' && operation === call.operation)
  if (own) return ownWire(own, call)
  const request = requestOf(surface, call)
  if (typeof request === 'string') return request
  const { method, target, body } = request
  return {
    method,
    target,
    headers: {
      accept: 'application/json',
      ...conditionHeaders(call),
      ...(body !== undefined && {
        'content-type': method === 'PATCH' ? 'application/merge-patch+json' : 'application/json',
      }),
    },
    body: body === undefined ? null : JSON.stringify(body),
    language: 'json',
  }
}
