import { callProvider, type KeyRequest, memberOf } from './call.ts'
import { contextText, type KeyProvider } from './provider.ts'

/** How the service signs in to Vault. */
export type VaultSignIn =
  | { readonly kind: 'token'; readonly token: string }
  | { readonly kind: 'approle'; readonly roleId: string; readonly secretId: string }
  /** `token`: reads the service account's token anew for each sign-in, as Kubernetes renews it. */
  | {
      readonly kind: 'kubernetes'
      readonly role: string
      readonly mount: string
      readonly token: () => Promise<string>
    }

export interface VaultOptions {
  /** `https://vault.example:8200`. */
  readonly address: string
  /** Where the transit engine is mounted, and the key in it. */
  readonly mount: string
  readonly key: string
  /** Vault Enterprise and HCP. */
  readonly namespace?: string
  readonly signIn: VaultSignIn
  readonly nowMs: () => number
}

/**
 * HashiCorp Vault and OpenBao, transit engine: `encrypt` and `decrypt` with `associated_data` (keys of an AEAD type). The
 * wrapped text `vault:v3:…` names the key's version; `encrypt` takes the latest.
 * developer.hashicorp.com/vault/api-docs/secret/transit, …/auth/approle, …/auth/kubernetes
 */
export const vaultTransitKeys = (options: VaultOptions): KeyProvider => {
  const session = sessionOf(options)
  const { address, mount, key } = options
  const ask = async (verb: 'encrypt' | 'decrypt', body: Readonly<Record<string, string>>) => {
    const data = await session.call(`${address}/v1/${mount}/${verb}/${encodeURIComponent(key)}`, body)
    return (data.data ?? {}) as Readonly<Record<string, unknown>>
  }
  return {
    name: 'vault',
    wrap: async (bytes, context) =>
      memberOf(
        'Vault',
        await ask('encrypt', {
          plaintext: Buffer.from(bytes).toString('base64'),
          associated_data: Buffer.from(contextText(context)).toString('base64'),
        }),
        'ciphertext',
      ),
    unwrap: async (wrapped, context) => {
      const associated = Buffer.from(contextText(context)).toString('base64')
      const body = await ask('decrypt', { ciphertext: wrapped, associated_data: associated })
      return Buffer.from(memberOf('Vault', body, 'plaintext'), 'base64')
    },
    describe: () => `Vault transit ${mount}/${key} at ${address}`,
  }
}

/** A sign-in kept for most of its lease. */
const sessionOf = ({ address, namespace, signIn, nowMs }: VaultOptions) => {
  let token = ''
  let untilMs = 0
  const headers = namespace === undefined ? {} : { 'x-vault-namespace': namespace }
  const post = (
    url: string,
    body: Readonly<Record<string, string>>,
    more: Readonly<Record<string, string>>,
  ): KeyRequest => ({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/json', 'x-vault-request': 'true', ...headers, ...more },
    body: JSON.stringify(body),
  })
  const signedIn = async (): Promise<string> => {
    if (signIn.kind === 'token') return signIn.token
    if (nowMs() < untilMs) return token
    const { path, body } = await loginOf(signIn)
    const answer = await callProvider('Vault', () => post(`${address}/v1/auth/${path}/login`, body, {}))
    const auth = (answer.auth ?? {}) as Readonly<Record<string, unknown>>
    token = memberOf('Vault', auth, 'client_token')
    untilMs = nowMs() + Number(auth.lease_duration ?? 0) * 800
    return token
  }
  return {
    call: (url: string, body: Readonly<Record<string, string>>) =>
      callProvider('Vault', async () => post(url, body, { 'x-vault-token': await signedIn() })),
  }
}

const loginOf = async (
  signIn: Exclude<VaultSignIn, { kind: 'token' }>,
): Promise<{ readonly path: string; readonly body: Readonly<Record<string, string>> }> =>
  signIn.kind === 'approle'
    ? { path: 'approle', body: { role_id: signIn.roleId, secret_id: signIn.secretId } }
    : { path: signIn.mount, body: { role: signIn.role, jwt: await signIn.token() } }
