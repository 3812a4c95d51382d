import type { JsonObject, OperationModel } from '../../../src/runtime/index.ts'
import type { Scenario, Step, Turn } from '../scenario.ts'
import { aboutEntity, type Derivation } from './derivation.ts'
import { type GraphqlAsked, inGraphql, mayAggregate, posted } from './graphql-asked.ts'
import { signsIn } from './signs-in.ts'

/** What is counted on record, and what is answered of operations. */
export const graphqlCounted = (deriving: Derivation, asked: GraphqlAsked): readonly Scenario[] => [
  counted(asked),
  ...operations(deriving, asked),
]

const counted = (asked: GraphqlAsked): Scenario => {
  const { surface, role, about, entity } = asked
  const { aggregate } = entity.roots
  const groups = aggregate !== undefined && mayAggregate(asked) ? `{ ${aggregate} { groups { count } } }` : null
  const from = (address: string) => ({ headers: { 'x-forwarded-for': address } })
  const talk = (turns: readonly Turn[], code: number | null, address: string): Step => ({
    as: role,
    method: 'GET',
    path: surface.path,
    ...from(address),
    turns,
    expect: { status: 101, body: [{ at: '/code', equals: code }] },
  })
  const nonsense: Turn = { say: { type: 'connection_init', payload: { Authorization: 'Bearer nonsense' } } }
  const told = (address: string): string =>
    [
      ['introspection', address],
      [address, 'introspection'],
    ]
      .map((parts) => parts.map((part) => `"${part.replaceAll('.', '\\.')}"`).join('[^\\n]*'))
      .join('|')
  return inGraphql(
    'counted',
    'questions about the schema are counted on record, and who fails to sign in too often is told so, unlike who can',
    [
      posted(
        asked,
        { query: '{ _service { sdl } }' },
        { status: 200, says: ['type Query'], lacks: ['union _Entity'] },
        from('192.0.2.77'),
      ),
      posted(asked, { query: '{ __type(name: "Query") { name } }' }, { status: 200 }, from('192.0.2.78')),
      posted(asked, { query: '{ __schema { queryType { name } } }' }, { status: 200 }, from('192.0.2.79')),
      talk([{ say: { type: 'ping' } }, { hear: 1 }], null, '192.0.2.77'),
      talk([nonsense, { untilClosed: true }], 4403, '192.0.2.77'),
      talk([nonsense, { untilClosed: true }], 1013, '192.0.2.77'),
      talk([signsIn, { hear: 1 }], null, '192.0.2.77'),
      ...(groups === null ? [] : [posted(asked, { query: groups }, { status: 200, says: ['"count":'] })]),
    ],
    {
      start: {
        env: { CHARTER_MODE: 'development', RATE_FAILED_SIGN_INS: '1', TRUSTED_PROXIES: '127.0.0.1, ::1' },
        says: [],
        records: [
          ...['192.0.2.77', '192.0.2.78', '192.0.2.79'].map(told),
          // What is behind protection, and was not asked for, was not shown.
          ...(groups === null ? [] : [`"fields":\\[\\][^\\n]*"operation":"${about.entity.name}\\.aggregate"`]),
        ],
      },
    },
  )
}

/** Names of their own in the answer, where nothing is done. */
const operations = (deriving: Derivation, asked: GraphqlAsked): readonly Scenario[] => {
  const steps = asked.surface.operations.flatMap((operation): readonly Step[] => {
    const model = deriving.model.operations.find(({ name }) => name === operation.name)
    const role = model && roleFor(deriving, model)
    if (!model || role === undefined || operation.effect !== 'write') return []
    const key = keyFor(deriving, asked, operation.keyOf)
    if (!key || operation.input.length === 0) return []
    return [
      posted(
        asked,
        {
          query: `mutation M($i: ${operation.types.input}!) { ${operation.as}(input: $i) { __typename problem { code } } }`,
          variables: { i: { ...key, value: { notAMember: 1 } } },
        },
        {
          status: 200,
          body: [
            {
              at: `/data/${operation.as}`,
              equals: { __typename: operation.types.payload, problem: { code: 'invalid-input' } },
            },
          ],
        },
        { as: role },
      ),
    ]
  })
  return steps.length === 0 ? [] : [inGraphql('operations', 'an operation names its own answer', steps)]
}

const roleFor = (deriving: Derivation, { name, entity: of }: OperationModel): string | undefined => {
  const entity = deriving.model.entities.find((each) => each.name === of)
  if (!entity) return undefined
  const about = aboutEntity(deriving, entity)
  return deriving.model.access.roles.find((role) => about.can(role, name, about.rows[0]))
}

/** Null where no example row has one. */
const keyFor = (
  { examples }: Derivation,
  { surface }: GraphqlAsked,
  keyOf: string | null,
): { readonly key?: JsonObject } | null => {
  if (keyOf === null) return {}
  const entity = surface.entities.find(({ name }) => name === keyOf)
  const row = examples.rows[keyOf]?.[0]
  if (!entity || !row) return null
  const fields = entity.fields.filter(({ name }) => entity.key.includes(name))
  return { key: Object.fromEntries(fields.map(({ as, name }) => [as, row[name] ?? null])) }
}
