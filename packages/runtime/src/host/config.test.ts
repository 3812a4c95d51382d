import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isLoopback } from '../settings/addresses.ts'
import { ConfigError } from '../settings/config-error.ts'
import { readConfig } from './config.ts'

const listeners = { grpc: { portVariable: 'GRPC_PORT', portDefault: 50_051, switches: ['GRPC_REFLECTION'] } }
const defaults = { name: 'clinic', databaseUrl: 'file:clinic.db', listeners }
const secret = Buffer.alloc(32, 7).toString('base64url')
const mistakes = (env: Record<string, string>): readonly string[] => {
  try {
    readConfig(env, defaults)
    return []
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError)
    return (error as ConfigError).message.split('\n')
  }
}

const development = { CHARTER_MODE: 'development' }

test('a mode that is forgotten is production, and says what to set', () => {
  expect(readConfig({ CHARTER_SECRET: secret }, defaults).mode).toBe('production')
  expect(mistakes({})).toEqual([expect.stringMatching(/^CHARTER_SECRET must be set .* CHARTER_MODE=development/)])
  for (const name of ['JWT_ISSUER', 'JWKS_URL', 'SAML_ISSUER', 'GATEWAY_ISSUER'])
    expect(mistakes({})).toEqual([expect.stringContaining(name)])
})

test.each([
  { HOST: '0.0.0.0' },
  { CHARTER_BEHIND: 'tls-proxy' },
  { TLS_CERT: import.meta.filename, TLS_KEY: import.meta.filename },
])('development is for this machine alone: with %o it does not start', (outward) => {
  expect(mistakes({ ...development, ...outward } as Record<string, string>)).toEqual([
    expect.stringMatching(/CHARTER_MODE=development serves this machine alone/),
  ])
})

test('nothing set but development is development on loopback', () => {
  expect(readConfig(development, defaults)).toEqual({
    mode: 'development',
    host: '127.0.0.1',
    port: 8080,
    ports: { grpc: 50_051 },
    handed: {},
    dataFolder: '.charter/data',
    databaseUrl: 'file:clinic.db',
    isBehindTlsProxy: false,
    proxies: { trusted: [], header: 'x-forwarded-for' },
    observed: { logLevel: 'info', metricsPort: null, metricsToken: null },
    jobs: { atOnce: 4, holdMs: 30_000, queue: 'own' },
    webhooks: { to: [] },
    atRest: { isAsked: false, isVolumeEncrypted: false },
    files: { kind: 'folder', folder: '.charter/data/files' },
    rates: { failedSignIns: 1000, denials: 1200, aggregates: 1200, imports: 120, sessions: 120, jobs: 600, files: 600 },
    tls: null,
    replicaUrls: [],
    connectionsMax: 10,
    stateUrl: '',
    mayCreate: false,
    jwt: null,
    gateway: null,
    saml: null,
    ledger: null,
    secret: null,
  })
})

test('jobs wait in the service’s own database, or with pg-boss, which holds work for ten seconds at least', () => {
  const jobs = (env: Record<string, string>) => readConfig({ ...development, ...env }, defaults).jobs
  expect(jobs({ JOBS_QUEUE: 'pg-boss' })).toEqual({ atOnce: 4, holdMs: 30_000, queue: 'pg-boss' })
  expect(jobs({ JOBS_QUEUE: '' }).queue).toBe('own')
  expect(jobs({ JOBS_HOLD_SECONDS: '2' }).holdMs).toBe(2000)
  expect(mistakes({ ...development, JOBS_QUEUE: 'redis' })).toEqual([
    'JOBS_QUEUE is "redis": set it to own or pg-boss, or leave it out.',
  ])
  expect(mistakes({ ...development, JOBS_QUEUE: 'pg-boss', JOBS_HOLD_SECONDS: '9' })).toEqual([
    'JOBS_HOLD_SECONDS must be a whole number from 10 to 3600.',
  ])
})

test('every mistake at once, each saying what to set', () => {
  const found = mistakes({
    CHARTER_MODE: 'prod',
    CHARTER_BEHIND: 'yes',
    PORT: 'http',
    GRPC_PORT: '65536',
    GRPC_REFLECTION: 'on',
    HOST: '0.0.0.0',
    JWT_ISSUER: 'i',
    CHARTER_SECRET: 'short',
  })
  for (const name of 'CHARTER_MODE CHARTER_BEHIND PORT GRPC_PORT GRPC_REFLECTION HOST JWKS_URL CHARTER_SECRET'.split(
    ' ',
  ))
    expect(found.filter((line) => line.startsWith(name))).toHaveLength(1)
})

test('what belongs to a listener is read, and refused, where there is one', () => {
  const wrong = { ...development, GRPC_PORT: 'many', GRPC_REFLECTION: 'on' }
  expect(readConfig({ ...development, GRPC_PORT: '7000' }, defaults).ports).toEqual({ grpc: 7000 })
  expect(mistakes(wrong)).toHaveLength(2)
  expect(readConfig(wrong, { name: 'clinic', databaseUrl: 'file:clinic.db' }).ports).toEqual({})
})

test('a misspelt mode never means development', () => {
  expect(mistakes({ CHARTER_SECRET: secret, CHARTER_MODE: 'Development' })).toHaveLength(1)
})

test('files lie in a folder, or in a bucket of S3', () => {
  const filesIn = (env: Record<string, string>) =>
    readConfig({ CHARTER_MODE: 'development', ...env }, { name: 'clinic', databaseUrl: 'file:clinic.db' }).files
  expect(filesIn({ FILES: '/srv/files' })).toEqual({ kind: 'folder', folder: '/srv/files' })
  expect(filesIn({ FILES: 's3://papers/desk', FILES_S3_REGION: 'eu-central-1' })).toEqual({
    kind: 's3',
    bucket: 'papers',
    prefix: 'desk/',
    region: 'eu-central-1',
    endpoint: 'https://s3.eu-central-1.amazonaws.com',
    hasConditionalWrites: true,
  })
  expect(() => filesIn({ FILES: 'gs://papers' })).toThrow('FILES is a folder, or s3://bucket/prefix')
  expect(() => filesIn({ FILES_S3_ENDPOINT: 'http://minio.example' })).toThrow('must be an https address')
  expect(() => filesIn({ FILES_S3_CONDITIONAL: 'maybe' })).toThrow('FILES_S3_CONDITIONAL is "maybe"')
})

test('webhooks go to ranges of addresses, and to no names', () => {
  expect(mistakes({ CHARTER_SECRET: secret, WEBHOOKS_TO: '10.0.0.0/8, nowhere, ::1' })).toEqual([
    'WEBHOOKS_TO takes addresses and ranges like 10.20.0.0/16, and not "nowhere".',
  ])
})

test('plain HTTP leaves loopback only behind a proxy that ends TLS', () => {
  expect(mistakes({ CHARTER_SECRET: secret, HOST: '0.0.0.0' })).toHaveLength(1)
  expect(mistakes({ CHARTER_SECRET: secret, HOST: '0.0.0.0', CHARTER_BEHIND: 'tls-proxy' })).toEqual([])
  expect(['127.0.0.1', '127.9.9.9', '::1', 'localhost'].every(isLoopback)).toBe(true)
  expect(['127.0.0.1.example', '127.1', '0.0.0.0', '::', 'localhost.example', ''].some(isLoopback)).toBe(false)
})

test('production needs a secret of 32 bytes', () => {
  expect(mistakes({ CHARTER_MODE: 'production' })).toHaveLength(1)
  expect(mistakes({ CHARTER_MODE: 'production', CHARTER_SECRET: secret })).toEqual([])
  expect(mistakes({ CHARTER_MODE: 'production', CHARTER_SECRET: secret.slice(1) })).toHaveLength(1)
})

test('keys come over https, or http on loopback', () => {
  const jwt = { ...development, JWT_ISSUER: 'https://id.example' }
  expect(mistakes({ ...jwt, JWKS_URL: 'https://id.example/keys' })).toEqual([])
  expect(mistakes({ ...jwt, JWKS_URL: 'http://127.0.0.1:9/keys' })).toEqual([])
  for (const url of ['http://id.example/keys', 'file:///etc/passwd', 'keys', 'http://127.0.0.1.id.example/'])
    expect([url, mistakes({ ...jwt, JWKS_URL: url }).length]).toEqual([url, 1])
})

test.each(['-1', '65536', '80.5', 'x', ''])('PORT=%s is a mistake', (port) =>
  expect(mistakes({ ...development, PORT: port })).toHaveLength(1),
)

test('the address of a database may stand in a file, so that no secret stands in the environment', () => {
  const folder = mkdtempSync(join(tmpdir(), 'charter-config-'))
  const file = join(folder, 'url')
  writeFileSync(file, 'postgres://app:secret@db/clinic\n')
  const unsaid = { ...defaults, databaseUrl: null, databaseVariable: 'CLINIC_DB' }
  expect(readConfig({ ...development, CLINIC_DB_FILE: file }, unsaid).databaseUrl).toBe(
    'postgres://app:secret@db/clinic',
  )
  expect(readConfig({ ...development, CLINIC_DB: 'postgres://other/clinic' }, unsaid).databaseUrl).toBe(
    'postgres://other/clinic',
  )
  expect(() => readConfig({ CLINIC_DB_FILE: join(folder, 'none') }, unsaid)).toThrow(/CLINIC_DB_FILE names a file/)
  expect(() => readConfig({}, unsaid)).toThrow('set CLINIC_DB, or CLINIC_DB_FILE')
  rmSync(folder, { recursive: true })
})

test('TLS needs both files, readable, and a version that is one', () => {
  expect(() => readConfig({ TLS_CERT: 'cert.pem' }, defaults)).toThrow('TLS_CERT and TLS_KEY go together')
  const wrong = { TLS_CERT: '/nowhere/cert.pem', TLS_KEY: '/nowhere/key.pem', TLS_MIN_VERSION: '1.1' }
  expect(() => readConfig(wrong, defaults)).toThrow(
    /TLS_MIN_VERSION is "1.1"[\s\S]*TLS_CERT names "\/nowhere\/cert.pem"/,
  )
})

test('edits are taken from this machine in development, and never in production', () => {
  const desk = (env: Readonly<Record<string, string>>) => {
    try {
      return readConfig({ ...development, ...env }, defaults).editDesk
    } catch {
      return 'refused'
    }
  }
  expect(desk({ CHARTER_EDIT_DESK: 'http://127.0.0.1:9/secret' })).toBe('http://127.0.0.1:9/secret')
  expect(desk({ CHARTER_EDIT_DESK: 'http://elsewhere.example/' })).toBeUndefined()
  expect(desk({ CHARTER_EDIT_DESK: 'http://127.0.0.1:9/secret', CHARTER_MODE: 'production' })).not.toContain('127')
})

test('GraphiQL is that of who starts the service, in development, where its folder has it', () => {
  const folder = mkdtempSync(join(tmpdir(), 'charter-graphiql-'))
  const read = (env: Readonly<Record<string, string>>) =>
    readConfig({ ...development, CHARTER_GRAPHIQL: folder, ...env }, defaults).graphiqlFolder
  expect(read({})).toBeUndefined()
  writeFileSync(join(folder, 'index.html'), '')
  expect(read({})).toBe(folder)
  expect(read({ CHARTER_MODE: 'production', CHARTER_SECRET: secret })).toBeUndefined()
  rmSync(folder, { recursive: true })
})

test('a gateway is one place of keys, and an identity provider its certificates and where it sends assertions', () => {
  const gateway = { ...development, GATEWAY_ISSUER: 'https://gateway.example' }
  expect(mistakes(gateway)).toHaveLength(1)
  expect(mistakes({ ...gateway, GATEWAY_JWKS_URL: 'https://gateway.example/keys' })).toEqual([])
  expect(mistakes({ ...gateway, GATEWAY_JWKS_URL: 'http://gateway.example/keys' })).toHaveLength(1)
  const both = { GATEWAY_JWKS_URL: 'https://gateway.example/keys', GATEWAY_JWKS_FILE: '/nowhere.json' }
  expect(mistakes({ ...gateway, ...both })).toHaveLength(2)
  expect(mistakes({ ...development, SAML_ISSUER: 'https://idp.example' })).toHaveLength(2)
  expect(
    mistakes({
      ...development,
      SAML_ISSUER: 'https://idp.example',
      SAML_CERT: import.meta.filename,
      SAML_RECIPIENT: 'here',
    }),
  ).toHaveLength(1)
})

test('a ledger is an address and a name; what may wait for it is a number of bytes', () => {
  const ledger = { ...development, LEDGER_URL: 'https://ledger.example/', LEDGER_ORIGIN: 'clinic.example/ledger' }
  expect(readConfig(ledger, defaults).ledger).toEqual({
    url: 'https://ledger.example',
    origin: 'clinic.example/ledger',
    caFile: null,
    spoolBytesMax: 2 ** 30,
  })
  expect(mistakes({ ...development, LEDGER_URL: 'https://ledger.example' })).toHaveLength(1)
  expect(mistakes({ ...development, LEDGER_ORIGIN: 'clinic.example/ledger' })).toHaveLength(1)
  for (const url of ['http://ledger.example', 'ledger', 'https://user:secret@ledger.example', 'https://l.example/?q'])
    expect([url, mistakes({ ...ledger, LEDGER_URL: url }).length]).toEqual([url, 1])
  for (const bytes of ['1', '1 GiB', '-65536', '1e9'])
    expect([bytes, mistakes({ ...ledger, LEDGER_SPOOL_BYTES_MAX: bytes }).length]).toEqual([bytes, 1])
  expect(mistakes({ ...ledger, LEDGER_CA: '/nowhere/ca.pem' })).toEqual([expect.stringMatching(/^LEDGER_CA names/)])
})

test('a charter that keeps to FIPS 140-3 wants a validated provider, and its TLS keeps to it too', () => {
  const fips = { ...defaults, crypto: 'fips' as const }
  expect(() => readConfig({}, fips, () => false)).toThrow(/--force-fips/)
  expect(() => readConfig({}, fips)).toThrow(ConfigError)
  const file = import.meta.filename
  expect(readConfig({ CHARTER_SECRET: secret, TLS_CERT: file, TLS_KEY: file }, fips, () => true).tls).toMatchObject({
    crypto: 'fips',
  })
  expect(readConfig({ CHARTER_SECRET: secret, TLS_CERT: file, TLS_KEY: file }, defaults).tls).not.toHaveProperty(
    'crypto',
  )
})

test('proxies that are none, and rates that are none, are named with what to set', () => {
  const read = (env: Readonly<Record<string, string>>) => () =>
    readConfig({ CHARTER_MODE: 'development', ...env }, { name: 'clinic', databaseUrl: 'file:x' })
  expect(read({ TRUSTED_PROXIES: '10.0.0.0/8, front' })).toThrow('TRUSTED_PROXIES has "front"')
  expect(read({ TRUSTED_PROXY_HEADER: 'x-real-ip' })).toThrow('TRUSTED_PROXY_HEADER is "x-real-ip"')
  expect(read({ RATE_DENIALS: '0' })).toThrow('RATE_DENIALS must be a whole number')
})

test('data at rest is sealed by two words, and nothing else; in production no SQLite file is taken for sealed', () => {
  const production = { CHARTER_SECRET: Buffer.alloc(32).toString('base64url') }
  const read = (env: Record<string, string>, more: Partial<typeof defaults> & { readonly atRest?: 'encrypt' } = {}) =>
    readConfig({ ...production, ...env }, { ...defaults, ...more })
  expect(read({ CHARTER_AT_REST: 'encrypt', CHARTER_VOLUME: 'encrypted' }).atRest).toEqual({
    isAsked: true,
    isVolumeEncrypted: true,
  })
  expect(() => read({ CHARTER_AT_REST: 'yes' })).toThrow('CHARTER_AT_REST is "yes": set it to encrypt')
  expect(() => read({ CHARTER_VOLUME: 'luks' })).toThrow('CHARTER_VOLUME is "luks": set it to encrypted')
  const refused = (text: string) => `${text} is a SQLite file, which cannot be`
  for (const url of ['file:/srv/clinic.db', 'sqlite:clinic.db', '/srv/clinic.db', 'C:\\clinic.db', ':memory:'])
    expect(() => read({ CHARTER_AT_REST: 'encrypt', DATABASE_URL: url })).toThrow(refused(url))
  expect(() => read({}, { atRest: 'encrypt' })).toThrow(refused('file:clinic.db'))
  const server = { CHARTER_AT_REST: 'encrypt', DATABASE_URL: 'postgresql://db.example/clinic' }
  expect(read(server).atRest.isAsked).toBe(true)
  expect(() => readConfig({ ...production, ...server }, { ...defaults, stateUrl: 'file:{data}/state.db' })).toThrow(
    refused('file:.charter/data/state.db'),
  )
})
