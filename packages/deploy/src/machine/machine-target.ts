import { realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { privateFolder } from '@charter/runtime/settings/private-files'
import { isolationMissingOnce, notApart } from '../sandbox/isolation-missing.ts'
import { type MachineLimits, usualLimits } from '../supervisor/instance-spec.ts'
import { recordKeyIn } from '../supervisor/record-key.ts'
import { dataOf } from '../supervisor/start-instance.ts'
import { supervisorOf } from '../supervisor/supervisor-client.ts'
import { NotRolledOut, type RolledOut, type Target } from '../target.ts'
import { testRelease } from '../tests/test-release.ts'
import { releaseFolder } from './release-folder.ts'

export interface MachineOptions {
  /** What it keeps: releases, what services wrote, their logs. */
  readonly folder: string
  /** Brings what the service in a folder depends on, and links it there as `node_modules`. */
  readonly install: (folder: string) => Promise<void>
  readonly limits?: MachineLimits
  /** Whether nobody but us wrote what is deployed: then it runs also where nothing can be shut in. Nothing is, where this is left out. */
  readonly isOurs?: (deployment: RolledOut) => Promise<boolean>
}

export interface MachineTarget extends Target {
  /** Ends every service and what watches over them; with the next call of anything else they begin again. */
  end(): Promise<void>
}

/**
 * Processes of this machine, each in a sandbox of its own, under a supervisor that outlives this process. Rejects to roll out where the
 * machine cannot keep them apart.
 */
export const machineTarget = ({
  folder,
  install,
  limits = usualLimits,
  isOurs = async () => false,
}: MachineOptions): MachineTarget => {
  const supervisor = supervisorOf(folder)
  const isolationMissing = isolationMissingOnce()
  return {
    rollOut: async (deployment) => {
      const missing = await isolationMissing()
      if (missing !== null && !(await isOurs(deployment))) throw new NotRolledOut(notApart(missing), null)
      privateFolder(join(folder, 'releases'))
      const release = await releaseFolder(join(folder, 'releases'), deployment)
      await install(release)
      const ports = await supervisor.rollOut({
        deployment: deployment.id,
        environment: deployment.environment.id,
        release,
        modules: await realpath(join(release, 'node_modules')),
        variables: deployment.environment.variables,
        reaches: deployment.environment.reaches,
        ranges: deployment.environment.ranges,
        own: deployment.environment.own,
        isBare: missing !== null,
        listeners: deployment.listeners,
        keepsRecord: deployment.keepsRecord,
        limits,
      })
      const recordKey = recordKeyIn(dataOf(folder, deployment.environment.id))
      const { http, ...others } = ports
      return {
        address: `http://127.0.0.1:${http}`,
        listeners: Object.fromEntries(Object.entries(others).map(([style, port]) => [style, `127.0.0.1:${port}`])),
        ...(recordKey !== null && { recordKey }),
      }
    },
    stop: (deployment) => supervisor.stop(deployment),
    test: (release, options) => testRelease({ folder, install }, release, options),
    running: () => supervisor.deployments(),
    ended: () => supervisor.overfull(),
    end: () => supervisor.end(),
  }
}
