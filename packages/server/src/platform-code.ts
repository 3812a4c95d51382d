import type { Target } from '@charter/deploy'
import type { ServiceConfig, ServiceHooks } from '@charter/runtime/service'
import type { OpenServiceOptions } from '@charter/service'
import type { Blobs } from './blobs/blobs.ts'
import { approvalHooks } from './entities/approval.ts'
import { deploymentHooks } from './entities/deployment.ts'
import { directoryUserHooks } from './entities/directory-user.ts'
import { emergencyHooks } from './entities/emergency.ts'
import { environmentHooks } from './entities/environment.ts'
import { environmentChangeHooks } from './entities/environment-change.ts'
import { findingHooks } from './entities/finding.ts'
import { keyHooks } from './entities/key.ts'
import { memberHooks } from './entities/member.ts'
import { organisationHooks } from './entities/organisation.ts'
import { projectHooks } from './entities/project.ts'
import { routeHooks } from './entities/route.ts'
import { runHooks } from './entities/run.ts'
import { secretHooks } from './entities/secret.ts'
import { sourceHooks } from './entities/source.ts'
import { teamHooks } from './entities/team.ts'
import { versionHooks } from './entities/version.ts'
import type { ApiKeys } from './keys/api-keys.ts'
import type { PlatformLedger } from './ledger/open-ledger.ts'
import { acknowledgeAlert } from './operations/acknowledge-alert.ts'
import { changeGroup } from './operations/change-group.ts'
import { compareSource } from './operations/compare-source.ts'
import { decideFinding } from './operations/decide-finding.ts'
import { findSlow } from './operations/find-slow.ts'
import { giveUpDeployment } from './operations/give-up-deployment.ts'
import { graphOfProject } from './operations/graph-of-project.ts'
import { importFindings } from './operations/import-findings.ts'
import { introspectSource } from './operations/introspect-source.ts'
import { joinTeam } from './operations/join-team.ts'
import { letEnvironmentChange } from './operations/let-environment-change.ts'
import { makeGroup } from './operations/make-group.ts'
import { membersOfGroup } from './operations/members-of-group.ts'
import { mintKey } from './operations/mint-key.ts'
import { noteKeyUse } from './operations/note-key-use.ts'
import { phasesOfProject } from './operations/phases-of-project.ts'
import { pushRelease } from './operations/push-release.ts'
import { removeGroup } from './operations/remove-group.ts'
import { resolveAlert } from './operations/resolve-alert.ts'
import { reviewEmergency } from './operations/review-emergency.ts'
import { revokeKey } from './operations/revoke-key.ts'
import { rollBackEnvironment } from './operations/roll-back-environment.ts'
import { rollOut } from './operations/roll-out.ts'
import { runTests } from './operations/run-tests.ts'
import { shortenKey } from './operations/shorten-key.ts'
import { takeKey } from './operations/take-key.ts'
import { testSource } from './operations/test-source.ts'
import { trafficOf } from './operations/traffic-of.ts'
import { windDown } from './operations/wind-down.ts'
import type { ReleaseSigner } from './releases/release-signer.ts'
import { releaseArchive } from './routes/release-archive.ts'
import { releasePart } from './routes/release-part.ts'
import type { SourceGuard } from './sources/source-guard.ts'
import type { RunTests, Tests } from './suites/tests-run.ts'
import type { PlatformTelemetry } from './telemetry/open-telemetry.ts'
import type { Generate } from './versions/generate.ts'

/** What the platform's code is handed that its charter does not know. */
export interface PlatformPorts {
  readonly blobs: Blobs
  readonly guard: SourceGuard
  readonly target: Target
  readonly generate: Generate
  /** What runs the tests of releases. */
  readonly tests: Readonly<Record<Tests, RunTests>>
  readonly ledger: Pick<PlatformLedger, 'at' | 'variables' | 'take'>
  readonly telemetry: Pick<PlatformTelemetry, 'at' | 'variables'>
  readonly keys: ApiKeys
  /** Says of releases that they are this platform's. */
  readonly signer: ReleaseSigner
  /** Folder of git repositories, of each organisation in one of its name; null where there is none. */
  readonly gitFolders: string | null
  /** Of the platform, and of the services that it runs. */
  readonly mode: ServiceConfig['mode']
  /** Ranges of one's own network that services may connect to, and sources be in. */
  readonly ranges: readonly string[]
}

/**
 * A body of which what it needs is loaded when it is first asked for: the lexicon that drafts and the emitters that generate are hundreds
 * of modules, which a platform that nobody asks need not hold.
 */
const loaded =
  <Module, Input extends readonly unknown[], Output>(
    load: () => Promise<Module>,
    bodyIn: (module: Module) => (...input: Input) => Promise<Output> | Output,
  ): ((...input: Input) => Promise<Output>) =>
  async (...input) =>
    bodyIn(await load())(...input)

/** The bodies and hooks that the platform's charter asks for. */
export const platformCode = (
  ports: PlatformPorts,
): Required<Pick<OpenServiceOptions, 'operations' | 'routes'>> & { readonly hooks: ServiceHooks } => ({
  operations: {
    acceptFinding: decideFinding,
    acknowledgeAlert,
    changeGroup,
    compareSource: compareSource(ports),
    dismissFinding: decideFinding,
    draftVersion: loaded(
      () => import('./operations/draft-version.ts'),
      ({ draftVersion }) => draftVersion,
    ),
    fixFinding: decideFinding,
    graphOfProject,
    importFindings,
    introspectSource: introspectSource(ports),
    joinTeam,
    letEnvironmentChange,
    makeGroup,
    membersOfGroup,
    mintKey,
    noteKeyUse,
    phasesOfProject,
    makeRelease: loaded(
      () => import('./operations/make-release.ts'),
      ({ makeRelease }) => makeRelease(ports),
    ),
    proposeChange: loaded(
      () => import('./operations/propose-change.ts'),
      ({ proposeChange }) => proposeChange,
    ),
    pushRelease: pushRelease(ports),
    removeGroup,
    resolveAlert,
    reviewEmergency,
    revokeKey: revokeKey(ports),
    rollBackEnvironment,
    rollOut: rollOut(ports),
    runTests: runTests(ports),
    findSlow,
    giveUpDeployment,
    shortenKey,
    takeKey: takeKey(ports),
    testSource: testSource(ports),
    trafficOf,
    verifyRelease: loaded(
      () => import('./operations/verify-release.ts'),
      ({ verifyRelease }) => verifyRelease(ports),
    ),
    windDown: windDown(ports),
  },
  routes: { releaseArchive: releaseArchive(ports), releasePart: releasePart(ports) },
  hooks: {
    Approval: approvalHooks,
    Deployment: deploymentHooks(ports.signer),
    DirectoryUser: directoryUserHooks,
    Emergency: emergencyHooks,
    Environment: environmentHooks,
    EnvironmentChange: environmentChangeHooks,
    Finding: findingHooks,
    Key: keyHooks,
    Member: memberHooks,
    Organisation: organisationHooks,
    Project: projectHooks,
    Route: routeHooks,
    Run: runHooks,
    Secret: secretHooks,
    Source: sourceHooks(ports.guard),
    Team: teamHooks,
    Version: versionHooks,
  },
})
