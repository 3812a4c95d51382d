// Generated from the charter "clinic". What you change here is merged when generating again.

import { readFileSync } from 'node:fs'
import type { GrpcSurface } from '../grpc/surface.ts'

/** What gRPC calls the parts of the charter: services, messages, fields with their numbers. */
export const grpcSurface: GrpcSurface = JSON.parse(readFileSync(new URL('./grpc.json', import.meta.url), 'utf8'))
