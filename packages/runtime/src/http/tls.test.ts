import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { connect, type PeerCertificate, type SecureVersion } from 'node:tls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { defaultLimits } from '../call/model.ts'
import { pairMistake, renewTls, type TlsConfig } from '../settings/tls.ts'
import { httpServer } from './server.ts'

let folder: string
let config: TlsConfig
const makeCertificate = (name: string): void => {
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-keyout', config.keyFile]
  execFileSync(
    'openssl',
    ['req', '-x509', ...key, '-out', config.certificateFile, '-days', '2', '-subj', `/CN=${name}`],
    { stdio: 'ignore' },
  )
}
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'charter-tls-'))
  config = { certificateFile: join(folder, 'cert.pem'), keyFile: join(folder, 'key.pem'), versionMin: 'TLSv1.3' }
  makeCertificate('first')
})
afterAll(() => rmSync(folder, { recursive: true }))

const listening = async (tls: TlsConfig) => {
  const app = httpServer({ limits: defaultLimits, tls })
  app.get('/there', async () => ({ is: 'there' }))
  const address = await app.listen({ host: '127.0.0.1', port: 0 })
  return { app, address, port: (app.server.address() as AddressInfo).port }
}

/** Protocol and certificate of a connection; rejects when the handshake fails. */
const handshake = (port: number, maxVersion: SecureVersion, ciphers?: string, ecdhCurve?: string) =>
  new Promise<{ protocol: string | null; certificate: PeerCertificate }>((resolve, reject) => {
    const socket = connect({
      port,
      host: '127.0.0.1',
      rejectUnauthorized: false,
      maxVersion,
      ...(ciphers && { ciphers }),
      ...(ecdhCurve && { ecdhCurve }),
    })
    socket.once('error', reject)
    socket.once('secureConnect', () => {
      resolve({ protocol: socket.getProtocol(), certificate: socket.getPeerCertificate() })
      socket.destroy()
    })
  })

test('a listener speaks TLS 1.3 and nothing older', async () => {
  const { app, address, port } = await listening(config)
  expect(address).toBe(`https://127.0.0.1:${port}`)
  expect((await handshake(port, 'TLSv1.3')).protocol).toBe('TLSv1.3')
  await expect(handshake(port, 'TLSv1.2')).rejects.toThrow()
  await app.close()
})

test('TLS 1.2 is there where it was asked for, with forward secrecy and authenticated encryption only', async () => {
  const { app, port } = await listening({ ...config, versionMin: 'TLSv1.2' })
  expect((await handshake(port, 'TLSv1.2')).protocol).toBe('TLSv1.2')
  await expect(handshake(port, 'TLSv1.2', 'ECDHE-ECDSA-AES256-SHA')).rejects.toThrow()
  await app.close()
})

test('a listener that keeps to FIPS 140-3 takes AES-GCM and P curves alone', async () => {
  // A server's certificate of P-256 wants that curve of a client of TLS 1.2, so X25519 alone says something in 1.3 only.
  for (const [versionMin, other, own, curve] of [
    ['TLSv1.3', 'TLS_CHACHA20_POLY1305_SHA256', 'TLS_AES_128_GCM_SHA256', 'X25519'],
    ['TLSv1.2', 'ECDHE-ECDSA-CHACHA20-POLY1305', 'ECDHE-ECDSA-AES128-GCM-SHA256', 'P-256'],
  ] as const) {
    const standard = await listening({ ...config, versionMin })
    expect((await handshake(standard.port, versionMin, other, curve)).protocol).toBe(versionMin)
    await standard.app.close()
    const { app, port } = await listening({ ...config, versionMin, crypto: 'fips' })
    expect((await handshake(port, versionMin, own, 'P-384:P-256')).protocol).toBe(versionMin)
    await expect(handshake(port, versionMin, other, 'P-256')).rejects.toThrow()
    if (versionMin === 'TLSv1.3') await expect(handshake(port, versionMin, own, curve)).rejects.toThrow()
    await app.close()
  }
})

test('files that are no certificate with its key are named before a service listens', () => {
  const other = join(folder, 'other.pem')
  execFileSync('openssl', ['ecparam', '-name', 'prime256v1', '-genkey', '-noout', '-out', other])
  expect(pairMistake(config)).toBeNull()
  for (const wrong of [
    { keyFile: other },
    { keyFile: import.meta.filename },
    { certificateFile: import.meta.filename },
  ])
    expect(pairMistake({ ...config, ...wrong })).toMatch(/^TLS_CERT and TLS_KEY cannot be used/)
})

test('a renewed certificate is taken up without a restart, and one that cannot be read is told', async () => {
  const { app, port } = await listening(config)
  const faults: unknown[] = []
  renewTls(app.server as Parameters<typeof renewTls>[0], config, (fault) => faults.push(fault), 10)
  expect((await handshake(port, 'TLSv1.3')).certificate.subject.CN).toBe('first')
  makeCertificate('second')
  const names = new Set<string>()
  for (let at = 0; at < 200 && !names.has('second'); at++) {
    names.add(String((await handshake(port, 'TLSv1.3')).certificate.subject.CN))
    await wait(10)
  }
  expect(names.has('second')).toBe(true)
  rmSync(config.keyFile)
  for (let at = 0; at < 200 && faults.length === 0; at++) await wait(10)
  expect(faults.length).toBeGreaterThan(0)
  expect((await handshake(port, 'TLSv1.3')).certificate.subject.CN).toBe('second')
  await app.close()
})
