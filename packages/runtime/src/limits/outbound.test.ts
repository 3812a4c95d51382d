import type { LookupAddress } from 'node:dns'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test, vi } from 'vitest'
import { isRange, OutboundRefused, outboundOf } from './outbound.ts'

const message = () => ({ body: '{}', headers: {}, signal: AbortSignal.timeout(2000) })

test.each([
  ['https://example.com/hook', true],
  ['https://8.8.8.8/', true],
  ['https://[2606:4700::1111]/', true],
  ['http://example.com/', false],
  ['https://127.1/', false],
  ['https://2130706433/', false],
  ['https://[::1]/', false],
  ['https://[::ffff:8.8.8.8]/', true],
  ['https://[::ffff:10.8.8.8]/', false],
  ['https://[::ffff:0:8.8.8.8]/', false],
  ['https://[4000::1]/', false],
  ['https://168.63.129.16/', false],
  ['https://[64:ff9b::a01:203]/', false],
  ['https://100.64.1.1/', false],
  ['https://192.168.1.1:8443/', false],
  ['https://169.254.169.254/', false],
  ['https://[fe80::1]/', false],
  ['https://user@example.com/', false],
  ['file:///etc/passwd', false],
])('%s: it is %s that something may be sent there', (url, isAllowed) => {
  expect(outboundOf().refusal(url) === null).toBe(isAllowed)
})

test('what the operator allows may be reached, also without TLS, and links never', () => {
  const { refusal } = outboundOf(['10.20.0.0/16', '169.254.0.0/16', 'fd12::/16'])
  expect(['http://10.20.3.4/', 'https://10.20.3.4/', 'https://[fd12::1]/'].map(refusal)).toEqual([null, null, null])
  expect(['https://10.21.3.4/', 'http://8.8.8.8/', 'http://169.254.169.254/'].map(refusal)).not.toContain(null)
  const all = outboundOf(['0.0.0.0/0', '::/0'])
  const secrets = ['169.254.169.254', '100.100.100.200', '[::ffff:169.254.169.254]', '[fd20:ce::254]', '[::a9fe:a9fe]']
  expect(secrets.map((host) => all.refusal(`https://${host}/`))).not.toContain(null)
})

test('of a host whatever protocol connects to an address that may be reached, or to none', async () => {
  const known: Record<string, readonly LookupAddress[]> = {
    'db.example.com': [{ address: '8.8.8.8', family: 4 }],
    'both.example.com': [
      { address: '8.8.8.8', family: 4 },
      { address: '10.1.2.3', family: 4 },
    ],
    'none.example.com': [],
  }
  const { reach } = outboundOf([], async (host) => known[host] ?? [])
  expect([await reach('db.example.com'), await reach('8.8.4.4')]).toEqual(['8.8.8.8', '8.8.4.4'])
  for (const host of ['both.example.com', 'none.example.com', '10.1.2.3', '127.0.0.1', '169.254.169.254', '::1'])
    await expect(reach(host)).rejects.toBeInstanceOf(OutboundRefused)
  expect(await outboundOf(['10.0.0.0/8']).reach('10.1.2.3')).toBe('10.1.2.3')
})

test('a name is looked up once, and what it leads to decides', async () => {
  const server = createServer((_, response) => response.writeHead(204, { 'retry-after': '7' }).end())
  await new Promise<void>((resolve) => server.listen(0, resolve))
  const { port } = server.address() as AddressInfo
  try {
    await expect(outboundOf().post(`https://localhost:${port}/`, message())).rejects.toBeInstanceOf(OutboundRefused)
    const elsewhere = outboundOf(['10.0.0.0/8'])
    await expect(elsewhere.post(`http://localhost:${port}/`, message())).rejects.toBeInstanceOf(OutboundRefused)
    const allowed = outboundOf(['127.0.0.1', '::1'])
    expect(await allowed.post(`http://localhost:${port}/`, message())).toEqual({ status: 204, retryAfter: '7' })
  } finally {
    server.close()
  }
})

test('nothing is sent to an address that is refused, which nobody looks up', async () => {
  let asked = 0
  const server = createServer((_, response) => response.writeHead(204).end()).on('connection', () => asked++)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `//127.0.0.1:${(server.address() as AddressInfo).port}/`
  await expect(outboundOf().post(`https:${url}`, message())).rejects.toBeInstanceOf(OutboundRefused)
  await expect(outboundOf(['10.0.0.0/8']).post(`http:${url}`, message())).rejects.toBeInstanceOf(OutboundRefused)
  expect(asked).toBe(0)
  server.close()
})

test('who changes the protocol, or hangs up, has not answered', async () => {
  const server = createServer((request) => {
    if (request.url === '/gone') request.socket.destroy()
    else request.socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const { post } = outboundOf(['127.0.0.1'])
  expect(await post(url, message())).toMatchObject({ status: 101 })
  await expect(post(`${url}/gone`, message())).rejects.toThrow()
  server.closeAllConnections()
  server.close()
})

test('a receiver has ten seconds for the head of its answer', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  try {
    const { port } = server.address() as AddressInfo
    const asked = once(server, 'request')
    let ended = 'waiting'
    const { signal } = new AbortController()
    const answer = outboundOf(['127.0.0.1'])
      .post(`http://127.0.0.1:${port}/`, { ...message(), signal })
      .catch(({ name }: Error) => {
        ended = name
      })
    const [, response] = await asked
    vi.advanceTimersByTime(9_999)
    await new Promise(setImmediate)
    expect(ended).toBe('waiting')
    vi.advanceTimersByTime(1)
    await new Promise(setImmediate)
    response.destroy()
    await answer
    expect(ended).toBe('AbortError')
  } finally {
    vi.useRealTimers()
    server.closeAllConnections()
    server.close()
  }
})

test('whoever does not answer is not waited for, and whoever answers without end is not read', async () => {
  const server = createServer((request, response) => {
    if (request.url === '/endless') setInterval(() => response.write('x'.repeat(65_536)), 1).unref()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const { post } = outboundOf(['127.0.0.1'])
  await expect(post(url, { ...message(), signal: AbortSignal.timeout(50) })).rejects.toThrow()
  expect(await post(`${url}/endless`, message())).toMatchObject({ status: 200 })
  server.closeAllConnections()
  server.close()
})

test.each([
  ['10.0.0.0/8', true],
  ['127.0.0.1', true],
  ['::1/128', true],
  ['10.0.0.0/33', false],
  ['example.com', false],
  ['10.0.0/8', false],
  ['10.0.0.0/-1', false],
])('%s: it is %s that this is a range', (text, is) => {
  expect(isRange(text)).toBe(is)
})

test('a name that leads to one address that is refused is refused, and is not looked up again to connect', async () => {
  const server = createServer((_, response) => response.writeHead(204).end())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const [local, elsewhere, inside] = ['127.0.0.1', '8.8.8.8', '10.0.0.1'].map((address) => ({ address, family: 4 }))
  const answers = [[elsewhere, local], [elsewhere], [], [local], [inside]] as LookupAddress[][]
  const lookUp = async () => answers.shift() ?? []
  for (const url of [`https://both.example:${port}/`, `http://plain.example:${port}/`, `https://none.example:${port}/`])
    await expect(outboundOf(url.startsWith('http:') ? ['127.0.0.1'] : [], lookUp).post(url, message())).rejects.toThrow(
      OutboundRefused,
    )
  const url = `http://once.example:${port}/`
  expect(await outboundOf(['127.0.0.1'], lookUp).post(url, message())).toMatchObject({ status: 204 })
  expect(answers).toHaveLength(1)
  server.close()
})

test('a name that cannot be looked up is told as the network says it', async () => {
  const lookUp = () => Promise.reject(Object.assign(new Error('nobody answers'), { code: 'EAI_AGAIN' }))
  await expect(outboundOf([], lookUp).post('https://mute.example/', message())).rejects.toMatchObject({
    code: 'EAI_AGAIN',
  })
})
