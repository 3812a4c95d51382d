import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ConfigError, fromEnvironment, isLoopback } from '../../config.ts'
import { awsKmsKeys } from './aws-kms.ts'
import { azureKeyVaultKeys } from './azure-key-vault.ts'
import { type GoogleAccount, googleCloudKeys } from './google-cloud-kms.ts'
import { localFileKeys } from './local-file.ts'
import { oracleVaultKeys } from './oracle-vault.ts'
import type { KeyProvider } from './provider.ts'
import { type VaultSignIn, vaultTransitKeys } from './vault-transit.ts'

export type Environment = Readonly<Record<string, string | undefined>>

export interface KeyConfig {
  readonly env: Environment
  readonly mode: 'development' | 'production'
  readonly dataFolder: string
  readonly nowMs: () => number
}

/**
 * The key provider that `CHARTER_KEYS` names: `local`, `vault:<mount>/<key>@https://…`, `awskms:<arn>`, `azurekv:<url>`,
 * `gcpkms:<resource>`, `ocivault:<ocid>@<endpoint>`; its secrets from their usual variables or `<name>_FILE`. Without it
 * `local`, which production refuses. Rejects with a ConfigError that says what to set.
 */
export const keyProviderOf = async (config: KeyConfig, given = config.env.CHARTER_KEYS): Promise<KeyProvider> => {
  const text = given ?? (config.mode === 'development' ? 'local' : '')
  const [kind = '', ...rest] = text.split(':')
  const make = providers[kind]
  if (!make)
    throw new ConfigError(
      `CHARTER_KEYS ${text === '' ? 'must be set, because the charter protects fields' : `is "${kind}"`}: name a key provider, ${Object.keys(providers).join(', ')} (docs/protection.md).`,
    )
  return make(rest.join(':'), config)
}

type Make = (place: string, config: KeyConfig) => Promise<KeyProvider>

const local: Make = async (_, { mode, dataFolder }) => {
  if (mode === 'production')
    throw new ConfigError(
      'CHARTER_KEYS=local keeps the key beside the data, which production refuses. Name a key service.',
    )
  return localFileKeys(join(dataFolder, 'keys', 'protection'))
}

const vault: Make = async (place, { env, nowMs }) => {
  const [, path = '', address = ''] = /^([^@]+)@(.+)$/.exec(place) ?? []
  const [key = '', ...mount] = path.split('/').reverse()
  if (mount.length === 0 || key === '')
    throw new ConfigError('CHARTER_KEYS is like vault:transit/clinic@https://vault.example:8200.')
  const namespace = env.VAULT_NAMESPACE
  return vaultTransitKeys({
    address: safeUrl(address),
    mount: mount.reverse().join('/'),
    key,
    signIn: vaultSignIn(env),
    nowMs,
    ...(namespace !== undefined && { namespace }),
  })
}

const vaultSignIn = (env: Environment): VaultSignIn => {
  const token = fromEnvironment(env, 'VAULT_TOKEN')
  if (token !== undefined) return { kind: 'token', token }
  const roleId = fromEnvironment(env, 'VAULT_ROLE_ID')
  if (roleId !== undefined) return { kind: 'approle', roleId, secretId: needed(env, 'VAULT_SECRET_ID') }
  const role = env.VAULT_KUBERNETES_ROLE
  if (role === undefined)
    throw new ConfigError(
      'Say how to sign in to Vault: VAULT_TOKEN, VAULT_ROLE_ID with VAULT_SECRET_ID, or VAULT_KUBERNETES_ROLE.',
    )
  const file = env.VAULT_KUBERNETES_TOKEN_FILE ?? '/var/run/secrets/kubernetes.io/serviceaccount/token'
  return {
    kind: 'kubernetes',
    role,
    mount: env.VAULT_KUBERNETES_MOUNT ?? 'kubernetes',
    token: async () => (await readFile(file, 'utf8')).trim(),
  }
}

const aws: Make = async (arn, { env, nowMs }) => {
  if (!/^arn:[\w-]+:kms:[\w-]+:\d*:(?:key|alias)\/.+$/.test(arn))
    throw new ConfigError('CHARTER_KEYS is like awskms:arn:aws:kms:eu-central-1:111122223333:key/1234abcd-….')
  const endpoint = env.AWS_ENDPOINT_URL_KMS
  needed(env, 'AWS_ACCESS_KEY_ID')
  needed(env, 'AWS_SECRET_ACCESS_KEY')
  return awsKmsKeys({
    arn,
    nowMs,
    // Read for each call: files of temporary credentials are replaced while the service runs.
    credentials: async () => {
      const sessionToken = fromEnvironment(env, 'AWS_SESSION_TOKEN')
      const accessKeyId = needed(env, 'AWS_ACCESS_KEY_ID')
      const secretAccessKey = needed(env, 'AWS_SECRET_ACCESS_KEY')
      return { accessKeyId, secretAccessKey, ...(sessionToken !== undefined && { sessionToken }) }
    },
    ...(endpoint !== undefined && { endpoint: safeUrl(endpoint) }),
  })
}

const azure: Make = async (url, { env, nowMs }) => {
  const keyUrl = safeUrl(url)
  if (!/^\/keys\/[\w-]+$/.test(new URL(keyUrl).pathname))
    throw new ConfigError('CHARTER_KEYS is like azurekv:https://clinic.vault.azure.net/keys/clinic, without a version.')
  const authority = env.AZURE_AUTHORITY_HOST
  return azureKeyVaultKeys({
    keyUrl,
    tenantId: needed(env, 'AZURE_TENANT_ID'),
    clientId: needed(env, 'AZURE_CLIENT_ID'),
    clientSecret: needed(env, 'AZURE_CLIENT_SECRET'),
    nowMs,
    ...(authority !== undefined && { authority: safeUrl(authority) }),
  })
}

const google: Make = async (resource, { env, nowMs }) => {
  if (!/^projects\/[^/]+\/locations\/[^/]+\/keyRings\/[^/]+\/cryptoKeys\/[^/]+$/.test(resource))
    throw new ConfigError('CHARTER_KEYS is like gcpkms:projects/p/locations/l/keyRings/r/cryptoKeys/k.')
  const file = needed(env, 'GOOGLE_APPLICATION_CREDENTIALS')
  const endpoint = env.CLOUDSDK_API_ENDPOINT_OVERRIDES_CLOUDKMS
  const account = await readFile(file, 'utf8').then(
    (text) => JSON.parse(text) as GoogleAccount,
    () => null,
  )
  if (!account?.client_email || !account.private_key)
    throw new ConfigError('GOOGLE_APPLICATION_CREDENTIALS must name a readable key file of a service account.')
  if (account.token_uri !== undefined) safeUrl(account.token_uri)
  return googleCloudKeys({ resource, account, nowMs, ...(endpoint !== undefined && { endpoint: safeUrl(endpoint) }) })
}

const oracle: Make = async (place, { env, nowMs }) => {
  const [, keyId = '', endpoint = ''] = /^(ocid1\.key\.[^@]+)@(.+)$/.exec(place) ?? []
  if (keyId === '')
    throw new ConfigError(
      'CHARTER_KEYS is like ocivault:ocid1.key.oc1…@https://…-crypto.kms.eu-frankfurt-1.oraclecloud.com.',
    )
  return oracleVaultKeys({
    keyId,
    endpoint: safeUrl(endpoint),
    tenancy: needed(env, 'OCI_TENANCY_ID'),
    user: needed(env, 'OCI_USER_ID'),
    fingerprint: needed(env, 'OCI_FINGERPRINT'),
    privateKey: needed(env, 'OCI_PRIVATE_KEY'),
    nowMs,
  })
}

const providers: Readonly<Record<string, Make>> = {
  local,
  vault,
  awskms: aws,
  azurekv: azure,
  gcpkms: google,
  ocivault: oracle,
}

const needed = (env: Environment, name: string): string => {
  const value = fromEnvironment(env, name)
  if (value === undefined || value === '') throw new ConfigError(`CHARTER_KEYS needs ${name}, or ${name}_FILE.`)
  return value
}

/** https, or http on loopback; no user and password in it, no slash at the end. Throws a ConfigError. */
const safeUrl = (text: string): string => {
  const url = URL.canParse(text) ? new URL(text) : null
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname))
  if (!url || !isSafe || url.username !== '' || url.search !== '')
    throw new ConfigError(
      'CHARTER_KEYS and its variables take https addresses (http only on loopback), without user or query.',
    )
  return text.replace(/\/+$/, '')
}
