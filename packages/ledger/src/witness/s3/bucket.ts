import { hash } from 'node:crypto'
import { ProblemError, problem } from '@charter/runtime'
import { type AwsCredentials, signAwsRequest } from '@charter/runtime/service'
import { boundedBody } from '../bounded-body.ts'

export interface BucketOptions {
  /** `https://s3.eu-central-1.amazonaws.com`; the bucket's name goes into the path. */
  readonly endpoint: string
  readonly bucket: string
  readonly region: string
  /** Asked anew for each request: temporary ones change. */
  readonly credentials: () => AwsCredentials
  readonly nowMs: () => number
}

/** An S3 bucket, as far as a witness needs it. Everything rejects with the problem `unavailable`, its cause for the operator. */
export interface Bucket {
  /** Puts an object that nobody may change or remove before an instant, not even its owner. Nothing where it is there already. */
  putLocked(key: string, body: string, untilMs: number): Promise<void>
  /** Keys of every version below a prefix, in their order, also of those that were covered by a later one or a delete marker. */
  keys(prefix: string, most: number): Promise<readonly string[]>
  /** How an object is locked: `COMPLIANCE`, `GOVERNANCE`; null where it is not. */
  lockOf(key: string): Promise<string | null>
  /** Whether the bucket has object lock at all. */
  hasLock(): Promise<boolean>
}

const timeoutMs = 10_000
const answerBytesMax = 2 ** 23
const pageKeys = 1000

interface Asked {
  readonly method: 'GET' | 'HEAD' | 'PUT'
  readonly key?: string
  readonly query?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

export const openBucket = ({ endpoint, bucket, region, credentials, nowMs }: BucketOptions): Bucket => {
  const ask = async ({ method, key = '', query = {}, headers = {}, body }: Asked): Promise<Answer> => {
    const url = new URL(`${endpoint.replace(/\/$/, '')}/${bucket}${key === '' ? '' : `/${key}`}`)
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
    const signed = await signAwsRequest(
      { method, url: url.href, headers: { ...headers, 'x-amz-content-sha256': hash('sha256', body ?? '', 'hex') } },
      { credentials: credentials(), region, service: 's3', nowMs: nowMs() },
    )
    const sent = { method, headers: signed, redirect: 'error', signal: AbortSignal.timeout(timeoutMs) } as const
    try {
      const answer = await fetch(url, body === undefined ? sent : { ...sent, body })
      return {
        status: answer.status,
        headers: answer.headers,
        text: (await boundedBody(answer, answerBytesMax)).toString(),
      }
    } catch (cause) {
      throw failed(`The bucket ${bucket} did not answer.`, cause)
    }
  }
  const refused = ({ status, text }: Answer): ProblemError => {
    const said = `${status} ${textOf(text, 'Code') ?? ''} ${textOf(text, 'Message') ?? ''}`.trim()
    return failed(`The bucket ${bucket} answered ${said}.`)
  }

  return {
    putLocked: async (key, body, untilMs) => {
      const headers = {
        'content-type': 'text/plain; charset=utf-8',
        'if-none-match': '*',
        'x-amz-sdk-checksum-algorithm': 'SHA256',
        'x-amz-checksum-sha256': hash('sha256', body, 'base64'),
        'x-amz-object-lock-mode': 'COMPLIANCE',
        'x-amz-object-lock-retain-until-date': new Date(untilMs).toISOString(),
      }
      const answer = await ask({ method: 'PUT', key, headers, body })
      // 412: it is there already, which a witness that was told twice may meet.
      if (answer.status !== 200 && answer.status !== 412) throw refused(answer)
    },
    keys: async (prefix, most) => {
      const keys: string[] = []
      let after: Readonly<Record<string, string>> = {}
      while (keys.length < most) {
        const query = { versions: '', prefix, 'max-keys': String(Math.min(pageKeys, most - keys.length)), ...after }
        const answer = await ask({ method: 'GET', query })
        if (answer.status !== 200) throw refused(answer)
        keys.push(...versionKeys(answer.text))
        const [marker, version] = ['NextKeyMarker', 'NextVersionIdMarker'].map((name) => textOf(answer.text, name))
        if (textOf(answer.text, 'IsTruncated') !== 'true' || !marker) return keys
        after = { 'key-marker': marker, ...(version && { 'version-id-marker': version }) }
      }
      return keys
    },
    lockOf: async (key) => {
      const answer = await ask({ method: 'HEAD', key })
      if (answer.status !== 200) throw refused(answer)
      return answer.headers.get('x-amz-object-lock-mode')
    },
    hasLock: async () => {
      const answer = await ask({ method: 'GET', query: { 'object-lock': '' } })
      return answer.status === 200 && textOf(answer.text, 'ObjectLockEnabled') === 'Enabled'
    },
  }
}

/** Keys are of letters, digits and `/._-`, which XML writes as they are. */
const versionKeys = (xml: string): readonly string[] =>
  xml
    .split('<Version>')
    .slice(1)
    .flatMap((version) => textOf(version, 'Key') ?? [])

const textOf = (xml: string, name: string): string | undefined =>
  new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1]

const failed = (sentence: string, cause?: unknown): ProblemError =>
  new ProblemError(problem('unavailable', { detail: sentence, ...(cause !== undefined && { cause }) }))
