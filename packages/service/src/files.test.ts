import { createHash, randomBytes } from 'node:crypto'
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { FileAsked, FileCalls, ProblemError } from '@charter/runtime'
import type { JobBody, OperationBody } from '@charter/runtime/service'
import { Upload } from 'tus-js-client'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { bodyOf, call } from './testing/clinic.ts'
import { databases } from './testing/databases.ts'
import { type DocumentDesk, documentDesk, openDocumentDesk, people } from './testing/document-desk.ts'

const pdf = Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(300_000), Buffer.from('\n%%EOF\n')])
const sha256 = (bytes: Uint8Array): string => `sha256:${createHash('sha256').update(bytes).digest('hex')}`
const json = async (response: Response) => (await response.json()) as Record<string, unknown>

describe.each(databases)('files of rows, on %s', (database) => {
  let desk: DocumentDesk
  beforeEach(async () => {
    desk = await openDocumentDesk(database)
  })
  afterEach(() => desk.close())

  const put = (path: string, body: Uint8Array, more: { as?: string; headers?: Record<string, string> } = {}) =>
    desk.ask(path, { method: 'PUT', body: new Uint8Array(body), ...more })
  const bytesOf = async (path: string, as = 'ann'): Promise<Buffer> =>
    Buffer.from(await (await desk.ask(path, { as })).arrayBuffer())
  /** Everything that lies in the folder of files. */
  const stored = () =>
    readdirSync(join(desk.opened.folder, 'files'), { recursive: true, withFileTypes: true }).filter((each) =>
      each.isFile(),
    )
  const storedBytes = () => Buffer.concat(stored().map(({ parentPath, name }) => readFileSync(join(parentPath, name))))
  const emptied = () => vi.waitFor(() => expect(stored()).toEqual([]), { timeout: 30_000, interval: 50 })

  test('bytes are sent to a row, told with it, and read again', async () => {
    const row = await desk.row()
    expect(await json(await desk.ask(row))).toMatchObject({ scan: null, raw: null })
    expect((await desk.ask(`${row}/scan`)).status).toBe(404)
    const sent = await put(`${row}/scan`, pdf, {
      headers: { 'content-disposition': "attachment; filename*=UTF-8''a%20l%C3%A9tter.pdf", 'content-type': 'x/y' },
    })
    const file = { digest: sha256(pdf), size: pdf.length, kind: 'application/pdf', name: 'a létter.pdf' }
    expect([sent.status, await json(sent)]).toMatchObject([200, { scan: file, raw: null }])
    expect(await json(await desk.ask(row))).toMatchObject({ scan: file })
    const read = await desk.ask(`${row}/scan`)
    expect(Object.fromEntries(read.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-length': String(pdf.length),
      'content-disposition': `attachment; filename="a l_tter.pdf"; filename*=UTF-8''a%20l%C3%A9tter.pdf`,
      etag: `"${file.digest}"`,
      'x-content-type-options': 'nosniff',
      'repr-digest': `sha-256=:${createHash('sha256').update(pdf).digest('base64')}:`,
    })
    expect(Buffer.from(await read.arrayBuffer()).equals(pdf)).toBe(true)
    expect((await desk.ask(`${row}/scan`, { headers: { 'if-none-match': `"${file.digest}"` } })).status).toBe(304)
    const head = await desk.ask(`${row}/scan`, { method: 'HEAD' })
    expect([head.status, head.headers.get('content-length')]).toEqual([200, String(pdf.length)])
  })

  test('a protected file lies there sealed, and another as it is', async () => {
    const row = await desk.row()
    await put(`${row}/scan`, pdf)
    expect(storedBytes().includes(pdf.subarray(20, 60))).toBe(false)
    await put(`${row}/raw`, pdf)
    expect(storedBytes().includes(pdf.subarray(20, 60))).toBe(true)
    expect((await bytesOf(`${row}/scan`)).equals(pdf)).toBe(true)
  })

  test('ranges are given, and those that are not there are not', async () => {
    const row = await desk.row()
    await put(`${row}/scan`, pdf)
    const part = async (range: string, more: Record<string, string> = {}) => {
      const response = await desk.ask(`${row}/scan`, { headers: { range, ...more } })
      return [
        response.status,
        response.headers.get('content-range'),
        Buffer.from(await response.arrayBuffer()),
      ] as const
    }
    const { length } = pdf
    expect(await part('bytes=100-199')).toEqual([206, `bytes 100-199/${length}`, pdf.subarray(100, 200)])
    expect(await part('bytes=-5')).toEqual([206, `bytes ${length - 5}-${length - 1}/${length}`, pdf.subarray(-5)])
    expect((await part(`bytes=${length - 1}-`))[2]).toEqual(pdf.subarray(-1))
    expect((await part(`bytes=${length}-`)).slice(0, 2)).toEqual([416, `bytes */${length}`])
    expect((await part('bytes=0-1,5-6'))[0]).toBe(200)
    expect((await part('bytes=0-1', { 'if-range': '"other"' }))[0]).toBe(200)
    expect((await part('bytes=0-1', { 'if-range': `"${sha256(pdf)}"` }))[0]).toBe(206)
  })

  test('who may not update the row sends nothing, and who may not see it reads nothing', async () => {
    const row = await desk.row()
    expect((await put(`${row}/scan`, pdf, { as: 'eve' })).status).toBe(403)
    expect((await put(`${row}/scan`, pdf, { as: 'bob' })).status).toBe(404)
    expect((await put(`${row}/scan`, pdf, { as: 'far' })).status).toBe(404)
    expect((await put(`${row}/scan`, pdf, { as: 'nobody' })).status).toBe(401)
    expect(stored()).toEqual([])
    await put(`${row}/scan`, pdf)
    expect((await desk.ask(`${row}/scan`, { as: 'bob' })).status).toBe(404)
    expect((await desk.ask(`${row}/scan`, { as: 'far' })).status).toBe(404)
    expect((await desk.ask(`${row}/scan`, { as: 'nobody' })).status).toBe(401)
    expect((await bytesOf(`${row}/scan`, 'eve')).equals(pdf)).toBe(true)
  })

  test('a file that a reader is not shown is not there for them, nor to be replaced', async () => {
    const row = await desk.row()
    await put(`${row}/opinion`, pdf)
    expect(await json(await desk.ask(row, { as: 'eve' }))).toMatchObject({ opinion: null })
    expect((await desk.ask(`${row}/opinion`, { as: 'eve' })).status).toBe(404)
    expect((await bytesOf(`${row}/opinion`)).equals(pdf)).toBe(true)
  })

  test('what is too large, of another kind, or not what was said, is refused and leaves nothing', async () => {
    const row = await desk.row()
    const code = async (response: Response) => [response.status, (await json(response)).code]
    expect(await code(await put(`${row}/scan`, Buffer.from('MZ\x90\0 nothing to read')))).toEqual([
      422,
      'invalid-input',
    ])
    expect(await code(await put(`${row}/raw`, Buffer.alloc(4_194_305)))).toEqual([413, 'too-large'])
    const streamed = await desk.ask(`${row}/raw`, {
      method: 'PUT',
      body: new Blob([Buffer.alloc(4_194_305)]).stream(),
      duplex: 'half',
    } as RequestInit)
    expect(await code(streamed)).toEqual([413, 'too-large'])
    const other = `sha-256=:${createHash('sha256').update('other').digest('base64')}:`
    expect(await code(await put(`${row}/raw`, pdf, { headers: { 'repr-digest': other } }))).toEqual([
      422,
      'invalid-input',
    ])
    expect(await json(await desk.ask(row))).toMatchObject({ scan: null, raw: null })
    const refused = (await desk.opened.service.state.recentAudit(20, 0)).filter(({ outcome }) => outcome !== 'ok')
    expect(refused.map(({ operation, fields, outcome }) => [operation, ...fields, outcome])).toEqual([
      ['Document.update', 'raw', 'invalid-input'],
      ['Document.update', 'raw', 'too-large'],
      ['Document.update', 'raw', 'too-large'],
      ['Document.update', 'scan', 'invalid-input'],
    ])
    expect(stored()).toEqual([])
  })

  test('an upload that is refused at its end is on record once', async () => {
    const row = await desk.row()
    const begun = await desk.ask(`${row}/scan`, {
      method: 'POST',
      headers: { 'tus-resumable': '1.0.0', 'upload-length': '4' },
    })
    const sent = await desk
      .ask(new URL(begun.headers.get('location') ?? '', desk.base).href, {
        method: 'PATCH',
        headers: { 'tus-resumable': '1.0.0', 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
        body: 'MZ!!',
      })
      .catch(() => null)
    expect(sent?.status).toBeGreaterThanOrEqual(400)
    const refused = (await desk.opened.service.state.recentAudit(20, 0)).filter(({ outcome }) => outcome !== 'ok')
    expect(refused.map(({ operation, fields, outcome }) => [operation, ...fields, outcome])).toEqual([
      ['Document.update', 'scan', 'invalid-input'],
    ])
  })

  test('nobody writes by a body what is known of a file', async () => {
    const row = await desk.row()
    await put(`${row}/raw`, pdf)
    const stolen = { digest: sha256(pdf), size: pdf.length, kind: 'application/pdf', name: null }
    const patched = await desk.ask(row, {
      method: 'PATCH',
      headers: { 'content-type': 'application/merge-patch+json' },
      body: JSON.stringify({ scan: stolen }),
    })
    expect([patched.status, JSON.stringify(await json(patched))]).toEqual([
      422,
      expect.stringContaining('not-writable'),
    ])
    expect(
      (await desk.ask(row, { method: 'PATCH', headers: { 'content-type': 'application/json' }, body: '{"raw":null}' }))
        .status,
    ).toBe(422)
  })

  test('a file goes with the last row that names it', async () => {
    const [one, other] = [await desk.row(), await desk.row()]
    await put(`${one}/scan`, pdf)
    await put(`${other}/scan`, pdf)
    expect((await desk.ask(one, { method: 'DELETE' })).status).toBe(204)
    await new Promise((resolve) => setTimeout(resolve, 400))
    expect((await bytesOf(`${other}/scan`)).equals(pdf)).toBe(true)
    await put(`${other}/scan`, Buffer.from('%PDF-1.4 another'))
    await vi.waitFor(() => expect(storedBytes().length).toBeLessThan(pdf.length), { timeout: 30_000 })
    expect((await desk.ask(`${other}/scan`, { method: 'DELETE' })).status).toBe(200)
    expect((await desk.ask(`${other}/scan`)).status).toBe(404)
    await emptied()
  })

  test('a file that is sent again after it was removed is there again', async () => {
    const row = await desk.row()
    for (const _ of [1, 2, 3]) {
      // Refused while the one before is being removed.
      await vi.waitFor(async () => expect((await put(`${row}/raw`, pdf)).status).toBe(200), 20_000)
      expect((await bytesOf(`${row}/raw`)).equals(pdf)).toBe(true)
      await desk.ask(`${row}/raw`, { method: 'DELETE' })
    }
    await emptied()
  })

  test('who sent and who read a file is on record', async () => {
    const row = await desk.row()
    await put(`${row}/raw`, pdf)
    await bytesOf(`${row}/raw`, 'eve')
    const entries = await desk.opened.service.state.recentAudit(20, 0)
    const told = entries.map(({ operation, principal, fields, mode }) => ({ operation, principal, fields, mode }))
    // What the answer showed stands with what was written.
    expect(told[1]).toMatchObject({ operation: 'Document.update', principal: 'ann', mode: 'durable' })
    expect(told[1]?.fields[0]).toBe('raw')
    expect(told.map(({ operation }) => operation)).toEqual(['Document.read', 'Document.update', 'Document.create'])
    expect(told).toContainEqual({ operation: 'Document.read', principal: 'eve', fields: ['raw'], mode: 'durable' })
  })

  test('a part of a file, and a form with one in it, are not taken for the file', async () => {
    const row = await desk.row()
    await put(`${row}/raw`, pdf)
    const part = await put(`${row}/raw`, pdf.subarray(100), {
      headers: { 'content-range': `bytes 100-${pdf.length - 1}/${pdf.length}` },
    })
    expect([part.status, (await json(part)).code]).toEqual([400, 'malformed'])
    const form = new FormData()
    form.set('file', new Blob([new Uint8Array(pdf)]))
    const sent = await desk.ask(`${row}/raw`, { method: 'PUT', body: form })
    expect([sent.status, (await json(sent)).code]).toEqual([415, 'unsupported-media-type'])
    expect((await bytesOf(`${row}/raw`)).equals(pdf)).toBe(true)
  })

  test('a version of the row is held to', async () => {
    const row = await desk.row()
    const etag = (await desk.ask(row)).headers.get('etag') ?? ''
    expect((await put(`${row}/raw`, pdf, { headers: { 'if-match': etag } })).status).toBe(200)
    const late = await put(`${row}/raw`, Buffer.from('later'), { headers: { 'if-match': etag } })
    expect(late.status).toBe(412)
    expect((await bytesOf(`${row}/raw`)).equals(pdf)).toBe(true)
  })

  test('an upload is broken off and gone on with by a client of tus', async () => {
    const row = await desk.row()
    const options = {
      endpoint: `${desk.base}${row}/scan`,
      headers: { authorization: 'Bearer ann' },
      metadata: { filename: '../../etc/a letter.pdf' },
      chunkSize: 100_000,
      retryDelays: [],
    }
    const url = await new Promise<string>((resolve, reject) => {
      const upload = new Upload(pdf, {
        ...options,
        onError: reject,
        onChunkComplete: () => {
          void upload.abort()
          resolve(upload.url ?? '')
        },
      })
      upload.start()
    })
    const progress = (as: string) => desk.ask(url, { method: 'HEAD', as })
    expect([(await progress('bob')).status, (await progress('far')).status]).toEqual([404, 404])
    const held = Number((await progress('ann')).headers.get('upload-offset'))
    expect(held).toBeGreaterThan(0)
    expect(held).toBeLessThan(pdf.length)
    const untyped = await desk.ask(url, {
      method: 'PATCH',
      headers: { 'tus-resumable': '1.0.0', 'upload-offset': String(held), 'content-type': 'text/plain' },
      body: 'x',
    })
    expect([untyped.status, (await json(untyped)).code]).toEqual([415, 'unsupported-media-type'])
    const astray = await desk.ask(url, {
      method: 'PATCH',
      headers: { 'tus-resumable': '1.0.0', 'upload-offset': '7', 'content-type': 'application/offset+octet-stream' },
      body: 'x',
    })
    expect(astray.status).toBe(409)
    await new Promise<void>((resolve, reject) => {
      new Upload(pdf, { ...options, uploadUrl: url, onError: reject, onSuccess: () => resolve() }).start()
    })
    expect((await bytesOf(`${row}/scan`)).equals(pdf)).toBe(true)
    expect(await json(await desk.ask(row))).toMatchObject({ scan: { name: 'a letter.pdf', kind: 'application/pdf' } })
    expect((await progress('ann')).status).toBe(404)
  })

  test('OPTIONS says what uploads can do, to anybody, and each answer to one says its version and its name', async () => {
    const row = await desk.row()
    const headers = { 'tus-resumable': '1.0.0', 'upload-length': '10' }
    const metadata = `filename ${Buffer.from('ä.pdf').toString('base64')}`
    const begun = await desk.ask(`${row}/raw`, { method: 'POST', headers: { ...headers, 'upload-metadata': metadata } })
    const url = new URL(begun.headers.get('location') ?? '', desk.base)
    const said = async (at: string) => {
      const { status, headers: told } = await desk.ask(at, { method: 'OPTIONS', as: 'nobody' })
      return [status, ...['allow', 'tus-version', 'tus-extension', 'tus-max-size'].map((name) => told.get(name))]
    }
    const offers = ['1.0.0', 'creation,termination', '4194304']
    expect(await said(`${row}/raw`)).toEqual([204, 'DELETE, GET, HEAD, OPTIONS, POST, PUT', ...offers])
    expect(await said(url.href)).toEqual([204, 'DELETE, HEAD, OPTIONS, PATCH', ...offers])
    const progress = await desk.ask(url.href, { method: 'HEAD' })
    expect(progress.headers.get('upload-metadata')).toBe(metadata)
    const other = { 'tus-resumable': '0.2.2', 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' }
    for (const method of ['HEAD', 'PATCH', 'DELETE']) {
      const refused = await desk.ask(url.href, { method, headers: other, ...(method === 'PATCH' && { body: 'x' }) })
      expect([refused.status, refused.headers.get('tus-version')], method).toEqual([412, '1.0.0'])
    }
    const astray = await desk.ask(url.href, {
      method: 'PATCH',
      headers: { 'tus-resumable': '1.0.0', 'upload-offset': '0', 'content-type': 'application/json' },
      body: 'x',
    })
    expect(astray.status).toBe(415)
    expect((await desk.ask(url.href, { method: 'DELETE', headers: { 'tus-resumable': '1.0.0' } })).status).toBe(204)
  })

  test('an upload is given up, and is another row’s for nobody', async () => {
    const [row, other] = [await desk.row(), await desk.row()]
    const begin = (to: string, headers: Record<string, string> = {}) =>
      desk.ask(to, { method: 'POST', headers: { 'tus-resumable': '1.0.0', 'upload-length': '10', ...headers } })
    const begun = await begin(`${row}/raw`)
    expect(begun.status).toBe(201)
    const url = new URL(begun.headers.get('location') ?? '', desk.base)
    const token = url.pathname.split('/').at(-1)
    expect((await desk.ask(`${other}/raw/uploads/${token}`, { method: 'HEAD' })).status).toBe(404)
    expect((await desk.ask(`${row}/scan/uploads/${token}`, { method: 'HEAD' })).status).toBe(404)
    expect((await begin(`${row}/raw`, { 'upload-length': '4194305' })).status).toBe(413)
    expect((await begin(`${row}/raw`, { 'tus-resumable': '0.2.2' })).status).toBe(412)
    expect((await desk.ask(`${row}/raw`, { method: 'POST' })).status).toBe(400)
    expect((await desk.ask(url.href, { method: 'DELETE' })).status).toBe(204)
    expect((await desk.ask(url.href, { method: 'HEAD' })).status).toBe(404)
  })
})

describe('files, in time and among many', () => {
  let desk: DocumentDesk
  let skewMs: number
  beforeEach(async () => {
    skewMs = 0
    desk = await openDocumentDesk('sqlite', { nowMs: () => Date.now() + skewMs })
  })
  afterEach(() => desk.close())
  const put = (path: string, body: Uint8Array, as = 'ann') =>
    desk.ask(path, { method: 'PUT', body: new Uint8Array(body), as })
  const below = (folder: string) =>
    readdirSync(join(desk.opened.folder, 'files'), { recursive: true, withFileTypes: true }).filter(
      (each) => each.isFile() && each.parentPath.includes(`/files/${folder}`),
    )
  const quiet = () => new Promise((resolve) => setTimeout(resolve, 1500))
  const hour = 3_600_000
  const begin = async (to: string, headers: Record<string, string>) => {
    const begun = await desk.ask(to, { method: 'POST', headers: { 'tus-resumable': '1.0.0', ...headers } })
    return new URL(begun.headers.get('location') ?? '', desk.base).href
  }
  const append = (url: string, offset: number, body: string) =>
    desk.ask(url, {
      method: 'PATCH',
      headers: {
        'tus-resumable': '1.0.0',
        'upload-offset': String(offset),
        'content-type': 'application/offset+octet-stream',
      },
      body,
    })

  test('a file that a row names is there for good, an upload for a day, and what nobody goes on with is removed', async () => {
    const row = await desk.row()
    await put(`${row}/raw`, pdf)
    const url = await begin(`${row}/scan`, { 'upload-length': '10' })
    expect((await append(url, 0, 'four')).status).toBe(204)
    skewMs += 2 * hour
    await quiet()
    expect(Buffer.from(await (await desk.ask(`${row}/raw`)).arrayBuffer()).equals(pdf)).toBe(true)
    expect((await desk.ask(url, { method: 'HEAD' })).status).toBe(200)
    skewMs += 28 * hour
    await vi.waitFor(async () => expect((await desk.ask(url, { method: 'HEAD' })).status).toBe(404), {
      timeout: 30_000,
      interval: 200,
    })
    expect(below('files')).toHaveLength(1)
  })

  test('the same bytes of two tenants are two files, each its own', async () => {
    const [ours, theirs] = [await desk.row(), await desk.row('theirs', 'far')]
    for (const field of ['raw', 'scan']) {
      await put(`${ours}/${field}`, pdf)
      await put(`${theirs}/${field}`, pdf, 'far')
    }
    expect(below('files')).toHaveLength(4)
    await desk.ask(ours, { method: 'DELETE' })
    await vi.waitFor(() => expect(below('files')).toHaveLength(2), 30_000)
    for (const field of ['raw', 'scan'])
      expect(Buffer.from(await (await desk.ask(`${theirs}/${field}`, { as: 'far' })).arrayBuffer()).equals(pdf)).toBe(
        true,
      )
  })

  test('a row that is marked deleted keeps its file', async () => {
    const made = await desk.ask('/letters', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    })
    const row = `/letters/${((await made.json()) as { id: string }).id}`
    await put(`${row}/page`, pdf)
    expect((await desk.ask(row, { method: 'DELETE' })).status).toBe(204)
    skewMs += 2 * hour
    await quiet()
    expect(below('files')).toHaveLength(1)
  })

  test('who may update a row and does not see a field sends no file there, and none is stored of it', async () => {
    const row = await desk.row()
    expect((await put(`${row}/opinion`, pdf, 'ed')).status).toBe(403)
    expect((await desk.ask(`${row}/opinion`, { method: 'DELETE', as: 'ed' })).status).toBe(403)
    expect(below('files')).toEqual([])
    expect((await put(`${row}/raw`, pdf, 'ed')).status).toBe(200)
  })

  test('an upload is held to its kind, its digest and the version of its row, and an empty one is done at once', async () => {
    const row = await desk.row()
    const bad = await begin(`${row}/scan`, { 'upload-length': '4' })
    expect((await append(bad, 0, 'MZ\u0000\u0001')).status).toBe(422)
    const other = `sha-256=:${createHash('sha256').update('other').digest('base64')}:`
    const wrong = await begin(`${row}/raw`, { 'upload-length': '4', 'repr-digest': other })
    expect((await append(wrong, 0, 'four')).status).toBe(422)
    const etag = (await desk.ask(row)).headers.get('etag') ?? ''
    const held = await begin(`${row}/raw`, { 'upload-length': '4', 'if-match': etag })
    await put(`${row}/scan`, Buffer.from('plain'))
    expect((await append(held, 0, 'four')).status).toBe(412)
    await begin(`${row}/raw`, { 'upload-length': '0' })
    expect(await json(await desk.ask(row))).toMatchObject({ raw: { size: 0 } })
  })

  test('what is sent on to a row that may not be changed any more is not read', async () => {
    const row = await desk.row()
    const url = await begin(`${row}/raw`, { 'upload-length': '10' })
    await desk.ask(row, { method: 'DELETE' })
    expect((await append(url, 0, 'four')).status).toBe(404)
    expect((await desk.ask(url, { method: 'HEAD' })).headers.get('upload-offset')).toBe('0')
  })

  test('four files of a caller come in at once, and the next when one has', async () => {
    const row = await desk.row()
    const stops: (() => void)[] = []
    const sending = Array.from({ length: 4 }, () => {
      const body = new ReadableStream({
        start: (controller) => {
          controller.enqueue(new TextEncoder().encode('some'))
          stops.push(() => controller.close())
        },
      })
      return desk.ask(`${row}/raw`, { method: 'PUT', body, duplex: 'half' } as RequestInit)
    })
    await vi.waitFor(async () => expect((await put(`${row}/raw`, pdf)).status).toBe(429), 30_000)
    expect((await put(`${row}/raw`, pdf, 'ed')).status).toBe(200)
    for (const stop of stops) stop()
    await Promise.all(sending)
    expect((await put(`${row}/raw`, pdf)).status).toBe(200)
  })
})

describe('files whose caller, or whose bytes, are gone by the end', () => {
  let desk: DocumentDesk
  let key: { id: string }
  beforeEach(async () => {
    desk = await openDocumentDesk('sqlite')
    key = { id: (await desk.row()).split('/').at(-1) ?? '' }
  })
  afterEach(() => desk.close())
  let isStanding = true
  const calls = () => desk.opened.service.files as FileCalls
  const asked = (): FileAsked => ({
    ...{ entity: 'Document', key, field: 'raw', principal: people.ann ?? null },
    context: () => call('Document.update', people.ann ?? null).context,
    isStanding: () => isStanding,
  })
  const bytes = () => Readable.from([Buffer.from('some bytes')])
  const refusals = async () =>
    (await desk.opened.service.state.recentAudit(20, 0))
      .filter(({ outcome }) => outcome !== 'ok')
      .map(({ operation, fields, outcome }) => [operation, ...fields, outcome])
  const nobody = { problem: { code: 'unauthenticated' } }

  test('whose sign-in has ended while bytes came has sent no file, and that is on record', async () => {
    isStanding = false
    await expect(calls().put(asked(), bytes(), {})).rejects.toMatchObject(nobody)
    const upload = await calls().begin(asked(), { size: 10 })
    await expect(calls().append(asked(), upload, 0, bytes())).rejects.toMatchObject(nobody)
    expect(await json(await desk.ask(`/documents/${key.id}`))).toMatchObject({ raw: null })
    expect(await refusals()).toEqual([
      ['Document.update', 'raw', 'unauthenticated'],
      ['Document.update', 'raw', 'unauthenticated'],
    ])
    isStanding = true
    expect(await calls().progress(asked(), upload)).toMatchObject({ offset: 10, size: 10 })
    expect(await json(await desk.ask(`/documents/${key.id}`))).toMatchObject({ raw: { size: 10 } })
  })

  test('that an upload was begun is on record, whatever comes of it', async () => {
    isStanding = true
    await calls().begin(asked(), { size: 10 })
    const [entry] = await desk.opened.service.state.recentAudit(1, 0)
    expect(entry).toMatchObject({ operation: 'Document.update', outcome: 'ok', principal: 'ann', fields: [] })
  })

  test('sixteen files are read by one caller at once, and the next when one is left', async () => {
    isStanding = true
    await calls().put(asked(), bytes(), {})
    const read = async () => (await calls().open(asked())).read()
    const streams = await Promise.all(Array.from({ length: 16 }, read))
    await expect(read()).rejects.toMatchObject({ problem: { code: 'too-many' } })
    streams[0]?.destroy()
    await vi.waitFor(async () => expect(await text(await read())).toBe('some bytes'), 30_000)
    for (const stream of streams) stream.destroy()
  })

  test('bytes that are gone before a row names them are no file of it', async () => {
    isStanding = true
    const { queue } = desk.opened.service
    const ensure = queue.ensureWork.bind(queue)
    let ensured = 0
    vi.spyOn(queue, 'ensureWork').mockImplementation(async (work) => {
      await ensure(work)
      // Before it is a file, and after.
      if (++ensured === 2) rmSync(join(desk.opened.folder, 'files'), { recursive: true })
    })
    await expect(calls().put(asked(), bytes(), {})).rejects.toMatchObject({
      problem: { code: 'conflict', detail: 'This file was taken away meanwhile: send it again.' },
    })
    expect(await json(await desk.ask(`/documents/${key.id}`))).toMatchObject({ raw: null })
  })
})

test('files begin to come so often in a minute of each, and no more', async () => {
  const desk = await openDocumentDesk('sqlite', { env: { RATE_FILES: '3' } })
  try {
    const row = await desk.row()
    const begin = async (as: string) => {
      const headers = { 'tus-resumable': '1.0.0', 'upload-length': '9' }
      return (await desk.ask(`${row}/raw`, { method: 'POST', headers, as })).status
    }
    expect([await begin('ann'), await begin('ann'), await begin('ann'), await begin('ann')]).toEqual([
      201, 201, 201, 429,
    ])
    expect(await begin('ed')).toBe(201)
  } finally {
    await desk.close()
  }
})

test('a look at a file may take longer than a connection may be silent', async () => {
  const text = documentDesk('sqlite')
    .replace('    allow:\n      clerk:', '    hooks: [file]\n    allow:\n      clerk:')
    .concat('limits: { requestTimeoutMs: 2500 }\n')
  const file = async () => {
    // A connection is ended after 5 seconds of silence.
    await new Promise((resolve) => setTimeout(resolve, 8000))
    return 'clean'
  }
  const desk = await openDocumentDesk('sqlite', { text, hooks: { Document: { file } } as never })
  try {
    const row = await desk.row()
    const sent = await desk.ask(`${row}/scan`, { method: 'PUT', body: 'plain words' })
    expect([sent.status, await json(sent)]).toMatchObject([200, { scan: { size: 11 } }])
  } finally {
    await desk.close()
  }
})

describe('files and a service’s own code', () => {
  const withCode = documentDesk('sqlite')
    .replace('    allow:\n      clerk:', '    hooks: [file]\n    allow:\n      clerk:')
    .replace('[create, read, list, update, delete]', '[create, read, list, update, delete, wordsOf, countWords]')
    .concat(`operations:
  wordsOf: { entity: Document, result: text }
  countWords: { entity: Document, mode: job, result: int32 }
`)
  const readText = async (rows: unknown, id: unknown): Promise<string> => {
    const { file } = rows as { file: (...of: unknown[]) => Promise<{ stream: NodeJS.ReadableStream } | null> }
    const found = await file('Document', { id }, 'scan')
    return found ? text(found.stream) : ''
  }
  const wordsOf: OperationBody = async ({ row }, { rows }) => readText(rows, row?.id)
  const countWords: JobBody = async ({ row }, { rows }) => (await readText(rows, row?.id)).split(' ').length
  const looked: unknown[] = []
  const logged: unknown[] = []
  let failures = 0
  let skewMs = 0
  let onLook = async (): Promise<void> => {}
  const file = async (sent: {
    field: string
    key: object
    file: { kind: string; read: () => NodeJS.ReadableStream }
  }) => {
    const words = await text(sent.file.read())
    looked.push([sent.field, sent.key, sent.file.kind])
    await onLook()
    if (words.includes('fail') || failures-- > 0) throw new Error('the scanner is down')
    return words.includes('EICAR') ? { found: 'a test of scanners' } : 'clean'
  }
  let desk: DocumentDesk
  beforeEach(async () => {
    looked.length = 0
    failures = 0
    skewMs = 0
    desk = await openDocumentDesk('sqlite', {
      nowMs: () => Date.now() + skewMs,
      text: withCode,
      operations: { wordsOf, countWords } as never,
      hooks: { Document: { file } } as never,
      log: {
        bug: (error: unknown) => logged.push(error),
        refused: () => {},
        request: () => {},
        close: async () => {},
      } as never,
      onBug: () => {},
    })
  })
  afterEach(() => desk.close())
  const put = (path: string, body: string) => desk.ask(path, { method: 'PUT', body })

  test('a hook looks at a file before any row names it', async () => {
    const row = await desk.row()
    expect((await put(`${row}/scan`, 'plain words')).status).toBe(200)
    expect(looked).toEqual([['scan', { id: row.split('/').at(-1) }, 'text/plain']])
    const infected = await put(`${row}/scan`, 'words with EICAR')
    expect([infected.status, (await json(infected)).detail]).toEqual([
      422,
      expect.stringContaining('a test of scanners'),
    ])
    expect((await put(`${row}/scan`, 'fail')).status).toBe(503)
    expect(await (await desk.ask(`${row}/scan`)).text()).toBe('plain words')
  })

  test('rows are written though nobody has written the hook of their files yet, and no file is taken then', async () => {
    const bare = await openDocumentDesk('sqlite', { text: withCode, operations: { wordsOf, countWords } as never })
    try {
      const row = await bare.row()
      const sent = await bare.ask(`${row}/scan`, { method: 'PUT', body: 'plain words' })
      expect([sent.status, (await json(sent)).code]).toEqual([501, 'not-implemented'])
    } finally {
      await bare.close()
    }
  })

  test('a scanner that fails is a line in the log', async () => {
    const row = await desk.row()
    expect((await put(`${row}/scan`, 'fail')).status).toBe(503)
    const [fault] = logged as ProblemError[]
    expect(String(fault?.problem.cause)).toBe('Error: the scanner is down')
  })

  test('a client of tus that all bytes have reached goes on until the row has its file', async () => {
    const row = await desk.row()
    failures = 1
    await new Promise<void>((resolve, reject) => {
      new Upload(Buffer.from('some words'), {
        endpoint: `${desk.base}${row}/scan`,
        headers: { authorization: 'Bearer ann' },
        retryDelays: [50, 50, 50],
        onError: reject,
        onSuccess: () => resolve(),
      }).start()
    })
    expect(await (await desk.ask(`${row}/scan`)).text()).toBe('some words')
  })

  const begin = async (row: string, length: number, more: Record<string, string> = {}): Promise<string> => {
    const headers = { 'tus-resumable': '1.0.0', 'upload-length': String(length), ...more }
    const begun = await desk.ask(`${row}/scan`, { method: 'POST', headers })
    return new URL(begun.headers.get('location') ?? '', desk.base).href
  }

  const append = (url: string, offset: number, body: string, more: RequestInit = {}) => {
    const type = 'application/offset+octet-stream'
    const headers = { 'tus-resumable': '1.0.0', 'upload-offset': String(offset), 'content-type': type }
    return desk.ask(url, { method: 'PATCH', headers, body, ...more })
  }

  test.each(['HEAD', 'PATCH'])('%s makes a file of an upload that has come whole', async (method) => {
    const row = await desk.row()
    const url = await begin(row, 10)
    failures = 1
    expect((await append(url, 0, 'some words')).status).toBe(503)
    const answer = method === 'HEAD' ? await desk.ask(url, { method }) : await append(url, 10, '')
    expect([answer.ok, answer.headers.get('upload-offset')]).toEqual([true, '10'])
    expect(await (await desk.ask(`${row}/scan`)).text()).toBe('some words')
    expect((await desk.ask(url, { method: 'HEAD' })).status).toBe(404)
  })

  test('an upload is held to the version that it was begun for whoever makes a file of it', async () => {
    const row = await desk.row()
    const url = await begin(row, 10, { 'if-match': (await desk.ask(row)).headers.get('etag') ?? '' })
    failures = 1
    expect((await append(url, 0, 'some words')).status).toBe(503)
    await put(`${row}/raw`, 'others')
    expect((await desk.ask(url, { method: 'HEAD' })).status).toBe(412)
    expect(await json(await desk.ask(row))).toMatchObject({ scan: null })
  })

  test('a client of tus that goes while its file is looked at comes back to the upload that is there', async () => {
    const row = await desk.row()
    const url = await begin(row, 10)
    const { promise: until, resolve: goOn } = Promise.withResolvers<void>()
    const { promise: isLooking, resolve: look } = Promise.withResolvers<void>()
    onLook = () => {
      onLook = async () => {}
      look()
      return until
    }
    const gone = new AbortController()
    const sending = append(url, 0, 'some words', { signal: gone.signal })
    await isLooking
    gone.abort()
    await expect(sending).rejects.toThrow()
    const refused: (number | undefined)[] = []
    const upload = new Upload(Buffer.from('some words'), {
      endpoint: `${desk.base}${row}/scan`,
      uploadUrl: url,
      headers: { authorization: 'Bearer ann' },
      retryDelays: Array.from({ length: 100 }, () => 50),
      onShouldRetry: (error) => {
        refused.push('originalResponse' in error ? error.originalResponse?.getStatus() : undefined)
        if (refused.length === 3) goOn()
        return true
      },
    })
    await new Promise<void>((resolve, reject) => {
      upload.options.onError = reject
      upload.options.onSuccess = () => resolve()
      upload.start()
    })
    expect([...new Set(refused)]).toEqual([423])
    expect(upload.url).toBe(url)
    expect(await (await desk.ask(`${row}/scan`)).text()).toBe('some words')
  })

  test('who goes while a file is looked at has sent none, and nothing of it is kept', async () => {
    const row = await desk.row()
    const gone = new AbortController()
    onLook = async () => gone.abort()
    const { ann = null } = people
    const asked: FileAsked = {
      ...{ entity: 'Document', key: { id: row.split('/').at(-1) ?? '' }, field: 'scan', principal: ann },
      context: () => ({ ...call('Document.update', ann).context, abort: gone.signal }),
      isStanding: () => true,
    }
    const sending = (desk.opened.service.files as FileCalls).put(asked, Readable.from([Buffer.from('some words')]), {})
    await expect(sending).rejects.toMatchObject({ problem: { code: 'cancelled' } })
    onLook = async () => {}
    expect(await json(await desk.ask(row))).toMatchObject({ scan: null })
    const left = readdirSync(join(desk.opened.folder, 'files'), { recursive: true, withFileTypes: true })
    expect(left.filter((each) => each.isFile())).toEqual([])
  })

  test('a file that no row comes to name is removed, also where one of the same bytes was removed meanwhile', async () => {
    const row = await desk.row()
    onLook = async () => {
      onLook = async () => {}
      await desk.ask(row, { method: 'DELETE' })
    }
    expect((await put(`${row}/scan`, 'some words')).status).toBe(404)
    skewMs += 2 * 3_600_000
    const left = () =>
      readdirSync(join(desk.opened.folder, 'files'), { recursive: true, withFileTypes: true }).filter((each) =>
        each.isFile(),
      )
    await vi.waitFor(() => expect(left()).toEqual([]), { timeout: 30_000, interval: 100 })
  })

  test('bodies of operations and of jobs read the files of rows that they may read', async () => {
    const row = await desk.row()
    await put(`${row}/scan`, 'four words of text')
    const key = { id: String(row.split('/').at(-1)) }
    const { service } = desk.opened
    const run = (operation: string, as: string) => service.execute(call(operation, people[as] ?? null, { key }))
    expect((await run('wordsOf', 'ann')) as unknown).toMatchObject({ value: 'four words of text' })
    expect((await run('wordsOf', 'bob')).kind).toBe('problem')
    const { id } = bodyOf(await run('countWords', 'ann'))
    const job = () => service.execute(call('CountWordsJob.read', people.ann ?? null, { key: { id: String(id) } }))
    await vi.waitFor(async () => expect(bodyOf(await job())).toMatchObject({ state: 'done', result: 4 }), {
      timeout: 30_000,
    })
  })

  test.each(['graphql', 'grpc', 'soap', 'mcp'])('%s tells what is known of a file', async (name) => {
    const row = await desk.row()
    await put(`${row}/scan`, 'plain words')
    const found = desk.opened.derived.styles.find(({ style }) => style.name === name)
    if (!found) throw new Error(`${name} is not served`)
    const caller = await found.style.call(found.surface, {
      url: desk.served.urls[name] ?? '',
      credential: ({ principal }) => principal?.id ?? null,
      timeoutMs: 10_000,
    })
    const key = { id: String(row.split('/').at(-1)) }
    const read = await caller.execute(call('Document.read', people.ann ?? null, { key }))
    const scan = { digest: sha256(Buffer.from('plain words')), size: 11, kind: 'text/plain', name: null }
    expect(read).toMatchObject({ value: { scan, raw: null } })
    await caller.close()
  })
})
