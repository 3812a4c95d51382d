import type { Scenario } from '../scenario.ts'
import { type GraphqlAsked, inGraphql, mayAggregate, posted } from './graphql-asked.ts'

/** Sums over all rows may be asked so often a minute by each. */
export const rates = (asked: GraphqlAsked): readonly Scenario[] => {
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
