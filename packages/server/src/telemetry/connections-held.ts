import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/** Which connections there are, and whose push is under way on one. */
export interface ConnectionsHeld {
  /** A push of that deployment began on it; it stays theirs. */
  name(socket: Socket, deployment: string): void
  /** That one is over. */
  unname(socket: Socket): void
}

export interface ConnectionsMost {
  readonly all: number
  /** Of those on which one deployment pushed. */
  readonly each: number
}

/**
 * Ends connections past so many: of those on which nobody known pushes the oldest, and of one deployment's its own. All come from this machine,
 * whichever service is behind them, so that only what is pushed tells them apart; and pushes at once are few (`pushLimits`), so that there is
 * always one to end. What says nothing is bounded for each service by what leads out of its sandbox (`egress-process.ts` of deploy).
 */
export const holdConnections = (server: Server, most: ConnectionsMost): ConnectionsHeld => {
  const resting = new Set<Socket>()
  const pushing = new Set<Socket>()
  const whose = new Map<Socket, string>()
  const forget = (socket: Socket): void => {
    resting.delete(socket)
    pushing.delete(socket)
    whose.delete(socket)
  }
  const endOldest = (isOne: (socket: Socket) => boolean): void => {
    const oldest = [...resting].find(isOne)
    if (!oldest) return
    // It is gone with the next turn: until then it counts no more.
    forget(oldest)
    oldest.destroy()
  }
  server.on('connection', (socket: Socket) => {
    resting.add(socket)
    socket.once('close', () => forget(socket))
    if (resting.size + pushing.size > most.all) endOldest(() => true)
  })
  return {
    name: (socket, deployment) => {
      if (!resting.delete(socket)) return
      pushing.add(socket)
      whose.set(socket, deployment)
      const own = [...whose.values()].filter((each) => each === deployment)
      if (own.length > most.each) endOldest((each) => whose.get(each) === deployment)
    },
    unname: (socket) => {
      if (pushing.delete(socket)) resting.add(socket)
    },
  }
}
