import { join } from 'node:path'
import type { Target } from '@charter/deploy'
import type { ServiceModel } from '@charter/runtime'
import {
  fromEnvironment,
  type KeyProvider,
  outboundOf,
  privateFolder,
  readConfig,
  registerHealth,
  replicaName,
  type Service,
  signingKeyFile,
} from '@charter/runtime/service'
import { openService } from '@charter/service'
import { serveStyles } from '@charter/styles/serve'
import { noteCharter } from './care/charter-of.ts'
import { backupHours } from './care/last-backup.ts'
import { requireItsRows } from './care/moved.ts'
import { sayOtherVersion } from './care/other-version.ts'
import { askForBackups } from './care/readiness.ts'
import { stopWhatIsElsewhere } from './care/restored.ts'
import { keepTidy } from './deployments/keep-tidy.ts'
import { gitFolders } from './git/git-folders.ts'
import { apiKeysIn } from './keys/api-keys.ts'
import { keyUse } from './keys/key-use.ts'
import { openLedger, type PlatformLedger } from './ledger/open-ledger.ts'
import { openMail } from './mail/open-mail.ts'
import { sessionIdleMs } from './people/accounts/session-idle.ts'
import { openPeople, type People } from './people/open-people.ts'
import { placeBesideRows } from './place/beside-rows.ts'
import { platformCharter } from './platform-charter.ts'
import { platformCode } from './platform-code.ts'
import { platformRows } from './platform-rows.ts'
import { platformUrl } from './platform-url.ts'
import { releaseKeyRoute } from './releases/release-key-route.ts'
import { releaseSigner } from './releases/release-signer.ts'
import { contractRoute } from './routes/contract-route.ts'
import { sourceGuard } from './sources/source-guard.ts'
import { sourceRanges } from './sources/source-ranges.ts'
import { ownTestsAt } from './suites/own-tests-at.ts'
import type { RunTests, Tests } from './suites/tests-run.ts'
import { verifyApart } from './suites/verify-apart.ts'
import { openTelemetry, type PlatformTelemetry } from './telemetry/open-telemetry.ts'
import { requireTenantsApart } from './tenants-apart.ts'
import { generated } from './versions/apart/apart.ts'
import type { Generate } from './versions/generate.ts'

export interface PlatformOptions {
  /** What it keeps: rows, record, keys, and the parts of releases. */
  readonly folder: string
  /** As of every service: `PORT`, `CHARTER_MODE`, …; `DATABASE_URL`, a PostgreSQL database for its rows, else a file of the folder; `CHARTER_URL`, where people reach it; `SOURCES_TO`, where sources may be; `WEBHOOKS_TO`, where receivers of webhooks may be; `GIT_FOLDERS`, where git repositories are; `BACKUP_MAX_AGE`, hours; `SESSION_IDLE`, minutes. */
  readonly env: Readonly<Record<string, string | undefined>>
  /** Where releases run. */
  readonly target: Target
  /** Instead of the key provider that the environment names. */
  readonly keys?: KeyProvider
  /** Instead of what generates the source of a version. */
  readonly generate?: Generate
  /** What runs tests of releases, instead of what does otherwise. */
  readonly tests?: Partial<Readonly<Record<Tests, RunTests>>>
  /** Instead of this machine's clock, for whatever of it has rules of time. */
  readonly nowMs?: () => number
}

export interface Platform {
  /** Where its API is, below `/api/v1`. */
  readonly url: string
  readonly service: Service
  /** Who signs in to it, and how. */
  readonly people: People
  /** What its services say of themselves. */
  readonly telemetry: Pick<PlatformTelemetry, 'flush'>
  close(): Promise<void>
}

/** The platform: its own charter, served in process. Rejects with a ConfigError where the environment asks for what cannot be. */
export const openPlatform = async (options: PlatformOptions): Promise<Platform> => {
  const opened = new AsyncDisposableStack()
  try {
    return await openIn(opened, options)
  } catch (error) {
    await opened.disposeAsync()
    throw error
  }
}

/** Each part is closed before those that were opened before it. */
const openIn = async (opened: AsyncDisposableStack, options: PlatformOptions): Promise<Platform> => {
  const { folder, env, target, keys, generate = generated, tests, nowMs } = options
  const kept = <Part extends { close(): Promise<void> }>(part: Part): Part => opened.adopt(part, () => part.close())
  requireItsRows(folder, env)
  const derived = await platformCharter(env)
  const { model, connector } = derived
  const databaseUrl = connector.ownUrl('{data}/platform') ?? ''
  const configOf = (ledger: PlatformOptions['env']) =>
    readConfig({ ...ledger, ...env, CHARTER_DATA: folder }, { name: model.name, databaseUrl })
  const isLocal = configOf({}).mode === 'development'
  const hours = backupHours(env)
  const idleMs = sessionIdleMs(env)
  const loopback = isLocal ? ['127.0.0.0/8', '::1'] : []
  const ranges = [...loopback, ...sourceRanges(env)]
  const guard = sourceGuard({ outbound: outboundOf(ranges), mayReadFiles: isLocal })
  /** What goes wrong before there is a service to tell it. */
  const early: unknown[] = []
  let tell = (error: unknown): void => void early.push(error)
  const onBug = (error: unknown): void => tell(error)
  const ledger = kept(await openLedger({ folder, onBug }))
  await takeOwnRecord(ledger, folder, model)
  const telemetry = kept(await openTelemetry({ folder, onBug }))
  const read = configOf(ledger.variables(replicaName()))
  const config = { ...read, webhooks: { to: [...loopback, ...read.webhooks.to] } }
  let listening = ''
  const isTls = config.tls !== null || config.isBehindTlsProxy
  const url = platformUrl(env, { isTls, listening: () => listening })
  const place = kept(await placeBesideRows(derived, config, options))
  const mail = openMail(env)
  opened.defer(() => mail?.close())
  const people = await openPeople({ place, mode: config.mode, url, isTls, audience: model.name, mail, idleMs, onBug })
  const signer = releaseSigner(await place.secrets.ofReleases())
  const rows = platformRows(connector)
  const service: Service = await openService(
    { ...derived, connector: rows.connector },
    {
      config,
      ...platformCode({
        blobs: place.blobs,
        guard,
        target,
        generate,
        tests: { verify: verifyApart, ownTests: ownTestsAt(target), ...tests },
        ledger,
        telemetry,
        keys: apiKeysIn(() => service.state),
        signer,
        gitFolders: gitFolders(env),
        mode: config.mode,
        ranges,
      }),
      issuers: [people.issuer],
      env,
      ...(keys && { keys }),
      ...(nowMs && { nowMs }),
    },
  ).catch(sayOtherVersion({ folder, url: fromEnvironment(env, 'DATABASE_URL') ?? null }))
  kept(service)
  await requireTenantsApart(rows.database(), { connector: connector.name, mode: config.mode })
  noteCharter(folder)
  tell = service.onBug
  early.forEach(tell)
  telemetry.begin(service)
  // What was pushed is written while there are rows to write it in.
  opened.defer(() => telemetry.close().catch(service.onBug))
  await stopWhatIsElsewhere(folder, target, service).catch(service.onBug)
  opened.defer(keepTidy(target, service))
  const use = keyUse(service)
  opened.defer(use.close)
  const served = await serveStyles(
    derived.styles,
    { ...service, authenticate: use.authenticate },
    {
      host: config.host,
      port: config.port,
      tls: config.tls,
      extend: (app) => {
        askForBackups(app, { folder, hours })
        registerHealth(app, service)
        people.routes(app, service)
        releaseKeyRoute(app, signer)
        contractRoute(app, derived.charter)
      },
    },
  )
  opened.defer(() => served.close())
  listening = served.url
  return { url: served.urls.rest ?? '', service, people, telemetry, close: () => opened.disposeAsync() }
}

/** Its own record goes to its ledger, as that of any service; it is known there before it says anything. */
const takeOwnRecord = async (ledger: PlatformLedger, folder: string, { crypto }: ServiceModel): Promise<void> => {
  privateFolder(join(folder, 'keys'))
  const { publicKey } = await signingKeyFile(join(folder, 'keys', 'audit.pem'), crypto)
  await ledger.take(replicaName(), publicKey.export({ type: 'spki', format: 'pem' }).toString())
}
