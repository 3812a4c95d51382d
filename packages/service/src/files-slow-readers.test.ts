import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import type { FileCalls, Principal } from '@charter/runtime'
import { type Served, serveStyles } from '@charter/styles/serve'
import { type ServiceError, status } from '@grpc/grpc-js'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type DocumentClient, documentClient } from './testing/document-client.ts'
import { type DocumentDesk, documentDesk, openDocumentDesk, people } from './testing/document-desk.ts'

/** More than sockets hold. */
const length = 48 * 1_048_576

describe('a file whose reader takes little of it', () => {
  let desk: DocumentDesk
  let served: Served
  let client: DocumentClient
  let row: string
  let nowMs: number
  let closed: number
  beforeEach(async () => {
    ;[nowMs, closed] = [Date.now(), 0]
    const text = documentDesk('sqlite').replaceAll('max: 4 MiB', 'max: 64 MiB')
    desk = await openDocumentDesk('sqlite', { text, nowMs: () => nowMs })
    row = await desk.row()
    await desk.ask(`${row}/raw`, { method: 'PUT', body: Buffer.alloc(length, 'a') })
    const { service, derived } = desk.opened
    const files = service.files as FileCalls
    const serving = {
      ...service,
      authenticate: async () => ({ ...(people.ann as Principal), untilMs: nowMs + 600_000 }),
      files: {
        ...files,
        open: async (asked: Parameters<FileCalls['open']>[0]) => {
          const opened = await files.open(asked)
          const read: typeof opened.read = async (range) => (await opened.read(range)).once('close', () => closed++)
          return { ...opened, read }
        },
      },
    }
    served = await serveStyles(derived.styles, serving, { host: '127.0.0.1', port: 0 })
    client = documentClient(desk.opened, served.urls.grpc ?? '')
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  })
  afterEach(async () => {
    vi.useRealTimers()
    client.close()
    await served.close()
    await desk.close()
  })

  /** Takes the first of it; what comes when they go on: how many bytes, and how it ended. */
  const overRest = async () => {
    const asked = get(`${served.urls.rest}/api/v1${row}/raw`, { headers: { authorization: 'Bearer ann' } })
    const [answer] = (await once(asked, 'response')) as [IncomingMessage]
    let came = 0
    return async () => {
      for await (const piece of answer) came += (piece as Buffer).length
      return came
    }
  }
  const overGrpc = async () => {
    const stream = client.read('ReadDocumentRaw', { key: { id: row.split('/').at(-1) } })
    await once(stream, 'data')
    stream.pause()
    const ended = once(stream, 'end')
    ended.catch(() => {})
    let came = 0
    return async () => {
      stream.on('data', ({ data }: { readonly data?: Buffer }) => {
        came += data?.length ?? 0
      })
      stream.resume()
      await ended
      return came
    }
  }
  const ways = [
    { style: 'REST', begin: overRest, late: { code: 'ECONNRESET' }, ended: { code: 'ECONNRESET' } },
    {
      style: 'gRPC',
      begin: overGrpc,
      late: { code: status.DEADLINE_EXCEEDED },
      ended: { code: status.UNAUTHENTICATED },
    },
  ] as const

  describe.each(ways)('over $style', ({ begin, late, ended }) => {
    test('is given up where that is too little', async () => {
      const goOn = await begin()
      vi.advanceTimersByTime(60_000)
      await vi.waitFor(() => expect(closed).toBe(1), 30_000)
      await expect(goOn()).rejects.toMatchObject(late satisfies Partial<ServiceError | NodeJS.ErrnoException>)
    })

    test('is given up once their sign-in has ended', async () => {
      const goOn = await begin()
      nowMs += 600_000
      vi.advanceTimersByTime(5_000)
      await vi.waitFor(() => expect(closed).toBe(1), 30_000)
      await expect(goOn()).rejects.toMatchObject(ended satisfies Partial<ServiceError | NodeJS.ErrnoException>)
    })

    test('is given to its end where they go on', async () => {
      const goOn = await begin()
      vi.advanceTimersByTime(29_000)
      expect(await goOn()).toBeGreaterThanOrEqual(length - 65_536)
      expect(closed).toBe(1)
    })
  })
})
