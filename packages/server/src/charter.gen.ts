// What `charter/` says, as types: written by `npm run goldens`.

import type { Json } from '@charter/runtime'
import type { EntityShape, InternalOperation, JobBody, OperationBody, RouteBody } from '@charter/runtime/service'

export type Diagnostic = {
  readonly severity: 'error' | 'warning'
  readonly code: string
  readonly message: string
  readonly line: number
  readonly column: number
}
export type Part = { readonly path: string; readonly digest: string; readonly size: number }
export type Setting = { readonly name: string; readonly value: string }
export type Phase = {
  readonly phase: 'design' | 'generate' | 'integrate' | 'test' | 'deploy' | 'operate'
  readonly isDone: boolean
  readonly has: readonly string[]
  readonly missing: readonly string[]
}
export type GraphNode = {
  readonly id: string
  readonly kind: 'source' | 'service' | 'endpoint' | 'route' | 'person' | 'key' | 'webhook'
  readonly name: string
  readonly state: string | null
}
export type GraphEdge = {
  readonly from: string
  readonly to: string
  readonly kind: 'feeds' | 'serves' | 'routes' | 'asked' | 'actsFor' | 'tells'
}
export type Listener = { readonly style: string; readonly address: string }
export type Traffic = {
  readonly operation: string
  readonly style: string
  readonly calls: number
  readonly refused: number
  readonly failed: number
  readonly meanMs: number
  readonly p50Ms: number
  readonly p95Ms: number
  readonly p99Ms: number
}
export type Mark = { readonly about: string; readonly digest: string }

/** What has to be looked at now. A deployment that fails raises one; it is resolved once another one answers in its environment, it is taken away, or somebody says so. */
export interface Alert {
  readonly id: string
  readonly organisationId: string
  readonly rule: 'deployment-failing'
  readonly environmentId: string
  readonly since: string
  /** Who looks at it. */
  readonly acknowledgedBy: string | null
  readonly acknowledgedAt: string | null
  /** Who resolved it, or by whose deployment it was. */
  readonly resolvedBy: string | null
  readonly resolvedAt: string | null
  /** Begins as `firing`; changed by operations alone: `acknowledgeAlert` (firing → acknowledged); `resolveAlert` (firing, acknowledged → resolved); and by the service itself. */
  readonly state: 'firing' | 'acknowledged' | 'resolved'
  readonly deploymentId: string
}

/** What one person says of a deployment. It is given by a person, with a second factor shown in the last quarter of an hour, never by a key and over MCP by nobody, is bound to the digest that was asked for, and counts for three days. */
export interface Approval {
  readonly id: string
  readonly organisationId: string
  /** What was looked at. */
  readonly releaseDigest: string
  readonly isYes: boolean
  readonly comment: string | null
  readonly givenBy: string
  readonly givenAt: string
  /** Begins as `given`; changed by the service itself alone. */
  readonly state: 'given' | 'lapsed'
  readonly deploymentId: string
}

/** A run of `compareSource`. */
export interface CompareSourceJob {
  readonly id: string
  readonly organisationId: string
  /** Begins as `queued`; changed by operations alone: `cancelCompareSource` (queued, running → cancelling). */
  readonly state: 'queued' | 'running' | 'cancelling' | 'done' | 'failed' | 'cancelled'
  /** Who started it. */
  readonly startedBy: string
  readonly queuedAt: string
  /** When it was begun first. */
  readonly startedAt: string | null
  readonly endedAt: string | null
  /** How often it was begun. */
  readonly attempts: number
  /** How much of it is done; it only grows. */
  readonly percent: number
  /** The step that was done last. */
  readonly step: string | null
  /** What it said, the newest last. */
  readonly lines: readonly string[] | null
  /** Why it failed: an error of the operation, or the code of a problem. */
  readonly problem: { readonly code: string; readonly detail: string | null } | null
  /** The key of the row that it is on. */
  readonly on: Json | null
  /** What it gave. */
  readonly result: { readonly changes: number } | null
}

/** A release on its way into an environment. It waits until as many people have let it as the environment asks for; none of them wrote, made or asked for it. */
export interface Deployment {
  readonly id: string
  readonly organisationId: string
  readonly reason: string
  /** Of the release when it was asked for; compared when it is let and when it is rolled out. */
  readonly releaseDigest: string
  /** Of what its service is told and may reach, when it was asked for; compared when it is rolled out. */
  readonly settingsDigest: string
  /** How many have to let it. */
  readonly approvals: number
  /** The deployment that answered there when it was asked for; where another one does by then, this one is void. */
  readonly replacesId: string | null
  /** What it does to clients, access and data of what answers there, or did last, and to what its service is told and may reach. */
  readonly changes: readonly string[]
  /** What its service is told and may reach, by name, each with a digest of it. */
  readonly told: readonly Mark[]
  /** Who asked for it, made its release, wrote what it changes, or said where a source is or what its environment says: none of them lets it. */
  readonly involved: readonly string[]
  /** Whether one person let it alone, by an emergency. */
  readonly isEmergency: boolean
  readonly requestedBy: string
  readonly requestedAt: string
  /** When it began to answer. */
  readonly healthyAt: string | null
  /** The deployment whose release it brings back, where it rolls back. */
  readonly returnsToId: string | null
  /** The deployment that it takes away, where it rolls back. */
  readonly undoesId: string | null
  /** Where it answers. */
  readonly address: string | null
  /** Where it answers in styles that have a listener of their own, as `grpc`. */
  readonly listeners: readonly Listener[] | null
  /** Why it fails, where its target ended it by itself. */
  readonly failure: string | null
  /** What its service said last where it did not become healthy: for operators, as a log may hold what callers sent. */
  readonly lastWords: string | null
  /** Begins as `requested`; changed by operations alone: `loseDeployment` (healthy → failing); `stopDeployment` (healthy, failing → stopped); and by the service itself. */
  readonly state:
    | 'requested'
    | 'approved'
    | 'rolling'
    | 'healthy'
    | 'failing'
    | 'refused'
    | 'expired'
    | 'void'
    | 'replaced'
    | 'rolledBack'
    | 'stopped'
  readonly releaseId: string
  readonly environmentId: string
}

/** A person as the directory of an organisation knows them (SCIM). What they may they may by its groups and by roles of their own; what it calls inactive may nothing. */
export interface DirectoryUser {
  readonly id: string
  readonly organisationId: string
  /** Who they are here, once they have joined. */
  readonly personId: string
  readonly userName: string
  /** The same as it is compared: two that are written alike are one. */
  readonly handle: string
  readonly externalId: string | null
  /** As the directory has it: an invitation goes there, and no account is changed by it. */
  readonly email: string | null
  readonly displayName: string | null
  readonly givenName: string | null
  readonly familyName: string | null
  readonly isActive: boolean
  readonly madeAt: string
}

/** A deployment that one person let alone, as nobody else could be waited for. It is open until somebody else has looked at it, and until then there is no second one in its environment. */
export interface Emergency {
  readonly id: string
  readonly organisationId: string
  readonly reason: string
  readonly environmentId: string
  readonly declaredBy: string
  readonly declaredAt: string
  /** What whoever reviewed it says. */
  readonly isJustified: boolean | null
  readonly review: string | null
  readonly reviewedBy: string | null
  readonly reviewedAt: string | null
  /** Begins as `open`; changed by operations alone: `reviewEmergency` (open → reviewed). */
  readonly state: 'open' | 'reviewed'
  readonly deploymentId: string
}

/** What is to be said another way in an environment. As many people let it as have to let a deployment there, and whoever asked for it is none of them. */
export interface EnvironmentChange {
  readonly id: string
  readonly organisationId: string
  readonly reason: string
  /** What is left out stays as it is. */
  readonly approvals: number | null
  readonly requires: readonly ('verify' | 'ownTests')[] | null
  readonly variables: readonly Setting[] | null
  readonly reaches: readonly string[] | null
  /** How many have to let it. */
  readonly needs: number
  readonly letBy: readonly string[]
  readonly requestedBy: string
  readonly requestedAt: string
  /** Begins as `requested`; changed by operations alone: `refuseEnvironmentChange` (requested → refused); `withdrawEnvironmentChange` (requested → withdrawn); and by the service itself. */
  readonly state: 'requested' | 'made' | 'refused' | 'withdrawn' | 'expired' | 'void'
  readonly environmentId: string
}

/** Where releases run, and who has to let them. Nobody changes it alone (EnvironmentChange). */
export interface Environment {
  readonly id: string
  readonly organisationId: string
  readonly name: string
  readonly region: string
  /** How many people have to let a deployment, beside whoever asks for it. */
  readonly approvals: number
  /** Tests that a release has to have passed before it is deployed there: their newest run, for its digest. */
  readonly requires: readonly ('verify' | 'ownTests')[]
  /** What its services are told besides: `LOG_LEVEL`, `JWT_ISSUER`. What nobody may see is a secret of it. */
  readonly variables: readonly Setting[]
  /** Where its services may connect to beside the sources of the project, as `host:port`. Nowhere else. */
  readonly reaches: readonly string[]
  /** Who asked for what it says. */
  readonly saidBy: string
  readonly projectId: string
}

/** What somebody or something found of a project: a test that failed, a scanner, traffic, a person. What is found again is counted, and one that was fixed is open again. */
export interface Finding {
  readonly id: string
  readonly organisationId: string
  readonly projectId: string
  readonly source: 'testRun' | 'scan' | 'traffic' | 'person'
  readonly severity: 'low' | 'medium' | 'high' | 'critical'
  readonly title: string
  readonly text: string | null
  /** The operation, field or path that it is of. */
  readonly about: string | null
  /** The same for what is found again. */
  readonly fingerprint: string
  /** How often it was found. */
  readonly times: number
  readonly foundBy: string
  readonly foundAt: string
  /** When it was found last. */
  readonly seenAt: string
  /** The run that found it last. */
  readonly runId: string | null
  /** The deployment that it was found of. */
  readonly deploymentId: string | null
  /** Why it was accepted, fixed or dismissed. */
  readonly reason: string | null
  readonly decidedBy: string | null
  readonly decidedAt: string | null
  /** The deployment that brought the version that answers it. */
  readonly fixedInId: string | null
  /** Begins as `open`; changed by operations alone: `acceptFinding` (open → accepted); `fixFinding` (open, accepted → fixed); `dismissFinding` (open, accepted → dismissed); and by the service itself. */
  readonly state: 'open' | 'accepted' | 'fixed' | 'dismissed'
}

/** A host that routes of one organisation have: no other's have it, until none of them does. Nobody reads it, and the platform writes it with them. */
export interface Host {
  readonly host: string
  readonly heldBy: string
}

/** A run of `introspectSource`. */
export interface IntrospectSourceJob {
  readonly id: string
  readonly organisationId: string
  /** Begins as `queued`; changed by operations alone: `cancelIntrospectSource` (queued, running → cancelling). */
  readonly state: 'queued' | 'running' | 'cancelling' | 'done' | 'failed' | 'cancelled'
  /** Who started it. */
  readonly startedBy: string
  readonly queuedAt: string
  /** When it was begun first. */
  readonly startedAt: string | null
  readonly endedAt: string | null
  /** How often it was begun. */
  readonly attempts: number
  /** How much of it is done; it only grows. */
  readonly percent: number
  /** The step that was done last. */
  readonly step: string | null
  /** What it said, the newest last. */
  readonly lines: readonly string[] | null
  /** Why it failed: an error of the operation, or the code of a problem. */
  readonly problem: { readonly code: string; readonly detail: string | null } | null
  /** The key of the row that it is on. */
  readonly on: Json | null
  /** What it gave. */
  readonly result: { readonly version: string; readonly tables: number; readonly losses: number } | null
}

/** What a machine calls the platform with, in the name of whoever made it: it may what it grants and they may too, in this organisation alone, until it ends. It lets nothing, and makes no further keys. One of a directory (SCIM) an owner makes; it may say who belongs there, and nothing else. */
export interface Key {
  readonly id: string
  readonly organisationId: string
  readonly name: string
  readonly grants: readonly ('viewer' | 'designer' | 'operator' | 'auditor' | 'directory')[]
  readonly madeBy: string
  readonly madeAt: string
  readonly endsAt: string
  /** When it was shown last, to five minutes. */
  readonly usedAt: string | null
  /** Begins as `active`; changed by the service itself alone. */
  readonly state: 'active' | 'ended'
}

/** A run of `makeRelease`. */
export interface MakeReleaseJob {
  readonly id: string
  readonly organisationId: string
  /** Begins as `queued`; changed by operations alone: `cancelMakeRelease` (queued, running → cancelling). */
  readonly state: 'queued' | 'running' | 'cancelling' | 'done' | 'failed' | 'cancelled'
  /** Who started it. */
  readonly startedBy: string
  readonly queuedAt: string
  /** When it was begun first. */
  readonly startedAt: string | null
  readonly endedAt: string | null
  /** How often it was begun. */
  readonly attempts: number
  /** How much of it is done; it only grows. */
  readonly percent: number
  /** The step that was done last. */
  readonly step: string | null
  /** What it said, the newest last. */
  readonly lines: readonly string[] | null
  /** Why it failed: an error of the operation, or the code of a problem. */
  readonly problem: { readonly code: string; readonly detail: string | null } | null
  /** The key of the row that it is on. */
  readonly on: Json | null
  /** What it gave. */
  readonly result: { readonly release: string; readonly digest: string } | null
}

/** A person who belongs to an organisation, and what they may do there. Whoever has several of these may what they say together. */
export interface Member {
  readonly id: string
  readonly organisationId: string
  readonly personId: string
  readonly isActive: boolean
  /** The team by which they may it, whose role is theirs; none of whoever has a role of their own. */
  readonly teamId: string | null
  /** A directory ended it, which may take it up again; what an owner ended no directory does. */
  readonly isSuspended: boolean
  /** The id of that team, else `role`: a person has one role of their own, and is once of each team. */
  readonly through: string
  readonly roleId: string | null
}

/** How an operation of a deployment went in one minute or one hour, in one style. The platform adds it up of what the service says of itself, and nobody else writes it. Of one time there are several where several servers of the platform wrote down parts of it: they add up. */
export interface Metric {
  readonly id: string
  readonly organisationId: string
  /** Minutes are kept for a day, hours for thirty. */
  readonly every: 'minute' | 'hour'
  /** When it began. */
  readonly at: string
  /** `Patient.list`, or the template of a route; `other` is all that were too many to name. */
  readonly operation: string
  readonly style: string
  readonly calls: number
  /** Of them, those that were refused: the caller’s doing. */
  readonly refused: number
  /** Of them, those that failed: the service’s doing. */
  readonly failed: number
  /** How long they took together. */
  readonly ms: number
  /** How many took up to 1, 2.5, 5, 10, 25, 50, 100, 250, 500, 1000, 2500, 5000, 10000 ms, and longer. */
  readonly durations: readonly number[]
  /** Which run of a server of the platform wrote it down. */
  readonly writer: string
  readonly deploymentId: string
  readonly environmentId: string
  readonly projectId: string
}

/** A company or a part of one. Whoever founds it is its first owner, and nothing of it is seen from another. */
export interface Organisation {
  readonly id: string
  readonly name: string
}

/** An API on its way, from its first words to production. */
export interface Project {
  readonly id: string
  readonly organisationId: string
  readonly name: string
  readonly title: string
  /** Whether somebody else than its author accepts a version of its charter. */
  readonly isReviewed: boolean
  readonly createdBy: string
  readonly createdAt: string
}

/** A run of `pushRelease`. */
export interface PushReleaseJob {
  readonly id: string
  readonly organisationId: string
  /** Begins as `queued`; changed by operations alone: `cancelPushRelease` (queued, running → cancelling). */
  readonly state: 'queued' | 'running' | 'cancelling' | 'done' | 'failed' | 'cancelled'
  /** Who started it. */
  readonly startedBy: string
  readonly queuedAt: string
  /** When it was begun first. */
  readonly startedAt: string | null
  readonly endedAt: string | null
  /** How often it was begun. */
  readonly attempts: number
  /** How much of it is done; it only grows. */
  readonly percent: number
  /** The step that was done last. */
  readonly step: string | null
  /** What it said, the newest last. */
  readonly lines: readonly string[] | null
  /** Why it failed: an error of the operation, or the code of a problem. */
  readonly problem: { readonly code: string; readonly detail: string | null } | null
  /** The key of the row that it is on. */
  readonly on: Json | null
  /** What it was started with. */
  readonly input: { readonly folder: string; readonly branch: string }
  /** What it gave. */
  readonly result: { readonly commit: string; readonly isNew: boolean } | null
}

/** What a version of a charter gives, by its digest, signed by the platform. Nobody changes it, and the same version gives the same digest again. */
export interface Release {
  readonly id: string
  readonly organisationId: string
  /** Of its parts. */
  readonly digest: string
  /** Each file of it: charter, lock, what `check` says, source tree, contracts, the list of what it depends on. */
  readonly parts: readonly Part[]
  /** What `check` says of it: warnings, as errors keep a version from being accepted. */
  readonly findings: readonly Diagnostic[]
  /** What is signed: canonical JSON of its digest, its version, who wrote and made it, when, and by what. */
  readonly manifest: string
  /** Ed25519 over `manifest`, in base64; the key is at `/.well-known/release-key.pem`. */
  readonly signature: string
  readonly madeBy: string
  readonly madeAt: string
  readonly versionId: string
}

/** A run of `revokeKey`. */
export interface RevokeKeyJob {
  readonly id: string
  readonly organisationId: string
  /** Begins as `queued`; changed by operations alone: `cancelRevokeKey` (queued, running → cancelling). */
  readonly state: 'queued' | 'running' | 'cancelling' | 'done' | 'failed' | 'cancelled'
  /** Who started it. */
  readonly startedBy: string
  readonly queuedAt: string
  /** When it was begun first. */
  readonly startedAt: string | null
  readonly endedAt: string | null
  /** How often it was begun. */
  readonly attempts: number
  /** How much of it is done; it only grows. */
  readonly percent: number
  /** The step that was done last. */
  readonly step: string | null
  /** What it said, the newest last. */
  readonly lines: readonly string[] | null
  /** Why it failed: an error of the operation, or the code of a problem. */
  readonly problem: { readonly code: string; readonly detail: string | null } | null
  /** The key of the row that it is on. */
  readonly on: Json | null
  /** What it gave. */
  readonly result: { readonly ended: boolean } | null
}

/** What an organisation calls a set of rights. */
export interface Role {
  readonly id: string
  readonly organisationId: string
  readonly name: string
  readonly grants: readonly ('viewer' | 'designer' | 'approver' | 'operator' | 'auditor' | 'owner')[]
}

/** A run of `rollOut`. */
export interface RollOutJob {
  readonly id: string
  readonly organisationId: string
  /** Begins as `queued`; changed by operations alone: `cancelRollOut` (queued, running → cancelling). */
  readonly state: 'queued' | 'running' | 'cancelling' | 'done' | 'failed' | 'cancelled'
  /** Who started it. */
  readonly startedBy: string
  readonly queuedAt: string
  /** When it was begun first. */
  readonly startedAt: string | null
  readonly endedAt: string | null
  /** How often it was begun. */
  readonly attempts: number
  /** How much of it is done; it only grows. */
  readonly percent: number
  /** The step that was done last. */
  readonly step: string | null
  /** What it said, the newest last. */
  readonly lines: readonly string[] | null
  /** Why it failed: an error of the operation, or the code of a problem. */
  readonly problem: { readonly code: string; readonly detail: string | null } | null
  /** The key of the row that it is on. */
  readonly on: Json | null
  /** What it gave. */
  readonly result: { readonly address: string } | null
}

/** Where callers are to find a service: a host and a path, in one style, that lead to what answers in an environment, or to one deployment of it. People say it; no gateway goes by it yet. */
export interface Route {
  readonly id: string
  readonly organisationId: string
  readonly projectId: string
  /** By which callers come; `*`: by any. */
  readonly host: string
  /** What paths begin with: `/shop/`. */
  readonly prefix: string
  /** As the charter of its service serves it: `rest`, `graphql`, `mcp`. */
  readonly style: string
  /** Of the calls that several routes of one place share, each by its own. */
  readonly weight: number | null
  /** Left out, it leads to whatever answers in its environment. */
  readonly deploymentId: string | null
  /** That deployment, else `newest`. */
  readonly to: string
  /** Who said it last. */
  readonly setBy: string
  readonly environmentId: string
}

/** A run of `runTests`. */
export interface RunTestsJob {
  readonly id: string
  readonly organisationId: string
  /** Begins as `queued`; changed by operations alone: `cancelRunTests` (queued, running → cancelling). */
  readonly state: 'queued' | 'running' | 'cancelling' | 'done' | 'failed' | 'cancelled'
  /** Who started it. */
  readonly startedBy: string
  readonly queuedAt: string
  /** When it was begun first. */
  readonly startedAt: string | null
  readonly endedAt: string | null
  /** How often it was begun. */
  readonly attempts: number
  /** How much of it is done; it only grows. */
  readonly percent: number
  /** The step that was done last. */
  readonly step: string | null
  /** What it said, the newest last. */
  readonly lines: readonly string[] | null
  /** Why it failed: an error of the operation, or the code of a problem. */
  readonly problem: { readonly code: string; readonly detail: string | null } | null
  /** The key of the row that it is on. */
  readonly on: Json | null
  /** What it gave. */
  readonly result: { readonly passed: number; readonly failed: number; readonly skipped: number } | null
}

/** A suite that is run against a release. What it came to is signed by the platform, for the digest of that release and no other; of several runs the newest that has ended counts. */
export interface Run {
  readonly id: string
  readonly organisationId: string
  readonly projectId: string
  readonly tests: 'verify' | 'ownTests'
  /** What was tested. */
  readonly releaseDigest: string
  readonly passed: number | null
  readonly failed: number | null
  readonly skipped: number | null
  readonly durationMs: number | null
  /** The last lines of what it said. */
  readonly lines: readonly string[]
  /** Why it came to no result, where it did not. */
  readonly why: string | null
  /** What is signed: canonical JSON of the digest of the release, the tests, how many passed, failed and were skipped, what failed, when, and by whom (in-toto Statement, test-result). */
  readonly statement: string | null
  /** Ed25519 over `statement`, in base64, by the key that releases are signed with. */
  readonly signature: string | null
  readonly startedBy: string
  readonly startedAt: string
  readonly endedAt: string | null
  /** Begins as `queued`; changed by operations alone: `cancelRun` (queued, running → cancelled); and by the service itself. */
  readonly state: 'queued' | 'running' | 'passed' | 'failed' | 'cancelled'
  readonly suiteId: string
  readonly releaseId: string
}

/** What the services of an environment are told and nobody else. It is taken once, kept sealed, and never shown again; another one takes its place. */
export interface Secret {
  readonly id: string
  readonly organisationId: string
  readonly name: string
  readonly setBy: string
  readonly setAt: string
  readonly environmentId: string
}

/** A database that the charter of a project is of. Its address is taken with its password, kept sealed, and never shown again. */
export interface Source {
  readonly id: string
  readonly organisationId: string
  readonly projectId: string
  readonly name: string
  /** Where it is: its address without who signs in. */
  readonly place: string
  /** Which connector speaks to it. */
  readonly kind: string
  /** Who said its address or its name last. */
  readonly setBy: string | null
  /** When it was looked at last. */
  readonly seenAt: string | null
  readonly tables: number | null
  /** What it changed since the newest version that was accepted. */
  readonly drift: readonly string[] | null
}

/** One call of a deployed service, of the slowest and of those that failed: what was called, when, and how it went; never what was asked or answered. The platform keeps it of what the service says of itself, and nobody else writes it. */
export interface Span {
  readonly id: string
  readonly organisationId: string
  readonly traceId: string
  readonly name: string
  readonly operation: string
  readonly style: string
  readonly startedAt: string
  readonly ms: number
  /** `ok`, the code of a problem, or a status. */
  readonly outcome: string
  /** Whether the service failed, not its caller. */
  readonly isFailed: boolean
  /** How many statements its database was asked, where the service says so. */
  readonly statements: number | null
  /** How long they took together. */
  readonly statementMs: number | null
  readonly deploymentId: string
  readonly environmentId: string
  readonly projectId: string
}

/** Tests of a project: `verify` holds what the charter of a release says against its service on made-up rows, `ownTests` are those that the service itself brings along. A project is made with one of each. */
export interface Suite {
  readonly id: string
  readonly organisationId: string
  readonly projectId: string
  readonly name: string
  readonly tests: 'verify' | 'ownTests'
  /** How long a run of it may take. */
  readonly minutes: number
}

/** A run of `takeKey`. */
export interface TakeKeyJob {
  readonly id: string
  readonly organisationId: string
  /** Begins as `queued`; changed by operations alone: `cancelTakeKey` (queued, running → cancelling). */
  readonly state: 'queued' | 'running' | 'cancelling' | 'done' | 'failed' | 'cancelled'
  /** Who started it. */
  readonly startedBy: string
  readonly queuedAt: string
  /** When it was begun first. */
  readonly startedAt: string | null
  readonly endedAt: string | null
  /** How often it was begun. */
  readonly attempts: number
  /** How much of it is done; it only grows. */
  readonly percent: number
  /** The step that was done last. */
  readonly step: string | null
  /** What it said, the newest last. */
  readonly lines: readonly string[] | null
  /** Why it failed: an error of the operation, or the code of a problem. */
  readonly problem: { readonly code: string; readonly detail: string | null } | null
  /** The key of the row that it is on. */
  readonly on: Json | null
  /** What it gave. */
  readonly result: { readonly taken: boolean } | null
}

/** People who may the same by being of it. */
export interface Team {
  readonly id: string
  readonly organisationId: string
  readonly name: string
  /** A directory made it and says who is of it (SCIM); what it may an owner says. */
  readonly isOfDirectory: boolean
  /** What that directory calls it. */
  readonly externalId: string | null
  readonly roleId: string | null
}

/** A run of `testSource`. */
export interface TestSourceJob {
  readonly id: string
  readonly organisationId: string
  /** Begins as `queued`; changed by operations alone: `cancelTestSource` (queued, running → cancelling). */
  readonly state: 'queued' | 'running' | 'cancelling' | 'done' | 'failed' | 'cancelled'
  /** Who started it. */
  readonly startedBy: string
  readonly queuedAt: string
  /** When it was begun first. */
  readonly startedAt: string | null
  readonly endedAt: string | null
  /** How often it was begun. */
  readonly attempts: number
  /** How much of it is done; it only grows. */
  readonly percent: number
  /** The step that was done last. */
  readonly step: string | null
  /** What it said, the newest last. */
  readonly lines: readonly string[] | null
  /** Why it failed: an error of the operation, or the code of a problem. */
  readonly problem: { readonly code: string; readonly detail: string | null } | null
  /** The key of the row that it is on. */
  readonly on: Json | null
  /** What it gave. */
  readonly result: { readonly tables: number; readonly losses: number } | null
}

/** A run of `verifyRelease`. */
export interface VerifyReleaseJob {
  readonly id: string
  readonly organisationId: string
  /** Begins as `queued`; changed by operations alone: `cancelVerifyRelease` (queued, running → cancelling). */
  readonly state: 'queued' | 'running' | 'cancelling' | 'done' | 'failed' | 'cancelled'
  /** Who started it. */
  readonly startedBy: string
  readonly queuedAt: string
  /** When it was begun first. */
  readonly startedAt: string | null
  readonly endedAt: string | null
  /** How often it was begun. */
  readonly attempts: number
  /** How much of it is done; it only grows. */
  readonly percent: number
  /** The step that was done last. */
  readonly step: string | null
  /** What it said, the newest last. */
  readonly lines: readonly string[] | null
  /** Why it failed: an error of the operation, or the code of a problem. */
  readonly problem: { readonly code: string; readonly detail: string | null } | null
  /** The key of the row that it is on. */
  readonly on: Json | null
  /** What it gave. */
  readonly result: {
    readonly isEqual: boolean
    readonly isSigned: boolean
    readonly differing: number
    readonly lost: number
    readonly runs: number
    readonly unsignedRuns: number
  } | null
}

/** A charter as it was written once. It is checked as it comes, and changed only while it is a draft, by whoever wrote it alone; who wrote it does not also accept it. */
export interface Version {
  readonly id: string
  readonly organisationId: string
  readonly projectId: string
  /** Counted in its project. */
  readonly number: number
  /** The charter, as one document. */
  readonly text: string
  /** Its charter.lock, which follows that of the version accepted before it. */
  readonly lock: string | null
  /** Of its text and its lock. */
  readonly digest: string
  /** How many findings keep it from being served. */
  readonly errors: number
  /** What `check` says of it, the first hundred. */
  readonly findings: readonly Diagnostic[]
  readonly origin: 'written' | 'words' | 'source' | 'finding'
  /** What it was drafted from. */
  readonly words: string | null
  /** What its draft left open. */
  readonly questions: readonly string[] | null
  /** The finding that it answers: it is fixed once a deployment with this version, which somebody let, is healthy. */
  readonly findingId: string | null
  readonly note: string | null
  readonly createdBy: string
  readonly createdAt: string
  /** Begins as `draft`; changed by operations alone: `submitVersion` (draft → inReview); `acceptVersion` (inReview → accepted); `withdrawVersion` (draft, inReview → withdrawn). */
  readonly state: 'draft' | 'inReview' | 'accepted' | 'withdrawn'
}

/** A run of `webhookDelivery`. */
export interface WebhookDeliveryJob {
  readonly id: string
  readonly organisationId: string
  /** Begins as `queued`; changed by operations alone: `cancelWebhookDelivery` (queued, running → cancelling). */
  readonly state: 'queued' | 'running' | 'cancelling' | 'done' | 'failed' | 'cancelled'
  /** Who started it. */
  readonly startedBy: string
  readonly queuedAt: string
  /** When it was begun first. */
  readonly startedAt: string | null
  readonly endedAt: string | null
  /** How often it was begun. */
  readonly attempts: number
  /** How much of it is done; it only grows. */
  readonly percent: number
  /** The step that was done last. */
  readonly step: string | null
  /** What it said, the newest last. */
  readonly lines: readonly string[] | null
  /** Why it failed: an error of the operation, or the code of a problem. */
  readonly problem: { readonly code: string; readonly detail: string | null } | null
  /** The key of the row that it is on. */
  readonly on: Json | null
  /** What it was started with. */
  readonly input: {
    readonly entity: string
    readonly change: 'created' | 'updated' | 'deleted'
    readonly key: Json
    readonly at: string
  }
  /** What it gave. */
  readonly result: { readonly status: number; readonly ms: number } | null
}

/** Where changes of rows are told, as its subscriber may see them. */
export interface Webhook {
  readonly id: string
  readonly organisationId: string
  /** Where they are sent by POST: an address of https. */
  readonly url: string
  /** Whose rows. */
  readonly entities: readonly (
    | 'Deployment'
    | 'Approval'
    | 'EnvironmentChange'
    | 'Emergency'
    | 'Version'
    | 'Release'
    | 'Run'
    | 'Finding'
    | 'Alert'
    | 'Route'
  )[]
  /** Which changes of them; left out: each. */
  readonly changes: readonly ('created' | 'updated' | 'deleted')[] | null
  /** `gone`: the receiver answered that it is no more (410). Begins as `active`; changed by operations alone: `pauseWebhook` (active → paused); `resumeWebhook` (paused, gone → active); and by the service itself. */
  readonly state: 'active' | 'paused' | 'gone'
  /** Who made it, and as whom it sees. */
  readonly subscriber: string
  readonly madeAt: string
}

/** A run of `windDown`. */
export interface WindDownJob {
  readonly id: string
  readonly organisationId: string
  /** Begins as `queued`; changed by operations alone: `cancelWindDown` (queued, running → cancelling). */
  readonly state: 'queued' | 'running' | 'cancelling' | 'done' | 'failed' | 'cancelled'
  /** Who started it. */
  readonly startedBy: string
  readonly queuedAt: string
  /** When it was begun first. */
  readonly startedAt: string | null
  readonly endedAt: string | null
  /** How often it was begun. */
  readonly attempts: number
  /** How much of it is done; it only grows. */
  readonly percent: number
  /** The step that was done last. */
  readonly step: string | null
  /** What it said, the newest last. */
  readonly lines: readonly string[] | null
  /** Why it failed: an error of the operation, or the code of a problem. */
  readonly problem: { readonly code: string; readonly detail: string | null } | null
  /** The key of the row that it is on. */
  readonly on: Json | null
  /** What it gave. */
  readonly result: { readonly ended: boolean } | null
}

/** The entities as code of your own sees them: their rows, what names one, and what is given for a new one. */
export type Entities = {
  readonly Alert: EntityShape<
    Alert,
    'id',
    {
      readonly organisationId?: string
      readonly rule: 'deployment-failing'
      readonly environmentId: string
      readonly since?: string
      /** Who looks at it. */
      readonly acknowledgedBy?: string | null
      readonly acknowledgedAt?: string | null
      /** Who resolved it, or by whose deployment it was. */
      readonly resolvedBy?: string | null
      readonly resolvedAt?: string | null
      readonly deploymentId: string
    },
    never,
    never,
    'organisationId' | 'since' | 'acknowledgedBy' | 'acknowledgedAt' | 'resolvedBy' | 'resolvedAt'
  >
  readonly Approval: EntityShape<
    Approval,
    'id',
    {
      readonly organisationId?: string
      /** What was looked at. */
      readonly releaseDigest: string
      readonly isYes: boolean
      readonly comment?: string | null
      readonly givenBy?: string
      readonly givenAt?: string
      readonly deploymentId: string
    },
    never,
    never,
    'organisationId' | 'givenBy' | 'givenAt'
  >
  readonly Deployment: EntityShape<
    Deployment,
    'id',
    {
      readonly organisationId?: string
      readonly reason: string
      /** Of the release when it was asked for; compared when it is let and when it is rolled out. */
      readonly releaseDigest?: string
      /** Of what its service is told and may reach, when it was asked for; compared when it is rolled out. */
      readonly settingsDigest?: string
      /** How many have to let it. */
      readonly approvals?: number
      /** The deployment that answered there when it was asked for; where another one does by then, this one is void. */
      readonly replacesId?: string | null
      /** What it does to clients, access and data of what answers there, or did last, and to what its service is told and may reach. */
      readonly changes?: readonly string[]
      /** What its service is told and may reach, by name, each with a digest of it. */
      readonly told?: readonly Mark[]
      /** Who asked for it, made its release, wrote what it changes, or said where a source is or what its environment says: none of them lets it. */
      readonly involved?: readonly string[]
      /** Whether one person let it alone, by an emergency. */
      readonly isEmergency?: boolean
      readonly requestedBy?: string
      readonly requestedAt?: string
      /** When it began to answer. */
      readonly healthyAt?: string | null
      /** The deployment whose release it brings back, where it rolls back. */
      readonly returnsToId?: string | null
      /** The deployment that it takes away, where it rolls back. */
      readonly undoesId?: string | null
      /** Where it answers. */
      readonly address?: string | null
      /** Where it answers in styles that have a listener of their own, as `grpc`. */
      readonly listeners?: readonly Listener[] | null
      /** Why it fails, where its target ended it by itself. */
      readonly failure?: string | null
      /** What its service said last where it did not become healthy: for operators, as a log may hold what callers sent. */
      readonly lastWords?: string | null
      readonly releaseId: string
      readonly environmentId: string
    },
    never,
    'lastWords',
    | 'organisationId'
    | 'releaseDigest'
    | 'settingsDigest'
    | 'approvals'
    | 'replacesId'
    | 'changes'
    | 'told'
    | 'involved'
    | 'isEmergency'
    | 'requestedBy'
    | 'requestedAt'
    | 'healthyAt'
    | 'returnsToId'
    | 'undoesId'
    | 'address'
    | 'listeners'
    | 'failure'
    | 'lastWords',
    'releaseDigest' | 'settingsDigest' | 'approvals' | 'changes' | 'told' | 'involved'
  >
  readonly DirectoryUser: EntityShape<
    DirectoryUser,
    'id',
    {
      readonly organisationId?: string
      /** Who they are here, once they have joined. */
      readonly personId: string
      readonly userName: string
      /** The same as it is compared: two that are written alike are one. */
      readonly handle: string
      readonly externalId?: string | null
      /** As the directory has it: an invitation goes there, and no account is changed by it. */
      readonly email?: string | null
      readonly displayName?: string | null
      readonly givenName?: string | null
      readonly familyName?: string | null
      readonly isActive?: boolean
      readonly madeAt?: string
    },
    never,
    never,
    'organisationId' | 'madeAt'
  >
  readonly Emergency: EntityShape<
    Emergency,
    'id',
    {
      readonly organisationId?: string
      readonly reason: string
      readonly environmentId?: string
      readonly declaredBy?: string
      readonly declaredAt?: string
      /** What whoever reviewed it says. */
      readonly isJustified?: boolean | null
      readonly review?: string | null
      readonly reviewedBy?: string | null
      readonly reviewedAt?: string | null
      readonly deploymentId: string
    },
    never,
    never,
    | 'organisationId'
    | 'environmentId'
    | 'declaredBy'
    | 'declaredAt'
    | 'isJustified'
    | 'review'
    | 'reviewedBy'
    | 'reviewedAt',
    'environmentId'
  >
  readonly Environment: EntityShape<
    Environment,
    'id',
    {
      readonly organisationId?: string
      readonly name: string
      readonly region?: string
      /** How many people have to let a deployment, beside whoever asks for it. */
      readonly approvals?: number
      /** Tests that a release has to have passed before it is deployed there: their newest run, for its digest. */
      readonly requires?: readonly ('verify' | 'ownTests')[]
      /** What its services are told besides: `LOG_LEVEL`, `JWT_ISSUER`. What nobody may see is a secret of it. */
      readonly variables?: readonly Setting[]
      /** Where its services may connect to beside the sources of the project, as `host:port`. Nowhere else. */
      readonly reaches?: readonly string[]
      /** Who asked for what it says. */
      readonly saidBy?: string
      readonly projectId: string
      /** What its services seal and sign with (`CHARTER_SECRET`): made with the environment, whatever is sent. */
      readonly seal?: string | null
    },
    never,
    never,
    'organisationId' | 'saidBy',
    never,
    {
      /** What its services seal and sign with (`CHARTER_SECRET`): made with the environment, whatever is sent. */
      readonly seal: string | null
    }
  >
  readonly EnvironmentChange: EntityShape<
    EnvironmentChange,
    'id',
    {
      readonly organisationId?: string
      readonly reason: string
      /** What is left out stays as it is. */
      readonly approvals?: number | null
      readonly requires?: readonly ('verify' | 'ownTests')[] | null
      readonly variables?: readonly Setting[] | null
      readonly reaches?: readonly string[] | null
      /** How many have to let it. */
      readonly needs?: number
      readonly letBy?: readonly string[]
      readonly requestedBy?: string
      readonly requestedAt?: string
      readonly environmentId: string
    },
    never,
    never,
    'organisationId' | 'needs' | 'letBy' | 'requestedBy' | 'requestedAt',
    'needs'
  >
  readonly Finding: EntityShape<
    Finding,
    'id',
    {
      readonly organisationId?: string
      readonly projectId: string
      readonly source?: 'testRun' | 'scan' | 'traffic' | 'person'
      readonly severity: 'low' | 'medium' | 'high' | 'critical'
      readonly title: string
      readonly text?: string | null
      /** The operation, field or path that it is of. */
      readonly about?: string | null
      /** The same for what is found again. */
      readonly fingerprint?: string
      /** How often it was found. */
      readonly times?: number
      readonly foundBy?: string
      readonly foundAt?: string
      /** When it was found last. */
      readonly seenAt?: string
      /** The run that found it last. */
      readonly runId?: string | null
      /** The deployment that it was found of. */
      readonly deploymentId?: string | null
      /** Why it was accepted, fixed or dismissed. */
      readonly reason?: string | null
      readonly decidedBy?: string | null
      readonly decidedAt?: string | null
      /** The deployment that brought the version that answers it. */
      readonly fixedInId?: string | null
    },
    never,
    never,
    | 'organisationId'
    | 'source'
    | 'fingerprint'
    | 'times'
    | 'foundBy'
    | 'foundAt'
    | 'seenAt'
    | 'runId'
    | 'reason'
    | 'decidedBy'
    | 'decidedAt'
    | 'fixedInId',
    'fingerprint'
  >
  readonly Host: EntityShape<
    Host,
    'host',
    {
      readonly host: string
      readonly heldBy: string
    }
  >
  readonly Key: EntityShape<
    Key,
    'id',
    {
      readonly organisationId?: string
      readonly name: string
      readonly grants: readonly ('viewer' | 'designer' | 'operator' | 'auditor' | 'directory')[]
      readonly madeBy?: string
      readonly madeAt?: string
      readonly endsAt: string
      /** When it was shown last, to five minutes. */
      readonly usedAt?: string | null
      readonly hash: string
    },
    never,
    never,
    'organisationId' | 'madeBy' | 'madeAt' | 'usedAt',
    never,
    { readonly hash: string }
  >
  readonly Member: EntityShape<
    Member,
    'id',
    {
      readonly organisationId?: string
      readonly personId: string
      readonly isActive?: boolean
      /** The team by which they may it, whose role is theirs; none of whoever has a role of their own. */
      readonly teamId?: string | null
      /** A directory ended it, which may take it up again; what an owner ended no directory does. */
      readonly isSuspended?: boolean
      /** The id of that team, else `role`: a person has one role of their own, and is once of each team. */
      readonly through?: string
      readonly roleId?: string | null
    },
    never,
    never,
    'organisationId' | 'teamId' | 'isSuspended' | 'through'
  >
  readonly Metric: EntityShape<
    Metric,
    'id',
    {
      readonly organisationId?: string
      /** Minutes are kept for a day, hours for thirty. */
      readonly every: 'minute' | 'hour'
      /** When it began. */
      readonly at: string
      /** `Patient.list`, or the template of a route; `other` is all that were too many to name. */
      readonly operation: string
      readonly style: string
      readonly calls: number
      /** Of them, those that were refused: the caller’s doing. */
      readonly refused: number
      /** Of them, those that failed: the service’s doing. */
      readonly failed: number
      /** How long they took together. */
      readonly ms: number
      /** How many took up to 1, 2.5, 5, 10, 25, 50, 100, 250, 500, 1000, 2500, 5000, 10000 ms, and longer. */
      readonly durations: readonly number[]
      /** Which run of a server of the platform wrote it down. */
      readonly writer: string
      readonly deploymentId: string
      readonly environmentId: string
      readonly projectId: string
    },
    never,
    never,
    'organisationId'
  >
  readonly Organisation: EntityShape<
    Organisation,
    'id',
    {
      readonly id: string
      readonly name: string
    }
  >
  readonly Project: EntityShape<
    Project,
    'id',
    {
      readonly organisationId?: string
      readonly name: string
      readonly title: string
      /** Whether somebody else than its author accepts a version of its charter. */
      readonly isReviewed?: boolean
      readonly createdBy?: string
      readonly createdAt?: string
    },
    never,
    never,
    'organisationId' | 'createdBy' | 'createdAt'
  >
  readonly Release: EntityShape<
    Release,
    'id',
    {
      readonly organisationId?: string
      /** Of its parts. */
      readonly digest: string
      /** Each file of it: charter, lock, what `check` says, source tree, contracts, the list of what it depends on. */
      readonly parts: readonly Part[]
      /** What `check` says of it: warnings, as errors keep a version from being accepted. */
      readonly findings: readonly Diagnostic[]
      /** What is signed: canonical JSON of its digest, its version, who wrote and made it, when, and by what. */
      readonly manifest: string
      /** Ed25519 over `manifest`, in base64; the key is at `/.well-known/release-key.pem`. */
      readonly signature: string
      readonly madeBy: string
      readonly madeAt?: string
      readonly versionId: string
    },
    never,
    never,
    'organisationId' | 'madeAt'
  >
  readonly Role: EntityShape<
    Role,
    'id',
    {
      readonly organisationId?: string
      readonly name: string
      readonly grants: readonly ('viewer' | 'designer' | 'approver' | 'operator' | 'auditor' | 'owner')[]
    },
    never,
    never,
    'organisationId'
  >
  readonly Route: EntityShape<
    Route,
    'id',
    {
      readonly organisationId?: string
      readonly projectId?: string
      /** By which callers come; `*`: by any. */
      readonly host?: string
      /** What paths begin with: `/shop/`. */
      readonly prefix?: string
      /** As the charter of its service serves it: `rest`, `graphql`, `mcp`. */
      readonly style: string
      /** Of the calls that several routes of one place share, each by its own. */
      readonly weight?: number | null
      /** Left out, it leads to whatever answers in its environment. */
      readonly deploymentId?: string | null
      /** That deployment, else `newest`. */
      readonly to?: string
      /** Who said it last. */
      readonly setBy?: string
      readonly environmentId: string
    },
    never,
    never,
    'organisationId' | 'projectId' | 'to' | 'setBy',
    'projectId' | 'to'
  >
  readonly Run: EntityShape<
    Run,
    'id',
    {
      readonly organisationId?: string
      readonly projectId?: string
      readonly tests?: 'verify' | 'ownTests'
      /** What was tested. */
      readonly releaseDigest?: string
      readonly passed?: number | null
      readonly failed?: number | null
      readonly skipped?: number | null
      readonly durationMs?: number | null
      /** The last lines of what it said. */
      readonly lines?: readonly string[]
      /** Why it came to no result, where it did not. */
      readonly why?: string | null
      /** What is signed: canonical JSON of the digest of the release, the tests, how many passed, failed and were skipped, what failed, when, and by whom (in-toto Statement, test-result). */
      readonly statement?: string | null
      /** Ed25519 over `statement`, in base64, by the key that releases are signed with. */
      readonly signature?: string | null
      readonly startedBy?: string
      readonly startedAt?: string
      readonly endedAt?: string | null
      readonly suiteId: string
      readonly releaseId: string
    },
    never,
    never,
    | 'organisationId'
    | 'projectId'
    | 'tests'
    | 'releaseDigest'
    | 'passed'
    | 'failed'
    | 'skipped'
    | 'durationMs'
    | 'lines'
    | 'why'
    | 'statement'
    | 'signature'
    | 'startedBy'
    | 'startedAt'
    | 'endedAt',
    'projectId' | 'tests' | 'releaseDigest'
  >
  readonly Secret: EntityShape<
    Secret,
    'id',
    {
      readonly organisationId?: string
      readonly name: string
      readonly setBy?: string
      readonly setAt?: string
      readonly environmentId: string
      readonly value: string
    },
    never,
    never,
    'organisationId' | 'setBy' | 'setAt',
    never,
    { readonly value: string }
  >
  readonly Source: EntityShape<
    Source,
    'id',
    {
      readonly organisationId?: string
      readonly projectId: string
      readonly name: string
      /** Where it is: its address without who signs in. */
      readonly place?: string
      /** Which connector speaks to it. */
      readonly kind?: string
      /** Who said its address or its name last. */
      readonly setBy?: string | null
      /** When it was looked at last. */
      readonly seenAt?: string | null
      readonly tables?: number | null
      /** What it changed since the newest version that was accepted. */
      readonly drift?: readonly string[] | null
      readonly url: string
    },
    never,
    never,
    'organisationId' | 'place' | 'kind' | 'setBy' | 'seenAt' | 'tables' | 'drift',
    'place' | 'kind',
    { readonly url: string }
  >
  readonly Span: EntityShape<
    Span,
    'id',
    {
      readonly organisationId?: string
      readonly traceId: string
      readonly name: string
      readonly operation: string
      readonly style: string
      readonly startedAt: string
      readonly ms: number
      /** `ok`, the code of a problem, or a status. */
      readonly outcome: string
      /** Whether the service failed, not its caller. */
      readonly isFailed: boolean
      /** How many statements its database was asked, where the service says so. */
      readonly statements?: number | null
      /** How long they took together. */
      readonly statementMs?: number | null
      readonly deploymentId: string
      readonly environmentId: string
      readonly projectId: string
    },
    never,
    never,
    'organisationId'
  >
  readonly Suite: EntityShape<
    Suite,
    'id',
    {
      readonly organisationId?: string
      readonly projectId: string
      readonly name: string
      readonly tests: 'verify' | 'ownTests'
      /** How long a run of it may take. */
      readonly minutes?: number
    },
    never,
    never,
    'organisationId'
  >
  readonly Team: EntityShape<
    Team,
    'id',
    {
      readonly organisationId?: string
      readonly name: string
      /** A directory made it and says who is of it (SCIM); what it may an owner says. */
      readonly isOfDirectory?: boolean
      /** What that directory calls it. */
      readonly externalId?: string | null
      readonly roleId?: string | null
    },
    never,
    never,
    'organisationId' | 'isOfDirectory' | 'externalId'
  >
  readonly Version: EntityShape<
    Version,
    'id',
    {
      readonly organisationId?: string
      readonly projectId: string
      /** Counted in its project. */
      readonly number?: number
      /** The charter, as one document. */
      readonly text: string
      /** Its charter.lock, which follows that of the version accepted before it. */
      readonly lock?: string | null
      /** Of its text and its lock. */
      readonly digest?: string
      /** How many findings keep it from being served. */
      readonly errors?: number
      /** What `check` says of it, the first hundred. */
      readonly findings?: readonly Diagnostic[]
      readonly origin?: 'written' | 'words' | 'source' | 'finding'
      /** What it was drafted from. */
      readonly words?: string | null
      /** What its draft left open. */
      readonly questions?: readonly string[] | null
      /** The finding that it answers: it is fixed once a deployment with this version, which somebody let, is healthy. */
      readonly findingId?: string | null
      readonly note?: string | null
      readonly createdBy?: string
      readonly createdAt?: string
    },
    never,
    never,
    | 'organisationId'
    | 'number'
    | 'lock'
    | 'digest'
    | 'errors'
    | 'findings'
    | 'origin'
    | 'words'
    | 'questions'
    | 'findingId'
    | 'createdBy'
    | 'createdAt',
    'number' | 'digest' | 'errors' | 'findings'
  >
  readonly Webhook: EntityShape<
    Webhook,
    'id',
    {
      readonly organisationId?: string
      /** Where they are sent by POST: an address of https. */
      readonly url: string
      /** Whose rows. */
      readonly entities: readonly (
        | 'Deployment'
        | 'Approval'
        | 'EnvironmentChange'
        | 'Emergency'
        | 'Version'
        | 'Release'
        | 'Run'
        | 'Finding'
        | 'Alert'
        | 'Route'
      )[]
      /** Which changes of them; left out: each. */
      readonly changes?: readonly ('created' | 'updated' | 'deleted')[] | null
      /** Who made it, and as whom it sees. */
      readonly subscriber?: string
      readonly madeAt?: string
      readonly sealed?: string
    },
    never,
    never,
    'organisationId' | 'subscriber' | 'madeAt',
    never,
    { readonly sealed: string }
  >
  readonly RevokeKeyJob: EntityShape<
    RevokeKeyJob,
    'id',
    {
      readonly organisationId?: string
      /** Who started it. */
      readonly startedBy?: string
      readonly queuedAt?: string
      /** When it was begun first. */
      readonly startedAt?: string | null
      readonly endedAt?: string | null
      /** How often it was begun. */
      readonly attempts?: number
      /** How much of it is done; it only grows. */
      readonly percent?: number
      /** The step that was done last. */
      readonly step?: string | null
      /** What it said, the newest last. */
      readonly lines?: readonly string[] | null
      /** Why it failed: an error of the operation, or the code of a problem. */
      readonly problem?: { readonly code: string; readonly detail: string | null } | null
      /** The key of the row that it is on. */
      readonly on?: Json | null
      /** What it gave. */
      readonly result?: { readonly ended: boolean } | null
    },
    never,
    never,
    | 'organisationId'
    | 'startedBy'
    | 'queuedAt'
    | 'startedAt'
    | 'endedAt'
    | 'attempts'
    | 'percent'
    | 'step'
    | 'lines'
    | 'problem'
    | 'on'
    | 'result'
  >
  readonly TakeKeyJob: EntityShape<
    TakeKeyJob,
    'id',
    {
      readonly organisationId?: string
      /** Who started it. */
      readonly startedBy?: string
      readonly queuedAt?: string
      /** When it was begun first. */
      readonly startedAt?: string | null
      readonly endedAt?: string | null
      /** How often it was begun. */
      readonly attempts?: number
      /** How much of it is done; it only grows. */
      readonly percent?: number
      /** The step that was done last. */
      readonly step?: string | null
      /** What it said, the newest last. */
      readonly lines?: readonly string[] | null
      /** Why it failed: an error of the operation, or the code of a problem. */
      readonly problem?: { readonly code: string; readonly detail: string | null } | null
      /** The key of the row that it is on. */
      readonly on?: Json | null
      /** What it gave. */
      readonly result?: { readonly taken: boolean } | null
    },
    never,
    never,
    | 'organisationId'
    | 'startedBy'
    | 'queuedAt'
    | 'startedAt'
    | 'endedAt'
    | 'attempts'
    | 'percent'
    | 'step'
    | 'lines'
    | 'problem'
    | 'on'
    | 'result'
  >
  readonly TestSourceJob: EntityShape<
    TestSourceJob,
    'id',
    {
      readonly organisationId?: string
      /** Who started it. */
      readonly startedBy?: string
      readonly queuedAt?: string
      /** When it was begun first. */
      readonly startedAt?: string | null
      readonly endedAt?: string | null
      /** How often it was begun. */
      readonly attempts?: number
      /** How much of it is done; it only grows. */
      readonly percent?: number
      /** The step that was done last. */
      readonly step?: string | null
      /** What it said, the newest last. */
      readonly lines?: readonly string[] | null
      /** Why it failed: an error of the operation, or the code of a problem. */
      readonly problem?: { readonly code: string; readonly detail: string | null } | null
      /** The key of the row that it is on. */
      readonly on?: Json | null
      /** What it gave. */
      readonly result?: { readonly tables: number; readonly losses: number } | null
    },
    never,
    never,
    | 'organisationId'
    | 'startedBy'
    | 'queuedAt'
    | 'startedAt'
    | 'endedAt'
    | 'attempts'
    | 'percent'
    | 'step'
    | 'lines'
    | 'problem'
    | 'on'
    | 'result'
  >
  readonly IntrospectSourceJob: EntityShape<
    IntrospectSourceJob,
    'id',
    {
      readonly organisationId?: string
      /** Who started it. */
      readonly startedBy?: string
      readonly queuedAt?: string
      /** When it was begun first. */
      readonly startedAt?: string | null
      readonly endedAt?: string | null
      /** How often it was begun. */
      readonly attempts?: number
      /** How much of it is done; it only grows. */
      readonly percent?: number
      /** The step that was done last. */
      readonly step?: string | null
      /** What it said, the newest last. */
      readonly lines?: readonly string[] | null
      /** Why it failed: an error of the operation, or the code of a problem. */
      readonly problem?: { readonly code: string; readonly detail: string | null } | null
      /** The key of the row that it is on. */
      readonly on?: Json | null
      /** What it gave. */
      readonly result?: { readonly version: string; readonly tables: number; readonly losses: number } | null
    },
    never,
    never,
    | 'organisationId'
    | 'startedBy'
    | 'queuedAt'
    | 'startedAt'
    | 'endedAt'
    | 'attempts'
    | 'percent'
    | 'step'
    | 'lines'
    | 'problem'
    | 'on'
    | 'result'
  >
  readonly CompareSourceJob: EntityShape<
    CompareSourceJob,
    'id',
    {
      readonly organisationId?: string
      /** Who started it. */
      readonly startedBy?: string
      readonly queuedAt?: string
      /** When it was begun first. */
      readonly startedAt?: string | null
      readonly endedAt?: string | null
      /** How often it was begun. */
      readonly attempts?: number
      /** How much of it is done; it only grows. */
      readonly percent?: number
      /** The step that was done last. */
      readonly step?: string | null
      /** What it said, the newest last. */
      readonly lines?: readonly string[] | null
      /** Why it failed: an error of the operation, or the code of a problem. */
      readonly problem?: { readonly code: string; readonly detail: string | null } | null
      /** The key of the row that it is on. */
      readonly on?: Json | null
      /** What it gave. */
      readonly result?: { readonly changes: number } | null
    },
    never,
    never,
    | 'organisationId'
    | 'startedBy'
    | 'queuedAt'
    | 'startedAt'
    | 'endedAt'
    | 'attempts'
    | 'percent'
    | 'step'
    | 'lines'
    | 'problem'
    | 'on'
    | 'result'
  >
  readonly MakeReleaseJob: EntityShape<
    MakeReleaseJob,
    'id',
    {
      readonly organisationId?: string
      /** Who started it. */
      readonly startedBy?: string
      readonly queuedAt?: string
      /** When it was begun first. */
      readonly startedAt?: string | null
      readonly endedAt?: string | null
      /** How often it was begun. */
      readonly attempts?: number
      /** How much of it is done; it only grows. */
      readonly percent?: number
      /** The step that was done last. */
      readonly step?: string | null
      /** What it said, the newest last. */
      readonly lines?: readonly string[] | null
      /** Why it failed: an error of the operation, or the code of a problem. */
      readonly problem?: { readonly code: string; readonly detail: string | null } | null
      /** The key of the row that it is on. */
      readonly on?: Json | null
      /** What it gave. */
      readonly result?: { readonly release: string; readonly digest: string } | null
    },
    never,
    never,
    | 'organisationId'
    | 'startedBy'
    | 'queuedAt'
    | 'startedAt'
    | 'endedAt'
    | 'attempts'
    | 'percent'
    | 'step'
    | 'lines'
    | 'problem'
    | 'on'
    | 'result'
  >
  readonly VerifyReleaseJob: EntityShape<
    VerifyReleaseJob,
    'id',
    {
      readonly organisationId?: string
      /** Who started it. */
      readonly startedBy?: string
      readonly queuedAt?: string
      /** When it was begun first. */
      readonly startedAt?: string | null
      readonly endedAt?: string | null
      /** How often it was begun. */
      readonly attempts?: number
      /** How much of it is done; it only grows. */
      readonly percent?: number
      /** The step that was done last. */
      readonly step?: string | null
      /** What it said, the newest last. */
      readonly lines?: readonly string[] | null
      /** Why it failed: an error of the operation, or the code of a problem. */
      readonly problem?: { readonly code: string; readonly detail: string | null } | null
      /** The key of the row that it is on. */
      readonly on?: Json | null
      /** What it gave. */
      readonly result?: {
        readonly isEqual: boolean
        readonly isSigned: boolean
        readonly differing: number
        readonly lost: number
        readonly runs: number
        readonly unsignedRuns: number
      } | null
    },
    never,
    never,
    | 'organisationId'
    | 'startedBy'
    | 'queuedAt'
    | 'startedAt'
    | 'endedAt'
    | 'attempts'
    | 'percent'
    | 'step'
    | 'lines'
    | 'problem'
    | 'on'
    | 'result'
  >
  readonly PushReleaseJob: EntityShape<
    PushReleaseJob,
    'id',
    {
      readonly organisationId?: string
      /** Who started it. */
      readonly startedBy?: string
      readonly queuedAt?: string
      /** When it was begun first. */
      readonly startedAt?: string | null
      readonly endedAt?: string | null
      /** How often it was begun. */
      readonly attempts?: number
      /** How much of it is done; it only grows. */
      readonly percent?: number
      /** The step that was done last. */
      readonly step?: string | null
      /** What it said, the newest last. */
      readonly lines?: readonly string[] | null
      /** Why it failed: an error of the operation, or the code of a problem. */
      readonly problem?: { readonly code: string; readonly detail: string | null } | null
      /** The key of the row that it is on. */
      readonly on?: Json | null
      /** What it was started with. */
      readonly input: { readonly folder: string; readonly branch: string }
      /** What it gave. */
      readonly result?: { readonly commit: string; readonly isNew: boolean } | null
    },
    never,
    never,
    | 'organisationId'
    | 'startedBy'
    | 'queuedAt'
    | 'startedAt'
    | 'endedAt'
    | 'attempts'
    | 'percent'
    | 'step'
    | 'lines'
    | 'problem'
    | 'on'
    | 'input'
    | 'result'
  >
  readonly RunTestsJob: EntityShape<
    RunTestsJob,
    'id',
    {
      readonly organisationId?: string
      /** Who started it. */
      readonly startedBy?: string
      readonly queuedAt?: string
      /** When it was begun first. */
      readonly startedAt?: string | null
      readonly endedAt?: string | null
      /** How often it was begun. */
      readonly attempts?: number
      /** How much of it is done; it only grows. */
      readonly percent?: number
      /** The step that was done last. */
      readonly step?: string | null
      /** What it said, the newest last. */
      readonly lines?: readonly string[] | null
      /** Why it failed: an error of the operation, or the code of a problem. */
      readonly problem?: { readonly code: string; readonly detail: string | null } | null
      /** The key of the row that it is on. */
      readonly on?: Json | null
      /** What it gave. */
      readonly result?: { readonly passed: number; readonly failed: number; readonly skipped: number } | null
    },
    never,
    never,
    | 'organisationId'
    | 'startedBy'
    | 'queuedAt'
    | 'startedAt'
    | 'endedAt'
    | 'attempts'
    | 'percent'
    | 'step'
    | 'lines'
    | 'problem'
    | 'on'
    | 'result'
  >
  readonly RollOutJob: EntityShape<
    RollOutJob,
    'id',
    {
      readonly organisationId?: string
      /** Who started it. */
      readonly startedBy?: string
      readonly queuedAt?: string
      /** When it was begun first. */
      readonly startedAt?: string | null
      readonly endedAt?: string | null
      /** How often it was begun. */
      readonly attempts?: number
      /** How much of it is done; it only grows. */
      readonly percent?: number
      /** The step that was done last. */
      readonly step?: string | null
      /** What it said, the newest last. */
      readonly lines?: readonly string[] | null
      /** Why it failed: an error of the operation, or the code of a problem. */
      readonly problem?: { readonly code: string; readonly detail: string | null } | null
      /** The key of the row that it is on. */
      readonly on?: Json | null
      /** What it gave. */
      readonly result?: { readonly address: string } | null
    },
    never,
    never,
    | 'organisationId'
    | 'startedBy'
    | 'queuedAt'
    | 'startedAt'
    | 'endedAt'
    | 'attempts'
    | 'percent'
    | 'step'
    | 'lines'
    | 'problem'
    | 'on'
    | 'result'
  >
  readonly WindDownJob: EntityShape<
    WindDownJob,
    'id',
    {
      readonly organisationId?: string
      /** Who started it. */
      readonly startedBy?: string
      readonly queuedAt?: string
      /** When it was begun first. */
      readonly startedAt?: string | null
      readonly endedAt?: string | null
      /** How often it was begun. */
      readonly attempts?: number
      /** How much of it is done; it only grows. */
      readonly percent?: number
      /** The step that was done last. */
      readonly step?: string | null
      /** What it said, the newest last. */
      readonly lines?: readonly string[] | null
      /** Why it failed: an error of the operation, or the code of a problem. */
      readonly problem?: { readonly code: string; readonly detail: string | null } | null
      /** The key of the row that it is on. */
      readonly on?: Json | null
      /** What it gave. */
      readonly result?: { readonly ended: boolean } | null
    },
    never,
    never,
    | 'organisationId'
    | 'startedBy'
    | 'queuedAt'
    | 'startedAt'
    | 'endedAt'
    | 'attempts'
    | 'percent'
    | 'step'
    | 'lines'
    | 'problem'
    | 'on'
    | 'result'
  >
  readonly WebhookDeliveryJob: EntityShape<
    WebhookDeliveryJob,
    'id',
    {
      readonly organisationId?: string
      /** Who started it. */
      readonly startedBy?: string
      readonly queuedAt?: string
      /** When it was begun first. */
      readonly startedAt?: string | null
      readonly endedAt?: string | null
      /** How often it was begun. */
      readonly attempts?: number
      /** How much of it is done; it only grows. */
      readonly percent?: number
      /** The step that was done last. */
      readonly step?: string | null
      /** What it said, the newest last. */
      readonly lines?: readonly string[] | null
      /** Why it failed: an error of the operation, or the code of a problem. */
      readonly problem?: { readonly code: string; readonly detail: string | null } | null
      /** The key of the row that it is on. */
      readonly on?: Json | null
      /** What it was started with. */
      readonly input: {
        readonly entity: string
        readonly change: 'created' | 'updated' | 'deleted'
        readonly key: Json
        readonly at: string
      }
      /** What it gave. */
      readonly result?: { readonly status: number; readonly ms: number } | null
    },
    never,
    never,
    | 'organisationId'
    | 'startedBy'
    | 'queuedAt'
    | 'startedAt'
    | 'endedAt'
    | 'attempts'
    | 'percent'
    | 'step'
    | 'lines'
    | 'problem'
    | 'on'
    | 'input'
    | 'result'
  >
}

/** Lets what an environment is to say. The last one that has to makes it so. */
export type LetEnvironmentChangeBody = OperationBody<{
  readonly entities: Entities
  readonly input: { readonly [name: string]: never }
  readonly row: Entities['EnvironmentChange']['row']
  readonly result: Entities['EnvironmentChange']['key']
  readonly rights: 'service'
  readonly reason: 'not-waiting'
}>

/** Says whether a deployment had to be let by one person alone. Moves `state` from `open` to `reviewed`. */
export type ReviewEmergencyBody = OperationBody<{
  readonly entities: Entities
  readonly input: {
    readonly isJustified: boolean
    readonly review: string
  }
  readonly row: Entities['Emergency']['row']
  readonly result: Entities['Emergency']['key']
  readonly rights: 'service'
  readonly reason: never
}>

/** Drafts a version of the charter from plain words, by rules alone. They change the newest version that is accepted, which its note names; where none is, or they are to begin from nothing, they are all that it is made of, and what they leave open it asks. */
export type DraftVersionBody = OperationBody<{
  readonly entities: Entities
  readonly input: {
    readonly words: string
    readonly fromNothing: boolean
  }
  readonly row: Entities['Project']['row']
  readonly result: Entities['Version']['key']
  readonly rights: 'service'
  readonly reason: 'no-api' | 'not-understood'
}>

/** How far a project is, phase by phase, with what is there, and what is missing for the next. */
export type PhasesOfProjectBody = OperationBody<{
  readonly entities: Entities
  readonly input: { readonly [name: string]: never }
  readonly row: Entities['Project']['row']
  readonly result: readonly Phase[]
  readonly rights: 'service'
  readonly reason: never
}>

/** What is joined in a project, as the caller may see it: sources, the services that are told of them, where those answer in which style, routes, who asked for them, their keys, and the webhooks of whoever asks. */
export type GraphOfProjectBody = OperationBody<{
  readonly entities: Entities
  readonly input: { readonly [name: string]: never }
  readonly row: Entities['Project']['row']
  readonly result: { readonly nodes: readonly GraphNode[]; readonly edges: readonly GraphEdge[]; readonly left: number }
  readonly rights: 'caller'
  readonly reason: never
}>

/** Makes a person one of a team. */
export type JoinTeamBody = OperationBody<{
  readonly entities: Entities
  readonly input: {
    readonly personId: string
  }
  readonly row: Entities['Team']['row']
  readonly result: Entities['Member']['key']
  readonly rights: 'service'
  readonly reason: 'oneself'
}>

/** Makes a group of a directory, a team that may nothing until an owner gives it a role. */
export type MakeGroupBody = OperationBody<{
  readonly entities: Entities
  readonly input: {
    readonly name: string
    readonly externalId: string | null
    /** Ids of `DirectoryUser`. */
    readonly join: readonly string[]
  }
  readonly row: null
  readonly result: Entities['Team']['key']
  readonly rights: 'service'
  readonly reason: 'oneself' | 'no-user'
}>

/** Says what a group of a directory is called, and who joins and leaves it. Who left out stays, unless it is said that all others leave. */
export type ChangeGroupBody = OperationBody<{
  readonly entities: Entities
  readonly input: {
    readonly name: string | null
    /** Empty: it has none from then on. */
    readonly externalId: string | null
    readonly join: readonly string[]
    readonly leave: readonly string[]
    readonly othersLeave: boolean
  }
  readonly row: Entities['Team']['row']
  readonly result: Entities['Team']['key']
  readonly rights: 'service'
  readonly reason: 'oneself' | 'no-user'
}>

/** Takes a group of a directory away, with what anybody might by it. */
export type RemoveGroupBody = OperationBody<{
  readonly entities: Entities
  readonly input: { readonly [name: string]: never }
  readonly row: Entities['Team']['row']
  readonly result: { readonly left: number }
  readonly rights: 'service'
  readonly reason: never
}>

/** Who of a directory is of one of its groups. */
export type MembersOfGroupBody = OperationBody<{
  readonly entities: Entities
  readonly input: { readonly [name: string]: never }
  readonly row: Entities['Team']['row']
  readonly result: readonly string[]
  readonly rights: 'service'
  readonly reason: never
}>

/** Makes a key for a machine, and gives it this once. That of a directory an owner makes, and it is for nothing else. */
export type MintKeyBody = OperationBody<{
  readonly entities: Entities
  readonly input: {
    readonly name: string
    readonly grants: readonly ('viewer' | 'designer' | 'operator' | 'auditor' | 'directory')[]
    readonly days: number
  }
  readonly row: null
  readonly result: { readonly id: string; readonly key: string; readonly endsAt: string }
  readonly rights: 'service'
  readonly reason: 'directory-alone' | 'owner-alone'
}>

/** Ends a key. It is refused everywhere within five seconds of the end of this run. */
export type RevokeKeyBody = JobBody<{
  readonly entities: Entities
  readonly input: { readonly [name: string]: never }
  readonly row: Entities['Key']['row']
  readonly result: { readonly ended: boolean }
  readonly rights: 'service'
  readonly reason: never
}>

/** When a key was shown last, which the platform says. */
export type NoteKeyUseBody = OperationBody<{
  readonly entities: Entities
  readonly input: {
    readonly usedAt: string
  }
  readonly row: Entities['Key']['row']
  readonly result: Entities['Key']['key']
  readonly rights: 'service'
  readonly reason: never
}>

/** Says that the target of a deployment ended it by itself, and why, which the platform says. */
export type GiveUpDeploymentBody = OperationBody<{
  readonly entities: Entities
  readonly input: {
    readonly why: string
  }
  readonly row: Entities['Deployment']['row']
  readonly result: Entities['Deployment']['key']
  readonly rights: 'service'
  readonly reason: never
}>

/** Has a key end sooner than it was to. */
export type ShortenKeyBody = OperationBody<{
  readonly entities: Entities
  readonly input: {
    readonly endsAt: string
  }
  readonly row: Entities['Key']['row']
  readonly result: Entities['Key']['key']
  readonly rights: 'service'
  readonly reason: never
}>

/** Reads the tables of a source, and makes nothing of them. */
export type TestSourceBody = JobBody<{
  readonly entities: Entities
  readonly input: { readonly [name: string]: never }
  readonly row: Entities['Source']['row']
  readonly result: { readonly tables: number; readonly losses: number }
  readonly rights: 'service'
  readonly reason: 'not-reached'
}>

/** Reads the tables of a source, and makes a version of the charter that serves them. */
export type IntrospectSourceBody = JobBody<{
  readonly entities: Entities
  readonly input: { readonly [name: string]: never }
  readonly row: Entities['Source']['row']
  readonly result: { readonly version: string; readonly tables: number; readonly losses: number }
  readonly rights: 'service'
  readonly reason: 'not-reached'
}>

/** Reads the tables of a source anew, and says what it changed since the newest version that was accepted. */
export type CompareSourceBody = JobBody<{
  readonly entities: Entities
  readonly input: { readonly [name: string]: never }
  readonly row: Entities['Source']['row']
  readonly result: { readonly changes: number }
  readonly rights: 'service'
  readonly reason: 'not-reached' | 'no-version'
}>

/** Takes what a scanner found, as SARIF 2.1.0 has it. What is known already is counted. */
export type ImportFindingsBody = OperationBody<{
  readonly entities: Entities
  readonly input: {
    readonly sarif: Json
  }
  readonly row: Entities['Project']['row']
  readonly result: { readonly found: number; readonly new: number; readonly again: number; readonly left: number }
  readonly rights: 'service'
  readonly reason: 'no-sarif'
}>

/** Says that it is so, and is to be fixed. Moves `state` from `open` to `accepted`. */
export type AcceptFindingBody = OperationBody<{
  readonly entities: Entities
  readonly input: {
    readonly reason: string | null
  }
  readonly row: Entities['Finding']['row']
  readonly result: Entities['Finding']['key']
  readonly rights: 'service'
  readonly reason: never
}>

/** Says that it is so no more, and why. Moves `state` from `open` or `accepted` to `fixed`. */
export type FixFindingBody = OperationBody<{
  readonly entities: Entities
  readonly input: {
    readonly reason: string
  }
  readonly row: Entities['Finding']['row']
  readonly result: Entities['Finding']['key']
  readonly rights: 'service'
  readonly reason: never
}>

/** Says that nothing is done about it, and why. Moves `state` from `open` or `accepted` to `dismissed`. */
export type DismissFindingBody = OperationBody<{
  readonly entities: Entities
  readonly input: {
    readonly reason: string
  }
  readonly row: Entities['Finding']['row']
  readonly result: Entities['Finding']['key']
  readonly rights: 'service'
  readonly reason: never
}>

/** Makes a draft of the charter's next version that answers a finding: of a text, or of words that say what is to change. It goes the way of every version, and the finding is fixed once a deployment with it is healthy. */
export type ProposeChangeBody = OperationBody<{
  readonly entities: Entities
  readonly input: {
    readonly text: string | null
    readonly words: string | null
    readonly note: string | null
  }
  readonly row: Entities['Finding']['row']
  readonly result: Entities['Version']['key']
  readonly rights: 'service'
  readonly reason: 'text-or-words' | 'no-version' | 'not-understood' | 'not-open'
}>

/** Says who looks at it. Moves `state` from `firing` to `acknowledged`. */
export type AcknowledgeAlertBody = OperationBody<{
  readonly entities: Entities
  readonly input: { readonly [name: string]: never }
  readonly row: Entities['Alert']['row']
  readonly result: Entities['Alert']['key']
  readonly rights: 'service'
  readonly reason: never
}>

/** Says that it is over. Moves `state` from `firing` or `acknowledged` to `resolved`. */
export type ResolveAlertBody = OperationBody<{
  readonly entities: Entities
  readonly input: { readonly [name: string]: never }
  readonly row: Entities['Alert']['row']
  readonly result: Entities['Alert']['key']
  readonly rights: 'service'
  readonly reason: never
}>

/** Generates what an accepted version gives, and keeps it by its digest. */
export type MakeReleaseBody = JobBody<{
  readonly entities: Entities
  readonly input: { readonly [name: string]: never }
  readonly row: Entities['Version']['row']
  readonly result: { readonly release: string; readonly digest: string }
  readonly rights: 'service'
  readonly reason: 'not-accepted'
}>

/** Makes a release again, and says whether it is equal, signed by this platform, and kept whole. */
export type VerifyReleaseBody = JobBody<{
  readonly entities: Entities
  readonly input: { readonly [name: string]: never }
  readonly row: Entities['Release']['row']
  readonly result: {
    readonly isEqual: boolean
    readonly isSigned: boolean
    readonly differing: number
    readonly lost: number
    readonly runs: number
    readonly unsignedRuns: number
  }
  readonly rights: 'service'
  readonly reason: never
}>

/** Writes the files of a release as a commit into a git repository of this organisation, on the machine of the platform. What is there already is not written again. */
export type PushReleaseBody = JobBody<{
  readonly entities: Entities
  readonly input: {
    readonly folder: string
    readonly branch: string
  }
  readonly row: Entities['Release']['row']
  readonly result: { readonly commit: string; readonly isNew: boolean }
  readonly rights: 'service'
  readonly reason: 'no-folders' | 'no-git' | 'not-taken'
}>

/** Brings back the release that answered there before. Where it was let with what the environment says now, by as many as it asks for now, it goes on by itself; else it waits as every deployment does. */
export type RollBackEnvironmentBody = OperationBody<{
  readonly entities: Entities
  readonly input: {
    readonly reason: string
  }
  readonly row: Entities['Environment']['row']
  readonly result: Entities['Deployment']['key']
  readonly rights: 'service'
  readonly reason: 'nothing-before'
}>

/** How the operations of an environment went between two times, with what half, 95 and 99 of a hundred calls took at most. Of up to three hours it is of whole minutes, of more of whole hours. */
export type TrafficOfBody = OperationBody<{
  readonly entities: Entities
  readonly input: {
    readonly from: string
    readonly to: string
    readonly deploymentId: string | null
  }
  readonly row: Entities['Environment']['row']
  readonly result: { readonly from: string; readonly to: string; readonly operations: readonly Traffic[] }
  readonly rights: 'service'
  readonly reason: never
}>

/** Makes a finding of each operation of an environment of which 95 of a hundred calls took longer than they may, over so many calls at least. What is known already is counted. */
export type FindSlowBody = OperationBody<{
  readonly entities: Entities
  readonly input: {
    readonly from: string
    readonly to: string
    readonly p95MaxMs: number
    readonly callsMin: number
  }
  readonly row: Entities['Environment']['row']
  readonly result: { readonly found: number; readonly new: number; readonly again: number }
  readonly rights: 'service'
  readonly reason: never
}>

/** Has a key taken until its row says, once that row is there. */
export type TakeKeyBody = JobBody<{
  readonly entities: Entities
  readonly input: { readonly [name: string]: never }
  readonly row: Entities['Key']['row']
  readonly result: { readonly taken: boolean }
  readonly rights: 'service'
  readonly reason: never
}>

/** Runs the tests of a run, and signs what they came to. */
export type RunTestsBody = JobBody<{
  readonly entities: Entities
  readonly input: { readonly [name: string]: never }
  readonly row: Entities['Run']['row']
  readonly result: { readonly passed: number; readonly failed: number; readonly skipped: number }
  readonly rights: 'service'
  readonly reason: 'not-run'
}>

/** Brings an approved deployment to its target. */
export type RollOutBody = JobBody<{
  readonly entities: Entities
  readonly input: { readonly [name: string]: never }
  readonly row: Entities['Deployment']['row']
  readonly result: { readonly address: string }
  readonly rights: 'service'
  readonly reason: 'changed' | 'not-healthy'
}>

/** Ends a deployment that was stopped, where it runs. */
export type WindDownBody = JobBody<{
  readonly entities: Entities
  readonly input: { readonly [name: string]: never }
  readonly row: Entities['Deployment']['row']
  readonly result: { readonly ended: boolean }
  readonly rights: 'service'
  readonly reason: never
}>

/** What own code may have own code do. */
export interface Internal {
  /** Has a key taken until its row says, once that row is there. */
  readonly takeKey: InternalOperation<
    [key: Entities['Key']['key'], value?: { readonly [name: string]: never }],
    Entities['TakeKeyJob']['key'],
    never
  >
  /** Runs the tests of a run, and signs what they came to. */
  readonly runTests: InternalOperation<
    [key: Entities['Run']['key'], value?: { readonly [name: string]: never }],
    Entities['RunTestsJob']['key'],
    'not-run'
  >
  /** Brings an approved deployment to its target. */
  readonly rollOut: InternalOperation<
    [key: Entities['Deployment']['key'], value?: { readonly [name: string]: never }],
    Entities['RollOutJob']['key'],
    'changed' | 'not-healthy'
  >
  /** Ends a deployment that was stopped, where it runs. */
  readonly windDown: InternalOperation<
    [key: Entities['Deployment']['key'], value?: { readonly [name: string]: never }],
    Entities['WindDownJob']['key'],
    never
  >
  /** Moves `state` from `firing` or `acknowledged` to `resolved`. */
  readonly endAlert: InternalOperation<
    [key: Entities['Alert']['key'], value?: { readonly [name: string]: never }],
    Entities['Alert']['key'],
    never
  >
  /** Moves `state` from `given` to `lapsed`. The service does so by itself after 3 days. */
  readonly lapseApproval: InternalOperation<
    [key: Entities['Approval']['key'], value?: { readonly [name: string]: never }],
    Entities['Approval']['key'],
    never
  >
  /** Moves `state` from `requested` to `approved`. */
  readonly approveDeployment: InternalOperation<
    [key: Entities['Deployment']['key'], value?: { readonly [name: string]: never }],
    Entities['Deployment']['key'],
    never
  >
  /** Moves `state` from `requested` to `refused`. */
  readonly refuseDeployment: InternalOperation<
    [key: Entities['Deployment']['key'], value?: { readonly [name: string]: never }],
    Entities['Deployment']['key'],
    never
  >
  /** Moves `state` from `requested` or `approved` to `expired`. The service does so by itself after 1 week. */
  readonly expireDeployment: InternalOperation<
    [key: Entities['Deployment']['key'], value?: { readonly [name: string]: never }],
    Entities['Deployment']['key'],
    never
  >
  /** Moves `state` from `requested` or `approved` to `void`. */
  readonly voidDeployment: InternalOperation<
    [key: Entities['Deployment']['key'], value?: { readonly [name: string]: never }],
    Entities['Deployment']['key'],
    never
  >
  /** Moves `state` from `approved` to `rolling`. */
  readonly rollDeployment: InternalOperation<
    [key: Entities['Deployment']['key'], value?: { readonly [name: string]: never }],
    Entities['Deployment']['key'],
    never
  >
  /** Moves `state` from `rolling` to `healthy`. */
  readonly settleDeployment: InternalOperation<
    [key: Entities['Deployment']['key'], value?: { readonly [name: string]: never }],
    Entities['Deployment']['key'],
    never
  >
  /** Moves `state` from `rolling` or `healthy` to `failing`. */
  readonly failDeployment: InternalOperation<
    [key: Entities['Deployment']['key'], value?: { readonly [name: string]: never }],
    Entities['Deployment']['key'],
    never
  >
  /** Moves `state` from `rolling` to `failing`. The service does so by itself after 1 hour. */
  readonly abandonDeployment: InternalOperation<
    [key: Entities['Deployment']['key'], value?: { readonly [name: string]: never }],
    Entities['Deployment']['key'],
    never
  >
  /** Moves `state` from `healthy` to `replaced`. */
  readonly replaceDeployment: InternalOperation<
    [key: Entities['Deployment']['key'], value?: { readonly [name: string]: never }],
    Entities['Deployment']['key'],
    never
  >
  /** Moves `state` from `healthy` or `failing` to `rolledBack`. */
  readonly rollBackDeployment: InternalOperation<
    [key: Entities['Deployment']['key'], value?: { readonly [name: string]: never }],
    Entities['Deployment']['key'],
    never
  >
  /** Moves `state` from `requested` to `made`. */
  readonly makeEnvironmentChange: InternalOperation<
    [key: Entities['EnvironmentChange']['key'], value?: { readonly [name: string]: never }],
    Entities['EnvironmentChange']['key'],
    never
  >
  /** Moves `state` from `requested` to `expired`. The service does so by itself after 1 week. */
  readonly expireEnvironmentChange: InternalOperation<
    [key: Entities['EnvironmentChange']['key'], value?: { readonly [name: string]: never }],
    Entities['EnvironmentChange']['key'],
    never
  >
  /** Moves `state` from `requested` to `void`. */
  readonly voidEnvironmentChange: InternalOperation<
    [key: Entities['EnvironmentChange']['key'], value?: { readonly [name: string]: never }],
    Entities['EnvironmentChange']['key'],
    never
  >
  /** Moves `state` from `open` or `accepted` to `fixed`. */
  readonly settleFinding: InternalOperation<
    [key: Entities['Finding']['key'], value?: { readonly [name: string]: never }],
    Entities['Finding']['key'],
    never
  >
  /** Moves `state` from `fixed` to `open`. */
  readonly reopenFinding: InternalOperation<
    [key: Entities['Finding']['key'], value?: { readonly [name: string]: never }],
    Entities['Finding']['key'],
    never
  >
  /** Moves `state` from `active` to `ended`. */
  readonly endKey: InternalOperation<
    [key: Entities['Key']['key'], value?: { readonly [name: string]: never }],
    Entities['Key']['key'],
    never
  >
  /** Moves `state` from `queued` to `running`. */
  readonly beginRun: InternalOperation<
    [key: Entities['Run']['key'], value?: { readonly [name: string]: never }],
    Entities['Run']['key'],
    never
  >
  /** Moves `state` from `running` to `passed`. */
  readonly passRun: InternalOperation<
    [key: Entities['Run']['key'], value?: { readonly [name: string]: never }],
    Entities['Run']['key'],
    never
  >
  /** Moves `state` from `queued` or `running` to `failed`. */
  readonly failRun: InternalOperation<
    [key: Entities['Run']['key'], value?: { readonly [name: string]: never }],
    Entities['Run']['key'],
    never
  >
  /** Moves `state` from `queued` or `running` to `failed`. The service does so by itself after 1 day. */
  readonly abandonRun: InternalOperation<
    [key: Entities['Run']['key'], value?: { readonly [name: string]: never }],
    Entities['Run']['key'],
    never
  >
}

/** The bytes of a part of a release. */
export type ReleasePartBody = RouteBody<{
  readonly entities: Entities
  readonly request: {
    readonly params: { readonly id: string }
    readonly query: { readonly path: string }
  }
  readonly answers: 'application/octet-stream'
  readonly rights: 'caller'
  readonly effect: 'read'
  readonly reason: 'no-part'
}>

/** All files of a release, as tar (POSIX pax) in gzip: the same release gives the same bytes. */
export type ReleaseArchiveBody = RouteBody<{
  readonly entities: Entities
  readonly request: {
    readonly params: { readonly id: string }
  }
  readonly answers: 'application/gzip'
  readonly rights: 'caller'
  readonly effect: 'read'
  readonly reason: 'no-release' | 'too-large'
}>

declare module '@charter/runtime/service' {
  interface InternalOperations extends Internal {}
}
