import type { Json } from '../../../src/runtime/index.ts'
import type { Bare, Check, Scenario, Step, Turn } from '../scenario.ts'
import { type GraphqlAsked, inGraphql, posted } from './graphql-asked.ts'
import { signsIn } from './signs-in.ts'

/** Subscriptions and answers over a WebSocket (graphql-transport-ws) and as server-sent events. */
export const graphqlSockets = (asked: GraphqlAsked): readonly Scenario[] => [
  conversations(asked),
  upgrades(asked),
  events(asked),
  crowds(asked),
]

const say = (message: Json): Turn => ({ say: message })
const hear = (count: number): Turn => ({ hear: count })
/** Nobody may say more than 64 KiB before it is known who it is. */
const long = say({ type: 'ping', payload: { x: 'x'.repeat(40_000) } })
const untilClosed: Turn = { untilClosed: true }

const conversations = (asked: GraphqlAsked): Scenario => {
  const { surface, role, listed, field, entity } = asked
  const talk = (turns: readonly Turn[], body: readonly ({ at: string } & Check)[], as: string | null = role): Step => ({
    as,
    method: 'GET',
    path: surface.path,
    turns,
    expect: { status: 101, body },
  })
  const closed = (turns: readonly Turn[], code: number, as: string | null = role): Step =>
    talk([...turns, untilClosed], [{ at: '/code', equals: code }], as)
  const subscribe = (id: Json, query: Json): Turn => say({ type: 'subscribe', id, payload: { query } })
  const query = `{ ${listed}(first: 1) { nodes { ${field} } } }`
  const { changes } = entity.roots
  const stream = `subscription { ${changes}(after: null) { __typename } }`
  return inGraphql('conversations', 'a connection signs in once and first, and what it says is understood or ends it', [
    talk(
      // Nothing comes of what is over.
      [signsIn, hear(1), subscribe('1', query), hear(2), say({ type: 'ping' }), hear(1)],
      [
        { at: '/heard/0/type', equals: 'connection_ack' },
        { at: '/heard/1/type', equals: 'next' },
        { at: `/heard/1/payload/data/${listed}`, present: true },
        { at: '/heard/2', equals: { type: 'complete', id: '1' } },
        { at: '/heard/3', equals: { type: 'pong' } },
        { at: '/code', equals: null },
      ],
    ),
    talk(
      [say({ type: 'ping' }), hear(1), say({ type: 'pong' }), signsIn, hear(1)],
      [
        { at: '/heard/0/type', equals: 'pong' },
        { at: '/heard/1/type', equals: 'connection_ack' },
      ],
    ),
    talk(
      [signsIn, hear(1), subscribe('1', '{ nothingLikeThis }'), hear(1), subscribe('1', query), hear(2)],
      [
        { at: '/heard/1/type', equals: 'error' },
        { at: '/heard/1/payload/0/extensions/code', equals: 'malformed' },
        { at: '/heard/3/type', equals: 'complete' },
      ],
    ),
    talk(
      [signsIn, hear(1), say({ type: 'subscribe', id: '1', payload: 7 }), hear(1)],
      [{ at: '/heard/1/type', equals: 'error' }],
    ),
    // Who says nothing is let go after three seconds.
    closed([], 4408),
    closed([subscribe('1', query)], 4401),
    closed([say({ type: 'connection_init' })], 4401),
    closed([say({ type: 'connection_init', payload: { Authorization: 'Bearer nonsense' } })], 4403),
    closed([signsIn, hear(1), signsIn], 4429),
    closed([signsIn, signsIn], 4429),
    closed([say('nonsense')], 4400),
    closed([say({ type: 'nonsense' })], 4400),
    closed([say({})], 4400),
    closed([signsIn, hear(1), subscribe(7, query)], 4400),
    closed([signsIn, hear(1), subscribe('', query)], 4400),
    closed([long, hear(1), long], 1006),
    ...(changes === undefined
      ? []
      : [
          closed([signsIn, hear(1), subscribe('1', stream), subscribe('1', stream)], 4409),
          closed([signsIn, hear(1), ...Array.from({ length: 101 }, (_, at) => subscribe(`s${at}`, stream))], 4400),
          talk(
            [
              signsIn,
              hear(1),
              subscribe('1', stream),
              say({ type: 'complete', id: '1' }),
              say({ type: 'complete', id: 'unheard' }),
              ...Array.from({ length: 3 }, () => [say({ type: 'ping' }), hear(1)]).flat(),
            ],
            [
              { at: '/heard', each: { at: '/type', equals: ['connection_ack', 'pong', 'pong', 'pong'] } },
              { at: '/code', equals: null },
            ],
          ),
          talk(
            [
              signsIn,
              hear(1),
              subscribe('1', `subscription { ${changes}(after: "nonsense") { __typename } }`),
              hear(1),
            ],
            [{ at: '/heard/1/type', equals: 'error' }],
          ),
          talk(
            [
              signsIn,
              hear(1),
              say({
                type: 'subscribe',
                id: '1',
                payload: {
                  query: `subscription S($v: String) { ${changes}(after: $v) { __typename } }`,
                  variables: { v: 7 },
                },
              }),
              hear(1),
            ],
            [{ at: '/heard/1/payload/0/extensions/code', equals: 'invalid-input' }],
          ),
          talk(
            [signsIn, hear(1), subscribe('1', `subscription { ${changes} @skip(if: true) { __typename } }`), hear(1)],
            [{ at: '/heard/1/type', equals: 'error' }],
          ),
        ]),
  ])
}

const upgrades = ({ surface, role }: GraphqlAsked): Scenario => {
  const bare = (path: string, protocol: readonly string[], status: number, hosts?: readonly string[]): Step => ({
    as: role,
    method: 'GET',
    path,
    bare: upgrade(path, protocol, hosts),
    expect: { status },
  })
  return inGraphql(
    'upgrades',
    'a connection is upgraded at one address, for one protocol, by a request that names one host',
    [
      bare(surface.path, [], 400),
      bare(surface.path, ['sec-websocket-protocol: graphql-ws'], 400),
      bare(surface.path, own, 400, ['host: {{authority}}', 'host: another.example']),
      bare(`${surface.path}/nowhere`, own, 404),
    ],
  )
}

const own: readonly string[] = ['sec-websocket-protocol: graphql-transport-ws']

const upgrade = (path: string, protocol = own, hosts: readonly string[] = ['host: {{authority}}']): Bare => ({
  lines: [
    `GET ${path} HTTP/1.1`,
    ...hosts,
    'upgrade: websocket',
    'connection: upgrade',
    'sec-websocket-version: 13',
    'sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==',
    ...protocol,
  ],
})

const events = (asked: GraphqlAsked): Scenario => {
  const { listed, field, entity } = asked
  const stream = { accept: 'text/event-stream' }
  const { changes } = entity.roots
  return inGraphql(
    'events',
    'whoever takes a stream of events gets one, and a subscription is nothing else over HTTP',
    [
      posted(
        asked,
        { query: `{ ${listed}(first: 1) { nodes { ${field} } } }` },
        { status: 200, says: ['event: next\ndata: {"data":', 'event: complete'] },
        { headers: stream },
      ),
      posted(asked, { query: '{ nothingLikeThis }' }, { status: 400 }, { headers: stream }),
      ...(changes === undefined
        ? []
        : [
            posted(
              asked,
              { query: `subscription { ${changes} { __typename } }` },
              { status: 406, says: ['not-acceptable'] },
            ),
            posted(
              asked,
              { query: `subscription { ${changes}(after: "nonsense") { __typename } }` },
              { status: 200, says: ['event: next', '"errors"', 'event: complete'] },
              { headers: stream },
            ),
          ]),
    ],
  )
}

/** How many may be there at once: of those who have not said who they are, of one who has, and of one's streams. */
const crowds = (asked: GraphqlAsked): Scenario => {
  const { surface, role, entity } = asked
  const { changes } = entity.roots
  const step = (holds: number, turns: readonly Turn[], code: number | null): Step => ({
    as: role,
    method: 'GET',
    path: surface.path,
    turns,
    holds,
    expect: { status: 101, body: [{ at: '/code', equals: code }] },
  })
  return inGraphql('crowds', 'whoever opens too much at once is turned away until some of it is gone', [
    step(9, [say({ type: 'ping' }), hear(1)], null),
    // Turned away before there is a connection.
    step(10, [say({ type: 'ping' }), hear(1)], 1006),
    {
      as: role,
      method: 'GET',
      path: surface.path,
      bare: upgrade(surface.path),
      holds: 10,
      withinMs: 1000,
      expect: { status: 429 },
    },
    step(99, [signsIn, hear(1)], null),
    step(100, [signsIn, hear(1), untilClosed], 1013),
    // A connection is gone when its service has seen that.
    { ...step(0, [signsIn, hear(1)], null), withinMs: 1000 },
    ...(changes === undefined
      ? []
      : [
          posted(
            asked,
            { query: `subscription { ${changes} { __typename } }` },
            { status: 429, says: ['too-many'] },
            { headers: { accept: 'text/event-stream' }, holds: 100 },
          ),
        ]),
  ])
}
