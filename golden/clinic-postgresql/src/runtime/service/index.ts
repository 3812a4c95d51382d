export { isLoopback, isSafeUrl } from './addresses.ts'
export {
  bodiesOf,
  bodyOf,
  bodyText,
  entryOf,
  intentNumber,
  linesMax,
  linesOf,
  numbersOf,
  rowNumber,
} from './audit-lines.ts'
export { type AuditRecorder, auditRecorder } from './audit-recorder.ts'
export { createAuthenticator, hashApiKey, type Issuer } from './authenticate.ts'
export { composeService, type Service, type ServiceParts } from './compose.ts'
export { ConfigError, fromEnvironment, readConfig, type ServiceConfig } from './config.ts'
export type { DescribedError } from './described-error.ts'
export { type DevelopmentOptions, registerDevelopment } from './development.ts'
export { type DevelopmentIssuer, developmentIssuer, developmentIssuerName } from './development-issuer.ts'
export { type EditDesk, type PageEditing, remoteDesk } from './editing.ts'
export { compileEntities, type EntityUnit } from './entity.ts'
export { createExecutor, type Executor, type ExecutorOptions } from './executor.ts'
export { type Grant, grantOf } from './grant.ts'
export type { GrpcRelay, RelayedAnswer, RelayedCall } from './grpc-relay.ts'
export { registerHealth } from './health.ts'
export { uuidv7 } from './identifier.ts'
export { instantAt } from './input.ts'
export { localKeys, remoteKeys } from './jwks.ts'
export { secretFile, signingKeyFile } from './key-file.ts'
export { keySetAt } from './load-json.ts'
export { loadRows, type RowSet } from './load-rows.ts'
export { registerMetrics } from './metrics.ts'
export { type LogLevel, type LogOptions, openLog } from './open-log.ts'
export type { OperationBody, OperationContext, OperationInput, Rows } from './operation.ts'
export { privateData, privateFile, privateFolder, tighten } from './private-files.ts'
export { type Environment, keyProviderOf } from './protect/keys/config.ts'
export type { KeyContext, KeyProvider } from './protect/keys/provider.ts'
export { openProtection } from './protect/open-protection.ts'
export type { Protection } from './protect/protection.ts'
export type { Resealed } from './protect/reseal.ts'
export { type KeyWork, resealRows, rewrapKeys, rotateKeys } from './protect/rotate.ts'
export { tokenRecord, tokenValues } from './protect/token-row.ts'
export { openReplicaLog, type ReplicaLog } from './replica-log.ts'
export {
  headerIn,
  type LineRead,
  type LogHeader,
  type LogPlace,
  logStart,
  type SealReader,
  sealReader,
} from './seal-reader.ts'
export { openShipper, type Shipper, type ShipperOptions, type Spool } from './ship/open-shipper.ts'
export { replicaToken } from './ship/replica-token.ts'
export { registerTokenEndpoint } from './sign-in/token-endpoint.ts'
export { signatureAlgorithms, verifySignature } from './sign-in/verify-signature.ts'
export { newestIn, settledIn, trailIn } from './stored-trail.ts'
export { PortError, portTaken } from './taken-port.ts'
export { openTelemetry, type Telemetry } from './telemetry.ts'
export { renewTls, type TlsConfig, tlsOptions } from './tls.ts'
export { type LogVerdict, verifyReplicaLog } from './verify-replica-log.ts'
