import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { isolationMissing, machineTarget, npmInside } from '@charter/deploy'
import { bringNodeModules } from '@charter/project/runtime-cache'
import { openPlatform, type Platform } from '../open-platform.ts'
import { holdFolder } from './hold-folder.ts'
import { isExample } from './is-example.ts'
import { keepAddress } from './local-address.ts'
import { localOwner } from './local-owner.ts'
import { type Example, openExample } from './open-example.ts'
import { serviceLimits } from './service-limits.ts'

export interface LocalOptions {
  /** What the platform keeps, and what its services keep. */
  readonly folder: string
  readonly host: string
  readonly port: number
  /** Of the environment: what the platform reads of it besides. */
  readonly env: Readonly<Record<string, string | undefined>>
  readonly onStep?: (step: string) => void
}

export interface Local {
  readonly platform: Platform
  /** Null where there is none any more. */
  readonly example: Example | null
  /** Why services cannot be kept apart here, so that none are run but the example; null where they can. */
  readonly isolationMissing: string | null
}

/**
 * A platform for whoever sits at this machine, with an example that answers. What runs goes on when it is closed. Rejects with a FolderHeld
 * where another process has it open.
 */
export const openLocal = async (options: LocalOptions): Promise<Local> => {
  const letGo = holdFolder(options.folder)
  try {
    const local = await openHeld(options)
    const close = (): Promise<void> => local.platform.close().finally(letGo)
    return { ...local, platform: { ...local.platform, close } }
  } catch (error) {
    letGo()
    throw error
  }
}

const openHeld = async ({ folder, host, port, env, onStep = () => {} }: LocalOptions): Promise<Local> => {
  onStep('Opening the platform')
  const target = machineTarget({
    folder: machineFolder(folder),
    install: async (release) =>
      bringNodeModules(release, (await isolationMissing()) === null ? npmInside(machineFolder(folder)) : undefined),
    isOurs: isExample,
    limits: serviceLimits(env),
  })
  const platform = await openPlatform({
    folder,
    env: { ...env, CHARTER_MODE: 'development', HOST: host, PORT: String(port) },
    target,
  })
  try {
    keepAddress(folder, platform.url)
    const example = await openExample(localOwner(platform), onStep)
    return { platform, example, isolationMissing: await isolationMissing() }
  } catch (error) {
    await platform.close()
    throw error
  }
}

/**
 * Ends what runs for the platform of a folder; it is there again when that is opened. Rejects with a FolderHeld where that is open: it
 * would begin again what it has.
 */
export const endLocal = async (folder: string): Promise<void> => {
  if (!existsSync(folder)) return
  const letGo = holdFolder(folder)
  await machineTarget({ folder: machineFolder(folder), install: bringNodeModules })
    .end()
    .finally(letGo)
}

/** Where services of this machine lie, in the folder of their platform. */
const machineFolder = (folder: string): string => join(folder, 'machine')

/** Where the service of an environment keeps what it keeps, its keys among it. */
export const dataOf = (folder: string, environment: string): string => join(machineFolder(folder), 'data', environment)

/** What the service of a deployment said. */
export const logOf = (folder: string, deployment: string): string =>
  join(machineFolder(folder), 'logs', `${deployment}.log`)
