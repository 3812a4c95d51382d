import { defineStyle } from '@charter/charter'
import type { FastifyInstance } from 'fastify'
import { breaks } from './breaks.ts'
import { wireOf } from './call/wire.ts'
import { check } from './check.ts'
import { contract } from './contract/contract.ts'
import { givenOf, surfaceOf } from './surface.ts'
import type { GrpcListener } from './transport/listener.ts'
import type { GrpcSurface } from './transport/surface.ts'

/** gRPC with proto3: a service an entity, AIP-shaped methods, streams, google.rpc.Status, health and reflection. */
export const grpc = defineStyle<GrpcSurface, GrpcListener>({
  name: 'grpc',
  title: 'gRPC',
  listener: {
    portVariable: 'GRPC_PORT',
    portDefault: 50_051,
    switches: ['GRPC_REFLECTION'],
    open: async (options) => (await import('./transport/listener.ts')).grpcListener(options),
    relay: async (surface, url) => (await import('./transport/relay.ts')).grpcRelay(surface, url),
  },
  environment: 'GRPC_',
  carriesFiles: true,
  refusal: 'a status with details (gRPC)',
  surface: surfaceOf,
  given: givenOf,
  check,
  contract,
  serve: async (surface, serving, listener) =>
    (await import('./transport/grpc.ts')).joinGrpc(surface, serving, listener),
  serveOverHttp: async (surface, serving, app) =>
    (await import('./transport/connect/connect.ts')).connect(app as FastifyInstance, serving, surface),
  request: wireOf,
  call: async (surface, options) => (await import('./call/caller.ts')).callGrpc(surface, options),
  breaks,
})
