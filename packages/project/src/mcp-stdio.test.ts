import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { PassThrough, Readable } from 'node:stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bridgeMcp } from './mcp-stdio.ts'

/** Answers as the last part of the path says, whatever is asked. */
const answers: Readonly<Record<string, readonly [number, Readonly<Record<string, string>>, string]>> = {
  own: [200, {}, '{"jsonrpc":"2.0","id":1,"result":{}}'],
  another: [200, {}, '{"jsonrpc":"2.0","id":2,"result":{}}'],
  unknowing: [200, {}, '{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"No."}}'],
  'long-number': [200, {}, '{"jsonrpc":"2.0","id":1,"result":{"n":12345678901234567890.1}}'],
  'no-message': [200, {}, '7'],
  elsewhere: [307, { location: 'http://127.0.0.1:9/' }, ''],
}
const server = createServer(({ url = '' }, response) => {
  const [status, headers, text] = answers[url.slice(1)] ?? [404, {}, '']
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(text)
})
beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterAll(() => server.close())

const said = async (path: string, line: string): Promise<readonly unknown[]> =>
  (await linesSaid(path, line)).map((each) => JSON.parse(each) as unknown)

const linesSaid = async (path: string, line: string): Promise<readonly string[]> => {
  const output = new PassThrough()
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/${path}`
  await bridgeMcp({ url, token: () => 'token', input: Readable.from([Buffer.from(`${line}\n`)]), output })
  return String(output.read() ?? '')
    .split('\n')
    .filter(Boolean)
}

const ask = '{"jsonrpc":"2.0","id":1,"method":"ping"}'

test('an answer is passed on where it is that of the message', async () => {
  expect(await said('own', ask)).toEqual([{ jsonrpc: '2.0', id: 1, result: {} }])
  expect(await said('unknowing', ask)).toMatchObject([{ id: 1, error: { message: 'No.' } }])
  expect(await said('own', '{"jsonrpc":"2.0","method":"notifications/initialized"}')).toEqual([])
})

test('numbers keep their digits', async () => {
  expect(await linesSaid('long-number', ask)).toEqual([answers['long-number']?.[2]])
})

test.each(['another', 'no-message'])('what answers no message of ours (%s) is not passed on', async (path) => {
  expect(await said(path, ask)).toMatchObject([{ id: 1, error: { code: -32_003 } }])
})

test('a message goes nowhere but to where it was told to', async () => {
  expect(await said('elsewhere', ask)).toMatchObject([{ id: 1, error: { code: -32_002 } }])
})

test('what is no single message is refused', async () => {
  expect(await said('own', `[${ask}]`)).toMatchObject([{ id: null, error: { code: -32_700 } }])
  expect(await said('own', `"${'x'.repeat(5 * 2 ** 20)}"`)).toMatchObject([{ id: null, error: { code: -32_600 } }])
})
