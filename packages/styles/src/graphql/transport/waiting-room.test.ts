import { EventEmitter } from 'node:events'
import type { Duplex } from 'node:stream'
import { expect, test } from 'vitest'
import type { WebSocket } from 'ws'
import { waitingRoom } from './waiting-room.ts'

test('where connections that wait from everywhere fill the room, who has waited longest goes, and who comes gets in', () => {
  const room = waitingRoom()
  const ended: number[] = []
  const enter = (at: number) => {
    const socket = { terminate: () => void ended.push(at) } as unknown as WebSocket
    return room.enter(socket, new EventEmitter() as Duplex, `10.0.${at >> 8}.${at & 255}`)
  }
  const leaves = Array.from({ length: 500 }, (_, at) => enter(at))
  expect(ended).toEqual([])
  expect(enter(500)).not.toBeNull()
  expect(ended).toEqual([0])
  leaves[0]?.()
  leaves[1]?.()
  expect(enter(501)).not.toBeNull()
  expect(ended).toEqual([0])
})

test('of connections that come before the end of any is told, each lets another one go', () => {
  const room = waitingRoom()
  const ended: number[] = []
  for (let at = 0; at < 1200; at++) {
    const socket = { terminate: () => void ended.push(at) } as unknown as WebSocket
    expect(room.enter(socket, new EventEmitter() as Duplex, `10.${at >> 8}.${at & 255}.1`)).not.toBeNull()
  }
  expect(ended).toEqual(Array.from({ length: 700 }, (_, at) => at))
})
