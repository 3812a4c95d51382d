export { apiKeyOf, rememberApiKey } from '../call/api-key-of.ts'
export type { ExecutorOptions } from '../execute/call-engine.ts'
export type {
  AfterWrite,
  AnyHooks,
  BeforeContext,
  BeforeWrite,
  CommittedContext,
  DeclaredHooks,
  EntityHooks,
  HookContext,
  PathOf,
  ServiceHooks,
} from '../execute/entity-hooks.ts'
export { createExecutor, type Executor } from '../execute/executor.ts'
export type { JobBody, JobContext, OutsideContext } from '../execute/jobs/job-body.ts'
export type {
  AnyOperationBody,
  InternalOperation,
  InternalOperations,
  OperationBody,
  OperationContext,
  OperationInput,
  OperationTransaction,
} from '../execute/operation-body.ts'
export type { CallerRows, Condition, EntityShape, ListOfRows, Rows } from '../execute/own-rows.ts'
export type {
  AnyRoute,
  AnyRouteBody,
  RouteAnswer,
  RouteBody,
  RouteContext,
  RouteShape,
} from '../execute/route-body.ts'
export { composeService, type Service, type ServiceParts } from '../host/compose.ts'
export { openDatabaseIn, readConfig, type ServiceConfig } from '../host/config.ts'
export type { HandedSockets } from '../host/handed-sockets.ts'
export { registerHealth } from '../host/health.ts'
export { type ListenAt, listen, takeFrom } from '../host/listen.ts'
export type { ListenerSettings, Listeners } from '../host/listeners.ts'
export { registerMetrics } from '../host/metrics.ts'
export { nodeFlags } from '../host/node-flags.ts'
export { replicaName } from '../host/open-record.ts'
export { openTelemetry } from '../host/open-telemetry.ts'
export { type PageDoor, sealHeader } from '../host/page-door.ts'
export { PortError, portTaken } from '../host/taken-port.ts'
export type { Telemetry } from '../host/telemetry.ts'
export { registerTokenEndpoint } from '../host/token-endpoint.ts'
export { createAuthenticator, hashApiKey } from '../identity/authenticate.ts'
export { type DevelopmentIssuer, developmentIssuer, developmentIssuerName } from '../identity/development-issuer.ts'
export type { Issuer } from '../identity/issuer.ts'
export { localKeys, remoteKeys } from '../identity/jwks.ts'
export { signatureAlgorithms, verifySignature } from '../identity/sign-in/verify-signature.ts'
export { isRange, type Outbound, OutboundRefused, outboundOf } from '../limits/outbound.ts'
export type { KeyWork } from '../protect/key-work.ts'
export { KeyMissing, keyringOf } from '../protect/keyring.ts'
export { type Environment, keyProviderOf } from '../protect/keys/config.ts'
export type { KeyContext, KeyProvider } from '../protect/keys/provider.ts'
export { type AwsCredentials, signAwsRequest } from '../protect/keys/sign-aws-request.ts'
export { openProtection } from '../protect/open-protection.ts'
export type { Protection } from '../protect/protection.ts'
export { type Resealed, resealRows } from '../protect/reseal.ts'
export { rewrapKeys, rotateKeys } from '../protect/rotate.ts'
export { settleIntents } from '../record/audit-outcome.ts'
export { type AuditRecorder, auditRecorder } from '../record/audit-recorder.ts'
export { openedLog } from '../record/opened-log.ts'
export { openReplicaLog, type ReplicaLog } from '../record/replica-log.ts'
export {
  headerIn,
  type LineRead,
  type LogHeader,
  type LogPlace,
  logStart,
  type SealReader,
  sealReader,
} from '../record/seal-reader.ts'
export { isSealedLine, type LogKeys, openLines } from '../record/sealed-log.ts'
export { openShipper, type Shipper, type ShipperOptions, type Spool } from '../record/ship/open-shipper.ts'
export { replicaToken } from '../record/ship/replica-token.ts'
export { type LogVerdict, verifyReplicaLog } from '../record/verify-replica-log.ts'
export { type Grant, grantOf } from '../rows/grant.ts'
export { loadRows, type RowSet } from '../rows/load-rows.ts'
export { isLoopback, isSafeUrl } from '../settings/addresses.ts'
export { ConfigError } from '../settings/config-error.ts'
export type { DescribedError } from '../settings/described-error.ts'
export { fromEnvironment } from '../settings/from-environment.ts'
export { secretFile, signingKeyFile } from '../settings/key-file.ts'
export { keySetAt } from '../settings/load-json.ts'
export { type LogLevel, type LogOptions, openLog } from '../settings/open-log.ts'
export { privateData, privateFile, privateFolder, tighten } from '../settings/private-files.ts'
export { listIn } from '../settings/proxies.ts'
export { renewTls, type TlsConfig, tlsOptions } from '../settings/tls.ts'
export { compileEntities, type EntityUnit } from '../store/entity.ts'
export { uuidv7 } from '../store/identifier.ts'
