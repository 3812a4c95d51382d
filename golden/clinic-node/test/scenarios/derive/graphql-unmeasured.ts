import type { Scenario, Step } from '../scenario.ts'
import { type GraphqlAsked, inGraphql, posted } from './graphql-asked.ts'

/** What is protected has no order: the schema measures, groups and sorts by nothing of it. */
export const graphqlUnmeasured = (asked: GraphqlAsked): readonly Scenario[] => {
  const { entity, listed, field } = asked
  const { aggregate } = entity.roots
  const refused = (query: string): Step =>
    posted(asked, { query }, { status: 400, body: [{ at: '/errors/0/extensions/code', equals: 'malformed' }] })
  const steps = entity.fields
    .filter(({ isSortable }) => !isSortable)
    .flatMap(({ as }): readonly Step[] => [
      refused(`{ ${listed}(orderBy: [${as}_ASC]) { nodes { ${field} } } }`),
      ...(aggregate === undefined
        ? []
        : [
            refused(`{ ${aggregate}(groupBy: [${as}]) { groups { count } } }`),
            ...['key', 'sum', 'average', 'min', 'max'].map((measure) =>
              refused(`{ ${aggregate} { groups { ${measure} { ${as} } } } }`),
            ),
          ]),
    ])
  return steps.length === 0
    ? []
    : [inGraphql(`unmeasured.${entity.name}`, 'nothing is counted or ordered by what is protected', steps)]
}
