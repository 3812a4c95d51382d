import type { RequestListener } from 'node:http'
import type { Socket } from 'node:net'

/** Requests that may wait on one connection for the one before them; past it the connection is ended. */
const waitingMax = 64

/**
 * Requests of one connection, one after the other: the next is begun when the answer before it has been taken. What is pipelined may
 * be done in parallel only where it is safe (RFC 9112 section 9.3.2), and answers that nobody reads would all be kept.
 */
export const inTurn = (handle: RequestListener): RequestListener => {
  const waiting = new WeakMap<Socket, number>()
  return (request, response) => {
    // Node gives an answer its connection when it has that of no other: usually at once.
    if (response.socket) return handle(request, response)
    const { socket } = request
    const count = (waiting.get(socket) ?? 0) + 1
    if (count > waitingMax) return void socket.destroy()
    waiting.set(socket, count)
    response.once('socket', () => {
      waiting.set(socket, (waiting.get(socket) ?? 0) - 1)
      // Others have their turn between two of one connection.
      setImmediate(() => {
        if (!socket.destroyed) handle(request, response)
      })
    })
  }
}
