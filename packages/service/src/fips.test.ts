import { createPrivateKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ProblemError } from '@charter/runtime'
import { signingKeyFile, verifyReplicaLog } from '@charter/runtime/service'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { auditor, call, clinicText, open } from './testing/clinic.ts'

// No FIPS provider is on the machines that run this: that Node has one is given, and everything else is real.
const hasFips = () => true
const text = `${clinicText()}\ncrypto: fips\n`

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'charter-fips-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

test('without a validated provider it does not start, and says what to do', async () => {
  await expect(open({ text })).rejects.toThrow(/--force-fips/)
  await expect(open({ text, hasFips: () => false })).rejects.toThrow(/validated provider/)
})

test('its record is sealed with ECDSA P-256, and any byte changed is found', async () => {
  const { service, close } = await open({ text, folder, hasFips })
  await service.execute(call('Patient.list', auditor))
  await service.audit.flush()
  await close()
  const key = createPrivateKey(readFileSync(join(folder, 'keys', 'audit.pem')))
  expect([key.asymmetricKeyType, key.asymmetricKeyDetails?.namedCurve]).toEqual(['ec', 'prime256v1'])
  const [name = ''] = readdirSync(join(folder, 'audit'))
  const file = join(folder, 'audit', name)
  expect(await verifyReplicaLog(file)).toMatchObject({ isWhole: true, entries: 1, unsealed: 0 })
  const whole = readFileSync(file)
  for (let at = 0; at < whole.length; at += 3) {
    const altered = Buffer.from(whole)
    altered[at] = (altered[at] ?? 0) ^ 1
    writeFileSync(file, altered)
    expect((await verifyReplicaLog(file)).isWhole, `byte ${at}`).toBe(false)
  }
})

test('a key of the other kind that lies there already is not used', async () => {
  mkdirSync(join(folder, 'keys'))
  await signingKeyFile(join(folder, 'keys', 'audit.pem'))
  await expect(open({ text, folder, hasFips })).rejects.toThrow(/Move it away/)
})

test('its development tokens are of ECDSA P-256', async () => {
  const { service, close } = await open({ text, folder, hasFips })
  const token = (await service.development?.token(['auditor'], { ward: 'north' })) ?? ''
  expect(JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString())).toMatchObject({ alg: 'ES256' })
  expect(await service.authenticate({ kind: 'bearer', text: token })).toMatchObject({ credential: 'development' })
  await close()
})

const pairs: Readonly<Record<string, { readonly privateKey: KeyObject; readonly publicKey: KeyObject }>> = {
  ES256: generateKeyPairSync('ec', { namedCurve: 'P-256' }),
  ES384: generateKeyPairSync('ec', { namedCurve: 'P-384' }),
  RS256: generateKeyPairSync('rsa', { modulusLength: 2048 }),
  EdDSA: generateKeyPairSync('ed25519'),
}
const keys = Object.entries(pairs).map(([alg, { publicKey }]) => ({
  ...publicKey.export({ format: 'jwk' }),
  alg,
  kid: alg,
}))
const server = createServer((_, response) => response.end(JSON.stringify({ keys }))).listen(0, '127.0.0.1')
afterAll(() => void server.close())

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const tokenOf = (alg: string): string => {
  const exp = Math.floor(Date.now() / 1000) + 60
  const head = `${part({ alg, kid: alg })}.${part({ iss: 'https://id.example', aud: 'clinic', sub: 'u', exp, ward: 'north' })}`
  const digest = alg === 'EdDSA' ? null : alg === 'ES384' ? 'sha384' : 'sha256'
  const key = pairs[alg]?.privateKey
  if (!key) throw new Error(`no key for ${alg}`)
  return `${head}.${sign(digest, Buffer.from(head), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`
}

test.each([
  ['fips', 'EdDSA'],
  ['standard', ''],
])('with crypto: %s, tokens of these algorithms are refused: %s', async (crypto, refused) => {
  // A server that listens on a port has an address of this kind.
  const { port } = server.address() as AddressInfo
  const env = { JWT_ISSUER: 'https://id.example', JWKS_URL: `http://127.0.0.1:${port}/` }
  const { service, close } = await open({ text: `${clinicText()}\ncrypto: ${crypto}\n`, folder, hasFips, env })
  for (const alg of Object.keys(pairs)) {
    const outcome = await Promise.resolve(service.authenticate({ kind: 'bearer', text: tokenOf(alg) })).then(
      (principal) => principal?.id,
      (error: ProblemError) => error.problem.code,
    )
    expect([alg, outcome]).toEqual([alg, alg === refused ? 'unauthenticated' : 'u'])
  }
  await close()
})
