import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** How long answers may take once a server is told to close; shorter than what is waited for before a process is killed (30 s). */
export const drainMs = 20_000
/** How long a request may still arrive then. */
const arrivingMs = 1000

/** The connections of a server: what has to end them, as Node looks no more for who is slow once a server closes. */
export interface ConnectionDrain {
  /** From now on its connections are known. */
  watch(server: Server): void
  /** Ends those that never asked at once, those whose headers are not whole after `requestMs`, and every one after `wholeMs`. */
  begin(): void
}

export const draining = ({ wholeMs = drainMs, requestMs = arrivingMs } = {}): ConnectionDrain => {
  const open = new Set<Socket>()
  const asked = new Map<string, number>()
  const note = (socket: Socket): void => {
    // Asked once, it is known also when the connection has gone: refusals are counted by it.
    const at = placeOf(socket)
    open.add(socket)
    socket.once('close', () => {
      open.delete(socket)
      asked.delete(at)
    })
  }
  // One that became a WebSocket was written to, and no request of it is counted.
  const isTalkedWith = (socket: Socket): boolean => (asked.get(placeOf(socket)) ?? socket.bytesWritten) > 0
  const endThose = (isEnded: (socket: Socket) => boolean): void => {
    for (const socket of open) if (isEnded(socket)) socket.destroy()
  }
  return {
    watch: (server) => {
      // Over TLS there are two of each: the one below is there from the beginning, the other tells what was asked.
      server.on('connection', note)
      server.on('secureConnection', note)
      server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
        const at = placeOf(socket)
        asked.set(at, (asked.get(at) ?? 0) + 1)
        response.once('close', () => {
          const count = asked.get(at)
          // Of a connection that has gone nothing is kept.
          if (count !== undefined) asked.set(at, count - 1)
        })
      })
    },
    begin: () => {
      endThose(({ bytesRead }) => bytesRead === 0)
      setTimeout(() => endThose((socket) => !isTalkedWith(socket)), requestMs).unref()
      setTimeout(() => endThose(() => true), wholeMs).unref()
    },
  }
}

/** What both sockets of a connection over TLS have in common. */
const placeOf = ({ remoteAddress, remotePort }: Socket): string => `${remoteAddress} ${remotePort}`
