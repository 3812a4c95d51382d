import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { connect, constants } from 'node:http2'
import { connect as connectSocket } from 'node:net'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { setImmediate as turn } from 'node:timers/promises'
import type { FileCalls, Principal, ServiceBackend } from '@charter/runtime'
import { type Served, serveStyles } from '@charter/styles/serve'
import { type ServiceError, status } from '@grpc/grpc-js'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { databases } from './testing/databases.ts'
import {
  type AskedAs,
  type DocumentClient,
  documentClient,
  type ReadMessage,
  type Sent,
} from './testing/document-client.ts'
import { type DocumentDesk, documentDesk, openDocumentDesk, people } from './testing/document-desk.ts'

const sha256 = (bytes: Uint8Array): string => `sha256:${createHash('sha256').update(bytes).digest('hex')}`
const pieceBytes = 65_536
const large = Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(5 * 1_048_576)])
const textOf8 = (database: (typeof databases)[number]): string =>
  documentDesk(database).replaceAll('max: 4 MiB', 'max: 8 MiB')

let desk: DocumentDesk
let client: DocumentClient
const open = async (database: (typeof databases)[number] = 'sqlite', options = {}): Promise<void> => {
  desk = await openDocumentDesk(database, { text: textOf8(database), ...options })
  client = documentClient(desk.opened, desk.served.urls.grpc ?? '')
}
afterEach(async () => {
  client.close()
  await desk.close()
})

const newKey = async () => ({ id: (await desk.row()).split('/').at(-1) ?? '' })
const piecesOf = (bytes: Buffer): readonly object[] =>
  Array.from({ length: Math.ceil(bytes.length / pieceBytes) }, (_, at) => ({
    data: bytes.subarray(at * pieceBytes, (at + 1) * pieceBytes),
  }))
/** Sends messages and ends; rejects with the ServiceError. */
const send = (
  messages: readonly object[],
  { method = 'SendDocumentRaw', ...options }: AskedAs & { method?: string } = {},
) =>
  new Promise<Sent>((resolve, reject) => {
    const call = client.send(method, (error, answer) => (answer ? resolve(answer) : reject(error)), options)
    for (const message of messages) call.write(message)
    call.end()
  })
const sendFile = (key: object, bytes: Buffer, more: AskedAs & { method?: string; begin?: object } = {}) => {
  const { begin = {}, ...options } = more
  return send([{ begin: { key, size: bytes.length, ...begin } }, ...piecesOf(bytes)], options)
}
/** All messages of a read; rejects with the ServiceError. */
const read = async (
  request: object,
  { method = 'ReadDocumentRaw', ...options }: AskedAs & { method?: string } = {},
) => {
  const messages: ReadMessage[] = []
  for await (const message of client.read(method, request, options)) messages.push(message as ReadMessage)
  const data = messages.slice(1).map((message) => message.data ?? Buffer.alloc(0))
  return {
    file: messages[0]?.file,
    data: Buffer.concat(data),
    longest: Math.max(0, ...data.map(({ length }) => length)),
  }
}
const codeOf = async (asked: Promise<unknown>): Promise<string> => {
  const error = (await asked.then(
    () => ({ code: status.OK }),
    (thrown: unknown) => thrown,
  )) as ServiceError
  return status[error.code] ?? String(error)
}
const stored = () =>
  readdirSync(join(desk.opened.folder, 'files'), { recursive: true, withFileTypes: true }).filter((each) =>
    each.isFile(),
  )

describe.each(databases)('files of rows over gRPC, on %s', (database) => {
  beforeEach(() => open(database))

  test('bytes are sent to a row in many messages, told with it, and read again, whole and in part', async () => {
    const key = await newKey()
    expect(await codeOf(read({ key }))).toBe('NOT_FOUND')
    const said = { file_name: '../a letter.pdf', digest: sha256(large), size: large.length }
    const { document, etag } = await sendFile(key, large, { begin: said })
    const file = { digest: sha256(large), size: String(large.length), kind: 'application/pdf', name: 'a letter.pdf' }
    expect(document).toMatchObject({ id: key.id, raw: file })
    expect((await desk.ask(`/documents/${key.id}`)).headers.get('etag')).toBe(`"${etag}"`)
    const whole = await read({ key })
    expect([whole.file, whole.data.equals(large), whole.longest]).toEqual([
      expect.objectContaining(file),
      true,
      pieceBytes,
    ])
    const part = await read({ key, read_offset: 100_000, read_limit: 70_000 })
    expect([part.file, part.data.equals(large.subarray(100_000, 170_000))]).toEqual([
      expect.objectContaining(file),
      true,
    ])
    expect((await read({ key, read_offset: large.length - 5 })).data).toEqual(large.subarray(-5))
    expect((await read({ key, read_limit: 4 })).data).toEqual(large.subarray(0, 4))
    expect(await codeOf(read({ key, read_offset: large.length }))).toBe('INVALID_ARGUMENT')
    expect(await codeOf(read({ key, read_offset: -1 }))).toBe('INVALID_ARGUMENT')
    const rest = await desk.ask(`/documents/${key.id}/raw`)
    expect(Buffer.from(await rest.arrayBuffer()).equals(large)).toBe(true)
  })

  test('a file is replaced and taken away for the version that is held, and goes', async () => {
    const key = await newKey()
    const first = await sendFile(key, Buffer.from('first'), { method: 'SendDocumentScan' })
    const second = await sendFile(key, Buffer.from('second'), {
      method: 'SendDocumentScan',
      begin: { etag: first.etag },
    })
    const late = { method: 'SendDocumentScan', begin: { etag: first.etag } }
    expect(await codeOf(sendFile(key, Buffer.from('late'), late))).toBe('ABORTED')
    expect(await codeOf(client.call('RemoveDocumentScan', { key, etag: first.etag }))).toBe('ABORTED')
    expect((await read({ key }, { method: 'ReadDocumentScan' })).data.toString()).toBe('second')
    const removed = await client.call('RemoveDocumentScan', { key, etag: second.etag })
    expect(removed.document.scan ?? null).toBeNull()
    expect(await codeOf(read({ key }, { method: 'ReadDocumentScan' }))).toBe('NOT_FOUND')
    await vi.waitFor(() => expect(stored()).toEqual([]), { timeout: 10_000, interval: 50 })
  })

  test('who may not update the row sends nothing, who may not see it reads nothing, and nothing is stored', async () => {
    const key = await newKey()
    const codes = async (as: string) => [
      await codeOf(sendFile(key, large, { as })),
      await codeOf(read({ key }, { as })),
      await codeOf(client.call('RemoveDocumentRaw', { key }, { as })),
    ]
    expect(await codes('eve')).toEqual(['PERMISSION_DENIED', 'NOT_FOUND', 'PERMISSION_DENIED'])
    expect(await codes('bob')).toEqual(['NOT_FOUND', 'NOT_FOUND', 'NOT_FOUND'])
    expect(await codes('far')).toEqual(['NOT_FOUND', 'NOT_FOUND', 'NOT_FOUND'])
    expect(await codes('nobody')).toEqual(['UNAUTHENTICATED', 'UNAUTHENTICATED', 'UNAUTHENTICATED'])
    expect(stored()).toEqual([])
    await sendFile(key, Buffer.from('opinion'), { method: 'SendDocumentOpinion' })
    expect((await read({ key }, { method: 'ReadDocumentOpinion' })).data.toString()).toBe('opinion')
    expect(await codeOf(read({ key }, { method: 'ReadDocumentOpinion', as: 'eve' }))).toBe('NOT_FOUND')
    expect(await codeOf(sendFile(key, large, { method: 'SendDocumentOpinion', as: 'ed' }))).toBe('PERMISSION_DENIED')
  })

  test('who sent and who read a file is on record, and what was refused of it once', async () => {
    const key = await newKey()
    await sendFile(key, Buffer.from('plain words'))
    await read({ key }, { as: 'eve' })
    await codeOf(sendFile(key, Buffer.from('MZ\x90\0 nothing'), { method: 'SendDocumentScan' }))
    const entries = await desk.opened.service.state.recentAudit(20, 0)
    const told = entries.map(({ operation, principal, fields, outcome }) => [operation, principal, fields[0], outcome])
    expect(told.filter(([, , , outcome]) => outcome !== 'ok')).toEqual([
      ['Document.update', 'ann', 'scan', 'invalid-input'],
    ])
    expect(told).toContainEqual(['Document.update', 'ann', 'raw', 'ok'])
    expect(told).toContainEqual(['Document.read', 'eve', 'raw', 'ok'])
  })
})

describe('bytes that come over gRPC', () => {
  beforeEach(() => open())

  /** Sends pieces for as long as nobody refuses them; gives the refusal, and how many went. */
  const sendOn = async (method: string, begin: object, pieceOf: (at: number) => Buffer) => {
    let refusal: ServiceError | null = null
    const call = client.send(method, (error) => (refusal = error))
    call.write({ begin })
    let sent = 0
    for (; refusal === null; sent++) {
      call.write({ data: pieceOf(sent) })
      await turn()
    }
    return { refusal: refusal as ServiceError, sent }
  }

  test('are refused while they come: too many, or of another kind', async () => {
    const key = await newKey()
    const zeros = Buffer.alloc(pieceBytes)
    const long = await sendOn('SendDocumentRaw', { key }, () => zeros)
    expect([status[long.refusal.code], long.refusal.details]).toEqual([
      'RESOURCE_EXHAUSTED',
      expect.stringContaining('8388608'),
    ])
    const other = await sendOn('SendDocumentScan', { key }, () => Buffer.from('MZ\x90\0'.padEnd(pieceBytes, '\0')))
    expect([status[other.refusal.code], other.refusal.details]).toEqual([
      'INVALID_ARGUMENT',
      expect.stringContaining('application/pdf'),
    ])
    expect(await codeOf(send([{ begin: { key, size: 8_388_609 } }]))).toBe('RESOURCE_EXHAUSTED')
    expect(stored()).toEqual([])
  })

  test.each<[string, (key: object) => readonly object[], RegExp]>([
    ['nothing', () => [], /first message is `begin`/],
    ['bytes first', () => [{ data: Buffer.from('x') }], /first message is `begin`/],
    ['two beginnings', (key) => [{ begin: { key } }, { begin: { key } }], /comes once/],
    ['a message of nothing', (key) => [{ begin: { key } }, {}], /hold `data`/],
    [
      'more than were said',
      (key) => [{ begin: { key, size: 1 } }, { data: Buffer.from('ab') }],
      /More than the 1 bytes/,
    ],
    ['a digest that is none', (key) => [{ begin: { key, digest: 'md5:1' } }], /not valid/],
    ['a size below nothing', (key) => [{ begin: { key, size: -1 } }], /not valid/],
    ['other bytes than the digest says', (key) => [{ begin: { key, digest: sha256(large) } }, { data: Buffer.from('x'), finish_write: true }], /lost on the way/], // biome-ignore format: one row
  ])('%s: refused with a sentence, and nothing is stored', async (_name, messagesOf, sentence) => {
    const key = await newKey()
    const refused = (await send(messagesOf(key)).catch((error: unknown) => error)) as ServiceError
    expect([status[refused.code], refused.details]).toEqual(['INVALID_ARGUMENT', expect.stringMatching(sentence)])
    // Who may not send is not told what was wrong.
    expect(await codeOf(send([{ begin: { key, size: -1 } }], { as: 'eve' }))).toBe('PERMISSION_DENIED')
    expect(stored()).toEqual([])
  })

  test('that end before the file does are no file, unless it is said how long it is or which message is the last', async () => {
    const key = await newKey()
    const data = Buffer.from('ab')
    const codes = [
      await codeOf(send([{ begin: { key } }, { data }])),
      await codeOf(send([{ begin: { key, size: 3 } }, { data }])),
      await codeOf(send([{ begin: { key } }, { data, finish_write: true }, { data }])),
    ]
    expect(codes).toEqual(['CANCELLED', 'CANCELLED', 'INVALID_ARGUMENT'])
    await vi.waitFor(() => expect(stored()).toEqual([]), { timeout: 10_000 })
    await send([{ begin: { key } }, { data }, { data, finish_write: true }])
    expect((await read({ key })).data.toString()).toBe('abab')
    await send([{ begin: { key } }, { finish_write: true }])
    expect((await read({ key })).file?.size).toBe('0')
  })

  test('an empty file is one', async () => {
    const key = await newKey()
    await sendFile(key, Buffer.alloc(0), { begin: { size: 0 } })
    const { file, data } = await read({ key })
    expect([file?.size, data.length]).toEqual(['0', 0])
  })

  test('that are broken off leave nothing', async () => {
    const key = await newKey()
    const ended = new Promise<ServiceError | null>((resolve) => {
      const call = client.send('SendDocumentRaw', resolve)
      call.write({ begin: { key } })
      for (const piece of piecesOf(large)) call.write(piece)
      void vi.waitFor(() => expect(stored().length).toBeGreaterThan(1), { timeout: 10_000 }).then(() => call.cancel())
    })
    expect((await ended)?.code).toBe(status.CANCELLED)
    await vi.waitFor(() => expect(stored()).toEqual([]), { timeout: 10_000 })
    expect(await codeOf(sendFile(key, large))).toBe('OK')
  })

  test('have no more time than their sender says', async () => {
    const key = await newKey()
    const ended = new Promise<ServiceError | null>((resolve) => {
      const call = client.send('SendDocumentRaw', resolve, { deadline: Date.now() + 700 })
      call.write({ begin: { key } })
      call.write({ data: large.subarray(0, pieceBytes) })
    })
    expect((await ended)?.code).toBe(status.DEADLINE_EXCEEDED)
    await vi.waitFor(() => expect(stored()).toEqual([]), { timeout: 10_000 })
  })

  const bare = (as: string, headers: Readonly<Record<string, string>> = {}) => {
    const url = new URL(desk.served.urls.grpc ?? '')
    const socket = connectSocket(Number(url.port), url.hostname)
    const session = connect(url, { createConnection: () => socket })
    session.on('error', () => {})
    const stream = session.request({
      ':method': 'POST',
      ':path': '/document_desk.v1.DocumentService/SendDocumentRaw',
      'content-type': 'application/grpc',
      te: 'trailers',
      authorization: `Bearer ${as}`,
      ...headers,
    })
    stream.on('error', () => {})
    return { session, stream, socket }
  }

  test('whose time is over, or whose line is lost, leave nothing, and are nobody’s mistake', async () => {
    const key = await newKey()
    const silent = bare('ann', { 'grpc-timeout': '300m' })
    const [late] = await once(silent.stream, 'response')
    expect(late['grpc-status']).toBe(String(status.DEADLINE_EXCEEDED))
    silent.session.destroy()
    const sending = bare('ann')
    sending.stream.write(client.frame('SendDocumentRaw', { begin: { key } }))
    for (const piece of piecesOf(large)) sending.stream.write(client.frame('SendDocumentRaw', piece))
    await vi.waitFor(() => expect(stored().length).toBeGreaterThan(1), { timeout: 10_000 })
    sending.socket.destroy()
    await vi.waitFor(() => expect(stored()).toEqual([]), { timeout: 10_000 })
    // What is a bug to the service fails this when it closes.
  })

  test('whoever is refused while they send is asked to send no more', async () => {
    const key = await newKey()
    const { session, stream } = bare('eve')
    stream.write(client.frame('SendDocumentRaw', { begin: { key } }))
    const [headers] = await once(stream, 'response')
    expect(headers['grpc-status']).toBe(String(status.PERMISSION_DENIED))
    await once(stream, 'close', { signal: AbortSignal.timeout(10_000) })
    expect([stream.rstCode, session.destroyed]).toEqual([constants.NGHTTP2_NO_ERROR, false])
    session.destroy()
  })

  test('come four at once of one caller, and the next when one has', async () => {
    const key = await newKey()
    const calls = Array.from({ length: 4 }, () => {
      let end = () => {}
      const done = new Promise<string>((resolve) => {
        const call = client.send('SendDocumentRaw', (error) => resolve(status[error?.code ?? 0] ?? ''))
        call.write({ begin: { key } })
        call.write({ data: Buffer.from('some') })
        end = () => {
          call.write({ finish_write: true })
          call.end()
        }
      })
      return { done, end: () => end() }
    })
    await vi.waitFor(async () => expect(await codeOf(sendFile(key, large))).toBe('RESOURCE_EXHAUSTED'), 10_000)
    expect(await codeOf(sendFile(key, large, { as: 'ed' }))).toBe('OK')
    for (const { end } of calls) end()
    expect(await Promise.all(calls.map(({ done }) => done))).toEqual(['OK', 'OK', 'OK', 'OK'])
    expect(await codeOf(sendFile(key, large))).toBe('OK')
  })
})

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
    await open()
    ;[made, taken, isClosed, nowMs] = [0, 0, false, Date.now()]
    const { service, derived } = desk.opened
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
    slow = documentClient(desk.opened, served.urls.grpc ?? '')
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
    await vi.waitFor(() => expect(made).toBeGreaterThan(before + 100), { timeout: 10_000 })
    stream.on('error', () => {})
    stream.cancel()
    await vi.waitFor(() => expect(isClosed).toBe(true), { timeout: 10_000 })
    expect(made).toBeLessThan(2000)
  })

  test('is received no faster than it is stored', async () => {
    const key = await newKey()
    let sent = 0
    const ended = new Promise<ServiceError | null>((resolve) => {
      const call = slow.send('SendDocumentRaw', resolve)
      call.write({ begin: { key, size: large.length } })
      for (const piece of piecesOf(large)) call.write(piece, () => sent++)
      call.end()
    })
    await vi.waitFor(() => expect(taken).toBe(1), { timeout: 10_000 })
    // What both ends of HTTP/2 hold, some 15 pieces. A stream of Node's would keep 16 more.
    expect(await settled(() => sent)).toBeLessThan(24)
    store(Number.POSITIVE_INFINITY)
    expect(await ended).toBeNull()
    expect(sent).toBe(piecesOf(large).length)
  })

  test('is none of whose sign-in has ended while it came', async () => {
    const key = await newKey()
    const ended = new Promise<ServiceError | null>((resolve) => {
      const call = slow.send('SendDocumentRaw', resolve)
      call.write({ begin: { key } })
      call.write({ data: Buffer.from('some') })
      call.write({ data: Buffer.from('more'), finish_write: true })
      call.end()
    })
    await vi.waitFor(() => expect(taken).toBe(1), { timeout: 10_000 })
    nowMs += 120_000
    store(Number.POSITIVE_INFINITY)
    expect((await ended)?.code).toBe(status.UNAUTHENTICATED)
    expect((await (await desk.ask(`/documents/${key.id}`)).json()) as object).toMatchObject({ raw: null })
  })
})

describe('over HTTP, where methods of gRPC are too', () => {
  beforeEach(() => open())
  const post = (method: string, type: string, body: Uint8Array) =>
    desk.ask(`${desk.served.url}/document_desk.v1.DocumentService/${method}`, {
      method: 'POST',
      headers: { 'content-type': type },
      body: new Uint8Array(body),
    })

  test('files are read, and what sends them is refused by name', async () => {
    const key = await newKey()
    await sendFile(key, Buffer.from('plain words'))
    const asked = Buffer.from(JSON.stringify({ key }))
    const head = Buffer.alloc(5)
    head.writeUInt32BE(asked.length, 1)
    const read = await post('ReadDocumentRaw', 'application/connect+json', Buffer.concat([head, asked]))
    const text = Buffer.from(await read.arrayBuffer()).toString()
    expect(text).toContain(`"data":"${Buffer.from('plain words').toString('base64')}"`)
    expect(text).toContain('"kind":"text/plain"')
    const sent = await post('SendDocumentRaw', 'application/connect+json', Buffer.concat([head, asked]))
    expect([sent.status, ((await sent.json()) as { message: string }).message]).toEqual([
      501,
      expect.stringContaining('Files are sent over gRPC itself'),
    ])
    const removed = await post('RemoveDocumentRaw', 'application/json', asked)
    expect([removed.status, ((await removed.json()) as { document: { raw?: object } }).document.raw]).toEqual([
      200,
      undefined,
    ])
  })
})

test('a service of gRPC alone has files, and HTTP has no address of theirs', async () => {
  const text = documentDesk('sqlite')
    .replace('[rest, graphql, grpc, soap, mcp]', '[grpc]')
    .replace(/^mcp: .*\n/m, '')
  desk = await openDocumentDesk('sqlite', { text })
  client = documentClient(desk.opened, desk.served.urls.grpc ?? '')
  const { document } = await client.call('CreateDocument', { document: { ward: 'north', title: 'a letter' } })
  const key = { id: document.id }
  await sendFile(key, Buffer.from('plain words'))
  expect((await read({ key })).data.toString()).toBe('plain words')
  expect((await fetch(`${desk.served.url}/api/v1/documents/${String(key.id)}/raw`)).status).toBe(404)
})
