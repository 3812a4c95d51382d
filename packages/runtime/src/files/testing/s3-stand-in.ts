import { createReadStream, createWriteStream, mkdtempSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'

interface Kept {
  readonly file: string
  readonly bytes: number
  readonly changedAtMs: number
}

export interface S3StandIn {
  readonly endpoint: string
  readonly objects: Map<string, Kept>
  /** How many were made to it so far. */
  readonly connections: () => number
  /**
   * Gets in first: an answer's status; `cut` once the request has been done; `silent`, which answers nothing, or of an object the first bytes
   * alone; null lets it be.
   */
  fail: (method: string, key: string) => number | 'cut' | 'silent' | null
  close(): void
}

/** As much of S3 as files ask for; bytes lie in a folder. It checks no signatures. */
export const s3StandIn = async (pageKeys = 3): Promise<S3StandIn> => {
  const folder = mkdtempSync(join(tmpdir(), 'charter-s3-'))
  const objects = new Map<string, Kept>()
  let number = 0
  let connections = 0

  const put = async (request: IncomingMessage, key: string): Promise<number> => {
    const file = join(folder, String(number++))
    let bytes = 0
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length
    })
    await pipeline(request, createWriteStream(file))
    if (request.headers['if-none-match'] === '*' && objects.has(key)) return 412
    objects.set(key, { file, bytes, changedAtMs: Date.now() })
    return 200
  }
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? '/', 'http://stand-in')
    const key = decodeURIComponent(url.pathname.split('/').slice(2).join('/'))
    const { method = '' } = request
    const failure = standIn.fail(method, key)
    if (typeof failure === 'number') {
      request.resume()
      response.writeHead(failure).end('<Error><Code>SlowDown</Code></Error>')
      return
    }
    if (failure === 'silent') {
      if (objects.has(key)) response.writeHead(206).write('some bytes')
      return
    }
    const status = method === 'PUT' ? await put(request, key) : method === 'DELETE' ? 204 : 200
    if (method === 'DELETE') {
      const kept = objects.get(key)
      objects.delete(key)
      if (kept) rmSync(kept.file)
    }
    if (failure === 'cut') response.destroy()
    else if (method !== 'GET') response.writeHead(status).end()
    else if (key === '') response.end(listing(objects, url.searchParams, pageKeys))
    else await get(objects.get(key), request, response)
  }

  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy())
  })
  server.on('connection', () => connections++)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const standIn: S3StandIn = {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    objects,
    connections: () => connections,
    fail: () => null,
    close: () => {
      server.closeAllConnections()
      server.close()
      rmSync(folder, { recursive: true })
    },
  }
  return standIn
}

const get = async (kept: Kept | undefined, request: IncomingMessage, response: ServerResponse): Promise<void> => {
  if (!kept) {
    response.writeHead(404).end('<Error><Code>NoSuchKey</Code></Error>')
    return
  }
  const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? []
  const range = from === undefined ? {} : { start: Number(from), end: Number(to) }
  response.writeHead(from === undefined ? 200 : 206)
  await pipeline(createReadStream(kept.file, range), response)
}

/** The continuation token is the last key, with an escape in it. */
const listing = (objects: ReadonlyMap<string, Kept>, query: URLSearchParams, pageKeys: number): string => {
  const after = query.get('continuation-token')?.slice(1) ?? ''
  const below = [...objects].filter(([key]) => key.startsWith(query.get('prefix') ?? '') && key > after)
  const page = below.sort(([a], [b]) => (a < b ? -1 : 1)).slice(0, Math.min(pageKeys, Number(query.get('max-keys'))))
  const isTruncated = below.length > page.length
  const entries = page.map(([key, { bytes, changedAtMs }]) => `<Contents><Key>${key}</Key><LastModified>${new Date(changedAtMs).toISOString()}</LastModified><Size>${bytes}</Size></Contents>`) // biome-ignore format: one entry
  const next = isTruncated ? `<NextContinuationToken>&amp;${page.at(-1)?.[0]}</NextContinuationToken>` : ''
  return `<ListBucketResult><IsTruncated>${isTruncated}</IsTruncated>${next}${entries.join('')}</ListBucketResult>`
}
