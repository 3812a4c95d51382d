import type { Server } from 'node:http'
import { Server as SecureServer } from 'node:https'
import type { Socket } from 'node:net'

const lookMs = 1000

/** What an open connection had taken of what was written to it when that last changed. */
interface Standing {
  readonly taken: number | undefined
  readonly sinceMs: number
}

/**
 * Ends connections of a server that take nothing of what is written to them for so long, also those that became WebSockets or streams
 * of events. Who takes it slowly goes on, and what is sent meanwhile, or who says nothing while nothing waits for him, does not count.
 */
export const endUnread = (server: Server, unreadMs: number): void => {
  const open = new Set<Socket>()
  const unread = new Map<Socket, Standing>()
  server.on(server instanceof SecureServer ? 'secureConnection' : 'connection', (socket: Socket) => {
    open.add(socket)
    socket.once('close', () => {
      open.delete(socket)
      unread.delete(socket)
    })
  })
  const look = (): void => {
    const nowMs = performance.now()
    for (const socket of open) {
      if (socket.writableLength === 0) {
        unread.delete(socket)
        continue
      }
      const taken = takenOf(socket)
      const before = unread.get(socket)
      if (!before || before.taken !== taken) unread.set(socket, { taken, sinceMs: nowMs })
      else if (nowMs - before.sinceMs >= unreadMs) socket.destroy()
    }
  }
  server.once('listening', () => {
    const timer = setInterval(look, lookMs).unref()
    server.once('close', () => clearInterval(timer))
  })
}

/** Bytes that the system has taken of what was written. Only Node's own handle tells how much of a long answer that is. */
const takenOf = (socket: Socket): number | undefined => {
  const { _handle: handle } = socket as Socket & {
    readonly _handle?: { readonly bytesWritten: number; readonly writeQueueSize: number } | null
  }
  return handle ? handle.bytesWritten - handle.writeQueueSize : undefined
}
