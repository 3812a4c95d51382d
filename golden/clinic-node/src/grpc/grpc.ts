import type { ServiceBackend } from '../runtime/index.ts'
import { gateOf, unaryHandler } from './handler.ts'
import { joinHealth } from './health.ts'
import type { GrpcListener } from './listener.ts'
import { joinReflection } from './reflection/reflection.ts'
import { sendHandler } from './send-file.ts'
import { streamHandler } from './streaming.ts'
import type { GrpcSurface } from './surface.ts'
import { worksOf } from './works.ts'

/** Joins every method of the surface to the listener, with health and reflection beside them. Bytes go in and out as they are. */
export const joinGrpc = (surface: GrpcSurface, serving: ServiceBackend, listener: GrpcListener): void => {
  const { server, gates } = listener
  joinHealth(surface, serving, listener)
  if (listener.isReflecting) joinReflection(surface, serving, listener)
  for (const [path, work] of worksOf(surface, serving, listener)) {
    gates.set(path, gateOf(work))
    if (work.method.takesStream) server.register(path, sendHandler(work), asIs, asIs, 'clientStream')
    else if (work.method.isStream) server.register(path, streamHandler(work), asIs, asIs, 'serverStream')
    else server.register(path, unaryHandler(work), asIs, asIs, 'unary')
  }
}

const asIs = (bytes: Buffer): Buffer => bytes
