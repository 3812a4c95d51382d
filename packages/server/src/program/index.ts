export { type FolderPlatform, platformOfFolder } from '../local/local-address.ts'
export { type ApprovalSeen, approvalOf, approvingAddress, untilLet } from './approval-of.ts'
export { PlatformUnreachable } from './ask-platform.ts'
export { type AuditAsked, type AuditSeen, audited, auditOf, type Deed } from './audit-of.ts'
export { type Deployed, deployCharter } from './deploy-charter.ts'
export { environmentNamed } from './environment-named.ts'
export { type EnvironmentSeen, environmentsOf } from './environments-of.ts'
export {
  type KeyAsked,
  type KeyMinted,
  keyMadeMeanwhile,
  keysOf,
  mintingAddress,
  mintKey,
  revokeKey,
  shortenKey,
} from './keys.ts'
export type { Row } from './listed.ts'
export { NotDeployed } from './not-deployed.ts'
export { type PlatformCalls, PlatformRefused, platformCalls } from './platform-calls.ts'
export { NotSignedIn, programSignIn, programToken } from './program-token.ts'
export { createProject, isOnlyMember, type ProjectSeen, projectSeen, projectsOf } from './projects.ts'
export { type RollBackOptions, rollBack } from './roll-back.ts'
export { addRoute, type RouteAsked, type RouteSeen, removeRoute, routesOf } from './routes.ts'
export type { Going } from './run-of.ts'
export { cancelRun, type RunSeen, runSeen, runsOf, type TestsAsked, testVersion } from './runs.ts'
export { NotConfirmed, type SignInOptions, signInProgram } from './sign-in-program.ts'
export {
  addSource,
  compareSource,
  introspectSource,
  removeSource,
  type SourceNamed,
  sourceNamed,
  sourcesOf,
  testSource,
} from './sources.ts'
export { type ReleaseVerified, verifyRelease } from './verify-release.ts'
export {
  draftVersion,
  moveVersion,
  type VersionListed,
  type VersionNamed,
  versionChanges,
  versionNamed,
  versionsOf,
} from './versions.ts'
export { type Who, whoAmI } from './who-am-i.ts'
