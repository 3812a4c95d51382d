import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isPlainUrl, isSafeUrl } from '../../settings/addresses.ts'
import { ConfigError } from '../../settings/config-error.ts'
import { fromEnvironment } from '../../settings/from-environment.ts'
import { awsKmsKeys } from './aws-kms.ts'
import { azureKeyVaultKeys } from './azure-key-vault.ts'
import { type GoogleAccount, googleCloudKeys } from './google-cloud-kms.ts'
import { localFileKeys } from './local-file.ts'
import { oracleVaultKeys } from './oracle-vault.ts'
import type { KeyProvider } from './provider.ts'
import type { AwsCredentials } from './sign-aws-request.ts'
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
 * `local`, which production refuses. Rejects with a ConfigError with every mistake at once, each saying what to set.
 */
export const keyProviderOf = async (config: KeyConfig, given = config.env.CHARTER_KEYS): Promise<KeyProvider> => {
  const text = given ?? (config.mode === 'development' ? 'local' : '')
  const [kind = '', ...rest] = text.split(':')
  const read = providers.get(kind)
  if (!read)
    throw new ConfigError(
      `CHARTER_KEYS ${text === '' ? 'must be set, because what is kept is sealed (protected fields, or data at rest)' : `is "${kind}"`}: name a key provider, ${[...providers.keys()].join(', ')} (docs/protection.md).`,
    )
  const mistakes: string[] = []
  const make = await read(rest.join(':'), { ...config, mistakes })
  if (mistakes.length > 0) throw new ConfigError([...new Set(mistakes)].join('\n'))
  return make()
}

interface KeyConfigContext extends KeyConfig {
  readonly mistakes: string[]
}

/** Notes mistakes; what it gives is called when there are none. */
type Read = (place: string, reading: KeyConfigContext) => Promise<() => Promise<KeyProvider> | KeyProvider>

const local: Read = async (_, { mode, dataFolder, mistakes }) => {
  if (mode === 'production')
    mistakes.push('CHARTER_KEYS=local keeps the key beside the data, which production refuses. Name a key service.')
  return () => localFileKeys(join(dataFolder, 'keys', 'protection'))
}

const vault: Read = async (place, reading) => {
  const [, mount = '', key = '', url = ''] = /^([^@/][^@]*)\/([^@/]+)@(.+)$/.exec(place) ?? []
  if (key === '') reading.mistakes.push('CHARTER_KEYS is like vault:transit/clinic@https://vault.example:8200.')
  const address = key === '' ? '' : urlIn(reading, 'CHARTER_KEYS', url)
  const namespace = reading.env.VAULT_NAMESPACE
  const { nowMs } = reading
  const signIn = vaultSignIn(reading)
  return () => vaultTransitKeys({ address, mount, key, signIn, nowMs, ...(namespace !== undefined && { namespace }) })
}

const vaultSignIn = (reading: KeyConfigContext): VaultSignIn => {
  const { env, mistakes } = reading
  const token = textIn(reading, 'VAULT_TOKEN')
  if (token !== undefined) return { kind: 'token', token }
  const roleId = textIn(reading, 'VAULT_ROLE_ID')
  if (roleId !== undefined) return { kind: 'approle', roleId, secretId: needed(reading, 'VAULT_SECRET_ID') }
  const { VAULT_KUBERNETES_ROLE: role = '' } = env
  if (role === '')
    mistakes.push(
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

const aws: Read = async (arn, reading) => {
  const { env, nowMs, mistakes } = reading
  if (!/^arn:[\w-]+:kms:[\w-]+:\d*:(?:key|alias)\/.+$/.test(arn))
    mistakes.push('CHARTER_KEYS is like awskms:arn:aws:kms:eu-central-1:111122223333:key/1234abcd-….')
  needed(reading, 'AWS_ACCESS_KEY_ID')
  needed(reading, 'AWS_SECRET_ACCESS_KEY')
  const endpoint = endpointIn(reading, 'AWS_ENDPOINT_URL_KMS')
  return () => awsKmsKeys({ arn, nowMs, credentials: async () => awsCredentialsIn(env), ...endpoint })
}

/** Read for each request: files of temporary credentials are replaced while the service runs. */
export const awsCredentialsIn = (env: Environment): AwsCredentials => {
  const sessionToken = fromEnvironment(env, 'AWS_SESSION_TOKEN')
  const accessKeyId = fromEnvironment(env, 'AWS_ACCESS_KEY_ID') ?? ''
  const secretAccessKey = fromEnvironment(env, 'AWS_SECRET_ACCESS_KEY') ?? ''
  return { accessKeyId, secretAccessKey, ...(sessionToken !== undefined && { sessionToken }) }
}

const azure: Read = async (url, reading) => {
  const { env, nowMs, mistakes } = reading
  const keyUrl = urlIn(reading, 'CHARTER_KEYS', url)
  if (!/^\/keys\/[\w-]+$/.test(URL.parse(keyUrl)?.pathname ?? ''))
    mistakes.push('CHARTER_KEYS is like azurekv:https://clinic.vault.azure.net/keys/clinic, without a version.')
  const authority =
    env.AZURE_AUTHORITY_HOST === undefined
      ? {}
      : { authority: urlIn(reading, 'AZURE_AUTHORITY_HOST', env.AZURE_AUTHORITY_HOST) }
  const tenantId = needed(reading, 'AZURE_TENANT_ID')
  const clientId = needed(reading, 'AZURE_CLIENT_ID')
  const clientSecret = needed(reading, 'AZURE_CLIENT_SECRET')
  return () => azureKeyVaultKeys({ keyUrl, tenantId, clientId, clientSecret, nowMs, ...authority })
}

const google: Read = async (resource, reading) => {
  const { nowMs, mistakes } = reading
  if (!/^projects\/[^/]+\/locations\/[^/]+\/keyRings\/[^/]+\/cryptoKeys\/[^/]+$/.test(resource))
    mistakes.push('CHARTER_KEYS is like gcpkms:projects/p/locations/l/keyRings/r/cryptoKeys/k.')
  const account = await readFile(needed(reading, 'GOOGLE_APPLICATION_CREDENTIALS'), 'utf8').then(
    (text) => JSON.parse(text) as GoogleAccount | null,
    () => null,
  )
  const { client_email: email = '', private_key: key = '', token_uri: given, ...rest } = account ?? {}
  if (!email || !key)
    mistakes.push('GOOGLE_APPLICATION_CREDENTIALS must name a readable key file of a service account.')
  const uri = given === undefined ? {} : { token_uri: urlIn(reading, 'token_uri of that file', given) }
  const endpoint = endpointIn(reading, 'CLOUDSDK_API_ENDPOINT_OVERRIDES_CLOUDKMS')
  const named = { ...rest, client_email: email, private_key: key, ...uri }
  return () => googleCloudKeys({ resource, account: named, nowMs, ...endpoint })
}

const oracle: Read = async (place, reading) => {
  const [, keyId = '', url = ''] = /^(ocid1\.key\.[^@]+)@(.+)$/.exec(place) ?? []
  if (keyId === '')
    reading.mistakes.push(
      'CHARTER_KEYS is like ocivault:ocid1.key.oc1…@https://…-crypto.kms.eu-frankfurt-1.oraclecloud.com.',
    )
  const endpoint = keyId === '' ? '' : urlIn(reading, 'CHARTER_KEYS', url)
  const tenancy = needed(reading, 'OCI_TENANCY_ID')
  const user = needed(reading, 'OCI_USER_ID')
  const fingerprint = needed(reading, 'OCI_FINGERPRINT')
  const privateKey = needed(reading, 'OCI_PRIVATE_KEY')
  const { nowMs } = reading
  return () => oracleVaultKeys({ keyId, endpoint, tenancy, user, fingerprint, privateKey, nowMs })
}

const providers: ReadonlyMap<string, Read> = new Map([
  ['local', local],
  ['vault', vault],
  ['awskms', aws],
  ['azurekv', azure],
  ['gcpkms', google],
  ['ocivault', oracle],
])

/** A variable, or the file that `<name>_FILE` names; one that cannot be read is a mistake. */
const textIn = ({ env, mistakes }: KeyConfigContext, name: string): string | undefined => {
  try {
    return fromEnvironment(env, name)
  } catch (error) {
    mistakes.push(error instanceof Error ? error.message : String(error))
    return ''
  }
}

const needed = (reading: KeyConfigContext, name: string): string => {
  const value = textIn(reading, name) ?? ''
  if (value === '') reading.mistakes.push(`CHARTER_KEYS needs ${name}, or ${name}_FILE.`)
  return value
}

/** Where a stand-in is, in place of the provider's own address. */
const endpointIn = (reading: KeyConfigContext, name: string): { readonly endpoint?: string } => {
  const text = reading.env[name]
  return text === undefined ? {} : { endpoint: urlIn(reading, name, text) }
}

/** An address without a slash at its end: https, or http on loopback, and nothing in it but where to. */
const urlIn = ({ mistakes }: KeyConfigContext, name: string, text: string): string => {
  if (!isSafeUrl(text) || !isPlainUrl(text))
    mistakes.push(`${name} takes an https address (http only on loopback), without user, query or fragment.`)
  return text.replace(/\/+$/, '')
}
