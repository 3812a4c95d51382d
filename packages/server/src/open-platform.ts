import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { connectors } from '@charter/connectors'
import type { Target } from '@charter/deploy'
import { loadCharter, requireSound } from '@charter/project'
import { type KeyProvider, outboundOf, readConfig, type Service } from '@charter/runtime/service'
import { derive, openService } from '@charter/service'
import { serveStyles } from '@charter/styles/serve'
import { folderBlobs } from './blobs/blobs.ts'
import { keepTidy } from './deployments/keep-tidy.ts'
import { apiKeysIn } from './keys/api-keys.ts'
import { keyUse } from './keys/key-use.ts'
import { openPeople, type People } from './people/open-people.ts'
import { platformCode } from './platform-code.ts'
import { platformUrl } from './platform-url.ts'
import { releaseKeyRoute } from './releases/release-key-route.ts'
import { openReleaseSigner } from './releases/release-signer.ts'
import { sourceGuard } from './sources/source-guard.ts'
import { sourceRanges } from './sources/source-ranges.ts'
import { type Generate, generate as generateTree } from './versions/generate.ts'

export interface PlatformOptions {
  /** What it keeps: rows, record, keys, and the parts of releases. */
  readonly folder: string
  /** As of every service: `PORT`, `DATABASE_URL`, `CHARTER_MODE`, …; `CHARTER_URL`, where people reach it; `SOURCES_TO`, where sources may be. */
  readonly env: Readonly<Record<string, string | undefined>>
  /** Where releases run. */
  readonly target: Target
  /** Instead of the key provider that the environment names. */
  readonly keys?: KeyProvider
  /** Instead of what generates the source of a version. */
  readonly generate?: Generate
  /** Instead of this machine's clock, for whatever of it has rules of time. */
  readonly nowMs?: () => number
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
export const openPlatform = async ({
  folder,
  env,
  target,
  keys,
  generate = generateTree,
  nowMs,
}: PlatformOptions): Promise<Platform> => {
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
  const signer = await openReleaseSigner(join(folder, 'keys', 'releases.pem')).catch(closing(people.close))
  const service: Service = await openService(derived, {
    config,
    ...platformCode({
      blobs: folderBlobs(join(folder, 'blobs')),
      guard,
      target,
      generate,
      keys: apiKeysIn(() => service.state),
      signer,
      mode: config.mode,
      ranges,
    }),
    issuers: [people.issuer],
    env,
    ...(keys && { keys }),
    ...(nowMs && { nowMs }),
  }).catch(closing(people.close))
  const stopTidying = keepTidy(target, service)
  const use = keyUse(service)
  const close = async (): Promise<void> => {
    stopTidying()
    use.close()
    await service.close().finally(people.close)
  }
  const served = await serveStyles(
    derived.styles,
    { ...service, authenticate: use.authenticate },
    {
      host: config.host,
      port: config.port,
      tls: config.tls,
      extend: (app) => {
        people.routes(app, service)
        releaseKeyRoute(app, signer)
      },
    },
  ).catch(closing(close))
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
