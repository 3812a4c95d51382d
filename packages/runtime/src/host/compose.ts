import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Authenticate, Execute, Principal } from '../call/call.ts'
import { addressPast, type ClientAddress } from '../call/client-address.ts'
import type { FileCalls } from '../call/file-calls.ts'
import { hasWork } from '../call/has-work.ts'
import { majorOf } from '../call/major.ts'
import type { LimitsModel, ServiceModel } from '../call/model.ts'
import { principalKey } from '../call/principal-key.ts'
import type { Admit, ExecuteBatch, Refusals, ServiceBackend } from '../call/service-backend.ts'
import { Fault, type OnBug, type ServiceLog } from '../call/service-log.ts'
import type { Sessions } from '../call/sessions.ts'
import { needsProtection } from '../call/written.ts'
import { afterCommit } from '../execute/after-commit.ts'
import { type ChangeFeed, changeFeed } from '../execute/change-feed.ts'
import { changesKeptMs } from '../execute/changes.ts'
import type { ServiceHooks } from '../execute/entity-hooks.ts'
import { createExecutor } from '../execute/executor.ts'
import type { Workers } from '../execute/jobs/workers.ts'
import type { AnyOperationBody } from '../execute/operation-body.ts'
import type { AnyRouteBody } from '../execute/route-body.ts'
import { sessionsOf } from '../http/session/sessions.ts'
import { createAuthenticator } from '../identity/authenticate.ts'
import { type DevelopmentIssuer, developmentIssuer } from '../identity/development-issuer.ts'
import { discoveredKeys } from '../identity/discovered-keys.ts'
import { inSession } from '../identity/in-session.ts'
import type { Issuer } from '../identity/issuer.ts'
import { remoteKeys } from '../identity/jwks.ts'
import { membersOf } from '../identity/membership/members.ts'
import { assertionKeys } from '../identity/saml/assertion-keys.ts'
import { type Exchange, type ExchangeOptions, exchangeOf } from '../identity/sign-in/exchange.ts'
import { proveByAssertion } from '../identity/sign-in/message-assertion.ts'
import { type OwnIssuer, ownIssuer } from '../identity/sign-in/own-issuer.ts'
import { outboundOf } from '../limits/outbound.ts'
import { ratesOf } from '../limits/rates.ts'
import { byDeadline } from '../limits/until.ts'
import { type Problem, ProblemError } from '../problem/problem.ts'
import type { Environment } from '../protect/keys/config.ts'
import type { KeyProvider } from '../protect/keys/provider.ts'
import { openProtection } from '../protect/open-protection.ts'
import type { Protection } from '../protect/protection.ts'
import { requireStillSealed } from '../protect/still-sealed.ts'
import { auditEntry, newNotes } from '../record/audit-entry.ts'
import type { AuditRecorder } from '../record/audit-recorder.ts'
import { countRefusals, withRefusals } from '../record/refusals.ts'
import { requireServedTables } from '../rows/served-tables.ts'
import { isSealedAtRest } from '../settings/at-rest.ts'
import { ConfigError } from '../settings/config-error.ts'
import { fipsMistake, hasFipsProvider } from '../settings/fips.ts'
import { secretFile, signingKeyFile } from '../settings/key-file.ts'
import { keySetAt } from '../settings/load-json.ts'
import { privateData } from '../settings/private-files.ts'
import { pairMistake } from '../settings/tls.ts'
import type { Queue } from '../store/queue.ts'
import type { State } from '../store/state.ts'
import type { Store } from '../store/store.ts'
import type { ServiceConfig } from './config.ts'
import { gapsIn } from './gaps.ts'
import type { MetricsPlace } from './offer-metrics.ts'
import { openFiles } from './open-files.ts'
import { openRecord } from './open-record.ts'
import { openWorkers } from './open-workers.ts'
import { type PageDoor, pageDoor } from './page-door.ts'
import type { Telemetry } from './telemetry.ts'

export interface ServiceParts {
  readonly model: ServiceModel
  /** Where the rows are. */
  readonly store: Store
  readonly state: State
  readonly operations: Readonly<Record<string, AnyOperationBody>>
  readonly routes?: Readonly<Record<string, AnyRouteBody>>
  readonly hooks?: ServiceHooks
  readonly config: ServiceConfig
  /** Whose tokens are taken beside those that the environment names: of a sign-in that stands beside the charter. */
  readonly issuers?: readonly Issuer[]
  readonly telemetry?: Telemetry | null
  readonly nowMs?: () => number
  readonly onBug?: OnBug
  /** Left out: nothing is logged. */
  readonly log?: ServiceLog | null
  /** Where secrets of the key provider are; default: the process' environment. */
  readonly env?: Environment
  /** Instead of the key provider that the environment names. */
  readonly keys?: KeyProvider
  /** Instead of asking Node whether it uses a validated provider. */
  readonly hasFips?: () => boolean
}

/** A service without its protocol: what a style's server calls, and how it is shut down. */
export interface Service {
  readonly model: ServiceModel
  readonly execute: Execute
  readonly executeBatch: ExecuteBatch
  readonly admit: Admit
  /** Null where no field is a file. */
  readonly files: FileCalls | null
  readonly authenticate: Authenticate
  /** Issuers whose access tokens are taken, as URLs. */
  readonly authorizationServers: readonly string[]
  readonly audit: AuditRecorder
  readonly state: State
  /** What goes on past its call waits there. */
  readonly queue: Queue
  readonly store: Store
  readonly telemetry: Telemetry | null
  readonly feed: ChangeFeed
  /** Null where nothing is encrypted or tokenised. */
  readonly protection: Protection | null
  readonly onBug: OnBug
  readonly log: ServiceLog | null
  /** Where `/metrics` may be asked for. */
  readonly metrics: MetricsPlace
  readonly nowMs: () => number
  readonly addressOf: ClientAddress
  readonly refusals: Refusals
  readonly admitImport: (principal: Principal) => Problem | null
  /** Null where browsers sign in by no cookie. */
  readonly sessions: Sessions | null
  readonly recordSignIn: NonNullable<ServiceBackend['recordSignIn']>
  /** Null where no assertions are taken. */
  readonly exchange: Exchange | null
  /** Null in production. */
  readonly development: Development | null
  readonly isDevelopment: boolean
  close(): Promise<void>
}

/** What development has beside: tokens for the asking, and a page for whoever was told its address. */
export interface Development extends DevelopmentIssuer {
  readonly page: PageDoor
}

/** The composition root that generated services and the in-process one share. */
export const composeService = async (parts: ServiceParts): Promise<Service> => {
  const { model, config, state, telemetry = null } = parts
  const store = telemetry ? parts.store.watched(telemetry.watch) : parts.store
  const nowMs = parts.nowMs ?? Date.now
  const { log = null } = parts
  const onBug: OnBug = (error, origin) => {
    log?.bug(error, origin)
    parts.onBug?.(error, origin)
  }
  const onFault: OnBug = (error, origin) => log?.bug(error, origin)
  const mistake = fipsMistake(model.crypto, parts.hasFips ?? hasFipsProvider) ?? (config.tls && pairMistake(config.tls))
  if (mistake) throw new ConfigError(mistake)
  await requireServedTables(parts.store)
  const isAtRest = isSealedAtRest(model, config.atRest)
  if (!isAtRest) await requireStillSealed(state)
  privateData(config.dataFolder)
  const keys = join(config.dataFolder, 'keys')
  const rates = ratesOf(config.rates, nowMs)
  const development = config.mode === 'development' ? await openDevelopmentIssuer(parts, keys, nowMs) : null
  const protection = await openProtection({
    model,
    state,
    env: parts.env ?? process.env,
    mode: config.mode,
    dataFolder: config.dataFolder,
    nowMs,
    isAtRest,
    ...(parts.keys && { provider: parts.keys }),
  })
  const secret = await secretOf(config, keys)
  const own = await ownIssuer(secret, model.name)
  const assertions = await assertionsFor(parts, own, nowMs)
  const filesIn = openFiles({
    model,
    config: config.files,
    env: parts.env ?? process.env,
    protection,
    isAtRest,
    nowMs,
  })
  // Where nothing ever waits, nothing is opened for it.
  const kind = hasWork(model) ? config.jobs.queue : 'own'
  const queue = await state.openQueue({ kind, major: majorOf(model), holdMs: config.jobs.holdMs, nowMs, onFault })
  // What goes on by itself begins once nothing can fail any more.
  const record = await openRecord({
    model,
    config,
    state,
    keyFolder: keys,
    keys: isAtRest ? (protection?.keyring ?? null) : null,
    nowMs,
    onFault: onBug,
  }).catch(async (error: unknown) => {
    await queue.close()
    throw error
  })
  const onRefused = telemetry?.refused
  const refusals = countRefusals({ audit: record, rates, nowMs, ...(onRefused && { onRefused }) })
  const audit = withRefusals(record, refusals)
  const feed = changeFeed(state)
  const following = afterCommit(model.limits.requestTimeoutMs, onBug)
  const stopSweeping = sweepEvery(state, nowMs, onBug)
  for (const gap of gapsIn(parts)) onFault(new Fault(gap))
  const sessions = model.sessions
    ? sessionsOf({
        settings: model.sessions,
        service: model.name,
        secret,
        isTls: config.tls !== null || config.isBehindTlsProxy,
        isPlain: config.mode === 'development' && config.tls === null,
        nowMs,
      })
    : null
  const members = membersOf({ model, store, nowMs })
  // What is queued before there are any is found when they first look.
  let workers: Workers | null = null
  const { runJob, ensureSchedules, lookForChanges, ...executor } = createExecutor({
    ...parts,
    ...(members && { members }),
    ...(telemetry?.measure && { measure: telemetry.measure }),
    rows: store,
    queue,
    // Keys for what lies at rest change nothing of what rows and answers are kept as.
    protection: needsProtection(model) ? protection : null,
    filesIn,
    audit,
    feed,
    afterCommit: following,
    secret,
    nowMs,
    onBug,
    onFault,
    onRefused: (words, origin) => log?.refused(words, origin),
    rates,
    refusals,
    outbound: outboundOf(config.webhooks.to),
    onQueued: () => workers?.wake(),
  })
  workers = await openWorkers({ model, queue, config: config.jobs, runJob, ensureSchedules, lookForChanges, onFault })
  return {
    model,
    ...executor,
    onBug,
    log,
    metrics: {
      host: config.host,
      port: config.observed.metricsPort,
      token: config.observed.metricsToken,
      tls: config.tls,
    },
    nowMs,
    addressOf: addressPast(config.proxies.trusted, config.proxies.header),
    refusals,
    sessions,
    recordSignIn: async (operation, principal, origin) => {
      const often = rates.sessions.take(principalKey(principal))
      if (often) throw new ProblemError(often)
      const call = { operation, input: {}, principal, context: { origin } }
      await audit.durable(auditEntry(call, 'ok', newNotes(), 'durable', nowMs()), null)
    },
    admitImport: (principal) => rates.imports.take(principalKey(principal)),
    exchange: assertions && exchangeOf(assertions),
    authenticate: inTime(
      model.limits,
      onFault,
      inSession(
        (members?.among ?? asProven)(
          createAuthenticator({
            access: model.access,
            issuers: [...issuersOf({ model, config }, development, nowMs), own.issuer, ...(parts.issuers ?? [])],
            state,
            nowMs,
            crypto: model.crypto,
            proveByAssertion: assertions && proveByAssertion(assertions),
          }),
        ),
        nowMs,
      ),
    ),
    authorizationServers: config.jwt ? [config.jwt.issuer] : [],
    audit,
    state,
    queue,
    store,
    telemetry,
    protection,
    isDevelopment: development !== null,
    development: development && { ...development, page: pageDoor(secret, nowMs) },
    feed,
    close: async () => {
      feed.close()
      stopSweeping()
      await workers?.close()
      await following.close()
      // Each, also where one before it failed; what is measured ends last.
      await audit
        .close()
        // What it wrote last was sealed.
        .finally(() => protection?.keyring.close())
        .finally(() => queue.close())
        .finally(() => state.close())
        .finally(() => store.close())
        .finally(() => telemetry?.close())
    },
  }
}

/** Where no rows say who belongs where, callers are what their credentials say. */
const asProven = (authenticate: Authenticate): Authenticate => authenticate

/**
 * Sign-in takes no longer than a request may. What cannot be had (no keys, no state) is a line in the log, as it is of calls
 * (executor.ts, `tellFault`).
 */
const inTime =
  ({ requestTimeoutMs }: LimitsModel, onFault: OnBug, authenticate: Authenticate): Authenticate =>
  (credential) => {
    const found = authenticate(credential)
    if (!(found instanceof Promise)) return found
    return byDeadline({ deadlineMs: Date.now() + requestTimeoutMs }, found).catch((error: unknown) => {
      if (error instanceof ProblemError && error.problem.code === 'unavailable')
        onFault(error, { operation: 'sign-in' })
      throw error
    })
  }

const sweepEveryMs = 600_000

/** Drops what is kept for a day: idempotency records, claims, row changes. */
const sweepEvery = (state: State, nowMs: () => number, onBug: (error: unknown) => void): (() => void) => {
  const timer = setInterval(() => void state.sweep(nowMs() - changesKeptMs).catch(onBug), sweepEveryMs).unref()
  return () => clearInterval(timer)
}

const openDevelopmentIssuer = async (
  { model }: ServiceParts,
  keys: string,
  nowMs: () => number,
): Promise<DevelopmentIssuer> => {
  const pair = await signingKeyFile(join(keys, 'development.pem'), model.crypto)
  return developmentIssuer({ ...pair, audience: model.name, personClaim: model.access.personClaim, nowMs })
}

const secretOf = async (config: ServiceConfig, keys: string): Promise<Uint8Array> => {
  if (config.secret !== null) return Buffer.from(config.secret, 'base64url')
  return config.mode === 'development' ? secretFile(join(keys, 'secret')) : randomBytes(32)
}

/** By what assertions are judged, wherever they come in; null where none are taken. */
const assertionsFor = async (
  { model, config: { saml }, state }: ServiceParts,
  own: OwnIssuer,
  nowMs: () => number,
): Promise<ExchangeOptions | null> =>
  saml && model.access.accepts.includes('saml')
    ? { model, saml, keys: assertionKeys(await readFile(saml.certificateFile, 'utf8')), own, state, nowMs }
    : null

const issuersOf = (
  { model, config: { jwt, gateway } }: Pick<ServiceParts, 'model' | 'config'>,
  development: DevelopmentIssuer | null,
  nowMs: () => number,
): readonly Issuer[] => [
  ...(jwt
    ? [
        {
          issuer: jwt.issuer,
          audience: jwt.audience,
          rolesClaim: jwt.rolesClaim,
          keys: remoteKeys({
            load: () =>
              jwt.jwksUrl === ''
                ? discoveredKeys(jwt.issuer, model.limits.requestTimeoutMs)
                : keySetAt({ url: jwt.jwksUrl }, model.limits.requestTimeoutMs),
            nowMs,
          }),
        },
      ]
    : []),
  ...(gateway
    ? [
        {
          issuer: gateway.issuer,
          audience: gateway.audience,
          rolesClaim: 'roles',
          credential: 'gateway' as const,
          keys: remoteKeys({ load: () => keySetAt(gateway.keys, model.limits.requestTimeoutMs), nowMs }),
        },
      ]
    : []),
  ...(development ? [development.issuer] : []),
]
