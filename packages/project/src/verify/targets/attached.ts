import { rm } from 'node:fs/promises'
import { readConfig } from '@charter/runtime/service'
import { type Derived, openService } from '@charter/service'
import { exampleHooks } from '../../example-code.ts'
import { freePort, runService } from '../../run.ts'
import { installNodeModules } from '../../runtime-cache.ts'
import { temporaryFolder } from '../../temporary-folder.ts'
import { openCredentials } from '../credentials/credentials.ts'
import { seedRows } from '../seed-rows.ts'
import type { Target } from '../target.ts'
import { tokenMint } from '../tokens.ts'
import { idleEnv, verifiedEnv } from '../verified-env.ts'
import { urlsOf } from './generated.ts'
import { serve } from './serve.ts'

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
  const dataFolder = await temporaryFolder('verify')
  const { attributes } = seedRows(derived.model)
  const credentials = await openCredentials({ ...derived, dataFolder, attributes, state: null })
  const mint = await tokenMint(dataFolder, derived.model, attributes)
  const opening = { ...given, dataFolder, env: { ...verifiedEnv, ...credentials.env, ...idleEnv } }
  const letGo = async (): Promise<void> => {
    await credentials.close()
    await rm(dataFolder, { recursive: true, force: true })
  }
  const starting = folder === null ? inProcess(derived, opening) : generated(derived, folder, opening)
  const service = await starting.catch((error: unknown) => letGo().then(() => Promise.reject(error)))
  return {
    name: folder ?? 'in process',
    url: service.url,
    urls: service.urls,
    tokenOf: (as, shows) => (shows ? credentials.show(as, shows) : mint(as)),
    isOnlyRead: true,
    reset: null,
    close: async () => {
      await service.stop()
      await letGo()
    },
  }
}

interface AttachedServiceOptions extends AttachedOptions {
  readonly dataFolder: string
  /** Whom the service may believe. */
  readonly env: Readonly<Record<string, string>>
}

interface AttachedService {
  readonly url: string
  readonly urls: Readonly<Record<string, string>>
  stop(): Promise<void>
}

const inProcess = async (
  derived: Derived,
  { databaseUrl, mayCreate, dataFolder, env }: AttachedServiceOptions,
): Promise<AttachedService> => {
  const config = readConfig(
    {
      ...env,
      CHARTER_MODE: 'development',
      CHARTER_DATA: dataFolder,
      DATABASE_URL: databaseUrl,
      CHARTER_ALLOW_DDL: String(mayCreate),
    },
    { name: derived.model.name, databaseUrl: '' },
  )
  const service = await openService(derived, { config, hooks: exampleHooks(derived.model) })
  const served = await serve(derived, service)
  return {
    url: served.url,
    urls: served.urls,
    stop: async () => {
      await served.close()
      await service.close()
    },
  }
}

const generated = async (
  derived: Derived,
  folder: string,
  opening: AttachedServiceOptions,
): Promise<AttachedService> => {
  await installNodeModules(folder)
  const service = await runService({ folder, port: await freePort(8900 + Math.floor(Math.random() * 800)), ...opening })
  return { url: service.url, urls: urlsOf(derived, service), stop: service.stop }
}
