import type { WireRequest } from '@charter/charter'
import type { Call } from '@charter/runtime'
import { conditionHeaders } from '../../exchange.ts'
import { protoJsonOf } from '../transport/proto-json.ts'
import type { GrpcSurface } from '../transport/surface.ts'
import { requester } from './request.ts'

/** What writes a surface's requests, made once for it. */
const writers = new WeakMap<GrpcSurface, (call: Call) => WireRequest | string>()

/** A Call as a method and the JSON of its message, or a sentence saying why gRPC cannot carry it. */
export const wireOf = (surface: GrpcSurface, call: Call): WireRequest | string => {
  const known = writers.get(surface) ?? writerOf(surface)
  writers.set(surface, known)
  return known(call)
}

const writerOf = (surface: GrpcSurface): ((call: Call) => WireRequest | string) => {
  const requestOf = requester(surface)
  const json = protoJsonOf(surface)
  return (call) => {
    const request = requestOf(call)
    if (typeof request === 'string') return request
    return {
      method: 'POST',
      target: request.path,
      headers: conditionHeaders(call),
      body: JSON.stringify(json.write(request.method.request, request.value)),
      language: 'json',
    }
  }
}
