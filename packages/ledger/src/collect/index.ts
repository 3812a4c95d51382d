export { type Collected, type CollectOptions, collectReplicaLog } from './collect-replica-log.ts'
