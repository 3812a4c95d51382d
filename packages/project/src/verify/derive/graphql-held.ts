import type { Charter } from '@charter/charter'
import type { Json } from '@charter/runtime'
import type { Scenario, Step, Turn } from '../scenario.ts'
import { isOn } from './databases.ts'
import type { Derivation } from './derivation.ts'
import { asOf, type GraphqlAsked, graphqlAskedOf, inGraphql } from './graphql-asked.ts'
import { signsIn } from './signs-in.ts'

/** What is said over WebSockets while somebody else at the database has taken every row, and all that writes waits. */
export const graphqlHeld = (deriving: Derivation, charter: Charter): readonly Scenario[] => {
  const asked = graphqlAskedOf(deriving).find(({ entity }) => entity.roots.update !== undefined)
  if (!asked || !deriving.styles.some(({ style }) => style.name === 'rest')) return []
  return [
    reads(asked),
    cancelled(asked),
    undone(asked),
    ...long(asked),
    ...(isOn(charter, 'postgresql') ? [queue(asked)] : []),
  ]
}

/** Longer than it takes to say what is said before, on any machine. It is no longer where that is sooner over. */
const heldMs = 9000

const reads = (asked: GraphqlAsked): Scenario => {
  const atOnce = Array.from({ length: 20 }, (_, at) => read(asked, `${at}`))
  return scenario(
    'reads',
    'however many writes wait, they leave a session to reads, and the service is ready',
    [
      // All sessions that there may be are opened.
      talk(asked, [...atOnce.flatMap(([ask]) => ask ?? []), { hear: 40 }], [{ at: '/heard', length: 41 }]),
      {
        ...talk(
          asked,
          [...writes(asked, 5), ...read(asked), { asks: { method: 'GET', path: '/readyz' } }],
          [
            { at: '/heard/1', equals: answered(asked) },
            // Who waits for a moment is not stuck.
            { at: '/heard', contains: { status: 200 } },
          ],
        ),
        heldMs,
      },
      over(asked),
    ],
    { start: { env: { DATABASE_POOL_MAX: '3' }, says: [] } },
  )
}

/** Twice nearly as many as one connection may wait for, all of them cancelled when they have begun. */
const cancelled = (asked: GraphqlAsked): Scenario => {
  const begun = (name: string): readonly Turn[] => [...writes(asked, 99, name), ...read(asked, name)]
  const ended = (name: string): readonly Turn[] =>
    Array.from({ length: 99 }, (_, at) => ({ say: { type: 'complete', id: `${name}${at}` } }))
  return scenario('cancelled', 'what was cancelled counts among what is under way until it has ended', [
    {
      ...talk(
        asked,
        [...begun('a'), ...ended('a'), ...begun('b'), ...ended('b'), ...begun('c')],
        [{ at: '/code', equals: 4400 }],
      ),
      // It ends by itself.
      heldMs: 25_000,
    },
    over(asked),
  ])
}

const undone = (asked: GraphqlAsked): Scenario => {
  const names = ['first', 'second', 'third']
  return scenario('undone', 'of what is cancelled while it waits nothing is done, whatever it waits for', [
    {
      ...talk(
        asked,
        [
          ...names.flatMap((name) => writes(asked, 1, name)),
          ...read(asked, 'begun'),
          ...names.map((name) => ({ say: { type: 'complete', id: `${name}0` } })),
          ...read(asked),
        ],
        [{ at: '/heard', contains: answered(asked) }],
      ),
      heldMs,
    },
    over(asked),
    unchanged(asked),
  ])
}

/** Bodies of the greatest size that messages may be together, and one more. */
const bodies = 9
/** Of a message, beside its padding; little where bodies are as long as they usually may be. */
const besideBytes = 4000

const long = (asked: GraphqlAsked): readonly Scenario[] => {
  const { bodyBytesMax } = asked.about.model.limits
  if (bodyBytesMax < bodies * besideBytes) return []
  const padding = 'x'.repeat(bodyBytesMax - besideBytes)
  return [
    scenario('long', 'messages that wait are together no longer than so many bodies may be', [
      {
        ...talk(
          asked,
          [...writes(asked, bodies, 'w', padding), { untilClosed: true }],
          [{ at: '/code', equals: 4400 }],
        ),
        heldMs,
      },
      over(asked),
    ]),
  ]
}

/** A thousand wait for a session; twelve connections ask for more. */
const queue = (asked: GraphqlAsked): Scenario =>
  scenario(
    'queue',
    'so many writes wait and no more, reads go on, and of what is cancelled while it waits nothing is done',
    [
      {
        ...talk(
          asked,
          [...writes(asked, 95), { until: '"unavailable"' }, ...read(asked)],
          [
            {
              at: '/heard',
              some: {
                [`/payload/data/${asked.entity.roots.update}`]: null,
                '/payload/errors/0/extensions/code': 'unavailable',
              },
            },
            { at: '/heard', contains: answered(asked) },
          ],
        ),
        heldMs,
        holds: 11,
      },
      over(asked),
      unchanged(asked),
    ],
  )

/** Its turn comes after all that waited: nothing of that is left to meet the rows of another scenario. */
const over = ({ role, list, body }: GraphqlAsked): Step => ({
  as: role,
  method: 'POST',
  path: list,
  body,
  expect: { status: 201 },
  withinMs: 10_000,
})

/** As its example says. */
const unchanged = ({ role, one, row, change }: GraphqlAsked): Step => ({
  as: role,
  method: 'GET',
  path: one,
  expect: {
    status: 200,
    body: Object.keys(change).map((name) => ({ at: `/${name}`, equals: row[name] ?? null })),
  },
})

const read = ({ listed }: GraphqlAsked, of = ''): readonly Turn[] => [
  subscribe(`read${of}`, `{ ${listed}(first: 1) { __typename } }`),
  { until: `"read${of}"` },
]

const answered = ({ listed, entity }: GraphqlAsked): Json => ({
  type: 'next',
  id: 'read',
  payload: { data: { [listed]: { __typename: entity.types.connection } } },
})

const scenario = (id: string, title: string, steps: readonly Step[], more: Partial<Scenario> = {}): Scenario =>
  inGraphql(`held.${id}`, title, steps, { cites: ['transaction'], writes: true, ...more })

const subscribe = (id: string, query: string, variables = {}): Turn => ({
  say: { type: 'subscribe', id, payload: { query, variables } },
})

const talk = ({ surface, role }: GraphqlAsked, turns: readonly Turn[], body: Step['expect']['body']): Step => ({
  as: role,
  method: 'GET',
  path: surface.path,
  turns: [signsIn, { hear: 1 }, ...turns],
  expect: { status: 101, ...(body && { body }) },
})

/** So many that change one row, under ids that count from 0 after a name. */
const writes = ({ entity, row, change }: GraphqlAsked, count: number, name = '', padding = ''): readonly Turn[] => {
  const key = entity.key.map((field) => [asOf(entity, field), row[field] ?? null])
  const patch = Object.entries(change).map(([field, value]) => [asOf(entity, field), value])
  const query = `mutation M($i: ${entity.types.updateInput}!) { ${entity.roots.update}(input: $i) { __typename } }`
  const variables = { i: { key: Object.fromEntries(key), patch: Object.fromEntries(patch) }, padding }
  return Array.from({ length: count }, (_, at) => subscribe(`${name}${at}`, query, variables))
}
