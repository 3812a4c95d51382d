import { createHash, createHmac } from 'node:crypto'
import type { KeyRequest } from './call.ts'

/** Credentials of AWS; `sessionToken` with temporary ones. */
export interface AwsCredentials {
  readonly accessKeyId: string
  readonly secretAccessKey: string
  readonly sessionToken?: string
}

/**
 * A POST signed with Signature Version 4. `at`: `20260102T030405Z`.
 * docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html
 */
export const signedV4 = (
  { accessKeyId, secretAccessKey, sessionToken }: AwsCredentials,
  of: { readonly region: string; readonly service: string; readonly at: string },
  { url, headers, body = '' }: Omit<KeyRequest, 'method'>,
): KeyRequest => {
  const { host, pathname } = new URL(url)
  const signed: Record<string, string> = {
    ...headers,
    host,
    'x-amz-date': of.at,
    ...(sessionToken === undefined ? {} : { 'x-amz-security-token': sessionToken }),
  }
  const names = Object.keys(signed).sort()
  const canonical = [
    'POST',
    pathname,
    '',
    ...names.map((name) => `${name}:${(signed[name] ?? '').trim()}`),
    '',
    names.join(';'),
    sha256(body),
  ].join('\n')
  const day = of.at.slice(0, 8)
  const scope = `${day}/${of.region}/${of.service}/aws4_request`
  const toSign = ['AWS4-HMAC-SHA256', of.at, scope, sha256(canonical)].join('\n')
  const key = [day, of.region, of.service, 'aws4_request'].reduce<Buffer>(
    (before, part) => createHmac('sha256', before).update(part).digest(),
    Buffer.from(`AWS4${secretAccessKey}`),
  )
  const signature = createHmac('sha256', key).update(toSign).digest('hex')
  const { host: _, ...sent } = signed
  return {
    method: 'POST',
    url,
    headers: {
      ...sent,
      authorization: `AWS4-HMAC-SHA256 Credential=${accessKeyId}/${scope}, SignedHeaders=${names.join(';')}, Signature=${signature}`,
    },
    body,
  }
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
