import { request as requestPlain } from 'node:http'
import { request as requestSecure } from 'node:https'

/** What became of a push. */
export interface Pushed {
  /** Whether it need not be told again: it was taken, or never will be. */
  readonly isOver: boolean
  /** Nothing more is wanted before. */
  readonly afterMs: number
}

/** Sends a text to one of an OTLP endpoint's paths (`v1/metrics`). Never rejects. */
export type Push = (path: string, text: string, timeoutMs: number) => Promise<Pushed>

export interface PushTo {
  /** `OTEL_EXPORTER_OTLP_ENDPOINT` */
  readonly endpoint: string
  /** `OTEL_EXPORTER_OTLP_HEADERS`: `name=value,…`, with percents. */
  readonly headers: string
}

export const otlpPush = ({ endpoint, headers }: PushTo): Push => {
  const base = endpoint.replace(/\/+$/, '')
  const request = base.startsWith('https:') ? requestSecure : requestPlain
  const told = headersOf(headers)
  return (path, text, timeoutMs) =>
    new Promise((resolve) => {
      const failed = (): void => resolve({ isOver: false, afterMs: 0 })
      const body = Buffer.from(text)
      try {
        request(
          `${base}/${path}`,
          {
            method: 'POST',
            headers: { ...told, 'content-type': 'application/json', 'content-length': body.length },
            signal: AbortSignal.timeout(timeoutMs),
          },
          (response) => {
            response.on('error', failed).resume()
            resolve(pushedBy(response.statusCode ?? 0, response.headers['retry-after'] ?? ''))
          },
        )
          .on('error', failed)
          .end(body)
      } catch {
        failed()
      }
    })
}

/** These are said again (OTLP, "Retryable Response Codes"); any other would be refused again. */
const again: readonly number[] = [429, 502, 503, 504]

const pushedBy = (status: number, after: string): Pushed => ({
  isOver: !again.includes(status),
  afterMs: /^\d{1,5}$/.test(after) ? Number(after) * 1000 : 0,
})

const headersOf = (text: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    text
      .split(',')
      .map((pair) => [pair.slice(0, pair.indexOf('=')).trim(), pair.slice(pair.indexOf('=') + 1).trim()])
      .filter(([name]) => name !== '')
      .map(([name, value]) => [name, decoded(value ?? '')]),
  )

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
