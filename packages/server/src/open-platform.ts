import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { connectors } from '@charter/connectors'
import type { Target } from '@charter/deploy'
import { requireSound } from '@charter/project/check'
import { loadCharter } from '@charter/project/load'
import { type KeyProvider, outboundOf, readConfig, type Service } from '@charter/runtime/service'
import { derive, openService } from '@charter/service'
import { serveStyles } from '@charter/styles/serve'
import { folderBlobs } from './blobs/blobs.ts'
import { keepTidy } from './deployments/keep-tidy.ts'
import { openPeople, type People } from './people/open-people.ts'
import { platformCode } from './platform-code.ts'
import { platformUrl } from './platform-url.ts'
import { sourceGuard } from './sources/source-guard.ts'
import { sourceRanges } from './sources/source-ranges.ts'

export interface PlatformOptions {
  /** What it keeps: rows, record, keys, and the parts of releases. */
  readonly folder: string
  /** As of every service: `PORT`, `DATABASE_URL`, `CHARTER_MODE`, …; `CHARTER_URL`, where people reach it; `SOURCES_TO`, where sources may be. */
  readonly env: Readonly<Record<string, string | undefined>>
  /** Where releases run. */
  readonly target: Target
  /** Instead of the key provider that the environment names. */
  readonly keys?: KeyProvider
}

export interface Platform {
  /** Where its API is, below `/api/v1`. */
  readonly url: string
  readonly service: Service
  /** Who signs in to it, and how. */
  readonly people: People
  close(): Promise<void>
}

const require = createRequire(import.meta.url)
export const charterFolder = join(dirname(require.resolve('@charter/server/package.json')), 'charter')

/** The platform: its own charter, served in process. Rejects with a ConfigError where the environment asks for what cannot be. */
export const openPlatform = async ({ folder, env, target, keys }: PlatformOptions): Promise<Platform> => {
  const loaded = await loadCharter(charterFolder)
  const derived = derive(requireSound(loaded), connectors, loaded.document.lock)
  const config = readConfig(
    { ...env, CHARTER_DATA: folder },
    { name: derived.model.name, databaseUrl: derived.connector.ownUrl('{data}/platform') ?? '' },
  )
  const isLocal = config.mode === 'development'
  const ranges = [...(isLocal ? ['127.0.0.0/8', '::1'] : []), ...sourceRanges(env)]
  const guard = sourceGuard({
    outbound: outboundOf(ranges),
    mayReadFiles: isLocal,
  })
  let listening = ''
  const isTls = config.tls !== null || config.isBehindTlsProxy
  const people = await openPeople({
    folder,
    mode: config.mode,
    url: platformUrl(env, { isTls, listening: () => listening }),
    isTls,
    audience: derived.model.name,
    onBug: (error) => service.onBug(error),
  })
  const service = await openService(derived, {
    config,
    ...platformCode({ blobs: folderBlobs(join(folder, 'blobs')), guard, target, mode: config.mode, ranges }),
    issuers: [people.issuer],
    env,
    ...(keys && { keys }),
  }).catch(closing(people.close))
  const stopTidying = keepTidy(target, service)
  const close = async (): Promise<void> => {
    stopTidying()
    await service.close().finally(people.close)
  }
  const served = await serveStyles(derived.styles, service, {
    host: config.host,
    port: config.port,
    tls: config.tls,
    extend: (app) => people.routes(app, service),
  }).catch(closing(close))
  listening = served.url
  return {
    url: served.urls.rest ?? '',
    service,
    people,
    close: () => served.close().finally(close),
  }
}

/** What was opened before is closed where the next does not open. */
const closing =
  (close: () => Promise<void>) =>
  async (error: unknown): Promise<never> => {
    await close()
    throw error
  }
