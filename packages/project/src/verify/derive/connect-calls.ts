import type { GrpcSurface } from '@charter/styles'
import type { Expect, Scenario, Step } from '../scenario.ts'
import { type Derivation, type ListedEntity, whatToList } from './derivation.ts'

/** The methods of gRPC over HTTP: what Connect's clients and those of gRPC-Web send, and what comes that is neither. */
export const connectScenarios = (deriving: Derivation): readonly Scenario[] => {
  const asked = whatToList(deriving)
  // The surface is the style's own plan.
  const surface = deriving.styles.find(({ style }) => style.name === 'grpc')?.surface as GrpcSurface | undefined
  const service = surface?.services.find(({ of }) => of === asked?.entity)
  const pathOf = (kind: string): string | undefined => {
    const method = service?.methods.find((each) => each.kind === kind)
    return surface && service && method && `/${surface.package}.${service.name}/${method.name}`
  }
  const [list, stream, changes] = [pathOf('list'), pathOf('stream'), pathOf('changes')]
  if (!asked || list === undefined || stream === undefined) return []
  const { bodyBytesMax } = deriving.model.limits
  return [
    scenario('connect.messages', 'a message over HTTP is read as one over gRPC is', messages(asked, list)),
    scenario('connect.envelopes', 'the last envelope tells how a call went', envelopes(asked, list, stream)),
    scenario('connect.bounds', 'a message over HTTP is bounded in size, and its call in time', [
      ask(asked, list, ' '.repeat(bodyBytesMax + 1), failed(429, 'resource_exhausted')),
      inChunks(asked, list, ' '.repeat(bodyBytesMax + 1)),
      ask(asked, list, '{}', failed(504, 'deadline_exceeded'), { 'connect-timeout-ms': '0' }),
      ask(asked, list, '{}', failed(504, 'deadline_exceeded'), { 'grpc-timeout': '1n' }),
      ask(asked, list, '{}', { status: 200 }, { 'connect-timeout-ms': 'soon', 'grpc-timeout': 'soon' }),
      // Longer than any timer counts.
      ask(
        asked,
        stream,
        enveloped('{}'),
        { status: 200, says: ['\u0002\u0000\u0000\u0000\u0002{}'] },
        { ...streamed, 'connect-timeout-ms': '9999999999' },
      ),
      ...(changes === undefined
        ? []
        : [
            ask(
              asked,
              changes,
              enveloped('{}'),
              { status: 200, says: ['"code":"deadline_exceeded"'] },
              { ...streamed, 'connect-timeout-ms': '300' },
            ),
          ]),
    ]),
    scenario('connect.methods', 'a method that there is not is told from one that there is', [
      ask(asked, `${list}Never`, '{}', { status: 404 }),
      ask(asked, list, '{}', { status: 200 }),
    ]),
  ]
}

const scenario = (id: string, title: string, steps: readonly Step[]): Scenario => ({
  id: `grpc.${id}`,
  title,
  cites: ['problems'],
  rows: 'example',
  writes: false,
  // At the port of HTTP.
  in: 'rest',
  steps,
})

const ask = (
  { role }: Pick<ListedEntity, 'role'>,
  path: string,
  text: string,
  expect: Expect,
  headers: Step['headers'] = {},
): Step => ({
  as: role,
  method: 'POST',
  path,
  text,
  headers: { 'content-type': 'application/json', ...headers },
  expect,
})

/** What says no length beforehand is as long as it is found to be. */
const inChunks = (asked: Pick<ListedEntity, 'role'>, path: string, text: string): Step => ({
  ...ask(asked, path, '', { status: 429, says: ['resource_exhausted'] }),
  bare: {
    lines: [
      `POST ${path} HTTP/1.1`,
      'host: {{authority}}',
      'authorization: Bearer {{token}}',
      'content-type: application/json',
      'transfer-encoding: chunked',
    ],
    body: `${text.length.toString(16)}\r\n${text}\r\n0\r\n\r\n`,
  },
})

const failed = (status: number, code: string): Expect => ({ status, body: [{ at: '/code', equals: code }] })

const messages = (asked: ListedEntity, list: string): readonly Step[] => [
  ask(asked, list, '{}', { status: 200, headers: { 'content-type': { equals: 'application/json' } } }),
  { ...ask(asked, list, '{}', failed(401, 'unauthenticated')), as: null },
  // Where it stops being JSON is told.
  ask(asked, list, '{"limit":', { ...failed(400, 'invalid_argument'), lacks: ['undefined', 'Cannot'] }),
  ...['{', '', '[]', '{"unheardOf":1}', '{"filter":7}'].map((text) =>
    ask(asked, list, text, failed(400, 'invalid_argument')),
  ),
  ...['text/plain', 'application/connect+json', 'application/grpc'].map((type) =>
    ask(asked, list, '{}', failed(415, 'invalid_argument'), { 'content-type': type }),
  ),
  ask(asked, list, '{}', failed(415, 'invalid_argument'), { 'content-encoding': 'gzip' }),
  ask(asked, list, '{}', failed(400, 'invalid_argument'), { 'idempotency-key': 'two words' }),
]

const streamed = { 'content-type': 'application/connect+json' }

/** Flags, length and message. */
const enveloped = (message: string, flags = 0, length = message.length): string =>
  `${String.fromCharCode(flags, 0, 0, 0, length)}${message}`

const envelopes = (asked: ListedEntity, list: string, stream: string): readonly Step[] => {
  const web = { 'content-type': 'application/grpc-web+proto' }
  return [
    ask(asked, list, enveloped(''), { status: 200, says: ['grpc-status: 0'] }, web),
    { ...ask(asked, list, enveloped(''), { status: 200, says: ['grpc-status: 16'] }, web), as: null },
    ...['', enveloped('', 0, 9), enveloped('', 1), enveloped('') + enveloped('')].map((text) =>
      ask(asked, list, text, { status: 200, says: ['grpc-status: 3'] }, web),
    ),
    ask(asked, stream, enveloped('{}'), { status: 200, says: ['\u0002\u0000\u0000\u0000\u0002{}'] }, streamed),
    ask(asked, stream, enveloped('['), { status: 200, says: ['"code":"invalid_argument"'] }, streamed),
    { ...ask(asked, stream, enveloped('{}'), { status: 200, says: ['"code":"unauthenticated"'] }, streamed), as: null },
    ask(asked, stream, '{}', failed(415, 'invalid_argument')),
  ]
}
