import { once } from 'node:events'
import type { RequestLine } from '@charter/runtime'
import { expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { serveStyles } from './serve.ts'
import { stylesOf } from './styles-of.ts'
import { ada } from './testing/fake-rest-service.ts'
import { load, shop } from './testing/model.ts'

test('every request is a line with its route’s template, its ids and its status, and nothing that a client made up', async () => {
  const { charter, model } = load(shop)
  const lines: RequestLine[] = []
  const bugs: unknown[] = []
  const served = await serveStyles(
    stylesOf(charter),
    {
      model,
      execute: () => Promise.reject(new Error('secret-1')),
      authenticate: (credential) => credential && ada,
      log: { request: (line) => void lines.push(line) },
      onBug: (_, origin) => void bugs.push(origin?.requestId),
    },
    { host: '127.0.0.1', port: 0 },
  )
  const traceparent = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`
  const ask = async (path: string, headers: Readonly<Record<string, string>>) =>
    (await fetch(`${served.url}${path}`, { headers: { 'x-request-id': 'r1', traceparent, ...headers } })).text()
  await ask('/api/orders/secret-2?fields=secret-3', { authorization: 'Bearer ada' })
  await ask('/api/orders/secret-2', {})
  await ask('/secret-4', {})
  await expect.poll(() => lines.length).toBe(3)
  expect(lines.map(({ style, method, route, status }) => [style, method, route, status])).toEqual([
    ['rest', 'GET', '/api/orders/:id', 500],
    ['rest', 'GET', '/api/orders/:id', 401],
    ['http', 'GET', 'unmatched', 404],
  ])
  expect(lines.map(({ requestId }) => requestId)).toEqual(['r1', 'r1', 'r1'])
  expect(lines[0]?.traceparent).toBe(traceparent)
  expect(JSON.stringify(lines)).not.toContain('secret')
  expect(bugs).toEqual(['r1'])
  await served.close()
})

test('each operation over a WebSocket is a line of its own, refused ones too', async () => {
  const { charter, model } = load(shop.replace('serves: [rest]', 'serves: [rest, graphql]'))
  const lines: RequestLine[] = []
  const served = await serveStyles(
    stylesOf(charter),
    {
      model,
      execute: () => Promise.reject(new Error('secret-1')),
      authenticate: (credential) => credential && ada,
      log: { request: (line) => void lines.push(line) },
    },
    { host: '127.0.0.1', port: 0 },
  )
  const socket = new WebSocket(`${served.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws', {
    headers: { 'x-request-id': 'r1', authorization: 'Bearer ada' },
  })
  const send = (message: object) => socket.send(JSON.stringify(message))
  await once(socket, 'open')
  send({ type: 'connection_init' })
  await once(socket, 'message')
  send({ type: 'subscribe', id: 'secret-2', payload: { query: '{ __typename }' } })
  send({ type: 'subscribe', id: 'secret-3', payload: { query: '{ secret_4 }' } })
  await expect.poll(() => lines.length).toBe(2)
  expect(lines.map(({ ms: _, ...line }) => line).sort((a, b) => a.status - b.status)).toEqual([
    { style: 'graphql', method: 'WEBSOCKET', route: '/graphql', status: 200, requestId: 'r1' },
    { style: 'graphql', method: 'WEBSOCKET', route: '/graphql', status: 400, requestId: 'r1' },
  ])
  socket.terminate()
  await served.close()
})
