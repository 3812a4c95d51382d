import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

interface Version {
  readonly key: string
  readonly id: string
  readonly body: string
  readonly mode: string | undefined
}

export interface S3StandIn {
  readonly endpoint: string
  /** Newest first among those of one key. */
  readonly versions: Version[]
  /** What the next requests are answered with, for a store that fails. */
  failing: number | null
  close(): void
}

/**
 * As much of S3 as a witness asks for: versions, object lock, conditional writes. It checks no signatures. `lock`: what
 * becomes of a wish for COMPLIANCE.
 */
export const s3StandIn = async (lock: 'COMPLIANCE' | 'GOVERNANCE' | 'none', pageKeys = 1000): Promise<S3StandIn> => {
  const versions: Version[] = []
  const answerTo = (request: IncomingMessage, body: string): readonly [number, string] => {
    const url = new URL(request.url ?? '/', 'http://stand-in')
    const key = url.pathname.split('/').slice(2).join('/')
    if (standIn.failing !== null) return [standIn.failing, '<Error><Code>SlowDown</Code></Error>']
    if (request.method === 'PUT') {
      if (versions.some((version) => version.key === key))
        return [412, '<Error><Code>PreconditionFailed</Code></Error>']
      const wished = request.headers['x-amz-object-lock-mode'] !== undefined
      versions.push({ key, id: String(versions.length), body, mode: wished && lock !== 'none' ? lock : undefined })
      versions.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : Number(b.id) - Number(a.id)))
      return [200, '']
    }
    if (url.searchParams.has('object-lock'))
      return lock === 'none' ? [404, '<Error/>'] : [200, '<X><ObjectLockEnabled>Enabled</ObjectLockEnabled></X>']
    return [200, listing(versions, url.searchParams, pageKeys)]
  }
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const [status, xml] = answerTo(request, body)
      const mode = versions.find(({ key }) => request.url?.endsWith(`/${key}`))?.mode
      if (mode !== undefined) response.setHeader('x-amz-object-lock-mode', mode)
      response.writeHead(status).end(xml)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const standIn: S3StandIn = {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    versions,
    failing: null,
    close: () => void server.close(),
  }
  return standIn
}

const listing = (versions: readonly Version[], query: URLSearchParams, pageKeys: number): string => {
  const [marker, version] = [query.get('key-marker'), query.get('version-id-marker')]
  const below = versions.filter(({ key }) => key.startsWith(query.get('prefix') ?? ''))
  const from = marker === null ? 0 : below.findIndex(({ key, id }) => key === marker && id === version) + 1
  const page = below.slice(from, from + Math.min(pageKeys, Number(query.get('max-keys'))))
  const last = page.at(-1)
  const isTruncated = from + page.length < below.length
  return `<ListVersionsResult><IsTruncated>${isTruncated}</IsTruncated>${isTruncated && last ? `<NextKeyMarker>${last.key}</NextKeyMarker><NextVersionIdMarker>${last.id}</NextVersionIdMarker>` : ''}${page.map(({ key, id }) => `<Version><Key>${key}</Key><VersionId>${id}</VersionId></Version>`).join('')}</ListVersionsResult>`
}
