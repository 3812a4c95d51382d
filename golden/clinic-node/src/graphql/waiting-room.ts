import type { Duplex } from 'node:stream'
import type { WebSocket } from 'ws'
import { placesOf } from '../runtime/index.ts'

const waitingMax = 500
const waitingEachMax = 10
/** Bytes that a connection may send before it is known who it is. */
const bytesMax = 65_536

/** Where connections are until they have signed in. They take no place from those that have. */
export interface WaitingRoom {
  /** Lets a connection of this address wait; null where too many of it do. Gives what lets it out. */
  enter(socket: WebSocket, raw: Duplex, address: string): (() => void) | null
  hasRoom(address: string): boolean
}

/** Of one server. Where it is full, who has waited longest goes: whoever signs in at once is never kept out. */
export const waitingRoom = (): WaitingRoom => {
  // In the order in which they came, each with what lets it out.
  const waiting = new Map<WebSocket, () => void>()
  const places = placesOf({ max: Number.POSITIVE_INFINITY, eachMax: waitingEachMax })
  const endOldest = (): void => {
    const oldest = waiting.entries().next().value
    if (!oldest) return
    const [socket, letOut] = oldest
    // It is out at once: its end is told later, and until then others come.
    letOut()
    socket.terminate()
  }
  const enter: WaitingRoom['enter'] = (socket, raw, address) => {
    const leave = places.take(address)
    if (!leave) return null
    if (waiting.size >= waitingMax) endOldest()
    let bytes = 0
    const count = (chunk: Buffer): void => {
      bytes += chunk.length
      if (bytes > bytesMax) socket.terminate()
    }
    raw.on('data', count)
    const letOut = (): void => {
      raw.off('data', count)
      waiting.delete(socket)
      leave()
    }
    waiting.set(socket, letOut)
    return letOut
  }
  return {
    enter,
    hasRoom: (address) => {
      const leave = places.take(address)
      leave?.()
      return leave !== null
    },
  }
}
