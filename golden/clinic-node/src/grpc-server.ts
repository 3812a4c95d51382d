// Generated from the charter "clinic". What you change here is merged when generating again.

import { joinGrpc } from './grpc/grpc.ts'
import { type GrpcListener, grpcListener } from './grpc/listener.ts'
import { isReflecting } from './grpc/reflecting.ts'
import type { Service, ServiceConfig } from './runtime/service/index.ts'
import { grpcSurface } from './surfaces/grpc.ts'

/** The gRPC server, every method joined and not yet listening. */
export const grpcServer = (service: Service, config: ServiceConfig): GrpcListener => {
  const listener = grpcListener({
    limits: service.model.limits,
    tls: config.tls,
    onBug: service.onBug,
    log: service.log,
    isReflecting: isReflecting(process.env, config.mode),
  })
  joinGrpc(grpcSurface, service, listener)
  return listener
}
