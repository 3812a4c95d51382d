import type { RolledOut } from '@charter/deploy'
import { expect } from 'vitest'

/** A point of a histogram as a service pushes it. */
export const pointOf = (operation: string, given: object = {}): object => ({
  timeUnixNano: `${Date.now()}000000`,
  sum: 0.02,
  explicitBounds: [0.005, 0.01, 0.025],
  bucketCounts: ['1', '0', '1', '0'],
  attributes: [text('rpc.method', operation), text('rpc.system.name', 'rest'), text('rpc.response.status_code', 'ok')],
  ...given,
})

export const metricsOf = (points: readonly object[], given: object = {}): object => ({
  resourceMetrics: [
    {
      resource: { attributes: [text('service.name', 'somebody-else')] },
      scopeMetrics: [
        {
          metrics: [
            {
              name: 'rpc.server.call.duration',
              unit: 's',
              histogram: { aggregationTemporality: 1, dataPoints: points, ...given },
            },
          ],
        },
      ],
    },
  ],
})

export const spanOf = (at: number, given: object = {}, nowMs = Date.now()): object => ({
  traceId: '0af7651916cd43dd8448eb211c80319c',
  spanId: at.toString(16).padStart(16, '0'),
  name: 'Note.list',
  kind: 2,
  startTimeUnixNano: `${nowMs}000000`,
  endTimeUnixNano: `${nowMs + at}000000`,
  attributes: [
    text('rpc.method', 'Note.list'),
    text('rpc.system.name', 'rest'),
    text('rpc.response.status_code', 'ok'),
  ],
  ...given,
})

export const tracesOf = (spans: readonly object[]): object => ({ resourceSpans: [{ scopeSpans: [{ spans }] }] })

export const text = (key: string, stringValue: string): object => ({ key, value: { stringValue } })

/** Where a deployment was told to push, and by which headers. */
export const toldIn = ({ environment: { variables } }: RolledOut) => {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint = '', OTEL_EXPORTER_OTLP_HEADERS: headers = '' } = variables
  const [name = '', value = ''] = headers.split('=')
  return { endpoint, authorization: name === 'authorization' ? decodeURIComponent(value) : '' }
}

export interface Pushing {
  readonly endpoint: string
  readonly authorization: string
}

/** Pushes, and gives the status and what was said. */
export const push = async (
  { endpoint, authorization }: Pushing,
  path: string,
  body: object | Uint8Array<ArrayBuffer>,
  headers: Readonly<Record<string, string>> = {},
): Promise<{ readonly status: number; readonly text: string; readonly after: string | null }> => {
  const response = await fetch(`${endpoint}/${path}`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json', ...headers },
    body: body instanceof Uint8Array ? body : JSON.stringify(body),
  })
  return { status: response.status, text: await response.text(), after: response.headers.get('retry-after') }
}

export const pushed = async (to: Pushing, path: string, body: object): Promise<void> => {
  expect(await push(to, path, body)).toMatchObject({ status: 200 })
}

const hourMs = 3_600_000

/** Has no hour end in the next minutes: names and spans are bounded by the hour. */
export const awayFromTheHour = (desk: { later(ms: number): void }): void => {
  if (Date.now() % hourMs > hourMs - 300_000) desk.later(300_000)
}
