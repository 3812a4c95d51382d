import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { RouteBody } from '@charter/runtime/service'

interface Asked {
  /** What it answers; after so many times 204. */
  readonly status: number
  readonly times: number
}

/** Opens somebody else's receiver of webhooks, for a minute: where it listens. Whoever asks it by GET is told what came. */
export const openReceiver: RouteBody = async ({ query }) => {
  const { status, times } = query as unknown as Asked
  const came: unknown[] = []
  const receiver = createServer((request, reply) => {
    if (request.method === 'GET') return reply.setHeader('content-type', 'application/json').end(JSON.stringify(came))
    let text = ''
    request.on('data', (chunk: Buffer) => {
      text += chunk.toString()
    })
    return request.on('end', () => {
      came.push({ ...JSON.parse(text), id: request.headers['webhook-id'] })
      reply.writeHead(came.length > times ? 204 : status, { 'retry-after': '1', location: '/elsewhere' }).end()
    })
  })
  receiver.unref()
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  setTimeout(() => receiver.close(), 60_000).unref()
  return { body: { at: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}` } }
}
