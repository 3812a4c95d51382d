import type { JsonObject } from '@charter/runtime'
import type { Scenario, Step } from '../scenario.ts'
import { newBody } from './bodies.ts'
import { listed } from './derivation.ts'
import { type GraphqlAsked, inGraphql, mayAggregate, posted } from './graphql-asked.ts'

/** Sums over all rows may be asked so often a minute by each, and over so many rows. */
export const rates = (asked: GraphqlAsked): readonly Scenario[] => [...howOften(asked), ...howMany(asked)]

const howOften = (asked: GraphqlAsked): readonly Scenario[] => {
  const { aggregate } = asked.entity.roots
  if (aggregate === undefined || !mayAggregate(asked)) return []
  const query = `{ ${aggregate} { isComplete } }`
  const counted = posted(asked, { query }, { status: 200, body: [{ at: '/errors', absent: true }] })
  return [
    {
      ...inGraphql('limited.aggregates', 'sums over all rows may be asked so often by each', [
        counted,
        counted,
        posted(asked, { query }, { body: [{ at: '/errors/0/extensions/code', equals: 'too-many' }] }),
      ]),
      start: { env: { RATE_AGGREGATES: '2' }, says: [] },
    },
  ]
}

/** Rows are made until there is one too many, where a few are enough for that. */
const howMany = (asked: GraphqlAsked): readonly Scenario[] => {
  const { about, entity, role, field } = asked
  const { aggregate } = entity.roots
  const rows = listed(about, role)
  const room = about.model.limits.aggregateRowsMax - rows.length
  const path = about.path('create')
  const [key] = about.entity.key
  if (aggregate === undefined || path === null || key === undefined || room < 0 || room > 5) return []
  const bodies = Array.from({ length: room + 1 }, (_, nth) => newBody(about, role, nth))
  if (!bodies.every((body) => body !== null)) return []
  const make = (body: JsonObject): Step => ({ as: role, method: 'POST', path, body, expect: { status: 201 } })
  const query = `query Q($of: ${entity.types.filter}) { ${aggregate}(filter: $of) { groups { count } } }`
  const ask = (of: JsonObject, expect: Step['expect']): Step => posted(asked, { query, variables: { of } }, expect)
  const counted = (of: JsonObject, count: number): Step =>
    ask(of, { status: 200, body: [{ at: `/data/${aggregate}/groups/0/count`, equals: count }] })
  return [
    inGraphql(
      'aggregates.rows',
      'sums over more rows than may be looked at are refused, and not given of some of them',
      [
        ...bodies.slice(1).map(make),
        counted({}, rows.length + room),
        ...bodies.slice(0, 1).map(make),
        ask({}, { body: [{ at: '/errors/0/extensions/code', equals: 'too-large' }] }),
        counted({ [field]: { in: rows.map((row) => row[key] ?? null) } }, rows.length),
      ],
      { cites: ['bounds'], writes: true },
    ),
  ]
}
