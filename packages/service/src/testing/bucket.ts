import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

export interface Bucket {
  /** What of a service's environment leads to it. */
  readonly env: Readonly<Record<string, string>>
  readonly objects: Map<string, Buffer>
  /** What a request for a key, or for those below one, waits for before it is done, which it then is, whoever has gone meanwhile. */
  late: (method: string, key: string) => Promise<unknown> | null
  close(): void
}

/** As much of S3 as a service's files ask for, in memory. It checks no signatures. */
export const openBucket = async (): Promise<Bucket> => {
  const objects = new Map<string, Buffer>()
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? '/', 'http://bucket')
    const key = url.pathname.split('/').slice(2).join('/')
    const prefix = url.searchParams.get('prefix') ?? ''
    const { method = '', headers } = request
    const body = await buffer(request)
    await bucket.late(method, key || prefix)
    if (method === 'DELETE') {
      objects.delete(key)
      response.writeHead(204).end()
    } else if (method === 'PUT') {
      const isTaken = headers['if-none-match'] === '*' && objects.has(key)
      if (!isTaken) objects.set(key, body)
      response.writeHead(isTaken ? 412 : 200).end()
    } else if (key === '') response.end(listing(objects, prefix))
    else get(objects.get(key), headers.range, response)
  }
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const keys = { AWS_ACCESS_KEY_ID: 'a', AWS_SECRET_ACCESS_KEY: 'b' }
  const bucket: Bucket = {
    env: { FILES: 's3://bucket/files', FILES_S3_REGION: 'x', FILES_S3_ENDPOINT: endpoint, ...keys },
    objects,
    late: () => null,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
  return bucket
}

const get = (kept: Buffer | undefined, range: string | undefined, response: ServerResponse): void => {
  const [, from = '0', to] = /^bytes=(\d+)-(\d+)$/.exec(range ?? '') ?? []
  if (!kept) response.writeHead(404).end('<Error><Code>NoSuchKey</Code></Error>')
  else if (to === undefined) response.end(kept)
  else response.writeHead(206).end(kept.subarray(Number(from), Number(to) + 1))
}

/** All on one page. */
const listing = (objects: ReadonlyMap<string, Buffer>, prefix: string): string => {
  const below = [...objects].filter(([key]) => key.startsWith(prefix)).sort(([a], [b]) => (a < b ? -1 : 1))
  const entries = below.map(([key, { length }]) => `<Contents><Key>${key}</Key><LastModified>${new Date().toISOString()}</LastModified><Size>${length}</Size></Contents>`) // biome-ignore format: one entry
  return `<ListBucketResult><IsTruncated>false</IsTruncated>${entries.join('')}</ListBucketResult>`
}
