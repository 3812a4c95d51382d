import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '../host/config.ts'
import { discoveredKeys } from './discovered-keys.ts'

let server: Server
let issuer = ''
let told: object = {}
let status = 200
beforeAll(async () => {
  server = createServer(({ url = '' }, response) => {
    response.writeHead(url.endsWith('configuration') ? status : 200, {
      'content-type': 'application/json',
      location: '/keys',
    })
    response.end(
      JSON.stringify(
        url === '/realms/shop/.well-known/openid-configuration' ? told : { keys: [{ kty: 'OKP', kid: 'a' }] },
      ),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}/realms/shop`
})
afterAll(() => server.close())

test('the keys of an issuer are found where its discovery document says', async () => {
  told = { issuer, jwks_uri: `${issuer}/keys` }
  expect(await discoveredKeys(issuer)).toEqual({ keys: [{ kty: 'OKP', kid: 'a' }] })
})

test.each([
  ['a document of another issuer', () => ({ issuer: `${issuer}/`, jwks_uri: `${issuer}/keys` }), 'another issuer'],
  ['keys over plain HTTP elsewhere', () => ({ issuer, jwks_uri: 'http://keys.example.org/' }), 'no address of keys'],
  ['keys in a file', () => ({ issuer, jwks_uri: 'file:///etc/passwd' }), 'no address of keys'],
  ['no keys', () => ({ issuer }), 'no address of keys'],
  ['what is no document', () => [], 'another issuer'],
])('%s is refused', async (_what, document, why) => {
  told = document()
  await expect(discoveredKeys(issuer)).rejects.toThrow(why)
})

test('no redirect is followed', async () => {
  told = { issuer, jwks_uri: `${issuer}/keys` }
  status = 302
  await expect(discoveredKeys(issuer)).rejects.toThrow('answered 302')
  status = 200
})

const production = { CHARTER_MODE: 'production', CHARTER_SECRET: Buffer.alloc(32).toString('base64url') }

test('an issuer alone is a configuration, where it is an address', () => {
  const read = (JWT_ISSUER: string) =>
    readConfig({ ...production, JWT_ISSUER }, { name: 'shop', databaseUrl: 'file:x' })
  expect(read('https://login.example.org/').jwt).toMatchObject({ issuer: 'https://login.example.org/', jwksUrl: '' })
  expect(() => read('shop')).toThrow('JWKS_URL')
  expect(() => read('http://login.example.org')).toThrow('JWKS_URL')
})
