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
  const waiting = new Set<WebSocket>()
  const places = placesOf({ max: Number.POSITIVE_INFINITY, eachMax: waitingEachMax })
  const enter: WaitingRoom['enter'] = (socket, raw, address) => {
    const leave = places.take(address)
    if (!leave) return null
    if (waiting.size >= waitingMax) for (const oldest of [...waiting].slice(0, 1)) oldest.terminate()
    let bytes = 0
    const count = (chunk: Buffer): void => {
      bytes += chunk.length
      if (bytes > bytesMax) socket.terminate()
    }
    raw.on('data', count)
    waiting.add(socket)
    return () => {
      raw.off('data', count)
      waiting.delete(socket)
      leave()
    }
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
