import { bearerTokens, formPost } from './bearer.ts'
import { callProvider, memberOf } from './call.ts'
import type { KeyProvider } from './provider.ts'

export interface AzureKeyVaultOptions {
  /** `https://<vault>.vault.azure.net/keys/<name>`, without a version: wrapping takes the current one. */
  readonly keyUrl: string
  readonly tenantId: string
  readonly clientId: string
  readonly clientSecret: string
  /** Only for a sovereign cloud or a stand-in; else `https://login.microsoftonline.com`. */
  readonly authority?: string
  readonly nowMs: () => number
}

const version = 'api-version=7.4'

/**
 * Azure Key Vault with an RSA key: `wrapkey` and `unwrapkey` with RSA-OAEP-256, signed in by client credentials. RSA binds no
 * context: which key a wrapped text is, only the service's state says. The wrapped text keeps the key's full address, which names the version.
 * learn.microsoft.com/rest/api/keyvault/keys/wrap-key/wrap-key, …/unwrap-key/unwrap-key,
 * learn.microsoft.com/entra/identity-platform/v2-oauth2-client-creds-grant-flow
 */
export const azureKeyVaultKeys = (options: AzureKeyVaultOptions): KeyProvider => {
  const { keyUrl, tenantId, clientId, clientSecret, authority = 'https://login.microsoftonline.com', nowMs } = options
  const form = {
    grant_type: 'client_credentials',
    client_id: clientId,
    client_secret: clientSecret,
    scope: `${scopeOf(keyUrl)}/.default`,
  }
  const token = bearerTokens(
    'Microsoft Entra ID',
    () => formPost(`${authority}/${encodeURIComponent(tenantId)}/oauth2/v2.0/token`, form),
    nowMs,
  )
  const ask = (url: string, value: string) =>
    callProvider(
      'Azure Key Vault',
      async () => ({
        method: 'POST',
        url: `${url}?${version}`,
        headers: { 'content-type': 'application/json', authorization: `Bearer ${await token()}` },
        body: JSON.stringify({ alg: 'RSA-OAEP-256', value }),
      }),
      (body) => String((body as { error?: { code?: unknown } } | null)?.error?.code ?? '').replace(/\W/g, ''),
    )
  return {
    name: 'azurekv',
    wrap: async (bytes) => {
      const answer = await ask(`${keyUrl}/wrapkey`, Buffer.from(bytes).toString('base64url'))
      return `${memberOf('Azure Key Vault', answer, 'kid')} ${memberOf('Azure Key Vault', answer, 'value')}`
    },
    unwrap: async (wrapped) => {
      const [kid = '', value = ''] = wrapped.split(' ')
      // What the state says is not where requests may go.
      if (!kid.startsWith(`${keyUrl}/`)) throw new Error(`the key was wrapped by another key than ${keyUrl}`)
      return Buffer.from(memberOf('Azure Key Vault', await ask(`${kid}/unwrapkey`, value), 'value'), 'base64url')
    },
    describe: () => `Azure Key Vault ${keyUrl}`,
  }
}

/** `https://vault.azure.net` for `https://clinic.vault.azure.net/…`, and likewise in sovereign clouds. */
const scopeOf = (keyUrl: string): string => {
  const { hostname } = new URL(keyUrl)
  const at = hostname.indexOf('.')
  return `https://${at === -1 ? 'vault.azure.net' : hostname.slice(at + 1)}`
}
