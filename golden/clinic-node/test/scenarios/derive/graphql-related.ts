import type { Json, JsonObject } from '../../../src/runtime/index.ts'
import type { Scenario, Step } from '../scenario.ts'
import { aboutEntity, type Derivation, revealsAlong } from './derivation.ts'
import { type GraphqlAsked, inGraphql, posted } from './graphql-asked.ts'
import type { GraphqlListing } from './graphql-listing.ts'
import { mayInclude } from './pages.ts'

/** Pages of related rows below a row: under whatever names their fields are asked for, and where there are none. */
export const graphqlRelated = (deriving: Derivation, asked: GraphqlListing): readonly Scenario[] => {
  const { about, entity, listed, field, row, role } = asked
  if (!mayInclude(deriving.model)) return []
  const steps = entity.relations.flatMap(({ name, as, kind }): readonly Step[] => {
    const relation = about.entity.relations.find((each) => each.name === name)
    const target = deriving.model.entities.find((each) => each.name === relation?.target)
    const of = asked.surface.entities.find((each) => each.name === relation?.target)
    if (!relation || !target || !of || kind !== 'many' || relation.through || target.key.length !== 1) return []
    if (revealsAlong(about, relation).length > 0) return []
    const beyond = aboutEntity(deriving, target)
    const rows = beyond.rows.filter(
      (each) =>
        relation.to.every((to, at) => each[to] === row[relation.from[at] ?? '']) && beyond.can(role, 'list', each),
    )
    const texts = of.fields.filter(
      ({ name: each, shape }) => shape.kind === 'scalar' && rows.every((one) => typeof one[each] === 'string'),
    )
    const key = texts.find(({ name: each }) => each === target.key[0])
    // What is protected is told as its token or mask to some.
    const isPlain = (of_: string): boolean =>
      target.fields.some((each) => each.name === of_ && each.protect === undefined && each.reveal === undefined)
    const other = texts.find(({ name: each }) => each !== target.key[0] && isPlain(each))
    if (!key || !other || rows.length === 0) return []
    const ordered = rows.toSorted((a, b) => (String(a[key.name]) < String(b[key.name]) ? -1 : 1))
    const ask = (within: string, selection: string, nodes: Json): Step =>
      posted(
        asked,
        {
          query: `query Q($v: ${entity.types.filter}) { ${listed}(filter: $v, first: 1) { nodes { ${as}${within} { ${selection} } } } }`,
          variables: { v: { [field]: { eq: row[about.entity.key[0] ?? ''] ?? null } } },
        },
        {
          status: 200,
          body: [
            { at: '/errors', absent: true },
            { at: `/data/${listed}/nodes/0/${as}`, equals: nodes },
          ],
        },
      )
    const proto = posted(
      asked,
      {
        query: `query Q($v: ${entity.types.filter}) { ${listed}(filter: $v, first: 1) { nodes { __proto__: ${as} { nodes { ${key.as} } } } } }`,
        variables: { v: { [field]: { eq: row[about.entity.key[0] ?? ''] ?? null } } },
      },
      { status: 200, body: [{ at: '/errors', absent: true }], says: [`"__proto__":{"nodes":[{"${key.as}":`] },
    )
    const nodes = (selection: string, of_: (each: JsonObject) => JsonObject): Step =>
      ask('', `nodes { ${selection} }`, { nodes: ordered.map(of_) })
    const value = (each: JsonObject, name_: string): Json => each[name_] ?? null
    return [
      nodes(key.as, (each) => ({ [key.as]: value(each, key.name) })),
      nodes(`a: ${key.as}`, (each) => ({ a: value(each, key.name) })),
      nodes(`${key.as} b: ${other.as}`, (each) => ({ [key.as]: value(each, key.name), b: value(each, other.name) })),
      nodes(`b: ${other.as} ${key.as}`, (each) => ({ b: value(each, other.name), [key.as]: value(each, key.name) })),
      nodes(`a: ${key.as} b: ${key.as}`, (each) => ({ a: value(each, key.name), b: value(each, key.name) })),
      nodes(`${key.as} ${of.etag}`, (each) => ({ [key.as]: value(each, key.name), [of.etag]: null })),
      nodes(of.etag, () => ({ [of.etag]: null })),
      proto,
      nodes('__typename', () => ({ __typename: of.types.object })),
      ask(`(filter: { not: { ${key.filterAs}: { isNull: false } } })`, `nodes { a: ${key.as} } edges { cursor }`, {
        nodes: [],
        edges: [],
      }),
    ]
  })
  return steps.length === 0 || entity.key.length !== 1
    ? []
    : [inGraphql(`related.${entity.name}`, 'related rows are the same however they are asked for', steps)]
}

/** One relation under many names: each is a relation more that is included. */
export const manyIncluded = (deriving: Derivation, asked: GraphqlAsked): readonly Scenario[] => {
  const { about, entity, listed, role, row } = asked
  const { includeCountMax } = deriving.model.limits
  const followed = entity.relations.find(({ name, kind }) => {
    const relation = about.entity.relations.find((each) => each.name === name)
    const target = deriving.model.entities.find((each) => each.name === relation?.target)
    if (!relation || !target || kind !== 'many' || relation.through) return false
    return revealsAlong(about, relation).length === 0 && aboutEntity(deriving, target).mayEver(role, 'list')
  })
  if (!followed || !about.can(role, 'list', row) || !mayInclude(deriving.model)) return []
  const names = (count: number): string =>
    Array.from({ length: count }, (_, at) => `a${at}: ${followed.as}(first: 1) { nodes { __typename } }`).join(' ')
  const ask = (count: number, expect: Step['expect']): Step =>
    posted(asked, { query: `{ ${listed}(first: 1) { nodes { ${names(count)} } } }` }, expect)
  return [
    inGraphql(`included.${entity.name}`, 'so many relations may be included at once, and no more', [
      ask(includeCountMax, { status: 200, body: [{ at: '/errors', absent: true }] }),
      ask(includeCountMax + 1, { body: [{ at: '/errors/0/extensions/code', equals: 'invalid-input' }] }),
    ]),
  ]
}
