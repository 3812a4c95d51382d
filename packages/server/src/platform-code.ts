import type { Target } from '@charter/deploy'
import type { ServiceConfig, ServiceHooks } from '@charter/runtime/service'
import type { OpenServiceOptions } from '@charter/service'
import type { Blobs } from './blobs/blobs.ts'
import { approvalHooks } from './entities/approval.ts'
import { deploymentHooks } from './entities/deployment.ts'
import { emergencyHooks } from './entities/emergency.ts'
import { environmentHooks } from './entities/environment.ts'
import { environmentChangeHooks } from './entities/environment-change.ts'
import { keyHooks } from './entities/key.ts'
import { memberHooks } from './entities/member.ts'
import { organisationHooks } from './entities/organisation.ts'
import { secretHooks } from './entities/secret.ts'
import { sourceHooks } from './entities/source.ts'
import { teamHooks } from './entities/team.ts'
import { versionHooks } from './entities/version.ts'
import type { ApiKeys } from './keys/api-keys.ts'
import type { PlatformLedger } from './ledger/open-ledger.ts'
import { compareSource } from './operations/compare-source.ts'
import { introspectSource } from './operations/introspect-source.ts'
import { joinTeam } from './operations/join-team.ts'
import { letEnvironmentChange } from './operations/let-environment-change.ts'
import { mintKey } from './operations/mint-key.ts'
import { noteKeyUse } from './operations/note-key-use.ts'
import { phasesOfProject } from './operations/phases-of-project.ts'
import { reviewEmergency } from './operations/review-emergency.ts'
import { revokeKey } from './operations/revoke-key.ts'
import { rollBackEnvironment } from './operations/roll-back-environment.ts'
import { rollOut } from './operations/roll-out.ts'
import { trafficOf } from './operations/traffic-of.ts'
import { windDown } from './operations/wind-down.ts'
import type { ReleaseSigner } from './releases/release-signer.ts'
import { releasePart } from './routes/release-part.ts'
import type { SourceGuard } from './sources/source-guard.ts'
import type { PlatformTelemetry } from './telemetry/open-telemetry.ts'
import type { Generate } from './versions/generate.ts'

/** What the platform's code is handed that its charter does not know. */
export interface PlatformPorts {
  readonly blobs: Blobs
  readonly guard: SourceGuard
  readonly target: Target
  readonly generate: Generate
  readonly ledger: Pick<PlatformLedger, 'at' | 'variables' | 'take'>
  readonly telemetry: Pick<PlatformTelemetry, 'at' | 'variables'>
  readonly keys: ApiKeys
  /** Says of releases that they are this platform's. */
  readonly signer: ReleaseSigner
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
    compareSource: compareSource(ports),
    draftVersion: loaded(
      () => import('./operations/draft-version.ts'),
      ({ draftVersion }) => draftVersion,
    ),
    introspectSource: introspectSource(ports),
    joinTeam,
    letEnvironmentChange,
    mintKey,
    noteKeyUse,
    phasesOfProject,
    makeRelease: loaded(
      () => import('./operations/make-release.ts'),
      ({ makeRelease }) => makeRelease(ports),
    ),
    reviewEmergency,
    revokeKey: revokeKey(ports),
    rollBackEnvironment,
    rollOut: rollOut(ports),
    trafficOf,
    verifyRelease: loaded(
      () => import('./operations/verify-release.ts'),
      ({ verifyRelease }) => verifyRelease(ports),
    ),
    windDown: windDown(ports),
  },
  routes: { releasePart: releasePart(ports) },
  hooks: {
    Approval: approvalHooks,
    Deployment: deploymentHooks,
    Emergency: emergencyHooks,
    Environment: environmentHooks,
    EnvironmentChange: environmentChangeHooks,
    Key: keyHooks(ports.keys),
    Member: memberHooks,
    Organisation: organisationHooks,
    Secret: secretHooks,
    Source: sourceHooks(ports.guard),
    Team: teamHooks,
    Version: versionHooks,
  },
})
