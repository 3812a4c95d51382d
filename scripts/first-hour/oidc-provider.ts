import { generateKeyPairSync } from 'node:crypto'
import type { Server } from 'node:http'
import Oidc from 'oidc-provider'
import { appUrl } from './app-server.ts'
import type { Provider } from './provider.ts'

const port = 18_720
const issuer = `http://127.0.0.1:${port}`

/** panva's oidc-provider, certified by the OpenID Foundation; its tokens are for the API `audience`. */
export const startOidcProvider = async (audience: string): Promise<Provider> => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const provider = new Oidc(issuer, {
    clients: [
      {
        client_id: 'app',
        application_type: 'native',
        token_endpoint_auth_method: 'none',
        redirect_uris: [`${appUrl}/`],
      },
    ],
    clientBasedCORS: (_context, origin) => origin === appUrl,
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), kid: 'one', alg: 'RS256', use: 'sig' }] },
    cookies: { keys: ['of a provider that lives for an hour'] },
    extraTokenClaims: (_context, token) => ({
      roles: 'accountId' in token && token.accountId === 'ada' ? ['staff'] : [],
    }),
    features: {
      devInteractions: { enabled: true },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => `urn:${audience}`,
        useGrantedResource: () => true,
        getResourceServerInfo: () => ({
          scope: '',
          audience,
          accessTokenFormat: 'jwt',
          jwt: { sign: { alg: 'RS256' } },
        }),
      },
    },
  })
  const server = await new Promise<Server>((resolve) => {
    const listening = provider.listen(port, '127.0.0.1', () => resolve(listening))
  })
  return {
    name: 'oidc-provider',
    issuer,
    signIn: async (page, person) => {
      await page.locator('input[name=login]').fill(person)
      await page.locator('input[name=password]').fill('whatever')
      await page.locator('button[type=submit]').click()
      await page.getByRole('button', { name: 'Continue' }).click()
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
