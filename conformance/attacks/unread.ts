import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { JsonObject } from '@charter/runtime'
import type { Attack, Victim } from './attack.ts'
import { notes } from './notes.ts'

/** As long as a request may take, after which who takes nothing is let go, and a machine that is busy. */
const patienceMs = 60_000

const until = async (isSo: () => boolean | Promise<boolean>, forMs = patienceMs): Promise<boolean> => {
  for (const end = performance.now() + forMs; performance.now() < end; await wait(50)) if (await isSo()) return true
  return false
}

/** A connection that reads no more than it is told to. */
const silent = async ({ url }: Victim): Promise<Socket> => {
  const socket = connect({ port: Number(new URL(url).port), host: '127.0.0.1' })
  socket.on('error', () => {})
  await once(socket, 'connect')
  return socket.pause()
}

const textFrame = 1
const pongFrame = 0xa

/** A masked frame of a client (RFC 6455 section 5.2). */
const frame = (kind: number, text: string): Buffer => {
  const payload = Buffer.from(text)
  const length = payload.length < 126 ? [0x80 | payload.length] : [0xfe, payload.length >> 8, payload.length & 255]
  const mask = randomBytes(4)
  return Buffer.concat([
    Buffer.from([0x80 | kind, ...length]),
    mask,
    payload.map((byte, at) => byte ^ (mask[at % 4] ?? 0)),
  ])
}

const say = (socket: Socket, message: JsonObject): void => void socket.write(frame(textFrame, JSON.stringify(message)))

/** A WebSocket that has signed in, and reads nothing from now on. */
const deaf = async (victim: Victim): Promise<Socket> => {
  const socket = await silent(victim)
  socket.write(
    `GET /graphql HTTP/1.1\r\nHost: ${new URL(victim.url).host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${randomBytes(16).toString('base64')}\r\nSec-WebSocket-Protocol: graphql-transport-ws\r\n\r\n`,
  )
  let heard = ''
  const hear = (chunk: Buffer) => {
    heard += chunk.toString('latin1')
  }
  socket.on('data', hear).resume()
  await until(() => heard.includes('101 Switching'))
  say(socket, { type: 'connection_init', payload: { Authorization: `Bearer ${await victim.token(['writer'])}` } })
  await until(() => heard.includes('connection_ack'))
  return socket.off('data', hear).pause()
}

/** Every note, its text so often that a hundred of them are three megabytes. */
const long = `{ notes(first: 100) { nodes { ${Array.from({ length: 150 }, (_, at) => `a${at}: text`).join(' ')} } } }`
const rows = {
  Note: Array.from({ length: 100 }, (_, at) => ({
    id: `0190f5c6-7b1e-7c3a-9a55-3f2d5e8b${String(at).padStart(4, '0')}`,
    text: 'x'.repeat(200),
  })),
}

export const attacks: readonly Attack[] = [
  {
    name: 'contracts-nobody-reads',
    holds: 'requests that are pipelined are begun one after the other, so that answers nobody reads take no memory',
    finding: 'F2',
    charter: notes,
    isAlone: true,
    play: async (victim) => {
      const before = (await victim.memoryMb()) ?? 0
      const request = `GET /soap/Notes?wsdl HTTP/1.1\r\nHost: ${new URL(victim.url).host}\r\n\r\n`
      const sockets = await Promise.all(Array.from({ length: 20 }, () => silent(victim)))
      for (const socket of sockets) socket.write(request.repeat(900))
      let most = 0
      for (let at = 0; at < 50; at++) {
        most = Math.max(most, (await victim.memoryMb()) ?? 0)
        await wait(100)
      }
      const { status } = await victim.ask('GET', '/healthz')
      for (const socket of sockets) socket.destroy()
      return status === 200 && most < before + 150 ? null : `${before} MB became ${most}; /healthz: ${status}`
    },
  },
  {
    name: 'socket-that-reads-nothing',
    holds: 'answers that a WebSocket does not read are few, and end it, whatever pongs it sends',
    finding: 'F5',
    charter: notes,
    rows,
    isAlone: true,
    isSlow: true,
    play: async (victim) => {
      const before = (await victim.memoryMb()) ?? 0
      const socket = await deaf(victim)
      let isOpen = true
      socket.on('close', () => {
        isOpen = false
      })
      for (let at = 0; at < 90; at++) say(socket, { type: 'subscribe', id: `${at}`, payload: { query: long } })
      let most = 0
      const isEnded = await until(async () => {
        if (isOpen) socket.write(frame(pongFrame, ''))
        most = Math.max(most, (await victim.memoryMb()) ?? 0)
        return !isOpen
      })
      socket.destroy()
      return isEnded && most < before + 200 ? null : `${before} MB became ${most}; ${isEnded ? 'ended' : 'still open'}`
    },
  },
  {
    name: 'pongs-of-its-own',
    holds: 'a pong shows that somebody listens to a WebSocket where it answers what was asked last',
    finding: 'F5',
    charter: notes,
    isSlow: true,
    play: async (victim) => {
      const socket = await deaf(victim)
      let isOpen = true
      socket.on('close', () => {
        isOpen = false
      })
      const isEnded = await until(async () => {
        if (isOpen) socket.write(frame(pongFrame, ''))
        return !isOpen
      })
      socket.destroy()
      return isEnded ? null : 'it is still open'
    },
  },
  {
    name: 'half-a-message',
    holds: 'a SOAP message that is cut off is no bug',
    finding: 'F9',
    charter: notes,
    isAlone: true,
    play: async (victim) => {
      const socket = await silent(victim)
      socket.write(
        `POST /soap/Notes HTTP/1.1\r\nHost: ${new URL(victim.url).host}\r\nContent-Type: text/xml\r\nContent-Length: 1000\r\nExpect: 100-continue\r\n\r\n<a>`,
      )
      socket.resume()
      await once(socket, 'data', { signal: AbortSignal.timeout(patienceMs) })
      socket.destroy()
      const lines = () => victim.log().split('\n')
      const isLogged = await until(() => lines().some((line) => /"soap".*"status":499\b/.test(line)), 10_000)
      // A bug is told with where it was thrown.
      const bug = lines().find((line) => line.includes('"stack"'))
      return isLogged && !bug ? null : (bug ?? 'it is not in the log')
    },
  },
]
