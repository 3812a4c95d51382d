import type { Server } from 'node:http'
import type { Socket } from 'node:net'

const lookMs = 1000

/** How much a connection had taken of what was written to it when that last changed. */
interface WriteProgress {
  readonly takenBytes: number
  readonly sinceMs: number
}

/**
 * Ends connections of a server that take nothing of what is written to them for so long, also those that became WebSockets or streams
 * of events. Who takes it slowly goes on; what is sent meanwhile does not count.
 */
export const endUnread = (server: Server, unreadMs: number): void => {
  const open = new Set<Socket>()
  const unread = new Map<Socket, WriteProgress>()
  // Also over TLS: this is the connection below it, which alone tells how much has gone out.
  server.on('connection', (socket: Socket) => {
    open.add(socket)
    socket.once('close', () => {
      open.delete(socket)
      unread.delete(socket)
    })
  })
  const look = (): void => {
    const nowMs = performance.now()
    for (const socket of open) {
      const { takenBytes, waitingBytes } = outputOf(socket)
      const before = unread.get(socket)
      if (waitingBytes === 0) unread.delete(socket)
      else if (before?.takenBytes !== takenBytes) unread.set(socket, { takenBytes, sinceMs: nowMs })
      else if (nowMs - before.sinceMs >= unreadMs) socket.destroy()
    }
  }
  server.once('listening', () => {
    const timer = setInterval(look, lookMs).unref()
    server.once('close', () => clearInterval(timer))
  })
}

/** What the system has taken, and not taken, of what was written. Of a long answer only Node's own handle tells it. */
const outputOf = (socket: Socket): { readonly takenBytes: number; readonly waitingBytes: number } => {
  const { _handle: handle } = socket as Socket & {
    readonly _handle?: { readonly bytesWritten: number; readonly writeQueueSize: number } | null
  }
  const waitingBytes = handle?.writeQueueSize ?? 0
  return { takenBytes: (handle?.bytesWritten ?? 0) - waitingBytes, waitingBytes }
}
