// Generated from the charter "clinic". What you change here is merged when generating again.

import { deepEqual, throws } from 'node:assert/strict'
import { test } from 'node:test'
import { readConfig } from '../../src/runtime/service/index.ts'
import { listeners } from '../../src/service.ts'

const secret = 'AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8'
const development = { CHARTER_MODE: 'development' }
const production = { CHARTER_MODE: 'production', CHARTER_SECRET: secret }
const provider = { ...development, JWT_ISSUER: 'https://id.example' }
const gateway = { ...development, GATEWAY_ISSUER: 'https://gateway.example' }
const saml = {
  ...development,
  SAML_ISSUER: 'https://saml.example',
  SAML_CERT: 'package.json',
  SAML_RECIPIENT: 'https://api.example/oauth2/token',
}
const ledger = { ...development, LEDGER_URL: 'https://ledger.example', LEDGER_ORIGIN: 'ledger.example/log' }
const nowhere = '/nowhere/at/all.pem'

/** An environment, and what is told of it. */
const mistakes: readonly (readonly [Readonly<{ [name: string]: string }>, string])[] = [
  [{ CHARTER_MODE: 'Production', CHARTER_SECRET: secret }, 'CHARTER_MODE is'],
  [{}, 'CHARTER_SECRET must be set'],
  [{ CHARTER_MODE: 'production' }, 'CHARTER_SECRET must be set'],
  [{ ...production, CHARTER_SECRET: 'short' }, 'CHARTER_SECRET must be 32 bytes'],
  [{ ...production, CHARTER_SECRET: `${secret}AAAA` }, 'CHARTER_SECRET must be 32 bytes'],
  [{ ...development, CHARTER_BEHIND: 'proxy' }, 'CHARTER_BEHIND is "proxy"'],
  [{ ...development, CHARTER_ALLOW_DDL: 'maybe' }, 'CHARTER_ALLOW_DDL is'],
  [{ ...development, GRPC_REFLECTION: 'on' }, 'GRPC_REFLECTION is'],
  ...['-1', '65536', '80.5', 'x', ''].flatMap((port): [{ [name: string]: string }, string][] => [
    [{ ...development, PORT: port }, 'PORT must be a number'],
    [{ ...development, GRPC_PORT: port }, 'GRPC_PORT must be a number'],
  ]),
  ...['2', '1001', '3.5', 'many'].map((most): [{ [name: string]: string }, string] => [
    { ...development, DATABASE_POOL_MAX: most },
    'DATABASE_POOL_MAX must be',
  ]),
  [{ ...development, DATABASE_URL_FILE: nowhere }, 'DATABASE_URL_FILE names a file'],
  [{ ...development, HOST: '10.0.0.1' }, 'HOST 10.0.0.1 is not a loopback address, and CHARTER_MODE=development'],
  [{ ...development, HOST: '127.example' }, 'HOST 127.example is not a loopback address'],
  [{ ...development, CHARTER_BEHIND: 'tls-proxy' }, 'CHARTER_BEHIND is set'],
  [{ ...development, TLS_CERT: 'package.json', TLS_KEY: 'package.json' }, 'TLS_CERT is set'],
  [{ ...production, HOST: '0.0.0.0' }, 'plain HTTP stays on loopback'],
  [{ ...production, HOST: 'api.example' }, 'plain HTTP stays on loopback'],
  [{ ...production, TLS_CERT: 'package.json' }, 'TLS_CERT and TLS_KEY go together'],
  [{ ...production, TLS_KEY: 'package.json' }, 'TLS_CERT and TLS_KEY go together'],
  [{ ...production, TLS_CERT: nowhere, TLS_KEY: 'package.json' }, 'TLS_CERT names'],
  [{ ...production, TLS_CERT: 'package.json', TLS_KEY: nowhere }, 'TLS_KEY names'],
  [{ ...production, TLS_MIN_VERSION: '1.1' }, 'TLS_MIN_VERSION is'],
  [{ ...provider, JWT_ISSUER: 'issuer' }, 'JWKS_URL must say'],
  ...['http://id.example/keys', 'ftp://127.0.0.1/keys', 'keys', 'file:///etc/passwd'].map(
    (url): [{ [name: string]: string }, string] => [
      { ...provider, JWKS_URL: url },
      'JWKS_URL must be an https address',
    ],
  ),
  [gateway, 'GATEWAY_JWKS_URL or GATEWAY_JWKS_FILE, and not both'],
  [{ ...gateway, GATEWAY_JWKS_URL: 'https://gateway.example/keys', GATEWAY_JWKS_FILE: 'package.json' }, 'and not both'],
  [{ ...gateway, GATEWAY_JWKS_URL: 'http://gateway.example/keys' }, 'GATEWAY_JWKS_URL must be an https address'],
  [{ ...gateway, GATEWAY_JWKS_FILE: nowhere }, 'GATEWAY_JWKS_FILE names'],
  [{ ...saml, SAML_CERT: nowhere }, 'SAML_CERT must name'],
  [{ ...saml, SAML_CERT: '' }, 'SAML_CERT must name'],
  [{ ...saml, SAML_RECIPIENT: 'here' }, 'SAML_RECIPIENT must be'],
  [{ ...saml, SAML_RECIPIENT: '' }, 'SAML_RECIPIENT must be'],
  ...['http://ledger.example', 'https://user:word@ledger.example', 'https://ledger.example/?q=1', 'ledger'].map(
    (url): [{ [name: string]: string }, string] => [{ ...ledger, LEDGER_URL: url }, 'LEDGER_URL must be'],
  ),
  [{ ...ledger, LEDGER_ORIGIN: 'two words' }, 'LEDGER_ORIGIN must'],
  [{ ...ledger, LEDGER_CA: nowhere }, 'LEDGER_CA names'],
  [{ ...development, LEDGER_ORIGIN: 'ledger.example/log' }, 'LEDGER_URL must say'],
  [{ ...ledger, LEDGER_SPOOL_BYTES_MAX: '1 GiB' }, 'LEDGER_SPOOL_BYTES_MAX'],
]

/** An environment that is right, and what is made of it. */
const sound: readonly (readonly [Readonly<{ [name: string]: string }>, Readonly<{ [member: string]: unknown }>])[] = [
  [
    development,
    {
      mode: 'development',
      host: '127.0.0.1',
      port: 8080,
      mayCreate: false,
      tls: null,
      jwt: null,
      gateway: null,
      saml: null,
    },
  ],
  [{ CHARTER_SECRET: secret }, { mode: 'production' }],
  [
    { ...production, HOST: '0.0.0.0', CHARTER_BEHIND: 'tls-proxy' },
    { host: '0.0.0.0', isBehindTlsProxy: true },
  ],
  [
    { ...production, HOST: '0.0.0.0', TLS_CERT: 'package.json', TLS_KEY: 'package.json', TLS_MIN_VERSION: '1.2' },
    { tls: { certificateFile: 'package.json', keyFile: 'package.json', versionMin: 'TLSv1.2' } },
  ],
  [
    { ...production, TLS_CERT: 'package.json', TLS_KEY: 'package.json', TLS_MIN_VERSION: '1.3' },
    { tls: { certificateFile: 'package.json', keyFile: 'package.json', versionMin: 'TLSv1.3' } },
  ],
  ...['localhost', '::1', '127.0.0.2'].map((host): [{ [name: string]: string }, { [member: string]: unknown }] => [
    { ...production, HOST: host },
    { host },
  ]),
  [
    { ...provider, JWKS_URL: 'https://id.example/keys' },
    {
      jwt: {
        issuer: 'https://id.example',
        audience: 'service',
        jwksUrl: 'https://id.example/keys',
        rolesClaim: 'roles',
      },
    },
  ],
  [
    { ...provider, JWKS_URL: 'http://[::1]:8000/keys', JWT_AUDIENCE: 'us' },
    { jwt: { issuer: 'https://id.example', audience: 'us', jwksUrl: 'http://[::1]:8000/keys', rolesClaim: 'roles' } },
  ],
  [
    { ...gateway, GATEWAY_JWKS_FILE: 'package.json' },
    { gateway: { issuer: 'https://gateway.example', audience: 'service', keys: { file: 'package.json' } } },
  ],
  [
    saml,
    {
      saml: {
        issuer: 'https://saml.example',
        audience: 'service',
        rolesAttribute: 'roles',
        certificateFile: 'package.json',
        recipient: 'https://api.example/oauth2/token',
      },
    },
  ],
  [
    { ...development, CHARTER_ALLOW_DDL: 'true', GRPC_REFLECTION: 'false', DATABASE_POOL_MAX: '3', PORT: '65535' },
    { mayCreate: true, connectionsMax: 3, port: 65_535 },
  ],
  [
    { ...development, CHARTER_ALLOW_DDL: 'false', GRPC_REFLECTION: 'true', DATABASE_POOL_MAX: '1000', PORT: '0' },
    { mayCreate: false, connectionsMax: 1000, port: 0 },
  ],
  [
    { ...development, CHARTER_ALLOW_DDL: '', CHARTER_BEHIND: '' },
    { mayCreate: false, isBehindTlsProxy: false },
  ],
]

const read = (environment: Readonly<{ [name: string]: string }>) =>
  readConfig(environment, { name: 'service', databaseUrl: '', listeners })

test('each mistake of its environment is told, with what to set', async () => {
  for (const [environment, told] of mistakes)
    throws(
      () => read(environment),
      (error: Error) => error.message.includes(told),
      `${JSON.stringify(environment)}: ${told}`,
    )
})

test('an environment that is right is taken as it says', async () => {
  for (const [environment, expected] of sound) {
    const config = new Map<string, unknown>(Object.entries(read(environment)))
    for (const [member, value] of Object.entries(expected))
      deepEqual([environment, member, config.get(member)], [environment, member, value])
  }
})
