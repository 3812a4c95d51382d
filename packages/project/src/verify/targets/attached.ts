import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '@charter/runtime/service'
import { type Derived, openService } from '@charter/service'
import { serveStyles } from '@charter/styles'
import { freePort, runService } from '../../run.ts'
import { installNodeModules } from '../../runtime-cache.ts'
import { seedRows } from '../seed-rows.ts'
import type { Target } from '../target.ts'
import { tokenMint } from '../tokens.ts'

export interface AttachedOptions {
  readonly databaseUrl: string
  /** A schema for state may be made in it. */
  readonly mayCreate: boolean
}

/** A service over somebody else's database, which is only read: generated in `folder`, or in process where that is null. */
export const attachedTarget = async (
  derived: Derived,
  folder: string | null,
  given: AttachedOptions,
): Promise<Target> => {
  const dataFolder = await mkdtemp(join(tmpdir(), 'charter-verify-'))
  const service = await (folder === null ? inProcess(derived, given, dataFolder) : generated(folder, given, dataFolder))
  return {
    name: folder ?? 'in process',
    url: service.url,
    tokenOf: await tokenMint(dataFolder, derived.model, seedRows(derived.model).attributes),
    reset: null,
    close: async () => {
      await service.stop()
      await rm(dataFolder, { recursive: true, force: true })
    },
  }
}

interface Running {
  readonly url: string
  stop(): Promise<void>
}

const inProcess = async (
  derived: Derived,
  { databaseUrl, mayCreate }: AttachedOptions,
  dataFolder: string,
): Promise<Running> => {
  const config = readConfig(
    {
      CHARTER_MODE: 'development',
      CHARTER_DATA: dataFolder,
      DATABASE_URL: databaseUrl,
      CHARTER_ALLOW_DDL: String(mayCreate),
    },
    { name: derived.model.name, databaseUrl: '' },
  )
  const service = await openService(derived, { config })
  const served = await serveStyles(derived.styles, service, { host: '127.0.0.1', port: 0 })
  return {
    url: served.url,
    stop: async () => {
      await served.close()
      await service.close()
    },
  }
}

const generated = async (folder: string, given: AttachedOptions, dataFolder: string): Promise<Running> => {
  await installNodeModules(folder)
  return runService({ folder, port: await freePort(8900 + Math.floor(Math.random() * 800)), ...given, dataFolder })
}
