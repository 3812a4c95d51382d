import {
  createHash,
  createHmac,
  createVerify,
  generateKeyPairSync,
  privateDecrypt,
  publicEncrypt,
  randomBytes,
  verify,
} from 'node:crypto'
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { ConfigError } from '../../settings/config-error.ts'
import { type Environment, keyProviderOf } from './config.ts'
import type { KeyProvider } from './provider.ts'

/** A request as the stand-in got it. */
interface Asked {
  readonly path: string
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

/** A stand-in of a provider: answers as its documentation says, and refuses what is not as it must be. */
type ProviderAnswer = (asked: Asked) => { readonly status: number; readonly body: unknown } | null

const folder = mkdtempSync(join(tmpdir(), 'charter-keys-'))
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 })
const privatePem = rsa.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
const nowMs = Date.parse('2026-03-04T05:06:07Z')

let server: Server
let base = ''
let answering: ProviderAnswer = () => null
let asked: Asked[] = []
let failing: number[] = []
beforeAll(async () => {
  server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const got = { path: request.url ?? '', headers: request.headers, body: Buffer.concat(chunks).toString() }
    asked.push(got)
    const status = failing.shift()
    const answer = status === undefined ? answering(got) : { status, body: { error: 'busy' } }
    response.writeHead(answer?.status ?? 400, { 'content-type': 'application/json' })
    response.end(JSON.stringify(answer?.body ?? { message: 'this is not how it is asked' }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(async () => {
  await new Promise((resolve) => server.close(resolve))
  rmSync(folder, { recursive: true })
})
afterEach(() => {
  asked = []
  failing = []
})

const json = (text: string) => JSON.parse(text) as Record<string, never>
const sha256 = (text: string, form: 'hex' | 'base64') => createHash('sha256').update(text).digest(form)

/** Keeps what it wrapped with its context, as a service that binds the two does. */
const keeper = () => {
  const kept = new Map<string, { readonly plain: string; readonly context: string }>()
  return {
    wrap: (plain: string, context: unknown) => {
      const wrapped = `AQIC${randomBytes(12).toString('base64url')}`
      kept.set(wrapped, { plain, context: JSON.stringify(context) })
      return wrapped
    },
    unwrap: (wrapped: string, context: unknown): string | null => {
      const found = kept.get(wrapped)
      return found?.context === JSON.stringify(context) ? found.plain : null
    },
  }
}

interface ProviderCase {
  readonly name: string
  readonly keys: () => string
  readonly env: () => Environment
  readonly standIn: () => ProviderAnswer
  /** Whether a wrapped key is bound to its context. */
  readonly isBound: boolean
  readonly describes: RegExp
}

const contextText = { key: 'd1-a', service: 'clinic' }
const decoded = (text: string) => JSON.parse(Buffer.from(text, 'base64').toString()) as unknown

const vaultStandIn = (login: (asked: Asked) => boolean): ProviderAnswer => {
  const kept = keeper()
  return (got) => {
    if (got.path.startsWith('/v1/auth/'))
      return login(got) ? { status: 200, body: { auth: { client_token: 'hvs.short', lease_duration: 3600 } } } : null
    if (got.headers['x-vault-token'] !== 'hvs.short' || got.headers['x-vault-request'] !== 'true')
      return { status: 403, body: { errors: ['permission denied'] } }
    const body = json(got.body)
    const context = decoded(body.associated_data ?? '')
    if (got.path === '/v1/secrets/transit/encrypt/clinic')
      return {
        status: 200,
        body: { data: { ciphertext: `vault:v3:${kept.wrap(body.plaintext ?? '', context)}`, key_version: 3 } },
      }
    if (got.path !== '/v1/secrets/transit/decrypt/clinic') return null
    const plaintext = kept.unwrap(String(body.ciphertext).replace('vault:v3:', ''), context)
    return plaintext === null
      ? { status: 400, body: { errors: ['cipher: message authentication failed'] } }
      : { status: 200, body: { data: { plaintext } } }
  }
}

/** SigV4 computed anew from the request, step by step as the documentation has it. */
const isSignedV4 = ({ path, headers, body }: Asked, secret: string): boolean => {
  const [, access, day, region, service, names = '', signature] =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/([^/]+)\/aws4_request, SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/.exec(
      headers.authorization ?? '',
    ) ?? []
  if (access !== 'AKIDEXAMPLE' || day !== '20260304' || headers['x-amz-date'] !== '20260304T050607Z') return false
  if (names !== 'content-type;host;x-amz-date;x-amz-security-token;x-amz-target') return false
  const lines = names.split(';').map((name) => `${name}:${String(headers[name])}\n`)
  const canonical = `POST\n${path}\n\n${lines.join('')}\n${names}\n${sha256(body, 'hex')}`
  const text = `AWS4-HMAC-SHA256\n20260304T050607Z\n${day}/${region}/${service}/aws4_request\n${sha256(canonical, 'hex')}`
  const hmac = (key: string | Buffer, data: string) => createHmac('sha256', key).update(data).digest()
  const key = hmac(hmac(hmac(hmac(`AWS4${secret}`, day), region ?? ''), service ?? ''), 'aws4_request')
  return createHmac('sha256', key).update(text).digest('hex') === signature
}

const arn = 'arn:aws:kms:eu-central-1:111122223333:key/1234abcd-12ab-34cd-56ef-1234567890ab'
const awsStandIn = (): ProviderAnswer => {
  const kept = keeper()
  return (got) => {
    if (got.path !== '/' || !isSignedV4(got, 'wJalrXUtnFEMI'))
      return { status: 400, body: { __type: 'IncompleteSignature' } }
    const { KeyId, Plaintext, CiphertextBlob, EncryptionContext } = json(got.body)
    if (KeyId !== arn) return null
    if (got.headers['x-amz-target'] === 'TrentService.Encrypt')
      return { status: 200, body: { CiphertextBlob: kept.wrap(Plaintext ?? '', EncryptionContext), KeyId } }
    const plain = kept.unwrap(CiphertextBlob ?? '', EncryptionContext)
    return plain === null
      ? { status: 400, body: { __type: 'InvalidCiphertextException' } }
      : { status: 200, body: { Plaintext: plain, KeyId } }
  }
}

const azureStandIn = (): ProviderAnswer => (got) => {
  if (got.path === '/tenant-1/oauth2/v2.0/token') {
    const form = new URLSearchParams(got.body)
    const isRight =
      form.get('grant_type') === 'client_credentials' &&
      form.get('client_id') === 'client-1' &&
      form.get('client_secret') === 'azure-secret' &&
      (form.get('scope') ?? '').endsWith('/.default')
    return isRight ? { status: 200, body: { token_type: 'Bearer', expires_in: 3599, access_token: 'ey.azure' } } : null
  }
  if (got.headers.authorization !== 'Bearer ey.azure') return { status: 401, body: { error: { code: 'Unauthorized' } } }
  const { alg, value } = json(got.body)
  if (alg !== 'RSA-OAEP-256') return null
  const kid = `${base}/keys/clinic/0698c2156c1a4e1da5b6bab6f6422fd6`
  const oaep = { oaepHash: 'sha256' }
  const bytes = Buffer.from(value ?? '', 'base64url')
  if (got.path === '/keys/clinic/wrapkey?api-version=7.4')
    return {
      status: 200,
      body: { kid, value: publicEncrypt({ key: rsa.publicKey, ...oaep }, bytes).toString('base64url') },
    }
  if (got.path !== '/keys/clinic/0698c2156c1a4e1da5b6bab6f6422fd6/unwrapkey?api-version=7.4') return null
  return {
    status: 200,
    body: { kid, value: privateDecrypt({ key: rsa.privateKey, ...oaep }, bytes).toString('base64url') },
  }
}

const resource = 'projects/p/locations/europe-west3/keyRings/r/cryptoKeys/k'
const isAssertion = (assertion: string): boolean => {
  const [header = '', claims = '', signature = ''] = assertion.split('.')
  const said = JSON.parse(Buffer.from(claims, 'base64url').toString()) as Record<string, unknown>
  return (
    verify('RSA-SHA256', Buffer.from(`${header}.${claims}`), rsa.publicKey, Buffer.from(signature, 'base64url')) &&
    said.iss === 'clinic@p.iam.gserviceaccount.com' &&
    said.aud === `${base}/token` &&
    said.scope === 'https://www.googleapis.com/auth/cloudkms' &&
    said.exp === nowMs / 1000 + 3600
  )
}
const googleStandIn = (): ProviderAnswer => {
  const kept = keeper()
  return (got) => {
    if (got.path === '/token') {
      const form = new URLSearchParams(got.body)
      const isGrant = form.get('grant_type') === 'urn:ietf:params:oauth:grant-type:jwt-bearer'
      return isGrant && isAssertion(form.get('assertion') ?? '')
        ? { status: 200, body: { access_token: 'ya29.x', expires_in: 3599, token_type: 'Bearer' } }
        : null
    }
    if (got.headers.authorization !== 'Bearer ya29.x')
      return { status: 401, body: { error: { status: 'UNAUTHENTICATED' } } }
    const { plaintext, ciphertext, additionalAuthenticatedData } = json(got.body)
    const context = decoded(additionalAuthenticatedData ?? '')
    if (got.path === `/v1/${resource}:encrypt`)
      return {
        status: 200,
        body: { name: `${resource}/cryptoKeyVersions/1`, ciphertext: kept.wrap(plaintext ?? '', context) },
      }
    if (got.path !== `/v1/${resource}:decrypt`) return null
    const plain = kept.unwrap(ciphertext ?? '', context)
    return plain === null
      ? { status: 400, body: { error: { status: 'INVALID_ARGUMENT' } } }
      : { status: 200, body: { plaintext: plain } }
  }
}

const ocid = 'ocid1.key.oc1.eu-frankfurt-1.abc.def'
const isSignedOracle = ({ path, headers, body }: Asked): boolean => {
  const [, keyId, names = '', signature = ''] =
    /^Signature version="1",keyId="([^"]+)",algorithm="rsa-sha256",headers="([^"]+)",signature="([^"]+)"$/.exec(
      headers.authorization ?? '',
    ) ?? []
  const lines = names
    .split(' ')
    .map((name) =>
      name === '(request-target)' ? `(request-target): post ${path}` : `${name}: ${String(headers[name])}`,
    )
  return (
    keyId === 'ocid1.tenancy.oc1..t/ocid1.user.oc1..u/20:3b:97' &&
    ['(request-target)', 'host', 'date', 'content-length', 'content-type', 'x-content-sha256'].every((name) =>
      names.split(' ').includes(name),
    ) &&
    headers['x-content-sha256'] === sha256(body, 'base64') &&
    headers.date === 'Wed, 04 Mar 2026 05:06:07 GMT' &&
    createVerify('RSA-SHA256').update(lines.join('\n')).verify(rsa.publicKey, signature, 'base64')
  )
}
const oracleStandIn = (): ProviderAnswer => {
  const kept = keeper()
  return (got) => {
    if (!isSignedOracle(got)) return { status: 401, body: { code: 'NotAuthenticated', message: 'no' } }
    const { keyId, plaintext, ciphertext, associatedData } = json(got.body)
    if (keyId !== ocid) return null
    if (got.path === '/20180608/encrypt')
      return { status: 200, body: { ciphertext: kept.wrap(plaintext ?? '', associatedData) } }
    const plain = kept.unwrap(ciphertext ?? '', associatedData)
    return plain === null
      ? { status: 400, body: { code: 'InvalidParameter' } }
      : { status: 200, body: { plaintext: plain, plaintextChecksum: '1' } }
  }
}

const fileWith = (name: string, text: string): string => {
  const file = join(folder, name)
  writeFileSync(file, text)
  return file
}

const standings: readonly ProviderCase[] = [
  {
    name: 'local file',
    keys: () => 'local',
    env: () => ({}),
    standIn: () => () => null,
    isBound: true,
    describes: /^local file/,
  },
  {
    name: 'Vault by token',
    keys: () => `vault:secrets/transit/clinic@${base}`,
    env: () => ({ VAULT_TOKEN_FILE: fileWith('token', 'hvs.short\n') }),
    standIn: () => vaultStandIn(() => false),
    isBound: true,
    describes: /^Vault transit secrets\/transit\/clinic at /,
  },
  {
    name: 'Vault by AppRole',
    keys: () => `vault:secrets/transit/clinic@${base}/`,
    env: () => ({ VAULT_ROLE_ID: 'role-1', VAULT_SECRET_ID: 'secret-1', VAULT_NAMESPACE: 'team' }),
    standIn: () =>
      vaultStandIn(
        ({ path, body, headers }) =>
          path === '/v1/auth/approle/login' &&
          headers['x-vault-namespace'] === 'team' &&
          body === '{"role_id":"role-1","secret_id":"secret-1"}',
      ),
    isBound: true,
    describes: /^Vault transit/,
  },
  {
    name: 'Vault by Kubernetes',
    keys: () => `vault:secrets/transit/clinic@${base}`,
    env: () => ({ VAULT_KUBERNETES_ROLE: 'clinic', VAULT_KUBERNETES_TOKEN_FILE: fileWith('sa', 'ey.sa') }),
    standIn: () =>
      vaultStandIn(
        ({ path, body }) => path === '/v1/auth/kubernetes/login' && body === '{"role":"clinic","jwt":"ey.sa"}',
      ),
    isBound: true,
    describes: /^Vault transit/,
  },
  {
    name: 'AWS KMS',
    keys: () => `awskms:${arn}`,
    env: () => ({
      AWS_ACCESS_KEY_ID: 'AKIDEXAMPLE',
      AWS_SECRET_ACCESS_KEY: 'wJalrXUtnFEMI',
      AWS_SESSION_TOKEN: 'session',
      AWS_ENDPOINT_URL_KMS: base,
    }),
    standIn: awsStandIn,
    isBound: true,
    describes: /^AWS KMS arn:/,
  },
  {
    name: 'Azure Key Vault',
    keys: () => `azurekv:${base}/keys/clinic`,
    env: () => ({
      AZURE_TENANT_ID: 'tenant-1',
      AZURE_CLIENT_ID: 'client-1',
      AZURE_CLIENT_SECRET: 'azure-secret',
      AZURE_AUTHORITY_HOST: base,
    }),
    standIn: azureStandIn,
    isBound: false,
    describes: /^Azure Key Vault/,
  },
  {
    name: 'Google Cloud KMS',
    keys: () => `gcpkms:${resource}`,
    env: () => ({
      GOOGLE_APPLICATION_CREDENTIALS: fileWith(
        'google.json',
        JSON.stringify({
          type: 'service_account',
          client_email: 'clinic@p.iam.gserviceaccount.com',
          private_key: privatePem,
          private_key_id: 'k1',
          token_uri: `${base}/token`,
        }),
      ),
      CLOUDSDK_API_ENDPOINT_OVERRIDES_CLOUDKMS: base,
    }),
    standIn: googleStandIn,
    isBound: true,
    describes: /^Google Cloud KMS projects/,
  },
  {
    name: 'Oracle Vault',
    keys: () => `ocivault:${ocid}@${base}`,
    env: () => ({
      OCI_TENANCY_ID: 'ocid1.tenancy.oc1..t',
      OCI_USER_ID: 'ocid1.user.oc1..u',
      OCI_FINGERPRINT: '20:3b:97',
      OCI_PRIVATE_KEY_FILE: fileWith('oci.pem', privatePem),
    }),
    standIn: oracleStandIn,
    isBound: true,
    describes: /^Oracle Vault ocid1/,
  },
]

/** What every key provider owes. */
describe.each(standings)('$name', ({ keys, env, standIn, isBound, describes, name }) => {
  const make = (): Promise<KeyProvider> => {
    answering = standIn()
    return keyProviderOf({
      env: { ...env(), CHARTER_KEYS: keys() },
      mode: 'development',
      dataFolder: folder,
      nowMs: () => nowMs,
    })
  }
  const key = randomBytes(32)
  const context = { service: 'clinic', key: 'd1-a' }

  test('gives back what it wrapped, and what it wrapped does not hold the key', async () => {
    const provider = await make()
    const wrapped = await provider.wrap(key, context)
    expect(Buffer.from(await provider.unwrap(wrapped, context))).toEqual(key)
    for (const form of ['base64', 'base64url', 'hex'] as const) expect(wrapped).not.toContain(key.toString(form))
    expect(provider.describe()).toMatch(describes)
    expect(provider.describe()).not.toMatch(/secret-1|hvs\.|wJalr|azure-secret|PRIVATE/)
  })

  test.runIf(isBound)('a wrapped key is bound to its service and name', async () => {
    const provider = await make()
    const wrapped = await provider.wrap(key, context)
    await expect(provider.unwrap(wrapped, { ...context, key: 'd2-b' })).rejects.toThrow()
    await expect(provider.unwrap(wrapped, { ...context, service: 'other' })).rejects.toThrow()
  })

  test.skipIf(name === 'local file')(
    'is asked again where that may help, and only then; errors hold no secret',
    async () => {
      const provider = await make()
      await provider.wrap(key, context)
      asked = []
      failing = [503, 429]
      await provider.wrap(key, context)
      expect(asked).toHaveLength(3)
      failing = [503, 503, 503]
      await expect(provider.wrap(key, context)).rejects.toThrow(/answered 503/)
      asked = []
      failing = [403]
      const error = (await provider.wrap(key, context).catch((each: unknown) => each)) as Error
      expect(asked).toHaveLength(1)
      expect(error.message).toMatch(/answered 403/)
      expect(JSON.stringify([error.message, error.stack])).not.toContain(key.toString('base64'))
    },
    20_000,
  )
})

test('the local key file is its owner’s alone, and production refuses it', async () => {
  const config = { env: {}, dataFolder: folder, nowMs: () => nowMs }
  await keyProviderOf({ ...config, mode: 'development' })
  expect(statSync(join(folder, 'keys', 'protection')).mode & 0o777).toBe(0o600)
  await expect(keyProviderOf({ ...config, mode: 'production' })).rejects.toThrow(ConfigError)
  await expect(keyProviderOf({ ...config, mode: 'production' }, 'local')).rejects.toThrow(/production refuses/)
})

test.each([
  ['kms:x', /name a key provider/],
  ['vault:transit/clinic@http://vault.example:8200', /https/],
  ['vault:clinic@https://vault.example', /CHARTER_KEYS is like/],
  ['awskms:arn:aws:s3:::x', /CHARTER_KEYS is like/],
  ['azurekv:https://x.vault.azure.net/keys/k/version', /without a version/],
  ['gcpkms:projects/p', /CHARTER_KEYS is like/],
  ['ocivault:x@https://y', /CHARTER_KEYS is like/],
  ['ocivault:ocid1.key.oc1.x@https://y', /OCI_TENANCY_ID/],
])('%s is refused with what to set', async (keys, says) => {
  const made = keyProviderOf(
    { env: { VAULT_TOKEN: 't' }, mode: 'production', dataFolder: folder, nowMs: () => nowMs },
    keys,
  )
  await expect(made).rejects.toThrow(says)
})

test('every mistake is told at once', async () => {
  const env = { AWS_ENDPOINT_URL_KMS: 'http://elsewhere.example', AWS_SECRET_ACCESS_KEY_FILE: '/nowhere/at/all' }
  const made = keyProviderOf({ env, mode: 'production', dataFolder: folder, nowMs: () => nowMs }, 'awskms:x')
  const error = await made.then(
    () => null,
    (thrown: unknown) => thrown,
  )
  expect(error).toBeInstanceOf(ConfigError)
  for (const said of [
    'is like awskms',
    'AWS_ACCESS_KEY_ID',
    'AWS_SECRET_ACCESS_KEY_FILE names',
    'AWS_ENDPOINT_URL_KMS',
  ])
    expect(String(error)).toContain(said)
})

test.each([
  'vault:/clinic@https://vault.example',
  'vault:transit/clinic@https://:word@vault.example',
  'vault:transit/clinic@https://vault.example/#part',
  'constructor',
])('%s is no key provider', async (keys) => {
  const config = { env: { VAULT_TOKEN: 't' }, mode: 'production', dataFolder: folder, nowMs: () => nowMs } as const
  await expect(keyProviderOf(config, keys)).rejects.toThrow(ConfigError)
})

test('a stand-in may be on loopback of IPv6, too', async () => {
  const config = { env: { VAULT_TOKEN: 't' }, mode: 'production', dataFolder: folder, nowMs: () => nowMs } as const
  await expect(keyProviderOf(config, 'vault:a/b/c@http://[::1]:9')).resolves.toMatchObject({ name: 'vault' })
})

test('where a wrapped key of Azure says to go is not where requests go', async () => {
  answering = azureStandIn()
  const env = {
    AZURE_TENANT_ID: 'tenant-1',
    AZURE_CLIENT_ID: 'client-1',
    AZURE_CLIENT_SECRET: 'azure-secret',
    AZURE_AUTHORITY_HOST: base,
  }
  const provider = await keyProviderOf(
    { env, mode: 'production', dataFolder: folder, nowMs: () => nowMs },
    `azurekv:${base}/keys/clinic`,
  )
  await expect(provider.unwrap('https://evil.example/keys/clinic/1 AAAA', contextText)).rejects.toThrow(/another key/)
  expect(asked).toEqual([])
})
