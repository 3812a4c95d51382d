import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { connect as connectSecurely } from 'node:tls'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { defaultLimits } from '../call/model.ts'
import { httpServer } from './server.ts'

const folder = mkdtempSync(join(tmpdir(), 'charter-unread-'))
const pair = { certificateFile: join(folder, 'cert.pem'), keyFile: join(folder, 'key.pem') }
const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-keyout', pair.keyFile]
execFileSync('openssl', ['req', '-x509', ...key, '-out', pair.certificateFile, '-subj', '/CN=here'], {
  stdio: 'ignore',
})
afterAll(() => rmSync(folder, { recursive: true }))

/** More than systems keep for who does not read. */
const long = Buffer.alloc(32 * 2 ** 20, 'x')
const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`

describe.each([
  ['plain', null],
  ['over TLS', { ...pair, versionMin: 'TLSv1.3' as const }],
])('%s', (_how, tls) => {
  let app: ReturnType<typeof httpServer>
  let begun: string[]
  /** What `/held` is answered when. */
  let answer: () => void
  let socket: Socket

  beforeEach(async () => {
    begun = []
    const held = Promise.withResolvers<void>()
    answer = held.resolve
    app = httpServer({ limits: { ...defaultLimits, requestTimeoutMs: 1000 }, tls })
    app.addHook('onRequest', async ({ url }) => void begun.push(url))
    app.get('/long', async () => long)
    app.get('/held', () => held.promise.then(() => 'held'))
    app.get('/*', async ({ url }) => url)
    await app.listen({ host: '127.0.0.1', port: 0 })
    const at = { port: (app.server.address() as AddressInfo).port, host: '127.0.0.1', allowHalfOpen: true }
    socket = tls ? connectSecurely({ ...at, rejectUnauthorized: false }) : connect(at)
    socket.on('error', () => {})
    await once(socket, tls ? 'secureConnect' : 'connect')
  })
  afterEach(async () => {
    answer()
    socket.destroy()
    await app.close()
  })

  const open = () => new Promise<number>((resolve) => app.server.getConnections((_, count) => resolve(count)))

  test('requests of one connection are begun one after the other, and answered in their order', async () => {
    let text = ''
    socket.on('data', (piece) => {
      text += piece
    })
    socket.write(['/held', '/a', '/b'].map(get).join(''))
    await expect.poll(() => begun).toContain('/held')
    expect(begun).toEqual(['/held'])
    answer()
    await expect.poll(() => text).toMatch(/held.*\/a.*\/b/s)
    expect(begun).toEqual(['/held', '/a', '/b'])
  })

  test('a connection that takes nothing of its answer is ended, and what waits behind that is never begun', async () => {
    socket.pause()
    // What is sent meanwhile does not keep it.
    const saying = setInterval(() => socket.write(get('/b')), 300)
    socket.write(get('/long') + get('/a'))
    await expect.poll(() => begun).toContain('/long')
    await expect.poll(open, { timeout: 10_000 }).toBe(0)
    clearInterval(saying)
    expect(begun).toEqual(['/long'])
  }, 15_000)

  test('so is one that has become something else than HTTP', async () => {
    app.server.on('upgrade', (_request, upgraded) => {
      upgraded.on('error', () => {}).resume()
      upgraded.write(long)
    })
    socket.pause()
    socket.write('GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: other\r\n\r\n')
    await expect.poll(open).toBe(1)
    const saying = setInterval(() => socket.write('x'), 300)
    await expect.poll(open, { timeout: 10_000 }).toBe(0)
    clearInterval(saying)
  }, 15_000)

  test('who takes an answer slowly is sent all of it', async () => {
    let bytes = 0
    socket.write(get('/long'))
    for await (const piece of socket as AsyncIterable<Buffer>) {
      const before = bytes
      bytes += piece.length
      if (bytes >= long.length) break
      if (bytes >> 22 > before >> 22) await wait(500)
    }
    expect(bytes).toBeGreaterThanOrEqual(long.length)
  }, 20_000)

  test('a connection that is refused before there was a request is closed, though its client does not close it', async () => {
    socket.write('nonsense\r\n\r\n')
    socket.resume()
    await once(socket, 'end')
    await expect.poll(open, { timeout: 10_000 }).toBe(0)
  }, 15_000)

  test('a connection on which more requests wait than may is ended, and none of them is begun', async () => {
    socket.write(get('/held') + get('/a').repeat(65))
    await expect.poll(open).toBe(0)
    expect(begun).toEqual(['/held'])
  })
})

test('a connection that is refused before there was a request is closed soon, however long requests may take', async () => {
  const app = httpServer({ limits: defaultLimits })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true }).on('error', () => {})
  socket.resume().write('nonsense\r\n\r\n')
  await once(socket, 'end')
  const open = () => new Promise<number>((resolve) => app.server.getConnections((_, count) => resolve(count)))
  // Node itself ends it after ten seconds.
  await expect.poll(open, { timeout: 8000 }).toBe(0)
  socket.destroy()
  await app.close()
}, 15_000)
