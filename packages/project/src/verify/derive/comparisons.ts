import type { Json } from '@charter/runtime'
import type { Expect, Scenario, Step } from '../scenario.ts'
import { type AskedEntity, askedEntity } from './asked-entity.ts'
import { invalid } from './creation-plan.ts'
import { type Derivation, isProtected } from './derivation.ts'
import { type GraphqlAsked, graphqlAskedOf, posted, refused } from './graphql-asked.ts'

/** How much a filter may compare with, wherever it stands: in a search, under many names of a document, in a stream that is kept. */
export const comparisonScenarios = (deriving: Derivation): readonly Scenario[] => {
  const asked = askedEntity(deriving)
  if (!asked) return []
  const [found] = graphqlAskedOf(deriving).filter(({ about }) => about.entity.name === asked.about.entity.name)
  return [...searched(asked), ...(found ? inDocuments(found) : [])]
}

/** Values of one condition; and what is more than a stream may keep of them. */
const valuesMax = 10_000
const manyKept = 9000

const scenario = (id: string, title: string, steps: readonly Step[], style: Scenario['in']): Scenario => ({
  id: `comparisons.${id}`,
  title,
  cites: ['bounds'],
  rows: 'example',
  writes: false,
  ...(style && { in: style }),
  steps,
})

/** Short values of its type, none of which is masked or sealed; null where it has none. */
const comparedIn = ({ about, role }: AskedEntity): { readonly field: string; readonly value: Json } | null => {
  const isSeen = (name: string) =>
    about.entity.fields.some((each) => each.name === name && !isProtected(each) && !each.reveal)
  const field = about.entity.fields.find(
    ({ name, type, isFilterable }) => isFilterable && isSeen(name) && type.kind === 'text',
  )
  if (!field || !about.can(role, 'list', about.rows[0])) return null
  return { field: field.name, value: 'abcd' }
}

const searched = (asked: AskedEntity): readonly Scenario[] => {
  const { about, role, list } = asked
  const compared = comparedIn(asked)
  const search = about.path('search')
  if (!compared || search === null) return []
  const ask = (count: number, expect: Expect): Step => ({
    as: role,
    method: 'POST',
    path: search,
    body: { filter: { field: compared.field, op: 'in', value: Array.from({ length: count }, () => compared.value) } },
    expect,
  })
  return [
    scenario(
      'values',
      'a condition compares with so many values, and a path names so many relations',
      [
        ask(valuesMax, { status: 200 }),
        ask(valuesMax + 1, { status: 413, body: [{ at: '/code', equals: 'too-large' }] }),
        {
          as: role,
          method: 'GET',
          path: `${list}?include=${Array.from({ length: 101 }, () => 'a').join('.')}`,
          expect: invalid([['?include', 'too-long']]),
        },
      ],
      'rest',
    ),
  ]
}

const inDocuments = (asked: GraphqlAsked): readonly Scenario[] => {
  const { surface, entity, listed, field } = asked
  const compared = comparedIn(asked)
  const as = compared && entity.fields.find(({ name }) => name === compared.field)?.filterAs
  if (!compared || as === undefined || as === null) return []
  const roots = (count: number): string =>
    Array.from({ length: count }, (_, at) => `a${at}: ${listed}(first: 1, filter: $f) { nodes { ${field} } }`).join(' ')
  const variables = { f: { [as]: { in: Array.from({ length: manyKept }, () => compared.value) } } }
  const typed = `($f: ${entity.types.filter})`
  const rootsMax = 50
  const changes = entity.roots.changes
  return [
    ...(surface.limits.cost < manyKept / 10 + 3 || surface.limits.cost > (manyKept / 10) * rootsMax
      ? []
      : [
          scenario(
            'documents',
            'a variable costs what reading it takes, in each field that has it',
            [
              posted(asked, { query: `query Q${typed} { ${roots(1)} }`, variables }, { status: 200 }),
              posted(asked, { query: `query Q${typed} { ${roots(rootsMax)} }`, variables }, refused(413, 'too-large')),
            ],
            'graphql',
          ),
        ]),
    ...(changes === undefined || surface.limits.cost < manyKept
      ? []
      : [
          scenario(
            'streams',
            'what a stream selects, and so keeps, has a length',
            [
              posted(
                asked,
                { query: `subscription S${typed} { ${changes}(filter: $f) { change } }`, variables },
                { says: ['too-large'] },
                { headers: { accept: 'text/event-stream' } },
              ),
            ],
            'graphql',
          ),
        ]),
  ]
}
