import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { RouteBody } from '@charter/runtime/service'

interface Asked {
  /** What the other service says, so many times, before it says 200; 0: it is not there. */
  readonly status: number
  readonly times: number
  readonly method: string
  /** Whether the other service is told how to know the call again. */
  readonly isKeyed: boolean
}

/** Asks another service, of its own making: what it said at last, and after how many tries. */
export const askPeer: RouteBody = async ({ query }, { fetch }) => {
  const { status, times, method, isKeyed } = query as unknown as Asked
  let tried = 0
  const peer = createServer((_, reply) => {
    tried++
    reply.writeHead(tried > times ? 200 : status, { connection: 'close' }).end()
  })
  await new Promise<void>((resolve) => peer.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(peer.address() as AddressInfo).port}/`
  if (status === 0) await new Promise((resolve) => peer.close(resolve))
  try {
    const answer = await fetch(url, { method, ...(isKeyed && { headers: { 'idempotency-key': 'one' } }) })
    return { body: `${answer.status} after ${tried}` }
  } finally {
    peer.close()
  }
}
