import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { expect, test } from 'vitest'
import { draining } from './drain.ts'

/** A server that answers what ends with `/now`, and a client that has sent it so much. */
const talking = async (sent: string, waits: { readonly wholeMs: number; readonly requestMs: number }) => {
  const connections = draining(waits)
  const server = createServer(({ url }, response) => void (url === '/now' && response.end('done')))
  connections.watch(server)
  if (sent.includes('Upgrade: websocket'))
    server.on('upgrade', (_request, socket) => socket.write('HTTP/1.1 101 Switching Protocols\r\n\r\n'))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => {})
  const arrived = arrivalOf(server)
  client.write(sent)
  await arrived
  return { client, connections, server }
}

const arrivalOf = async (server: Server): Promise<void> => {
  const [socket] = (await once(server, 'connection')) as [Socket]
  while (socket.bytesRead === 0) await new Promise((resolve) => setImmediate(resolve))
}

test('a server that nobody upgrades answers who asks for it', async () => {
  const { client, server } = await talking(
    'GET /now HTTP/1.1\r\nHost: x\r\nConnection: upgrade\r\nUpgrade: foo\r\n\r\n',
    {
      requestMs: 1,
      wholeMs: 1,
    },
  )
  expect(String((await once(client, 'data'))[0])).toContain('200 OK')
  server.closeAllConnections()
  server.close()
})

/** Whether it is closed or reset. */
const goneOf = (client: Socket): Promise<void> =>
  new Promise((resolve) => client.resume().once('close', () => resolve()))

const never = 3_600_000

test.each([
  ['whose headers never end', 'GET /now HTTP/1.1\r\nHost: x\r\nX: ', { requestMs: 20, wholeMs: never }],
  [
    'whose body never comes',
    'POST /later HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n',
    { requestMs: 20, wholeMs: 60 },
  ],
  [
    'that became something else and says no more',
    'GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
    { requestMs: 20, wholeMs: 60 },
  ],
])('a connection %s does not hold back the end', async (_title, sent, waits) => {
  const { client, connections, server } = await talking(sent, waits)
  const gone = goneOf(client)
  const closed = once(server, 'close')
  connections.begin()
  server.close()
  await Promise.all([gone, closed])
})

test('a connection whose request was answered is not waited for, though the next has begun', async () => {
  const { client, connections, server } = await talking('GET /now HTTP/1.1\r\nHost: x\r\n\r\n', {
    requestMs: 20,
    wholeMs: never,
  })
  await once(client, 'data')
  client.write('GET /now HTTP/1.1\r\nX: ')
  const gone = goneOf(client)
  const closed = once(server, 'close')
  connections.begin()
  server.close()
  await Promise.all([gone, closed])
})

test('a connection that became something else has as long as a request under way', async () => {
  const { client, connections, server } = await talking(
    'GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
    { requestMs: 1, wholeMs: never },
  )
  await once(client, 'data')
  connections.begin()
  await new Promise((resolve) => setTimeout(resolve, 30))
  expect(client.destroyed).toBe(false)
  client.destroy()
  server.close()
})

test('a request under way is answered, however long it has been asked', async () => {
  const { client, connections, server } = await talking('GET /later HTTP/1.1\r\nHost: x\r\n\r\n', {
    requestMs: 1,
    wholeMs: never,
  })
  connections.begin()
  server.close()
  await new Promise((resolve) => setTimeout(resolve, 30))
  expect(client.destroyed).toBe(false)
  server.closeAllConnections()
})
