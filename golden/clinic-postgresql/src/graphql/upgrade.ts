import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'

/** Sub-protocol of GraphQL over WebSocket. */
export const protocol = 'graphql-transport-ws'

/** Whether a request for an upgrade offers it. */
export const offersProtocol = ({ headers }: IncomingMessage): boolean =>
  (headers['sec-websocket-protocol'] ?? '').split(',').some((each) => each.trim() === protocol)

/** Answers a request for an upgrade that there is not to be. Who is told so and does not close is not waited for. */
export const refuse = (socket: Duplex, status: string): void => {
  socket.once('finish', () => socket.destroy())
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
}
