import type { FastifyRequest } from 'fastify'
import { isLoopback } from '../runtime/service/index.ts'

/**
 * Whether a request may be a page's of another site (DNS rebinding; MCP, Transports, Security Warning): what comes in on a loopback
 * address names a loopback host, and a page that asks is one of this very host, or of an origin that the charter lets in.
 */
export const isForeign = ({ headers, socket }: FastifyRequest, allowed: readonly string[] = []): boolean => {
  const host = headers.host ?? ''
  const name = host.replace(/:\d+$/, '').replace(/^\[|\]$/g, '')
  const arrivesOnLoopback = isLoopback((socket.localAddress ?? '').replace(/^::ffff:/, ''))
  if (arrivesOnLoopback && !isLoopback(name)) return true
  const { origin } = headers
  return origin !== undefined && !allowed.includes(origin) && (!URL.canParse(origin) || new URL(origin).host !== host)
}
