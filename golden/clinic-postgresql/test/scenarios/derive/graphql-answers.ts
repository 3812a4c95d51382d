import type { Json, JsonObject } from '../../../src/runtime/index.ts'
import type { Place, Scenario, Step } from '../scenario.ts'
import type { GraphqlSurface } from '../surfaces.ts'
import { type About, aboutEntity, type Derivation, roleThat } from './derivation.ts'
import { asOf, type GraphqlAsked, inGraphql, mayAggregate, posted } from './graphql-asked.ts'
import type { GraphqlListing } from './graphql-listing.ts'
import { graphqlPages } from './graphql-pages.ts'
import { graphqlRelated } from './graphql-related.ts'
import { mayInclude } from './pages.ts'
import { mayFollow } from './related.ts'

type Shape = GraphqlSurface['entities'][number]['fields'][number]['shape']

/** What answers say, whatever of a row is asked, under which names, and by which way. */
export const graphqlAnswers = (deriving: Derivation, asked: GraphqlAsked): readonly Scenario[] => [
  ...everyListing(deriving, asked).flatMap((listing) => [
    ...rows(listing),
    ...graphqlPages(deriving, listing),
    ...graphqlRelated(deriving, listing),
    ...(mayAggregate(listing) ? aggregates(listing) : []),
  ]),
  nodes(asked),
  payloads(asked),
  unreadable(asked),
]

const everyListing = (deriving: Derivation, { surface }: GraphqlAsked): readonly GraphqlListing[] =>
  surface.entities.flatMap((entity): readonly GraphqlListing[] => {
    const model = deriving.model.entities.find(({ name }) => name === entity.name)
    const about = model && aboutEntity(deriving, model)
    const [row] = about?.rows ?? []
    const role = about && roleThat(about, ['list', 'read'])
    const field = entity.fields.find(({ name }) => name === entity.key[0])?.as
    if (!about || !row || role === undefined || entity.roots.list === undefined || field === undefined) return []
    return [{ about, role, row, surface, entity, listed: entity.roots.list, field }]
  })

/** A selection of a value: nothing below scalars and enums. */
const selected = (asked: Pick<GraphqlAsked, 'surface'>, shape: Shape): string => {
  switch (shape.kind) {
    case 'ref': {
      const of = asked.surface.types[shape.type]
      return of ? selected(asked, of) : ''
    }
    case 'list':
      return selected(asked, shape.of)
    case 'record':
      return `{ ${shape.members.map(({ name, shape: of }) => `${name} ${selected(asked, of)}`).join(' ')} }`
    case 'union':
      return `{ __typename ${shape.variants.map(({ name }) => `... on ${name} { ${shape.tag} }`).join(' ')} }`
    default:
      return ''
  }
}

/** Fields of the first example row whose values go out as they are, the key first. */
const plainFields = ({ entity, row, field }: GraphqlListing) =>
  entity.fields
    .filter(({ shape, name }) => shape.kind === 'scalar' && typeof row[name] === 'string')
    .map(({ as, name }) => ({ as, value: row[name] ?? null }))
    .toSorted((a, b) => Number(b.as === field) - Number(a.as === field))

const isLeaf = (shape: Shape): boolean =>
  shape.kind === 'scalar' || shape.kind === 'enum' || (shape.kind === 'list' && isLeaf(shape.of))

const idOf = ({ entity, row }: GraphqlListing, padding = 0): string => {
  const parts = [entity.node, ...entity.key.map((name) => row[name] ?? null)]
  return Buffer.from(JSON.stringify(parts).replace('[', `[${' '.repeat(padding)}`)).toString('base64url')
}

/** Of a page of one row with a page of one. */
const pageCostMax = 6

const rows = (asked: GraphqlListing): readonly Scenario[] => {
  const { listed, entity, field } = asked
  const [key, other] = plainFields(asked)
  // Of a key in several parts one is not enough to find a row by.
  if (!key || !other || key.as !== field || entity.key.length !== 1) return []
  const { types, fields } = entity
  const first = Math.min(2, asked.about.model.limits.pageSizeMax)
  const pages = Math.max(1, Math.min(45, Math.floor(asked.surface.limits.cost / pageCostMax)))
  const relations = entity.relations.filter(({ name }) => {
    const relation = asked.about.entity.relations.find((each) => each.name === name)
    return relation && mayInclude(asked.about.model) && mayFollow(asked.about, relation, asked.role)
  })
  const list = (selection: string, ...body: readonly Place[]): Step =>
    posted(
      asked,
      {
        query: `query Q($v: ${types.filter}) { ${listed}(filter: $v, first: ${first}) { ${selection} } }`,
        variables: { v: { [field]: { eq: key.value } } },
      },
      {
        status: 200,
        body: [{ at: '/errors', absent: true }, ...body.map((each) => ({ ...each, at: `/data/${listed}${each.at}` }))],
      },
    )
  const only = (selection: string, row: JsonObject): Step =>
    list(`nodes { ${selection} }`, { at: '/nodes', equals: [row] })
  const id = idOf(asked)
  const whole = fields.map(({ as, shape }) => `${as} ${selected(asked, shape)}`).join(' ')
  const none = posted(
    asked,
    {
      query: `query Q($v: ${types.filter}) { ${listed}(filter: $v) { nodes { a: ${key.as} } edges { node { ${key.as} } cursor } pageInfo { hasNextPage } } }`,
      variables: { v: { and: [{ [field]: { eq: key.value } }, { not: { [field]: { eq: key.value } } }] } },
    },
    {
      status: 200,
      body: [{ at: `/data/${listed}`, equals: { nodes: [], edges: [], pageInfo: { hasNextPage: false } } }],
    },
  )
  return [
    inGraphql(`rows.${entity.name}`, 'a row is the same however it is asked for', [
      only(key.as, { [key.as]: key.value }),
      only(`a: ${key.as}`, { a: key.value }),
      only(`${key.as} b: ${other.as}`, { [key.as]: key.value, b: other.value }),
      only(`b: ${other.as} ${key.as}`, { b: other.value, [key.as]: key.value }),
      only(`a: ${key.as} b: ${key.as}`, { a: key.value, b: key.value }),
      only(`${other.as} id`, { [other.as]: other.value, id }),
      // Of a row in a list there is no tag.
      only(`${key.as} ${entity.etag}`, { [key.as]: key.value, [entity.etag]: null }),
      list(`edges { node { ${key.as} ${entity.etag} } }`, {
        at: '/edges/0/node',
        equals: { [key.as]: key.value, [entity.etag]: null },
      }),
      only(entity.etag, { [entity.etag]: null }),
      list(`edges { node { ${entity.etag} } }`, { at: '/edges/0/node', equals: { [entity.etag]: null } }),
      only('__typename', { __typename: types.object }),
      only(`__typename a: ${key.as}`, { __typename: types.object, a: key.value }),
      only('id ... on Node { id }', { id }),
      only(`... on ${types.object} { ${key.as} }`, { [key.as]: key.value }),
      list(
        `edges { node { ${whole} id a: ${key.as} } cursor } nodes { ${whole} id a: ${other.as} }`,
        { at: '/edges/0/node/id', equals: id },
        { at: '/edges/0/node/a', equals: key.value },
        { at: '/nodes/0/id', equals: id },
        { at: '/nodes/0/a', equals: other.value },
        ...fields
          .filter(({ name }) => (asked.row[name] ?? null) !== null)
          .map(({ as }): Place => ({ at: `/nodes/0/${as}`, differs: null })),
      ),
      none,
      // A list or an object before what is renamed, or made.
      ...fields
        .filter(({ name, shape }) => isLeaf(shape) && typeof asked.row[name] === 'object' && asked.row[name] !== null)
        .flatMap(({ as }) => [
          list(
            `nodes { ${as} b: ${key.as} }`,
            { at: '/nodes/0/b', equals: key.value },
            { at: `/nodes/0/${as}`, differs: null },
          ),
          list(`nodes { ${as} id }`, { at: '/nodes/0/id', equals: id }, { at: `/nodes/0/${as}`, differs: null }),
          list(`edges { node { ${as} id } }`, { at: '/edges/0/node/id', equals: id }),
        ]),
      ...fields.flatMap(({ filterAs, isFilterable, shape }) =>
        isFilterable && shape.kind === 'enum' && !Object.hasOwn(shape.values, 'constructor')
          ? // What every object has is no value of an enum.
            [
              posted(
                asked,
                {
                  query: `query Q($v: ${types.filter}) { ${listed}(filter: $v) { nodes { ${field} } } }`,
                  variables: { v: { [filterAs]: { eq: 'constructor' } } },
                },
                { body: [{ at: '/errors/0/extensions/errors', some: { '/code': 'not-in-enum' } }] },
              ),
            ]
          : [],
      ),
      ...relations.slice(0, asked.about.model.limits.includeCountMax < 3 ? 0 : 1).map(({ as }) => ({
        // Under the name of a field that stands there under another, and under what every object has.
        ...list(
          `nodes { ${other.as}: ${as} { __typename } a: ${other.as} __proto__: ${as} { __typename } constructor: ${as} { __typename } }`,
          {
            at: '/nodes/0/a',
            equals: other.value,
          },
        ),
      })),
      ...relations.slice(0, 1).map(({ as }): Step => {
        const step = list(`nodes { __proto__: ${as} { __typename } }`)
        return { ...step, expect: { ...step.expect, says: ['"__proto__":'] } }
      }),
      ...relations
        .filter(({ kind }) => kind === 'many')
        .map(({ as }) =>
          // The pages of a document cost what they are asked to hold.
          posted(
            asked,
            {
              query: `{ ${Array.from({ length: pages }, (_, at) => `a${at}: ${listed}(first: 1) { nodes { ${as}(first: 1) { nodes { __typename } } } }`).join(' ')} }`,
            },
            { status: 200 },
          ),
        )
        .slice(0, 1),
      // A page beyond the longest costs what the longest does, and what costs too much is refused first.
      ...(asked.about.model.limits.pageSizeMax < asked.surface.limits.cost
        ? [
            posted(
              asked,
              { query: `{ ${listed}(first: 1000000) { nodes { ${field} } } }` },
              { body: [{ at: '/errors/0/extensions/code', equals: 'invalid-input' }] },
            ),
          ]
        : []),
    ]),
  ]
}

/** Groups of all rows by a field, with each measure of each field that has it. */
const aggregates = (asked: GraphqlListing): readonly Scenario[] => {
  const { entity, about } = asked
  const { aggregate } = entity.roots
  const grouped = entity.fields.find(({ isSortable, shape }) => isSortable && shape.kind === 'scalar')
  if (aggregate === undefined || !grouped) return []
  const numbers = entity.fields.filter(({ isSortable, name }) => isSortable && isNumber(about, name)).slice(0, 3)
  const measured = numbers.map(({ as }) => as).join(' ')
  const of = (name: string): string => (measured === '' ? '' : `${name} { __typename ${measured} }`)
  const ask = (groupBy: Json, expect: Step['expect']): Step =>
    posted(
      asked,
      {
        query: `query Q($by: [${entity.types.groupBy}!]) { ${aggregate}(groupBy: $by) { __typename groups { key { __typename ${grouped.as} } count ${['sum', 'average', 'min', 'max'].map(of).join(' ')} } isComplete } }`,
        variables: { by: groupBy },
      },
      expect,
    )
  const told: Step['expect'] = {
    status: 200,
    body: [
      { at: '/errors', absent: true },
      { at: `/data/${aggregate}/__typename`, equals: entity.types.aggregate },
      { at: `/data/${aggregate}/isComplete`, equals: true },
      { at: `/data/${aggregate}/groups/0/key`, holds: { __typename: entity.types.aggregateKey } },
      ...(measured === ''
        ? []
        : [{ at: `/data/${aggregate}/groups/0/sum`, holds: { __typename: entity.types.aggregateSum } }]),
    ],
  }
  const wrong = (code: string): Step['expect'] => ({
    body: [{ at: '/errors/0/extensions/errors', some: { '/code': code } }],
  })
  return [
    inGraphql(`aggregates.${entity.name}`, 'groups have a key, a count and what is measured of them', [
      ask([grouped.as], told),
      ask(grouped.as, told),
      ask([1], wrong('wrong-type')),
      ask({ a: 1 }, wrong('wrong-type')),
      ask(['unheardOf'], wrong('unknown')),
    ]),
  ]
}

const numeric: readonly string[] = ['int32', 'int64', 'decimal', 'float64']
const isNumber = ({ entity }: About, field: string): boolean =>
  numeric.includes(entity.fields.find(({ name }) => name === field)?.type.kind ?? '')

const nodes = (asked: GraphqlAsked): Scenario => {
  const { entity, about } = asked
  const [key] = plainFields(asked)
  const outsider = about.model.access.roles.find((role) => !about.mayEver(role, 'read'))
  const node = (id: string, selection: string, body: readonly Place[], as = asked.role): Step =>
    posted(
      asked,
      { query: `query Q($id: ID!) { node(id: $id) { ${selection} } }`, variables: { id } },
      { body },
      { as },
    )
  return inGraphql('nodes', 'a row that an id names is told to whoever may read it', [
    ...(key
      ? [
          node(idOf(asked), `__typename ... on ${entity.types.object} { a: ${key.as} }`, [
            { at: '/data/node', equals: { __typename: entity.types.object, a: key.value } },
          ]),
        ]
      : []),
    node(idOf(asked, 10), 'id', [{ at: '/data/node/id', equals: idOf(asked) }]),
    // More than an id ever has.
    node(idOf(asked, 4000), 'id', [
      { at: '/data/node', equals: null },
      { at: '/errors', absent: true },
    ]),
    ...(outsider === undefined
      ? []
      : [
          node(
            idOf(asked),
            'id',
            [
              { at: '/data/node', equals: null },
              { at: '/errors/0/extensions/code', equals: 'forbidden' },
              { at: '/errors/0/path', equals: ['node'] },
            ],
            outsider,
          ),
        ]),
  ])
}

/** What a mutation answers of itself; nothing is changed by any. */
const payloads = (asked: GraphqlAsked): Scenario => {
  const { entity, about, role, row } = asked
  const { create, update } = entity.roots
  const { types, key } = entity
  const outsider = about.model.access.roles.find((each) => !about.mayEver(each, 'create'))
  const creating = (as: string | null, body: readonly Place[], value: Json = {}): Step =>
    posted(
      asked,
      {
        query: `mutation M($i: ${types.createInput}!) { a: ${create}(input: $i) { __typename problem { code errors { path code } } } }`,
        variables: { i: { value } },
      },
      { status: 200, body },
      { as },
    )
  const names = Object.fromEntries(key.map((name) => [asOf(entity, name), row[name] ?? null]))
  const updating = (roots: readonly string[], body: readonly Place[]): Step =>
    posted(
      asked,
      {
        query: `mutation M($i: ${types.updateInput}!) { ${roots.map((as) => `${as}: ${update}(input: $i) { isReplayed }`).join(' ')} }`,
        variables: { i: { key: names, patch: {} } },
      },
      { status: 200, body },
      { headers: { 'idempotency-key': '{{run}}' } },
    )
  return inGraphql(
    'payloads',
    'a form is told what to mend where it asks for that, and whoever may not is told so',
    [
      ...(create === undefined
        ? []
        : [
            creating(
              role,
              [
                { at: '/data/a/__typename', equals: types.createPayload },
                { at: '/data/a/problem/code', equals: 'invalid-input' },
                { at: '/data/a/problem/errors', some: { '/path': '/unheardOf', '/code': 'unknown' } },
                { at: '/errors', absent: true },
              ],
              { unheardOf: 1 },
            ),
            ...(outsider === undefined
              ? []
              : [
                  creating(outsider, [
                    { at: '/data/a', equals: null },
                    { at: '/errors/0/extensions/code', equals: 'forbidden' },
                  ]),
                ]),
          ]),
      ...(update === undefined
        ? []
        : [
            updating(['a'], [{ at: '/data/a/isReplayed', equals: false }]),
            // The key of a request is that of its one field, whatever that is called.
            updating(['b'], [{ at: '/data/b/isReplayed', equals: true }]),
            updating(['c', 'd'], [{ at: '/data', equals: { c: { isReplayed: false }, d: { isReplayed: false } } }]),
            updating(['c', 'd'], [{ at: '/data', equals: { c: { isReplayed: true }, d: { isReplayed: true } } }]),
          ]),
    ],
    { writes: true },
  )
}

/** What a service in front could not read of its own request comes along with it. */
const unreadable = (asked: GraphqlAsked): Scenario => {
  const { listed, field } = asked
  const query = `{ ${listed}(first: 1) { nodes { ${field} } } }`
  const ask = (told: Json, expect: Step['expect'], as = asked.role): Step =>
    posted(asked, { query, extensions: { unreadable: told } }, expect, { as })
  const code = (of: string): Step['expect'] => ({ body: [{ at: '/errors/0/extensions/code', equals: of }] })
  const fine: Step['expect'] = { status: 200, body: [{ at: '/errors', absent: true }] }
  return inGraphql('unreadable', 'what could not be read before refuses the call, and nothing else does', [
    ask({ code: 'malformed', detail: 'said before' }, { ...code('malformed'), says: ['said before'] }),
    ask(
      { code: 'invalid-input', errors: [{ path: '/a', code: 'unknown', message: 'said before' }, 7, { path: 1 }] },
      { ...code('invalid-input'), says: ['said before'] },
    ),
    ...[7, 'malformed', null, [], {}, { code: 'forbidden' }, { code: 'internal' }].map((told) => ask(told, fine)),
  ])
}
