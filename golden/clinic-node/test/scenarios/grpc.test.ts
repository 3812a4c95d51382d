import { grpcScenarios } from './derive/grpc-calls.ts'
import { play } from './play.ts'

play('grpc-calls', grpcScenarios)
