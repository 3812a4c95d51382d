import type { Scenario, Step } from '../scenario.ts'
import type { AskedEntity } from './asked-entity.ts'
import { restScenario as scenario } from './rest-scenario.ts'

/** What a connection carries: one request after another, each framed one way, and no more at once than is taken (RFC 9112). */
export const restConnections = (asked: AskedEntity): readonly Scenario[] => [...framing(asked), ...crowding(asked)]

/** Of an address at which nothing is. */
const unknown = 'Nothing is offered at this address'

/** So many requests at once, the last of which is for what is not there. */
const pipelined = (count: number, expect: Step['expect']): Step => ({
  as: null,
  method: 'GET',
  path: '/healthz',
  bare: {
    lines: Array.from({ length: count }, (_, at) => {
      const isLast = at === count - 1
      return [`GET /${isLast ? 'nowhere/at/all' : 'healthz'} HTTP/1.1`, 'host: {{authority}}', ...(isLast ? [] : [''])]
    }).flat(),
  },
  expect,
})

const framing = ({ role, list }: AskedEntity): readonly Scenario[] => {
  const bare = (lines: readonly string[], status: number | readonly number[], says: readonly string[] = []): Step => ({
    as: role,
    method: 'GET',
    path: list,
    bare: { lines },
    expect: { status, says },
  })
  const first = `GET ${list}?limit=1 HTTP/1.1`
  const host = 'host: {{authority}}'
  const bearer = 'authorization: Bearer {{token}}'
  return [
    scenario(
      'framing',
      'a request names one host and one caller, has bounded headers, and is HTTP',
      [
        bare([first, host, bearer], 200),
        bare([first, host, host, bearer], 400, ['one Host header']),
        bare([first, host, 'host: another.example', bearer], 400),
        bare([first, 'host: a/b', bearer], 400, ['one Host header']),
        bare([first, bearer], 400),
        bare([first, host, bearer, bearer], 401),
        bare([first, host, bearer, `x-filler: ${'x'.repeat(17_000)}`], 431, ['too-large']),
        bare(['nonsense'], 400, ['malformed']),
        bare([first, host, bearer, 'no colon'], 400, ['malformed']),
        bare([first, host, bearer, 'transfer-encoding: chunked', 'content-length: 3'], 400, ['malformed']),
      ],
      false,
    ),
    scenario(
      'pipelined',
      'so many requests may wait on a connection for the one before them, and one more ends it',
      [pipelined(65, { status: 200, says: [unknown] }), pipelined(66, { status: [0, 200], lacks: [unknown] })],
      false,
    ),
  ]
}

/** What is read at once of one caller, in bodies of the greatest size, and how many callers take all that is read at once. */
const bodiesEachMax = 8
const callersMax = 8

const crowding = ({ about, role, body }: AskedEntity): readonly Scenario[] => {
  const { bodyBytesMax } = about.model.limits
  const path = about.path('create') ?? ''
  const crowded = (length: string, sent = ''): Step => ({
    as: role,
    method: 'POST',
    path,
    holds: bodiesEachMax,
    bare: {
      lines: [
        `POST ${path} HTTP/1.1`,
        'host: {{authority}}',
        'authorization: Bearer {{token}}',
        'content-type: application/json',
        length,
      ],
      body: sent,
    },
    withinMs: 30_000,
    expect: { status: 429, says: ['too-many'], headers: { 'retry-after': { equals: '1' } } },
  })
  return [
    scenario('crowding', 'so much is read at once and no more, of one caller and of all, whatever lengths are said', [
      crowded(`content-length: ${bodyBytesMax}`),
      crowded('transfer-encoding: chunked'),
      // A body in chunks counts as one of the greatest size, also one that ends at once.
      {
        ...crowded('transfer-encoding: chunked', '0\r\n\r\n'),
        holdsAs: Array.from({ length: callersMax }, (_, at) => `${role}/crowd-${at}`),
      },
      { as: role, method: 'POST', path, body, withinMs: 5000, expect: { status: 201 } },
    ]),
  ]
}
