import { hasFiles, needsProtection, type ServiceModel } from '../../../src/runtime/index.ts'
import type { Scenario, StartWanted, Step } from '../scenario.ts'
import { type Derivation, whatToList } from './derivation.ts'

/** What a service does with its environment: it starts, or says every mistake at once and ends with 2 (docs/operating.md). */
export const startScenarios = (deriving: Derivation): readonly Scenario[] => {
  const { model, styles } = deriving
  return [
    ...(styles.some(({ style }) => style.name === 'graphql')
      ? documents.map((start, at) =>
          scenario(
            `documents.${at + 1}`,
            'which documents of GraphQL are taken, and where they are, is said rightly',
            start,
          ),
        )
      : []),
    ...together(mistakes.filter(isReadIn(styles))).map((start, at) =>
      scenario(
        `mistakes.${at + 1}`,
        `it says each mistake of its environment: ${Object.keys(start.env).join(', ')}`,
        start,
      ),
    ),
    ...apart(model).map((start, at) =>
      scenario(
        `files.${at + 1}`,
        `it says what is wrong with a file of its environment: ${Object.keys(start.env).join(', ')}`,
        start,
      ),
    ),
    scenario('another-database', 'it leaves the database of another charter alone, and says what to do', {
      env: { DATABASE_URL: '{another-database}' },
      says: ['another structure than the charter', 'charter migrate'],
    }),
    scenario('foreign-database', 'it makes nothing in a database that holds what it did not make', {
      env: { DATABASE_URL: '{foreign-database}' },
      says: ['tables that this service did not make'],
    }),
    scenario('taken-port', 'it says which port is taken, and what to set', {
      env: { METRICS_PORT: '{taken-port}' },
      says: ['is in use: set METRICS_PORT to one that is free'],
    }),
    scenario('no-such-address', 'it says that an address is none of this machine, and blames no port for it', {
      env: {
        ...production,
        ...(isSealed(model) && keysNowhere),
        CHARTER_BEHIND: 'tls-proxy',
        HOST: '192.0.2.1',
        GRPC_PORT: '{port}',
        METRICS_PORT: '{port}',
      },
      says: ['EADDRNOTAVAIL'],
      lacks: ['to one that is free'],
    }),
    scenario('loopback-6', 'of the addresses of this machine, that of IPv6 is one too', {
      env: { ...production, CHARTER_BEHIND: undefined, TLS_CERT: undefined, HOST: '::1', DATABASE_POOL_MAX: '2' },
      says: ['DATABASE_POOL_MAX'],
      lacks: ['is not a loopback address'],
    }),
    ...(model.crypto === 'fips'
      ? []
      : [
          scenario(
            'other-keys',
            'it signs with no key of another kind than the charter asks for, and says what to do',
            {
              env: { CHARTER_DATA: '{other-keys}' },
              says: ['holds a key of another kind', 'Move it away'],
            },
          ),
        ]),
    scenario('unread-keys', 'a key that is there and cannot be read is not put aside for a new one', {
      env: { CHARTER_DATA: '{unread-keys}' },
      says: ['audit.pem cannot be read'],
    }),
    scenario('ledger-ca', 'a certificate that can be read is none of its mistakes', {
      env: { ...ledger, LEDGER_ORIGIN: 'two words', LEDGER_CA: jsonFile },
      says: ['LEDGER_ORIGIN must'],
      lacks: ['LEDGER_CA names'],
    }),
    scenario('objects-without-keys', 'where files are in S3, it says whose keys are missing', {
      env: { ...objects, AWS_ACCESS_KEY_ID: undefined, AWS_SECRET_ACCESS_KEY: undefined },
      says: hasFiles(model) ? ['FILES is in S3: set AWS_ACCESS_KEY_ID'] : [],
    }),
    scenario('objects-half-a-key', 'an id alone is no key', {
      env: { ...objects, AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: undefined },
      says: hasFiles(model) ? ['FILES is in S3: set AWS_ACCESS_KEY_ID'] : [],
    }),
    ...withoutGateway(deriving),
    ...withoutAssertions(model),
    ...starts.map(({ id, title, env }) =>
      scenario(id, title, { env, says: env.CHARTER_MODE === 'production' && isSealed(model) ? ['CHARTER_KEYS'] : [] }),
    ),
  ]
}

const scenario = (id: string, title: string, start: StartWanted): Scenario => ({
  id: `start.${id}`,
  title,
  cites: ['starting'],
  rows: 'any',
  writes: false,
  steps: [],
  start,
})

/** Nobody is then taken for one, also not who says no name. */
const withoutGateway = (deriving: Derivation): readonly Scenario[] => {
  const asked = whatToList(deriving)
  if (!asked || !deriving.model.access.accepts.includes('gateway')) return []
  const start = {
    env: { GATEWAY_ISSUER: undefined, GATEWAY_JWKS_URL: undefined, GATEWAY_JWKS_FILE: undefined },
    says: [],
  }
  const step: Step = {
    as: asked.role,
    shows: { by: 'gateway', claims: { iss: null } },
    method: 'GET',
    path: asked.path,
    expect: { status: 401 },
  }
  return [{ ...scenario('no-gateway', 'whoever has no gateway need not name one', start), steps: [step] }]
}

/** Nobody gets a token then, whatever they bring. */
const withoutAssertions = ({ access: { accepts } }: ServiceModel): readonly Scenario[] => {
  if (!accepts.includes('saml')) return []
  const names = ['SAML_ISSUER', 'SAML_CERT', 'SAML_RECIPIENT', 'SAML_AUDIENCE', 'SAML_ROLES_ATTRIBUTE']
  const start = { env: Object.fromEntries(names.map((name) => [name, undefined])), says: [] }
  const step: Step = {
    as: null,
    method: 'POST',
    path: '/oauth2/token',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    text: 'grant_type=none',
    expect: { status: 404 },
  }
  return [{ ...scenario('no-assertions', 'whoever takes no assertions gives no tokens', start), steps: [step] }]
}

/** Where fields are encrypted or tokenised, or data at rest is sealed, production wants a key provider that is not a file. */
export const isSealed = (model: ServiceModel): boolean => model.atRest !== undefined || needsProtection(model)

interface Start {
  readonly id: string
  readonly title: string
  readonly env: StartWanted['env']
}

/** Mistakes that need not contradict one another, in one start, none of which says what another does. */
const together = (of: readonly StartWanted[]): readonly StartWanted[] => {
  const groups: { env: Record<string, string | undefined>; says: string[] }[] = []
  for (const { env, says } of of) {
    const fits = groups.find(
      (group) =>
        Object.entries(env).every(([name, value]) => !Object.hasOwn(group.env, name) || group.env[name] === value) &&
        !says.some((text) => group.says.some((other) => other.includes(text) || text.includes(other))),
    )
    const group = fits ?? { env: {}, says: [] }
    if (!fits) groups.push(group)
    Object.assign(group.env, env)
    group.says.push(...says)
  }
  return groups
}

/** 32 bytes, base64url. */
const secret = 'AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8'
const nowhere = '/nowhere/at/all.pem'
/** A JSON file that is there, wherever the service is started; none of what it is taken for. */
export const jsonFile = '{json-file}'
const development = { CHARTER_MODE: 'development', TLS_CERT: undefined, TLS_KEY: undefined }
/** Where the charter seals data at rest, a file of rows is on a volume that is encrypted. */
export const production = { CHARTER_MODE: 'production', CHARTER_SECRET: secret, CHARTER_VOLUME: 'encrypted' }

/** Of a key service at which nothing answers. */
export const keysNowhere = { CHARTER_KEYS: 'vault:transit/key@http://127.0.0.1:9', VAULT_TOKEN: 't' }

const mistake = (name: string, value: string, says = name, beside: StartWanted['env'] = {}): StartWanted => ({
  env: { ...beside, [name]: value },
  says: [says],
})

const provider = { JWT_ISSUER: 'https://id.example', JWKS_URL: 'https://id.example/keys' }
const gateway = { GATEWAY_ISSUER: 'https://g.example', GATEWAY_JWKS_URL: '', GATEWAY_JWKS_FILE: '' }
const saml = { SAML_ISSUER: 'https://saml.example', SAML_RECIPIENT: 'https://api.example/oauth2/token' }
const ledger = { LEDGER_URL: 'https://ledger.example', LEDGER_ORIGIN: 'ledger.example/log' }

/** At which nothing answers: files are asked for there when they are needed. */
const objects = { FILES: 's3://bucket/prefix/', FILES_S3_ENDPOINT: 'http://127.0.0.1:9', FILES_S3_CONDITIONAL: 'false' }

const rates = ['RATE_AGGREGATES', 'RATE_IMPORTS', 'RATE_SESSIONS', 'RATE_DENIALS', 'RATE_FAILED_SIGN_INS']

/** A service without gRPC reads nothing of it. */
const isReadIn =
  (styles: Derivation['styles']) =>
  ({ env }: StartWanted): boolean =>
    styles.some(({ style }) => style.name === 'grpc') || !Object.keys(env).some((name) => name.startsWith('GRPC_'))

const mistakes: readonly StartWanted[] = [
  mistake('CHARTER_MODE', 'Production'),
  mistake('CHARTER_MODE', 'prod'),
  mistake('JWKS_URL', 'https://id.example/keys', 'JWT_ISSUER is not', { JWT_ISSUER: undefined }),
  mistake('GATEWAY_JWKS_URL', 'https://g.example/keys', 'GATEWAY_ISSUER is not', { GATEWAY_ISSUER: undefined }),
  mistake('SAML_CERT', 'saml.pem', 'SAML_ISSUER is not', { SAML_ISSUER: undefined }),
  mistake('CHARTER_BEHIND', 'yes', 'CHARTER_BEHIND is'),
  mistake('CHARTER_ALLOW_DDL', 'maybe'),
  mistake('GRPC_REFLECTION', 'on'),
  ...['-1', '65536', '80.5', 'x', '0x50'].map((port) => mistake('PORT', port, 'PORT must')),
  ...['-1', '65536', '80.5', 'x'].map((port) => mistake('GRPC_PORT', port, 'GRPC_PORT must')),
  ...['2', '1001', '3.5', 'many'].map((connections) => mistake('DATABASE_POOL_MAX', connections)),
  mistake('DATABASE_URL_FILE', nowhere, 'DATABASE_URL_FILE', { DATABASE_URL: undefined }),
  mistake('HOST', '0.0.0.0', '0.0.0.0 is not a loopback address, and CHARTER_MODE=development', development),
  mistake('HOST', '127.0.0.1.example', '127.0.0.1.example is not a loopback address', development),
  mistake('CHARTER_BEHIND', 'tls-proxy', 'CHARTER_BEHIND is set, and CHARTER_MODE=development', development),
  { env: { CHARTER_MODE: 'production', CHARTER_SECRET: undefined }, says: ['CHARTER_SECRET must be set'] },
  mistake('CHARTER_SECRET', 'short', 'CHARTER_SECRET must be 32 bytes'),
  mistake('CHARTER_SECRET', `${secret}AAAA`, 'CHARTER_SECRET must be 32 bytes'),
  mistake('HOST', '0.0.0.0', 'and plain HTTP stays on loopback', {
    ...production,
    CHARTER_BEHIND: undefined,
    TLS_CERT: undefined,
  }),
  mistake('HOST', '10.0.0.1', 'and plain HTTP stays on loopback', {
    ...production,
    CHARTER_BEHIND: undefined,
    TLS_CERT: undefined,
  }),
  mistake('JWKS_URL', '', 'JWKS_URL must say', { JWT_ISSUER: 'issuer' }),
  ...['http://id.example/keys', 'ftp://127.0.0.1/keys', 'keys', 'file:///etc/passwd'].map((url) =>
    mistake('JWKS_URL', url, 'JWKS_URL must be', { JWT_ISSUER: 'https://id.example' }),
  ),
  mistake('GATEWAY_JWKS_URL', '', 'GATEWAY_JWKS_URL or GATEWAY_JWKS_FILE', gateway),
  mistake('GATEWAY_JWKS_URL', 'http://g.example/keys', 'GATEWAY_JWKS_URL must be', gateway),
  mistake('GATEWAY_JWKS_FILE', nowhere, 'cannot be read', gateway),
  mistake('GATEWAY_JWKS_FILE', jsonFile, 'and not both', { ...gateway, GATEWAY_JWKS_URL: 'https://g.example/k' }),
  mistake('SAML_CERT', nowhere, 'SAML_CERT must', saml),
  mistake('SAML_CERT', '', 'SAML_CERT must', saml),
  mistake('SAML_RECIPIENT', 'here', 'SAML_RECIPIENT must', { ...saml, SAML_CERT: jsonFile }),
  mistake('SAML_RECIPIENT', '', 'SAML_RECIPIENT must', { ...saml, SAML_CERT: jsonFile }),
  mistake('TLS_CERT', jsonFile, 'go together', { ...production, TLS_KEY: undefined }),
  mistake('TLS_KEY', jsonFile, 'go together', { ...production, TLS_CERT: undefined }),
  mistake('TLS_MIN_VERSION', '1.1', 'TLS_MIN_VERSION is', production),
  mistake('TLS_CERT', nowhere, 'TLS_CERT names', { ...production, TLS_KEY: jsonFile }),
  mistake('TLS_KEY', nowhere, 'TLS_KEY names', { ...production, TLS_CERT: jsonFile }),
  ...['nonsense', '10.0.0.1/33', '10.0.0.1/x', '10.0.0.0/8/8', '::1/129', '10.0.0.1/-1'].map((proxies) =>
    mistake('TRUSTED_PROXIES', proxies, `TRUSTED_PROXIES has "${proxies}"`),
  ),
  mistake('TRUSTED_PROXY_HEADER', 'via', 'TRUSTED_PROXY_HEADER is "via"'),
  mistake('LOG_LEVEL', 'loud', 'LOG_LEVEL is "loud"'),
  ...['65536', '-1', '1e3', 'x'].map((port) => mistake('METRICS_PORT', port, 'METRICS_PORT must')),
  mistake('METRICS_TOKEN', 'short-as-it-is-0123', 'METRICS_TOKEN must have at least'),
  ...rates.flatMap((name) => ['0', '-1', '1.5', 'x'].map((rate) => mistake(name, rate))),
  mistake('LEDGER_ORIGIN', 'ledger.example/log', 'LEDGER_URL must say', { LEDGER_URL: undefined }),
  mistake('LEDGER_CA', jsonFile, 'LEDGER_URL must say', { LEDGER_URL: undefined, LEDGER_ORIGIN: undefined }),
  ...[
    'http://ledger.example',
    'https://user:word@ledger.example',
    'https://ledger.example/?q=1',
    'https://ledger.example/#f',
  ].map((url) => mistake('LEDGER_URL', url, 'LEDGER_URL must be', ledger)),
  mistake('LEDGER_ORIGIN', '', 'LEDGER_ORIGIN must', ledger),
  mistake('LEDGER_ORIGIN', 'two words', 'LEDGER_ORIGIN must', ledger),
  mistake('LEDGER_CA', nowhere, 'LEDGER_CA names', ledger),
  ...['1', '1 GiB', '-65536', '1e9'].map((bytes) =>
    mistake('LEDGER_SPOOL_BYTES_MAX', bytes, 'LEDGER_SPOOL_BYTES_MAX', ledger),
  ),
  ...['1001', '-1', '1.5', 'x'].map((many) => mistake('JOBS_AT_ONCE', many, 'JOBS_AT_ONCE must')),
  ...['1', '3601', '1e2', 'x'].map((seconds) => mistake('JOBS_HOLD_SECONDS', seconds, 'JOBS_HOLD_SECONDS must')),
  mistake('JOBS_QUEUE', 'kafka', 'JOBS_QUEUE is'),
  ...['ftp://files', 's3://A', 's3://bucket/under_scored', 's3:bucket'].map((files) =>
    mistake('FILES', files, 'FILES is a'),
  ),
  ...['http://s3.example', 'https://user:word@s3.example', 'https://s3.example/?q=1', 's3.example'].map((url) =>
    mistake('FILES_S3_ENDPOINT', url, 'FILES_S3_ENDPOINT must'),
  ),
  mistake('FILES_S3_CONDITIONAL', 'no', 'FILES_S3_CONDITIONAL is'),
]

/** Files that can be read, and hold something else. */
const apart = ({ access: { accepts } }: ServiceModel): readonly StartWanted[] => [
  {
    env: { ...production, TLS_CERT: jsonFile, TLS_KEY: jsonFile },
    says: ['TLS_CERT and TLS_KEY cannot be used'],
    lacks: ['which cannot be read'],
  },
  ...(accepts.includes('saml')
    ? [
        { env: { SAML_CERT: jsonFile }, says: ['without a certificate in PEM'] },
        { env: { SAML_CERT: '{broken-certificate}' }, says: ['SAML_CERT holds a certificate, or a public key, that'] },
        { env: { SAML_CERT: '{weak-rsa}' }, says: ['SAML_CERT holds a key that is too weak'] },
        { env: { SAML_CERT: '{cubed-rsa}' }, says: ['SAML_CERT holds a key that is too weak'] },
        { env: { SAML_CERT: '{weak-pss}' }, says: ['SAML_CERT holds a key that is too weak'] },
        { env: { SAML_CERT: '{cubed-pss}' }, says: ['SAML_CERT holds a key that is too weak'] },
        { env: { SAML_CERT: '{weak-curve}' }, says: ['SAML_CERT holds a key that is too weak'] },
      ]
    : []),
]

const documents: readonly StartWanted[] = [
  mistake('GRAPHQL_PERSISTED', 'all', 'GRAPHQL_PERSISTED is'),
  mistake('GRAPHQL_PERSISTED_FILE', nowhere, 'GRAPHQL_PERSISTED_FILE names'),
  mistake('GRAPHQL_PERSISTED_FILE', '/dev/null', 'is no JSON object of documents'),
  mistake('GRAPHQL_PERSISTED_FILE', jsonFile, 'is not the SHA-256 of its document'),
]

const starts: readonly Start[] = [
  { id: 'development', title: 'in development it needs nothing; told to end, it ends in order', env: {} },
  { id: 'localhost', title: 'this machine has a name, too', env: { HOST: 'localhost' } },
  { id: 'production', title: 'in production it needs its secret', env: production },
  {
    id: 'proxy',
    title: 'behind a proxy that ends TLS any host is allowed',
    env: { ...production, HOST: '0.0.0.0', CHARTER_BEHIND: 'tls-proxy' },
  },
  { id: 'provider', title: 'keys of a provider come over https', env: { ...production, ...provider } },
  {
    id: 'loopback-keys',
    title: 'or over http from this machine',
    env: { ...production, ...provider, JWKS_URL: 'http://127.0.0.1:9/keys' },
  },
  {
    id: 'gateway-file',
    title: 'keys of a gateway may stand in a file',
    env: { ...gateway, GATEWAY_JWKS_URL: undefined, GATEWAY_JWKS_FILE: jsonFile },
  },
  {
    id: 'empty',
    title: 'a variable that is empty is one that is not set',
    env: { CHARTER_ALLOW_DDL: '', CHARTER_BEHIND: '', TLS_CERT: '', TLS_KEY: '', METRICS_PORT: '', METRICS_TOKEN: '' },
  },
  {
    id: 'words',
    title: 'what may be said of DDL, reflection and proxies',
    env: {
      TLS_MIN_VERSION: '1.2',
      CHARTER_ALLOW_DDL: 'false',
      GRPC_REFLECTION: 'false',
      DATABASE_POOL_MAX: '3',
      TRUSTED_PROXY_HEADER: 'x-forwarded-for',
      JOBS_AT_ONCE: '1000',
      JOBS_HOLD_SECONDS: '2',
    },
  },
  {
    id: 'words-on',
    title: 'and the other way round',
    env: {
      TLS_MIN_VERSION: '1.3',
      CHARTER_EDIT_DESK: 'nonsense',
      CHARTER_ALLOW_DDL: 'true',
      GRPC_REFLECTION: 'true',
      DATABASE_POOL_MAX: '1000',
      JOBS_AT_ONCE: '0',
      JOBS_HOLD_SECONDS: '3600',
      JOBS_QUEUE: 'own',
    },
  },
  {
    id: 'objects',
    title: 'files may be in S3, or wherever speaks as it does',
    env: { ...objects, AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'key' },
  },
]
