import { filterOperators, type JsonObject } from '../../../src/runtime/index.ts'
import type { Scenario, Step } from '../scenario.ts'
import { isOpenTo } from './derivation.ts'
import { type GraphqlAsked, inGraphql, posted, refused } from './graphql-asked.ts'

/** What documents may ask: how deep, how wide, how dear, under which names, and what becomes of what is not there. */
export const graphqlDocuments = (asked: GraphqlAsked): readonly Scenario[] => [
  bounds(asked),
  variables(asked),
  arguments_(asked),
  ids(asked),
]

const times = (count: number, of: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => of(at)).join(' ')

const bounds = (asked: GraphqlAsked): Scenario => {
  const { surface, listed, field, entity } = asked
  const large = refused(400, 'too-large')
  const tooLarge: Step['expect'] = { body: large.body ?? [], status: [400, 413] }
  const ask = (query: string, expect: Step['expect']): Step => posted(asked, { query }, expect)
  const nested = (levels: number): string => times(levels, () => '{ a').concat(times(levels, () => '}'))
  const filters = (levels: number): string => `${'{ not: '.repeat(levels)}{}${' }'.repeat(levels)}`
  const [many] = entity.relations.filter(({ kind }) => kind === 'many')
  const tooDeep: Step['expect'] = { ...tooLarge, says: ['levels deep'] }
  const below = relatedBelow(surface, entity, surface.limits.depth)
  const related = below && `${listed}(first: 1) { nodes { ${below} } }`
  const deep = (levels: number): string =>
    `{ __typename ${'... on Query { '.repeat(levels)} __typename ${'}'.repeat(levels)} }`
  return inGraphql(
    'bounds',
    'a document has bounds: its length, brackets, fields, things asked at once, levels and cost',
    [
      ask(`{ __typename } #${'x'.repeat(5000)}`, { status: 200 }),
      ask('{ __typename } #'.padEnd(100_001, 'x'), tooLarge),
      ask(`{ ...f0 } ${times(200, (at) => `fragment f${at} on Query { __typename }`)}`, tooLarge),
      ask(nested(250), tooLarge),
      ask(`{ ${listed}(filter: ${filters(210)}) { nodes { ${field} } } }`, tooLarge),
      ask(deep(150), { status: 200 }),
      ...(related === null
        ? []
        : [
            ask(`{ ${related} }`, tooDeep),
            // Whichever of its operations is asked for.
            posted(asked, { query: `query A { __typename } query B { ${related} }`, operationName: 'A' }, tooDeep),
          ]),
      ask(`{ ${times(50, (at) => `a${at}: __typename`)} }`, { status: 200 }),
      ask(`{ ${times(51, (at) => `a${at}: __typename`)} }`, tooLarge),
      ask(`{ ${listed} { nodes { ${times(2100, (at) => `a${at}: ${field}`)} } } }`, tooLarge),
      ask(`{ ${times(9000, () => '__typename')} }`, { status: 400, says: ['tokens'] }),
      ask(`{ ${times(1100, (at) => `a${at}: __typename`)} }`, tooLarge),
      ask(`{ ${times(45, (at) => `a${at}: ${listed}(first: 100) { nodes { ${field} } }`)} }`, {
        status: [200, 400, 413],
      }),
      ...(many
        ? [
            ask(
              `{ ${times(45, (at) => `a${at}: ${listed}(first: 100) { nodes { ${many.as}(first: 100) { nodes { __typename } } } }`)} }`,
              tooLarge,
            ),
          ]
        : []),
      // Few fields in its text, and many where its fragments are spread.
      ask(
        `{ ${times(45, (at) => `a${at}: ${listed}(first: 1) { nodes { ...E } }`)} } fragment E on ${entity.types.object} { ${times(130, (at) => `f${at}: ${field}`)} }`,
        tooLarge,
      ),
      // A fragment that holds itself, directly and around a corner; fragments that double.
      ask('{ ...F } fragment F on Query { ...F }', refused(400, 'malformed')),
      ask('{ ...F } fragment F on Query { ...G } fragment G on Query { ...F }', refused(400, 'malformed')),
      ask(
        `{ ...F0 } ${times(40, (at) => `fragment F${at} on Query { ...F${at + 1} ...F${at + 1} }`)} fragment F40 on Query { __typename }`,
        { status: [200, 400, 413] },
      ),
      ask('{ ...F }', refused(400, 'malformed')),
      // Of a name that is longer than any of ours no more is told again than is needed to know it.
      ...['x'.repeat(300), `${listed}(${'x'.repeat(300)}: 1) { __typename }`, `...${'x'.repeat(300)}`].map((part) =>
        ask(`{ ${part} }`, { ...refused(400, 'malformed'), says: ['x'.repeat(127)], lacks: ['x'.repeat(129)] }),
      ),
      posted(
        asked,
        { query: '{ __typename }', operationName: 'x'.repeat(300) },
        { ...refused(400, 'malformed'), lacks: ['x'.repeat(129)] },
      ),
      ask(`{ ${listed} { nodes { ${field} ... on Nobody { a } } } }`, refused(400, 'malformed')),
      ask(`{ a: __typename b: __typename ...F } fragment F on Query { c: __typename }`, {
        status: 200,
        body: [{ at: '/data', equals: { a: 'Query', b: 'Query', c: 'Query' } }],
      }),
      ask(`{ a: __typename a: ${listed} { nodes { ${field} } } }`, refused(400, 'malformed')),
      ask(`{ ${listed} }`, refused(400, 'malformed')),
      ask(`{ ${listed} { nodes { ${field} { x } } } }`, refused(400, 'malformed')),
      ask(`{ ${listed} { nodes { unheardOf } } }`, refused(400, 'malformed')),
      ask(`{ ${listed}(nonsense: 1) { nodes { ${field} } } }`, refused(400, 'malformed')),
      ask(`{ ${listed}(first: 1) @nonsense { nodes { ${field} } } }`, refused(400, 'malformed')),
      ask(`{ ${listed}(first: 1) { nodes { __typename etag: __typename constructor: ${field} __proto: ${field} } } }`, {
        status: 200,
      }),
      posted(asked, { query: `{ ${surface.path.slice(1)} }` }, refused(400, 'malformed')),
      ask(`{ ${times(40, (at) => `nothing${at}`)} }`, refused(400, 'malformed', { at: '/errors', length: 21 })),
    ],
  )
}

/** Relations of relations, so many levels of them at least; null where they end before. */
const relatedBelow = (
  surface: GraphqlAsked['surface'],
  { relations }: GraphqlAsked['entity'],
  levels: number,
): string | null => {
  if (levels <= 0) return '__typename'
  for (const { as, kind, target } of relations) {
    const of = surface.entities.find(({ name }) => name === target)
    const below = of ? relatedBelow(surface, of, levels - 1) : null
    if (below !== null) return kind === 'many' ? `${as} { nodes { ${below} } }` : `${as} { ${below} }`
  }
  return null
}

const variables = (asked: GraphqlAsked): Scenario => {
  const { listed, field } = asked
  const ask = (query: string, given: JsonObject, expect: Step['expect']): Step =>
    posted(asked, { query, variables: given }, expect)
  const conditional = `query Q($is: Boolean = false) { __typename ${listed}(first: 1) @include(if: $is) { nodes { ${field} } } }`
  const skipped = `query Q($is: Boolean!) { a: __typename b: __typename @skip(if: $is) }`
  const invalid = (path: string, code: string): Step['expect'] => ({
    status: 422,
    body: [{ at: '/errors/0/extensions/errors', some: { '/path': path, '/code': code } }],
  })
  return inGraphql(
    'variables',
    'variables that must be there are, those that decide are true or false, and defaults hold',
    [
      ask(conditional, {}, { status: 200, body: [{ at: '/data', equals: { __typename: 'Query' } }] }),
      ask(conditional, { is: true }, { status: 200, body: [{ at: `/data/${listed}`, present: true }] }),
      ask(conditional, { is: 'true' }, invalid('/variables/is', 'wrong-type')),
      ask(conditional, { is: null }, { status: [200, 422] }),
      ask(skipped, { is: true }, { status: 200, body: [{ at: '/data', equals: { a: 'Query' } }] }),
      ask(skipped, { is: false }, { status: 200, body: [{ at: '/data', equals: { a: 'Query', b: 'Query' } }] }),
      ask(skipped, {}, invalid('/variables/is', 'required')),
      ask(skipped, { is: null }, invalid('/variables/is', 'required')),
      ask(
        `{ a: __typename b: __typename @include(if: false) c: __typename @skip(if: false) @include(if: true) }`,
        {},
        { status: 200, body: [{ at: '/data', equals: { a: 'Query', c: 'Query' } }] },
      ),
      ask(`query Q { __typename @include(if: $nobody) }`, {}, refused(400, 'malformed')),
      ask(`query Q($n: Nobody) { __typename }`, {}, refused(400, 'malformed')),
      ask(`query Q($n: Int!) { ${listed}(first: $n) { nodes { ${field} } } }`, {}, invalid('/variables/n', 'required')),
      ask(`query Q($n: Int) { ${listed}(first: $n) { nodes { ${field} } } }`, { n: 1, unheardOf: 2 }, { status: 200 }),
    ],
  )
}

/** Arguments that come in variables are no better than those in the document: the executor, not the parser, refuses them. */
const arguments_ = (asked: GraphqlAsked): Scenario => {
  const { about, role, listed, field, entity } = asked
  const wrong = (type: string, argument: string, value: JsonObject[string]): Step =>
    posted(
      asked,
      { query: `query Q($v: ${type}) { ${listed}(${argument}: $v) { nodes { ${field} } } }`, variables: { v: value } },
      { status: [200, 422], says: ['"errors"', 'invalid-input'] },
    )
  const filter = entity.types.filter
  const one = (operator: string, value: JsonObject[string], of = field): Step =>
    wrong(filter, 'filter', { [of]: { [operator]: value } })
  const text = about.entity.fields.find(
    (each) => each.isFilterable && filterOperators(each.type).includes('like') && isOpenTo(about, role, each),
  )
  const textAs = entity.fields.find(({ name }) => name === text?.name)?.filterAs
  return inGraphql('arguments', 'a page, a filter and an order are of their form, wherever they come from', [
    ...[1.5, '1', true, [], -1, 0].map((value) => wrong('Int', 'first', value)),
    ...[1, {}, []].map((value) => wrong('String', 'after', value)),
    ...[
      7,
      'x',
      [],
      { [field]: 7 },
      { [field]: 'x' },
      { [field]: [] },
      { unheardOf: { eq: 1 } },
      { and: [7] },
      { not: 'x' },
    ].map((value) => wrong(filter, 'filter', value)),
    one('near', 1),
    one('isNull', 1),
    one('isNull', 'true'),
    one('isNull', null),
    one('like', 1),
    one('startsWith', 1),
    ...(textAs === undefined ? [] : ['like', 'startsWith'].map((operator) => one(operator, null, textAs))),
    posted(asked, { query: `{ ${listed}(after: "AAAA") { nodes { ${field} } } }` }, { says: ['stale-cursor'] }),
    posted(
      asked,
      {
        query: `query Q($v: ${filter}) { ${listed}(filter: $v, first: 1) { nodes { ${field} } } }`,
        variables: { v: { and: null, or: null, not: null, [field]: null } },
      },
      { status: 200, body: [{ at: '/errors', absent: true }] },
    ),
  ])
}

const ids = (asked: GraphqlAsked): Scenario => {
  const { listed, entity } = asked
  const id = (...parts: readonly JsonObject[string][]): string =>
    Buffer.from(JSON.stringify(parts)).toString('base64url')
  const node = (value: string, expect: Step['expect']): Step =>
    posted(asked, { query: 'query Q($id: ID!) { node(id: $id) { id } }', variables: { id: value } }, expect)
  const nothing: Step['expect'] = {
    status: 200,
    body: [
      { at: '/data/node', equals: null },
      { at: '/errors', absent: true },
    ],
  }
  const others = (sent: readonly string[]): Step =>
    posted(
      asked,
      { query: 'query Q($ids: [ID!]!) { nodes(ids: $ids) { id } }', variables: { ids: sent } },
      { says: ['too-large'] },
    )
  const entities = (representation: JsonObject[string]): Step =>
    posted(
      asked,
      {
        query: 'query Q($of: [_Any!]!) { _entities(representations: $of) { __typename } }',
        variables: { of: [representation] },
      },
      { status: 200, body: [{ at: '/data/_entities/0', equals: null }] },
    )
  return inGraphql('ids', 'an id of nothing is nothing, and so many may be asked for at once', [
    posted(
      asked,
      { query: `{ ${listed}(first: 1) { nodes { id } } }` },
      { status: 200 },
      { save: { id: `/data/${listed}/nodes/0/id` } },
    ),
    node('{{id}}', { status: 200, body: [{ at: '/data/node/id', equals: '{{id}}' }] }),
    ...[
      'x',
      '',
      '!',
      id(),
      id('nobody', 1),
      id(entity.node),
      id(entity.node, ...entity.key.map(() => null), 1),
      'x'.repeat(5000),
    ].map((each) => node(each, nothing)),
    others(Array.from({ length: 101 }, () => 'x')),
    ...[
      {},
      7,
      null,
      { __typename: 'Nobody' },
      { __typename: entity.types.object, id: 'x' },
      { __typename: entity.types.object, id: 7 },
    ].map(entities),
  ])
}
