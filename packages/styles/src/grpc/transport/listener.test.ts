import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, utimesSync } from 'node:fs'
import { connect as connectHttp2 } from 'node:http2'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect, type SecureVersion } from 'node:tls'
import { defaultLimits } from '@charter/runtime'
import type { TlsConfig } from '@charter/runtime/service'
import { Server, type sendUnaryData } from '@grpc/grpc-js'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { renewedCredentials } from './credentials.ts'
import { grpcListener } from './listener.ts'

let folder: string
let config: TlsConfig
const makeCertificate = (name: string): void => {
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-keyout', config.keyFile]
  const made = ['-out', config.certificateFile, '-days', '2', '-subj', `/CN=${name}`]
  execFileSync('openssl', ['req', '-x509', ...key, ...made], { stdio: 'ignore' })
}
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'charter-grpc-tls-'))
  config = { certificateFile: join(folder, 'cert.pem'), keyFile: join(folder, 'key.pem'), versionMin: 'TLSv1.3' }
  makeCertificate('first')
})
afterAll(() => rmSync(folder, { recursive: true }))

/** Protocols and the certificate's name; rejects when the handshake fails. */
const handshake = (port: number, maxVersion: SecureVersion) =>
  new Promise<string>((resolve, reject) => {
    const asked = { port, host: '127.0.0.1', rejectUnauthorized: false, maxVersion, ALPNProtocols: ['h2'] }
    const socket = connect(asked)
    socket.once('error', reject)
    socket.once('secureConnect', () => {
      resolve([socket.getProtocol(), socket.alpnProtocol, socket.getPeerCertificate().subject.CN].join(' '))
      socket.destroy()
    })
  })

test('a listener speaks HTTP/2 over TLS 1.3, and nothing older', async () => {
  const listener = grpcListener({ limits: defaultLimits, tls: config })
  const url = await listener.listen({ host: '127.0.0.1', port: 0 })
  expect(url).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/)
  const port = Number(new URL(url).port)
  expect(await handshake(port, 'TLSv1.3')).toBe('TLSv1.3 h2 first')
  await expect(handshake(port, 'TLSv1.2')).rejects.toThrow()
  await listener.close()
})

test('a renewed certificate is taken up without a restart', async () => {
  const { credentials, stop } = renewedCredentials(config, () => {}, 50)
  const server = new Server()
  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync('127.0.0.1:0', credentials, (error, bound) => (error ? reject(error) : resolve(bound)))
  })
  makeCertificate('second')
  const later = Date.now() / 1000 + 5
  for (const file of [config.certificateFile, config.keyFile]) utimesSync(file, later, later)
  await expect.poll(() => handshake(port, 'TLSv1.3'), { timeout: 10_000 }).toBe('TLSv1.3 h2 second')
  stop()
  server.forceShutdown()
})

test('a port that is taken is said', async () => {
  const one = grpcListener({ limits: defaultLimits })
  const port = Number(new URL(await one.listen({ host: '127.0.0.1', port: 0 })).port)
  const other = grpcListener({ limits: defaultLimits })
  await expect(other.listen({ host: '127.0.0.1', port })).rejects.toThrow(
    `Port ${port} is in use: set GRPC_PORT to one that is free.`,
  )
  await Promise.all([one.close(), other.close()])
})

test('what clients send as metadata is told to nobody, also where it cannot be read', async () => {
  const told = vi.spyOn(console, 'error').mockImplementation(() => {})
  const listener = grpcListener({ limits: defaultLimits })
  const asIs = (bytes: Buffer): Buffer => bytes
  listener.server.register(
    '/a.B/C',
    (_call: unknown, answer: sendUnaryData<Buffer>) => answer(null, Buffer.alloc(0)),
    asIs,
    asIs,
    'unary',
  )
  const client = connectHttp2(await listener.listen({ host: '127.0.0.1', port: 0 }))
  const asked = client.request({
    ':method': 'POST',
    ':path': '/a.B/C',
    'content-type': 'application/grpc',
    te: 'trailers',
    authorization: 'Bearer secret\u00e9',
  })
  asked.end(Buffer.alloc(5))
  await new Promise((resolve) => asked.once('close', resolve).resume())
  client.destroy()
  await listener.close()
  expect(told.mock.calls).toEqual([])
  told.mockRestore()
})
