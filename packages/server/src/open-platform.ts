import { join } from 'node:path'
import { connectors } from '@charter/connectors'
import type { Target } from '@charter/deploy'
import { loadCharter, requireSound } from '@charter/project'
import { outboundOf, readConfig, type Service } from '@charter/runtime/service'
import { derive, openService } from '@charter/service'
import { serveStyles } from '@charter/styles/serve'
import { folderBlobs } from './blobs/blobs.ts'
import { endUnknown } from './deployments/end-unknown.ts'
import { platformCode } from './platform-code.ts'
import { sourceGuard } from './sources/source-guard.ts'

export interface PlatformOptions {
  /** What it keeps: rows, record, keys, and the parts of releases. */
  readonly folder: string
  /** As of every service: `PORT`, `DATABASE_URL`, `CHARTER_MODE`, … */
  readonly env: Readonly<Record<string, string | undefined>>
  /** Where releases run. */
  readonly target: Target
}

export interface Platform {
  /** Where its API is, below `/api/v1`. */
  readonly url: string
  readonly service: Service
  close(): Promise<void>
}

/** How often what runs is compared with what should. */
const tidyMs = 60_000

export const charterFolder = new URL('../charter', import.meta.url).pathname

/** The platform: its own charter, served in process. Rejects with a ConfigError where the environment asks for what cannot be. */
export const openPlatform = async ({ folder, env, target }: PlatformOptions): Promise<Platform> => {
  const loaded = await loadCharter(charterFolder)
  const derived = derive(requireSound(loaded), connectors, loaded.document.lock)
  const config = readConfig(
    { ...env, CHARTER_DATA: folder },
    { name: derived.model.name, databaseUrl: derived.connector.ownUrl('{data}/platform') ?? '' },
  )
  const isLocal = config.mode === 'development'
  const guard = sourceGuard({ outbound: outboundOf(isLocal ? ['127.0.0.0/8', '::1'] : []), mayReadFiles: isLocal })
  const service = await openService(derived, {
    config,
    ...platformCode({ blobs: folderBlobs(join(folder, 'blobs')), guard, target, mode: config.mode }),
    env,
  })
  const tidy = (): void => void endUnknown(target, service.store).catch(service.onBug)
  tidy()
  const timer = setInterval(tidy, tidyMs).unref()
  const served = await serveStyles(derived.styles, service, { host: config.host, port: config.port })
  return {
    url: served.urls.rest ?? '',
    service,
    close: () => {
      clearInterval(timer)
      return served.close().finally(() => service.close())
    },
  }
}
