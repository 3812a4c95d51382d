import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { ServiceModel } from '../call/model.ts'
import {
  type GatewayConfig,
  readGateway,
  readSaml,
  type SamlConfig,
  signInMistakes,
} from '../identity/sign-in/config.ts'
import { type RateLimits, rateMistakes, readRates } from '../limits/rates.ts'
import { readShipping, type ShipConfig, shipMistakes } from '../record/ship/config.ts'
import { isLoopback, isSafeUrl } from '../settings/addresses.ts'
import { type AtRestConfig, atRestMistakes, isSealedAtRest, openDatabase, readAtRest } from '../settings/at-rest.ts'
import { ConfigError } from '../settings/config-error.ts'
import { type FilesConfig, fileMistakes, readFiles } from '../settings/files.ts'
import { fipsMistake, hasFipsProvider } from '../settings/fips.ts'
import { fromEnvironment } from '../settings/from-environment.ts'
import { type JobsConfig, jobMistakes, readJobs } from '../settings/jobs.ts'
import { type ObservedConfig, observedMistakes, readObserved } from '../settings/observed.ts'
import { listIn, type ProxyConfig, proxyMistakes, readProxies } from '../settings/proxies.ts'
import { readTls, type TlsConfig, tlsMistakes } from '../settings/tls.ts'
import { readWebhooks, type WebhooksConfig, webhookMistakes } from '../settings/webhooks.ts'
import { type HandedSockets, handedMistakes, handedSockets } from './handed-sockets.ts'
import { type Listeners, portMistakes, portOf, portsIn, switchMistakes } from './listeners.ts'

/** How a service runs, read once from the environment. */
export interface ServiceConfig {
  readonly mode: 'development' | 'production'
  readonly host: string
  readonly port: number
  /** Where styles listen that have a port of their own, by their names. */
  readonly ports: Readonly<Record<string, number>>
  /** Sockets to listen at instead. */
  readonly handed: HandedSockets
  /** Folder for what the service keeps beside its database: keys, audit logs. */
  readonly dataFolder: string
  readonly databaseUrl: string
  /** Read-only copies of the database that plain reads may go to, by choice: they may lag behind. */
  readonly replicaUrls: readonly string[]
  /** Sessions with the database at once, at most. */
  readonly connectionsMax: number
  /** Of the database for service state, where the rows' own may not hold it; empty where nobody says. */
  readonly stateUrl: string
  /** A schema for state may be made in a database that is somebody else's. */
  readonly mayCreate: boolean
  /** Where the process that started this one takes edits of the charter; in development alone. */
  readonly editDesk?: string
  /** Folder of GraphiQL, of the process that started this one; in development alone. */
  readonly graphiqlFolder?: string
  /** The service ends TLS itself. */
  readonly tls: TlsConfig | null
  /** TLS ends in front of the service, on this machine's network; recorded at start. */
  readonly isBehindTlsProxy: boolean
  readonly proxies: ProxyConfig
  readonly rates: RateLimits
  readonly jobs: JobsConfig
  readonly webhooks: WebhooksConfig
  readonly files: FilesConfig
  readonly atRest: AtRestConfig
  readonly observed: ObservedConfig
  readonly jwt: JwtConfig | null
  readonly gateway: GatewayConfig | null
  readonly saml: SamlConfig | null
  /** Null where the log is not sent to a ledger. */
  readonly ledger: ShipConfig | null
  /** 32 bytes, base64url; in development kept in the data folder. */
  readonly secret: string | null
}

export interface JwtConfig {
  readonly issuer: string
  readonly audience: string
  /** Empty: where the issuer says (OpenID Connect Discovery). */
  readonly jwksUrl: string
  readonly rolesClaim: string
}

export interface ConfigDefaults {
  readonly name: string
  /** `{data}` in it stands for the data folder. Null: the environment has to say. */
  readonly databaseUrl: string | null
  /** The variable that holds the database's URL; by default `DATABASE_URL`. */
  readonly databaseVariable?: string
  /** Of the state database, `{data}` as above. */
  readonly stateUrl?: string
  /** As the charter has it. */
  readonly crypto?: ServiceModel['crypto']
  readonly atRest?: ServiceModel['atRest']
  /** Of the styles that it is served in. */
  readonly listeners?: Listeners
}

/**
 * `CHARTER_MODE`, `HOST`, `PORT`, `LISTEN_FDS`, `LISTEN_FDNAMES`, `CHARTER_DATA`, `DATABASE_URL`, `DATABASE_REPLICA_URLS`, `STATE_URL` (or, with `_FILE`, a file that holds it), `DATABASE_POOL_MAX`, `CHARTER_ALLOW_DDL`, `CHARTER_BEHIND`, `TLS_CERT`, `TLS_KEY`, `TLS_MIN_VERSION`, `CHARTER_SECRET`, `JWT_ISSUER`,
 * `JWT_AUDIENCE`, `JWKS_URL`, `JWT_ROLES_CLAIM`, `TRUSTED_PROXIES`, `TRUSTED_PROXY_HEADER`, and those of `rates.ts`, `jobs.ts`, `webhooks.ts`, `files.ts`, `at-rest.ts`, `observed.ts`, `sign-in/config.ts`, `ship/config.ts` and of the listeners. Rejects with a ConfigError.
 */
export const readConfig = (
  env: Readonly<Record<string, string | undefined>>,
  defaults: ConfigDefaults,
  hasFips: () => boolean = hasFipsProvider,
): ServiceConfig => {
  // Forgotten, it is the one that gives nothing away.
  const mode = env.CHARTER_MODE === 'development' ? 'development' : 'production'
  const dataFolder = env.CHARTER_DATA ?? '.charter/data'
  const inData = (url: string): string => url.replace('{data}', () => dataFolder)
  const variable = defaults.databaseVariable ?? 'DATABASE_URL'
  const listeners = defaults.listeners ?? {}
  const unread: string[] = []
  const given = (name: string): string | undefined => {
    try {
      return fromEnvironment(env, name)
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error
      unread.push(error.message)
      return undefined
    }
  }
  const config: ServiceConfig = {
    mode,
    host: env.HOST ?? '127.0.0.1',
    port: portOf(env.PORT ?? '8080'),
    ports: portsIn(env, listeners),
    handed: handedSockets(env, listeners),
    dataFolder,
    databaseUrl: given('DATABASE_URL') ?? given(variable) ?? inData(defaults.databaseUrl ?? ''),
    replicaUrls: listIn(given('DATABASE_REPLICA_URLS')),
    connectionsMax: Number(env.DATABASE_POOL_MAX ?? connectionsMax),
    stateUrl: given('STATE_URL') ?? inData(defaults.stateUrl ?? ''),
    mayCreate: env.CHARTER_ALLOW_DDL === 'true',
    ...(mode === 'development' && { ...deskOf(env), ...graphiqlOf(env) }),
    tls: readTls(env, defaults.crypto),
    isBehindTlsProxy: env.CHARTER_BEHIND === 'tls-proxy',
    proxies: readProxies(env),
    rates: readRates(env),
    jobs: readJobs(env),
    webhooks: readWebhooks(env),
    files: readFiles(env, dataFolder),
    atRest: readAtRest(env),
    observed: readObserved(env),
    jwt: !env.JWT_ISSUER
      ? null
      : {
          issuer: env.JWT_ISSUER,
          audience: env.JWT_AUDIENCE ?? defaults.name,
          jwksUrl: env.JWKS_URL ?? '',
          rolesClaim: env.JWT_ROLES_CLAIM ?? 'roles',
        },
    gateway: readGateway(env, defaults.name),
    saml: readSaml(env, defaults.name),
    ledger: readShipping(env),
    secret: env.CHARTER_SECRET ?? null,
  }
  const isPlaceKnown = config.databaseUrl !== '' || defaults.databaseUrl !== null
  const mistakes = [
    ...new Set(unread),
    ...wrongWords(env),
    ...switchMistakes(env, listeners),
    ...tlsMistakes(env),
    ...rateMistakes(env),
    ...jobMistakes(env),
    ...webhookMistakes(env),
    ...fileMistakes(env),
    ...atRestMistakes(env),
    ...observedMistakes(env),
    ...proxyMistakes(env),
    ...signInMistakes(env),
    ...shipMistakes(env),
    ...handedMistakes(env),
    ...portMistakes({ PORT: config.port, ...portsByVariable(config, listeners) }),
    ...mistakesIn(config),
    ...[fipsMistake(defaults.crypto, hasFips), openDatabaseIn(config, defaults)].filter((mistake) => mistake !== null),
    ...(isPlaceKnown
      ? []
      : [`Say where the database is: set ${variable}, or ${variable}_FILE to a file that holds its URL.`]),
  ]
  if (mistakes.length > 0) throw new ConfigError(mistakes.join('\n'))
  return config
}

const connectionsMax = 10

/**
 * What keeps rows or state from lying there sealed, as they are asked to; null where nothing does, and in development, where their key
 * would lie beside them: there it is said, and serves (gaps.ts). `defaults`: the charter's, with a place for state where it lies apart.
 */
export const openDatabaseIn = (
  { mode, atRest, databaseUrl, stateUrl }: Pick<ServiceConfig, 'mode' | 'atRest' | 'databaseUrl' | 'stateUrl'>,
  defaults: Pick<ConfigDefaults, 'atRest' | 'stateUrl'>,
): string | null =>
  mode === 'production' && isSealedAtRest(defaults, atRest)
    ? openDatabase([databaseUrl, ...(defaults.stateUrl === undefined ? [] : [stateUrl])], atRest)
    : null

const portsByVariable = ({ ports }: ServiceConfig, listeners: Listeners): Readonly<Record<string, number>> =>
  Object.fromEntries(Object.entries(listeners).map(([style, { portVariable }]) => [portVariable, ports[style] ?? 0]))

const wrongWords = ({
  CHARTER_MODE: mode,
  CHARTER_BEHIND: behind,
  CHARTER_ALLOW_DDL: ddl,
}: Readonly<Record<string, string | undefined>>): readonly string[] => [
  ...(mode === undefined || mode === 'production' || mode === 'development'
    ? []
    : [`CHARTER_MODE is "${mode}": set it to development or production.`]),
  ...(behind === undefined || behind === '' || behind === 'tls-proxy'
    ? []
    : [`CHARTER_BEHIND is "${behind}": set it to tls-proxy, or leave it out.`]),
  ...(ddl === undefined || ddl === '' || ddl === 'true' || ddl === 'false'
    ? []
    : [`CHARTER_ALLOW_DDL is "${ddl}": set it to true, or leave it out.`]),
]

const mistakesIn = (config: ServiceConfig): readonly string[] => {
  const mistakes: string[] = []
  if (!Number.isInteger(config.connectionsMax) || config.connectionsMax < 3 || config.connectionsMax > 1000)
    mistakes.push('DATABASE_POOL_MAX must be a whole number from 3 to 1000.')
  if (config.mode === 'development') mistakes.push(...outwardMistakes(config))
  else if (!isLoopback(config.host) && !config.isBehindTlsProxy && !config.tls) {
    mistakes.push(
      `HOST ${config.host} is not a loopback address, and plain HTTP stays on loopback. Set TLS_CERT and TLS_KEY, or HOST=127.0.0.1, or CHARTER_BEHIND=tls-proxy where a proxy in front ends TLS.`,
    )
  }
  if (config.jwt && config.jwt.jwksUrl === '' && !isSafeUrl(config.jwt.issuer))
    mistakes.push(
      'JWKS_URL must say where the keys of JWT_ISSUER are, as that is no https address at which they could be found.',
    )
  else if (config.jwt && config.jwt.jwksUrl !== '' && !isSafeUrl(config.jwt.jwksUrl))
    mistakes.push('JWKS_URL must be an https address (http only on loopback).')
  if (config.mode === 'production' && config.secret === null)
    mistakes.push(
      `CHARTER_SECRET must be set in production: 32 random bytes in base64url, the same for all replicas.${unsigned(config)} To try the service on this machine, set CHARTER_MODE=development.`,
    )
  if (config.secret !== null && Buffer.from(config.secret, 'base64url').length !== 32)
    mistakes.push('CHARTER_SECRET must be 32 bytes in base64url (43 characters).')
  return mistakes
}

/** What to set beside it so that somebody can sign in; nothing where that was done. */
const unsigned = ({ jwt, saml, gateway }: ServiceConfig): string =>
  jwt || saml || gateway ? '' : ` So must who vouches for callers, by what the charter accepts: ${signInVariables}.`

/** What says whom a service believes (docs/sign-in.md). */
export const signInVariables =
  'JWT_ISSUER for jwt and oauth2 (with JWKS_URL where it is no https address), SAML_ISSUER for saml, GATEWAY_ISSUER for gateway'

/** Development tells tokens for every role to its page: it is for this machine alone. */
const outwardMistakes = ({ host, tls, isBehindTlsProxy }: ServiceConfig): readonly string[] =>
  [
    isLoopback(host) ? null : `HOST ${host} is not a loopback address`,
    tls ? 'TLS_CERT is set' : null,
    isBehindTlsProxy ? 'CHARTER_BEHIND is set' : null,
  ].flatMap((fact) =>
    fact === null ? [] : [`${fact}, and CHARTER_MODE=development serves this machine alone. Leave one of the two out.`],
  )

/** A loopback address, or none: charters are edited on this machine alone. */
const deskOf = ({
  CHARTER_EDIT_DESK: url,
}: Readonly<Record<string, string | undefined>>): { readonly editDesk?: string } =>
  url !== undefined && isLoopback(URL.parse(url)?.hostname ?? '') ? { editDesk: url } : {}

/** One that has it, or none: a service runs without. */
const graphiqlOf = ({
  CHARTER_GRAPHIQL: folder,
}: Readonly<Record<string, string | undefined>>): { readonly graphiqlFolder?: string } =>
  folder !== undefined && existsSync(join(folder, 'index.html')) ? { graphiqlFolder: folder } : {}
