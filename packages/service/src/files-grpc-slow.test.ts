import { once } from 'node:events'
import { Readable } from 'node:stream'
import type { FileCalls, Principal, ServiceBackend } from '@charter/runtime'
import { type Served, serveStyles } from '@charter/styles/serve'
import { type ServiceError, status } from '@grpc/grpc-js'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type DocumentClient, documentClient } from './testing/document-client.ts'
import { people } from './testing/document-desk.ts'
import { type GrpcDesk, large, openGrpcDesk, pieceBytes, piecesOf, sha256 } from './testing/grpc-desk.ts'

let on: GrpcDesk
afterEach(() => on.close())

describe('a file that one end is slow with', () => {
  let served: Served
  let slow: DocumentClient
  let made: number
  let isClosed: boolean
  let taken: number
  /** Lets what stores a file have so many pieces more. */
  let store: (pieces: number) => void
  let nowMs: number
  const size = 2000 * pieceBytes
  beforeEach(async () => {
    on = await openGrpcDesk('sqlite')
    ;[made, taken, isClosed, nowMs] = [0, 0, false, Date.now()]
    const { service, derived } = on.desk.opened
    const files = service.files as FileCalls
    let allowed = 0
    let wake = (): void => {}
    store = (pieces) => {
      allowed += pieces
      wake()
    }
    const held = async function* (bytes: AsyncIterable<Uint8Array>) {
      for await (const piece of bytes) {
        taken++
        yield piece
        while (taken >= allowed) await new Promise<void>((resolve) => (wake = resolve))
      }
    }
    const counted = function* () {
      try {
        for (; made < 2000; made++) yield Buffer.alloc(pieceBytes)
      } finally {
        isClosed = true
      }
    }
    const known = { digest: sha256(large), size, kind: 'application/pdf', name: null }
    const serving: ServiceBackend = {
      ...service,
      nowMs: () => nowMs,
      authenticate: async () => ({ ...(people.ann as Principal), untilMs: nowMs + 60_000 }),
      files: {
        ...files,
        open: async () => ({ ...known, read: async () => Readable.from(counted(), { objectMode: false }) }),
        put: (asked, bytes, said) => files.put(asked, held(bytes), said),
      },
    }
    served = await serveStyles(derived.styles, serving, { host: '127.0.0.1', port: 0 })
    slow = documentClient(on.desk.opened, served.urls.grpc ?? '')
  })
  afterEach(async () => {
    slow.close()
    await served.close()
  })
  /** The count once it has been the same for a while. */
  const settled = async (count: () => number): Promise<number> => {
    for (let before = -1; before !== count(); await new Promise((resolve) => setTimeout(resolve, 300))) before = count()
    return count()
  }

  test('is read no faster than its reader takes it, and closed when they leave', async () => {
    const stream = slow.read('ReadDocumentRaw', { key: { id: 'x' } })
    await once(stream, 'data')
    stream.pause()
    // What the client's own stream keeps, and the windows of HTTP/2.
    const before = await settled(() => made)
    expect(before).toBeLessThan(40)
    stream.resume()
    await vi.waitFor(() => expect(made).toBeGreaterThan(before + 100), { timeout: 30_000 })
    stream.on('error', () => {})
    stream.cancel()
    await vi.waitFor(() => expect(isClosed).toBe(true), { timeout: 30_000 })
    expect(made).toBeLessThan(2000)
  })

  test('is received no faster than it is stored', async () => {
    const key = await on.newKey()
    let sent = 0
    const ended = new Promise<ServiceError | null>((resolve) => {
      const call = slow.send('SendDocumentRaw', resolve)
      call.write({ begin: { key, size: large.length } })
      for (const piece of piecesOf(large)) call.write(piece, () => sent++)
      call.end()
    })
    await vi.waitFor(() => expect(taken).toBe(1), { timeout: 30_000 })
    // What both ends of HTTP/2 hold, some 15 pieces. A stream of Node's would keep 16 more.
    expect(await settled(() => sent)).toBeLessThan(24)
    store(Number.POSITIVE_INFINITY)
    expect(await ended).toBeNull()
    expect(sent).toBe(piecesOf(large).length)
  })

  test('is none of whose sign-in has ended while it came', async () => {
    const key = await on.newKey()
    const ended = new Promise<ServiceError | null>((resolve) => {
      const call = slow.send('SendDocumentRaw', resolve)
      call.write({ begin: { key } })
      call.write({ data: Buffer.from('some') })
      call.write({ data: Buffer.from('more'), finish_write: true })
      call.end()
    })
    await vi.waitFor(() => expect(taken).toBe(1), { timeout: 30_000 })
    nowMs += 120_000
    store(Number.POSITIVE_INFINITY)
    expect((await ended)?.code).toBe(status.UNAUTHENTICATED)
    expect((await (await on.desk.ask(`/documents/${key.id}`)).json()) as object).toMatchObject({ raw: null })
  })
})
