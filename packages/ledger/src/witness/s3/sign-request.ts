import { createHmac, hash } from 'node:crypto'

export interface S3Credentials {
  readonly accessKeyId: string
  readonly secretAccessKey: string
  /** Of temporary credentials. */
  readonly sessionToken?: string
}

export interface RequestToSign {
  readonly method: string
  readonly url: URL
  /** In lower case. They are all signed, with `host` and those that the signature adds. */
  readonly headers: Readonly<Record<string, string>>
  /** SHA-256 of the body, hex. */
  readonly bodyHash: string
}

export interface SigningScope {
  readonly credentials: S3Credentials
  readonly region: string
  readonly service: string
  /** `20130524T000000Z` */
  readonly amzDate: string
}

/** The headers of a request, with `authorization` (AWS Signature Version 4, as its documentation for S3 has it). */
export const signRequest = (request: RequestToSign, { credentials, region, service, amzDate }: SigningScope) => {
  const { method, url, bodyHash } = request
  const { accessKeyId, secretAccessKey, sessionToken } = credentials
  const added = { host: url.host, 'x-amz-date': amzDate, ...(sessionToken && { 'x-amz-security-token': sessionToken }) }
  const headers: Record<string, string> = { ...request.headers, ...added }
  const names = Object.keys(headers).sort()
  const canonical = [
    method,
    url.pathname
      .split('/')
      .map((part) => encoded(decodeURIComponent(part)))
      .join('/'),
    canonicalQuery(url.searchParams),
    ...names.map((name) => `${name}:${(headers[name] ?? '').trim().replaceAll(/ +/g, ' ')}`),
    '',
    names.join(';'),
    bodyHash,
  ].join('\n')
  const scope = `${amzDate.slice(0, 8)}/${region}/${service}/aws4_request`
  const text = ['AWS4-HMAC-SHA256', amzDate, scope, hash('sha256', canonical, 'hex')].join('\n')
  const key = scope.split('/').reduce<string | Buffer>(mac, `AWS4${secretAccessKey}`)
  const { host: _, ...sent } = headers
  return {
    ...sent,
    authorization: `AWS4-HMAC-SHA256 Credential=${accessKeyId}/${scope},SignedHeaders=${names.join(';')},Signature=${mac(key, text).toString('hex')}`,
  }
}

const mac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()

/** RFC 3986 section 2.3: all but unreserved characters. */
const encoded = (text: string): string =>
  encodeURIComponent(text).replaceAll(/[!'()*]/g, (of) => `%${of.charCodeAt(0).toString(16).toUpperCase()}`)

const canonicalQuery = (query: URLSearchParams): string =>
  [...query]
    .map(([name, value]) => [encoded(name), encoded(value)] as const)
    .sort(([a, x], [b, y]) => (a < b ? -1 : a > b ? 1 : x < y ? -1 : 1))
    .map((pair) => pair.join('='))
    .join('&')
