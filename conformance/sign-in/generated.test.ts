import { type ChildProcess, spawn } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  generateService,
  installNodeModules,
  loadCharter,
  requireSound,
  whereItListens,
  writeTree,
} from '@charter/project'
import type { JsonObject } from '@charter/runtime'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  assertionXml,
  audience,
  entityId,
  identityProvider,
  recipient,
} from '../../packages/service/src/testing/identity-provider.ts'
import { clinicAccepting, type Signer, signer } from '../../packages/service/src/testing/sign-in.ts'
import { keptCompiled } from '../kept-compiled.ts'

/** A generated service takes what the in-process one takes, and refuses what it refuses. */
const saml = identityProvider()
let keys: Signer
let within: string
const children: ChildProcess[] = []

beforeAll(async () => {
  keys = await signer()
  within = await mkdtemp(join(tmpdir(), 'charter-sign-in-'))
  await writeFile(join(within, 'idp.pem'), saml.pem)
})
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL')
  await keys.close()
  await rm(within, { recursive: true, force: true })
})

const generate = async (name: string, text: string): Promise<string> => {
  const source = join(within, `${name}-charter`)
  await mkdir(source)
  await writeFile(join(source, 'charter.yaml'), text)
  const loaded = await loadCharter(source)
  const folder = join(within, name)
  await writeTree(folder, (await generateService(requireSound(loaded), 'node', loaded)).files)
  await installNodeModules(folder)
  return folder
}

/** The address it listens on, or what it says before it ends. */
const start = (
  folder: string,
  env: Readonly<Record<string, string>>,
): Promise<{ url?: string; said: string; status: number | null }> =>
  new Promise((resolve) => {
    const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', 'src/main.ts'], {
      cwd: folder,
      env: { ...keptCompiled(), PATH: process.env.PATH ?? '', PORT: '0', CHARTER_MODE: 'development', ...env },
    })
    children.push(child)
    let said = ''
    child.stderr.on('data', (chunk: Buffer) => {
      said += chunk.toString()
    })
    void whereItListens(child.stdout).then(({ url }) => resolve({ url, said, status: null }))
    child.once('close', (status) => resolve({ said, status }))
  })

const claims = (more: JsonObject = {}): JsonObject => {
  const iat = Math.floor(Date.now() / 1000)
  return {
    iss: 'https://id.example',
    aud: 'clinic',
    sub: 'c1',
    iat,
    exp: iat + 60,
    roles: ['clinician'],
    ward: 'north',
    ...more,
  }
}

const bySoap = async (url: string, assertion: string): Promise<string> => {
  const wsse = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd'
  const security = `<w:Security xmlns:w="${wsse}">${assertion}</w:Security>`
  const body = `<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Header>${security}</e:Header><e:Body><ListPatients xmlns="urn:charter:clinic:1"/></e:Body></e:Envelope>`
  const headers = { 'content-type': 'text/xml' }
  return (await fetch(`${url}/soap/Clinic`, { method: 'POST', headers, body })).text()
}

test('scopes, assertions of a gateway and SAML', async () => {
  const text = clinicAccepting('oauth2', 'saml', 'gateway').replace(/^serves: .*$/m, 'serves: [rest, soap]')
  const folder = await generate('clinic', text)
  const { url, said } = await start(folder, {
    JWT_ISSUER: 'https://id.example',
    JWKS_URL: keys.url,
    GATEWAY_ISSUER: 'https://gateway.example',
    GATEWAY_JWKS_URL: keys.url,
    SAML_ISSUER: entityId,
    SAML_CERT: join(within, 'idp.pem'),
    SAML_AUDIENCE: audience,
    SAML_RECIPIENT: recipient,
  })
  expect(url, said).toBeDefined()
  const ask = (headers: Readonly<Record<string, string>>) => fetch(`${url}/api/patients`, { headers })
  const bearer = (token: string) => ask({ authorization: `Bearer ${token}` })

  expect((await bearer(keys.token(claims({ scope: 'Patient:read' }), { typ: 'at+jwt' }))).status).toBe(200)
  const poor = await bearer(keys.token(claims({ scope: 'Prescription:read' }), { typ: 'at+jwt' }))
  expect([poor.status, poor.headers.get('www-authenticate')]).toEqual([
    403,
    'Bearer error="insufficient_scope", scope="Patient:read"',
  ])

  const assertion = keys.token(claims({ iss: 'https://gateway.example' }), { typ: 'gateway+jwt' })
  expect((await ask({ 'x-gateway-assertion': assertion })).status).toBe(200)
  expect((await bearer(assertion)).status).toBe(401)
  const long = keys.token(claims({ iss: 'https://gateway.example', exp: Math.floor(Date.now() / 1000) + 600 }), {
    typ: 'gateway+jwt',
  })
  expect((await ask({ 'x-gateway-assertion': long })).status).toBe(401)

  const form = new URLSearchParams({
    grant_type: 'urn:ietf:params:oauth:grant-type:saml2-bearer',
    assertion: Buffer.from(saml.sign(assertionXml())).toString('base64url'),
  })
  const exchanged = await fetch(`${url}/oauth2/token`, { method: 'POST', body: form })
  const { access_token: token } = (await exchanged.json()) as { access_token: string }
  expect((await bearer(token)).status).toBe(200)
  const again = await fetch(`${url}/oauth2/token`, { method: 'POST', body: form })
  expect([again.status, await again.json()]).toMatchObject([400, { error: 'invalid_grant' }])

  const carried = saml.sign(assertionXml())
  for (const _ of ['first', 'next']) expect(await bySoap(`${url}`, carried)).toContain('<ListPatientsResponse')
  for (const bad of [assertionXml(), saml.sign(assertionXml({ audience: 'other' })), carried + carried])
    expect(await bySoap(`${url}`, bad)).toContain('<code>unauthenticated</code>')
  const used = Buffer.from(carried).toString('base64url')
  const late = new URLSearchParams({ grant_type: form.get('grant_type') ?? '', assertion: used })
  expect((await fetch(`${url}/oauth2/token`, { method: 'POST', body: late })).status).toBe(400)
})

test('one that keeps to FIPS 140-3 does not start where no validated provider is, and says what to do', async () => {
  const folder = await generate('fips', `${clinicAccepting('jwt')}\ncrypto: fips\n`)
  const { status, said } = await start(folder, {})
  expect([status, said]).toEqual([2, expect.stringContaining('--force-fips')])
})
