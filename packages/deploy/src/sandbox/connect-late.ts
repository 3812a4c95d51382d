import { connect, type NetConnectOpts, type Socket } from 'node:net'

const patienceMs = 30_000
const pauseMs = 20
/** Nobody listens there at the moment, or more wait than are let wait. */
const late: ReadonlySet<unknown> = new Set(['ECONNREFUSED', 'ENOENT', 'EAGAIN'])

/**
 * Carries bytes both ways between a connection and a socket that may not be listened at yet: who connected waits for it, 30 s at most, or
 * until `over` says that nobody will.
 */
export const connectLate = (socket: Socket, to: NetConnectOpts, over?: AbortSignal): void => {
  const deadlineMs = Date.now() + patienceMs
  let out: Socket | null = null
  const attempt = (): void => {
    const connecting = connect({ ...to, allowHalfOpen: true })
    const failed = (error: NodeJS.ErrnoException): void => {
      if (socket.destroyed || over?.aborted || !late.has(error.code) || Date.now() > deadlineMs) socket.destroy()
      else setTimeout(attempt, pauseMs)
    }
    connecting.once('error', failed)
    connecting.once('connect', () => {
      connecting.off('error', failed)
      connecting.on('error', () => socket.destroy())
      out = connecting
      if (socket.destroyed) connecting.destroy()
      else socket.pipe(connecting).pipe(socket)
    })
  }
  socket.on('error', () => socket.destroy())
  socket.once('close', () => out?.destroy())
  attempt()
}
