import type { Target } from '@charter/deploy'
import type { ServiceConfig, ServiceHooks } from '@charter/runtime/service'
import type { OpenServiceOptions } from '@charter/service'
import type { Blobs } from './blobs/blobs.ts'
import { approvalHooks } from './entities/approval.ts'
import { deploymentHooks } from './entities/deployment.ts'
import { environmentHooks, secretHooks } from './entities/environment.ts'
import { organisationHooks } from './entities/organisation.ts'
import { sourceHooks } from './entities/source.ts'
import { versionHooks } from './entities/version.ts'
import { compareSource } from './operations/compare-source.ts'
import { introspectSource } from './operations/introspect-source.ts'
import { rollOut } from './operations/roll-out.ts'
import { windDown } from './operations/wind-down.ts'
import type { SourceGuard } from './sources/source-guard.ts'

/** What the platform's code is handed that its charter does not know. */
export interface PlatformPorts {
  readonly blobs: Blobs
  readonly guard: SourceGuard
  readonly target: Target
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
): Required<Pick<OpenServiceOptions, 'operations'>> & { readonly hooks: ServiceHooks } => ({
  operations: {
    compareSource: compareSource(ports),
    draftVersion: loaded(
      () => import('./operations/draft-version.ts'),
      ({ draftVersion }) => draftVersion,
    ),
    introspectSource: introspectSource(ports),
    makeRelease: loaded(
      () => import('./operations/make-release.ts'),
      ({ makeRelease }) => makeRelease(ports),
    ),
    rollOut: rollOut(ports),
    windDown: windDown(ports),
  },
  hooks: {
    Approval: approvalHooks,
    Deployment: deploymentHooks,
    Environment: environmentHooks,
    Organisation: organisationHooks,
    Secret: secretHooks,
    Source: sourceHooks(ports.guard),
    Version: versionHooks,
  },
})
