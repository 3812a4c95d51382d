import { spawn } from 'node:child_process'
import { cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { appUrl } from './app-server.ts'
import type { Provider } from './provider.ts'

const port = 18_730
const issuer = `http://127.0.0.1:${port}/realms/main`
const secondsMax = 180

/** Keycloak's own distribution, unpacked in `distribution`, which is not written to; its realm is the recipe of docs/sign-in.md. */
export const startKeycloak = async (distribution: string, into: string, audience: string): Promise<Provider> => {
  const folder = join(into, 'keycloak')
  cpSync(distribution, folder, { recursive: true })
  mkdirSync(join(folder, 'data/import'), { recursive: true })
  writeFileSync(join(folder, 'data/import/main.json'), JSON.stringify(realmFor(audience), null, 2))
  const address = ['--http-host=127.0.0.1', `--http-port=${port}`]
  const running = spawn(join(folder, 'bin/kc.sh'), ['start-dev', ...address, '--import-realm'], {
    stdio: 'ignore',
    // The script starts Java as its child.
    detached: true,
  })
  const ended = new Promise<void>((resolve) => running.once('close', () => resolve()))
  const close = async (): Promise<void> => {
    if (running.pid !== undefined) process.kill(-running.pid, 'SIGTERM')
    await ended
  }
  const isThere = (): Promise<boolean> =>
    fetch(`${issuer}/.well-known/openid-configuration`).then(
      ({ ok }) => ok,
      () => false,
    )
  for (let waited = 0; !(await isThere()); waited++) {
    if (waited > secondsMax) {
      await close()
      throw new Error(`Keycloak does not answer after ${secondsMax} s.`)
    }
    await setTimeout(1000)
  }
  return {
    name: 'Keycloak',
    issuer,
    signIn: async (page, person) => {
      await page.locator('#username').fill(person)
      await page.locator('#password').fill(`${person}-secret`)
      await page.locator('#kc-login').click()
    },
    close,
  }
}

const realmFor = (audience: string) => ({
  realm: 'main',
  enabled: true,
  sslRequired: 'none',
  roles: { realm: [{ name: 'staff' }] },
  users: [personOf('ada', ['staff']), personOf('bob', [])],
  clientScopes: [
    {
      name: audience,
      protocol: 'openid-connect',
      protocolMappers: [
        mapper('subject', 'oidc-sub-mapper', {}),
        mapper('audience', 'oidc-audience-mapper', { 'included.custom.audience': audience }),
        mapper('roles', 'oidc-usermodel-realm-role-mapper', {
          'claim.name': 'roles',
          'jsonType.label': 'String',
          multivalued: 'true',
        }),
      ],
    },
  ],
  clients: [
    {
      clientId: 'app',
      publicClient: true,
      standardFlowEnabled: true,
      redirectUris: [`${appUrl}/*`],
      webOrigins: [appUrl],
      attributes: { 'pkce.code.challenge.method': 'S256' },
      defaultClientScopes: [audience],
    },
  ],
})

const personOf = (username: string, realmRoles: readonly string[]) => ({
  username,
  enabled: true,
  email: `${username}@example.org`,
  emailVerified: true,
  firstName: username,
  lastName: 'Example',
  credentials: [{ type: 'password', value: `${username}-secret`, temporary: false }],
  realmRoles,
})

const mapper = (name: string, protocolMapper: string, config: Readonly<Record<string, string>>) => ({
  name,
  protocol: 'openid-connect',
  protocolMapper,
  config: { ...config, 'access.token.claim': 'true' },
})
