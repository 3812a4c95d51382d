import type { OnBug, ServiceLog } from '@charter/runtime'
import {
  type AnyOperationBody,
  type AnyRouteBody,
  ConfigError,
  composeService,
  type Issuer,
  type KeyProvider,
  openDatabaseIn,
  type Service,
  type ServiceConfig,
  type ServiceHooks,
  type Telemetry,
} from '@charter/runtime/service'
import type { Derived } from './derive.ts'
import { openSource, stateUrlOf } from './open-source.ts'

export interface OpenServiceOptions {
  readonly config: ServiceConfig
  /** Whose tokens are taken beside those that the environment names: of a sign-in that stands beside the charter. */
  readonly issuers?: readonly Issuer[]
  readonly operations?: Readonly<Record<string, AnyOperationBody>>
  readonly routes?: Readonly<Record<string, AnyRouteBody>>
  readonly hooks?: ServiceHooks
  readonly nowMs?: () => number
  readonly onBug?: OnBug
  /** Left out: nothing is logged. */
  readonly log?: ServiceLog | null
  /** Instead of the key provider that the environment names. */
  readonly keys?: KeyProvider
  readonly telemetry?: Telemetry | null
  /** Where secrets of the key provider are; default: the process' environment. */
  readonly env?: Readonly<Record<string, string | undefined>>
  /** Instead of asking Node whether it uses a validated provider, where the charter says `crypto: fips`. */
  readonly hasFips?: () => boolean
}

/**
 * The in-process service: the reference that every generated one must equal. Rejects when the database does not open, and with a
 * ConfigError where it cannot be as the configuration asks.
 */
export const openService = async (
  derived: Derived,
  {
    config: given,
    issuers = [],
    operations = {},
    routes = {},
    hooks = {},
    nowMs,
    onBug,
    log = null,
    keys,
    env,
    telemetry = null,
    hasFips,
  }: OpenServiceOptions,
): Promise<Service> => {
  const { charter, model, stateConnector } = derived
  const stateUrl = stateConnector ? stateUrlOf(charter, given.dataFolder, given.stateUrl) : ''
  const config = { ...given, stateUrl }
  const mistake = openDatabaseIn(config, { ...model, stateUrl })
  if (mistake) throw new ConfigError(mistake)
  const opened = await openSource(derived, {
    url: config.databaseUrl,
    ...(stateUrl !== '' && { stateUrl }),
    dataFolder: config.dataFolder,
    mayCreate: config.mayCreate,
    replicaUrls: config.replicaUrls,
    connectionsMax: config.connectionsMax,
  })
  const service = await composeService({
    model,
    store: opened.store(model, derived.plans),
    state: opened.state,
    operations,
    routes,
    hooks,
    config,
    issuers,
    telemetry,
    log,
    ...(nowMs && { nowMs }),
    ...(onBug && { onBug }),
    ...(keys && { keys }),
    ...(env && { env }),
    ...(hasFips && { hasFips }),
  }).catch(async (error: unknown) => {
    await opened.close()
    throw error
  })
  return {
    ...service,
    close: () => service.close().finally(() => log?.close()),
  }
}
