import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { JsonObject } from '@charter/runtime'
import { registerTokenEndpoint } from '@charter/runtime/service'
import { serveStyles } from '@charter/styles/serve'
import { type ClinicOptions, clinicText, type Opened, open } from './clinic.ts'

/** Who signs tokens in a test: keys served at an address, as an identity provider or a gateway has them. */
export interface Signer {
  readonly url: string
  readonly key: KeyObject
  token(claims: JsonObject, header?: JsonObject, key?: KeyObject): string
  close(): Promise<void>
}

const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')

export const signer = async (): Promise<Signer> => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const keys = [{ ...publicKey.export({ format: 'jwk' }), alg: 'ES256', kid: 'k1', use: 'sig' }]
  const server = createServer((_, response) => response.end(JSON.stringify({ keys })))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    // A server that listens on a port has an address of this kind.
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/keys`,
    key: privateKey,
    token: (claims, header = {}, key = privateKey) => {
      const signed = `${part({ alg: 'ES256', kid: 'k1', ...header })}.${part(claims)}`
      return `${signed}.${sign('sha256', Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`
    },
    close: () => new Promise((done) => server.close(() => done())),
  }
}

/** The clinic's charter with other ways to sign in. */
export const clinicAccepting = (...ways: readonly string[]): string =>
  clinicText().replace('accepts: [jwt, api-key]', `accepts: [${ways.join(', ')}]`)

export interface Clinic {
  readonly opened: Opened
  readonly url: string
  readonly send: (path: string, headers?: Readonly<Record<string, string>>, init?: RequestInit) => Promise<Answer>
  close(): Promise<void>
}

export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly body: JsonObject
}

/** A clinic over real sockets. */
export const serveClinic = async (opening: ClinicOptions): Promise<Clinic> => {
  const opened = await open(opening)
  const { service, derived } = opened
  const served = await serveStyles(derived.styles, service, {
    host: '127.0.0.1',
    port: 0,
    extend: (app) => registerTokenEndpoint(app, service),
  })
  return {
    opened,
    url: served.url,
    send: async (path, headers = {}, init = {}) => {
      const answer = await fetch(`${served.url}${path}`, { ...init, headers })
      const text = await answer.text()
      return { status: answer.status, headers: answer.headers, body: text === '' ? {} : JSON.parse(text) }
    },
    close: async () => {
      await served.close()
      await opened.close()
    },
  }
}
