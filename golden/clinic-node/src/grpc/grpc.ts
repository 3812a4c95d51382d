import type { Serving } from '../runtime/index.ts'
import { asker } from './ask.ts'
import { decoderOf } from './decode.ts'
import { directoryOf, messageNamed } from './directory.ts'
import { encoderOf } from './encode.ts'
import { fieldPathOf } from './field-path.ts'
import { gateOf, unaryHandler, type Work } from './handler.ts'
import { joinHealth } from './health.ts'
import type { GrpcListener } from './listener.ts'
import { joinReflection } from './reflection/reflection.ts'
import { streamHandler } from './streaming.ts'
import type { GrpcSurface, MethodPlan } from './surface.ts'

/** Joins every method of the surface to the listener, with health and reflection beside them. Codecs are made once; bytes go in and out as they are. */
export const joinGrpc = (surface: GrpcSurface, serving: Serving, listener: GrpcListener): void => {
  const { server, closing, followers } = listener
  joinHealth(surface, serving, listener)
  if (listener.isReflecting) joinReflection(surface, serving, listener)
  const directory = directoryOf(serving.model, surface)
  const encode = encoderOf(surface)
  const decode = decoderOf(surface, { answers: false })
  const workOf = (method: MethodPlan): Work => ({
    serving,
    method,
    response: messageNamed(directory, method.response),
    ask: asker(directory, decode, method),
    encode,
    options: { domain: surface.domain, fieldOf: fieldPathOf(directory, method) },
    closing,
    followers,
  })
  for (const { name, methods } of surface.services)
    for (const method of methods) {
      const path = `/${surface.package}.${name}/${method.name}`
      const work = workOf(method)
      listener.gates.set(path, gateOf(work))
      if (method.isStream) server.register(path, streamHandler(work), asIs, asIs, 'serverStream')
      else server.register(path, unaryHandler(work), asIs, asIs, 'unary')
    }
}

const asIs = (bytes: Buffer): Buffer => bytes
