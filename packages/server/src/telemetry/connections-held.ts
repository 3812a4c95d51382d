import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/** Which connections there are, and whose push is under way on one. */
export interface ConnectionsHeld {
  /** A push of somebody known began on it. */
  name(socket: Socket): void
  /** That one is over. */
  unname(socket: Socket): void
}

/**
 * Ends connections past so many: of those on which nobody known pushes the oldest. All come from this machine, whichever service is behind them,
 * so that only what is pushed tells them apart; and pushes at once are few (`pushLimits`), so that there is always one to end.
 */
export const holdConnections = (server: Server, most: number): ConnectionsHeld => {
  const nameless = new Set<Socket>()
  const named = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    nameless.add(socket)
    socket.once('close', () => {
      nameless.delete(socket)
      named.delete(socket)
    })
    const [oldest] = nameless
    if (nameless.size + named.size > most) oldest?.destroy()
  })
  const move = (socket: Socket, from: Set<Socket>, to: Set<Socket>): void => {
    if (from.delete(socket)) to.add(socket)
  }
  return {
    name: (socket) => move(socket, nameless, named),
    unname: (socket) => move(socket, named, nameless),
  }
}
