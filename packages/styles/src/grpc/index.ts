import { defineStyle } from '@charter/charter'
import { breaks } from './breaks.ts'
import { callGrpc } from './call/caller.ts'
import { check } from './check.ts'
import { contract } from './contract/contract.ts'
import { givenOf, surfaceOf } from './surface.ts'
import { joinGrpc } from './transport/grpc.ts'
import type { GrpcListener } from './transport/listener.ts'
import type { GrpcSurface } from './transport/surface.ts'

/** gRPC with proto3: a service an entity, AIP-shaped methods, streams, google.rpc.Status, health and reflection. */
export const grpc = defineStyle<GrpcSurface, GrpcListener>({
  name: 'grpc',
  title: 'gRPC',
  listener: 'grpc',
  surface: surfaceOf,
  given: givenOf,
  check,
  contract,
  serve: joinGrpc,
  call: callGrpc,
  breaks,
})
