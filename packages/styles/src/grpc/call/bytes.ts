import type { WireRequest } from '@charter/charter'
import { encoderOf } from '../transport/encode.ts'
import { protoJsonOf } from '../transport/proto-json.ts'
import type { GrpcSurface } from '../transport/surface.ts'

/** The message of a request that is written in protobuf's JSON, as bytes. Throws where the surface has no such method. */
export const bytesOf = (surface: GrpcSurface, { target, body }: WireRequest): Buffer => {
  const [service, name] = target.slice(1).split('/')
  const method = surface.services
    .find((each) => `${surface.package}.${each.name}` === service)
    ?.methods.find((each) => each.name === name)
  if (!method) throw new Error(`The surface has no method ${target}.`)
  return encoderOf(surface)(method.request, protoJsonOf(surface).read(method.request, JSON.parse(body ?? '{}')))
}
