import type { Json } from '../../../src/runtime/index.ts'
import type { Scenario, Step } from '../scenario.ts'
import { aboutEntity, type Deriving, listed, revealsAlong, roleThat } from './deriving.ts'
import type { Listing } from './graphql-answers.ts'
import { inGraphql, posted } from './graphql-asked.ts'
import { mayInclude } from './pages.ts'
import { siblingsOf } from './siblings.ts'

/** What a page says of itself (Relay cursor connections), however it was told where to begin. */
export const graphqlPages = (deriving: Deriving, asked: Listing): readonly Scenario[] => [
  ...ofRows(asked),
  ...ofRelated(deriving, asked),
]

const pageInfo = 'pageInfo { hasPreviousPage hasNextPage startCursor endCursor }'

/** Where a page is asked to begin, by each way to say it: what the field takes, what is declared of the document, what is sent. */
interface Beginning {
  readonly argument: string
  readonly declared?: string
  readonly variables?: { readonly a: Json }
}

const first: readonly Beginning[] = [
  { argument: '' },
  { argument: ', after: null' },
  { argument: ', after: $a', declared: '$a: String' },
  { argument: ', after: $a', declared: '$a: String', variables: { a: null } },
]
const second: readonly Beginning[] = [
  { argument: ', after: "{{next}}"' },
  { argument: ', after: $a', declared: '$a: String', variables: { a: '{{next}}' } },
  { argument: ', after: $a', declared: '$a: String = "{{next}}"' },
]

const ofRows = (asked: Listing): readonly Scenario[] => {
  const { entity, listed: root, field, about, role } = asked
  const count = listed(about, role).length
  if (count < 2) return []
  const ask = (begins: Beginning, isFirst: boolean, more: Partial<Step> = {}): Step =>
    page(asked, begins, {
      query: `{ ${root}(first: 1${begins.argument}) { ${pageInfo} nodes { ${field} } } }`,
      at: `/data/${root}`,
      isFirst,
      isLast: !isFirst && count === 2,
      more,
    })
  return [
    inGraphql(
      `pages.${entity.name}`,
      'a page says whether there is one before and after it, however it was asked for',
      [
        ...first.map((begins) => ask(begins, true, { save: { next: `/data/${root}/pageInfo/endCursor` } })),
        ...second.map((begins) => ask(begins, false)),
      ],
    ),
  ]
}

const ofRelated = (deriving: Deriving, asked: Listing): readonly Scenario[] => {
  const { about, entity, listed: root, field, row } = asked
  const [key] = about.entity.key
  if (!mayInclude(deriving.model) || key === undefined || about.entity.key.length > 1) return []
  if (!deriving.styles.some(({ style }) => style.name === 'rest')) return []
  return entity.relations.flatMap(({ name, as }): readonly Scenario[] => {
    const relation = about.entity.relations.find((each) => each.name === name)
    const target = deriving.model.entities.find((each) => each.name === relation?.target)
    if (!relation || !target || relation.kind !== 'many' || relation.through) return []
    const other = aboutEntity(deriving, target)
    const role = roleThat(other, ['create', 'list'])
    const path = other.path('create')
    if (role === undefined || path === null || !about.can(role, 'list', row)) return []
    if (revealsAlong(about, relation).length > 0) return []
    const siblings = siblingsOf(other, role, relation, [row])
    if (!siblings) return []
    const at = `/data/${root}/nodes/0/${as}`
    const filter = `filter: { ${field}: { eq: ${JSON.stringify(row[key] ?? null)} } }`
    const ask = (begins: Beginning, isFirst: boolean, more: Partial<Step> = {}): Step =>
      page(asked, begins, {
        query: `{ ${root}(${filter}, first: 1) { nodes { ${as}(first: 1${begins.argument}) { ${pageInfo} } } } }`,
        at,
        isFirst,
        isLast: isFirst ? false : null,
        more: { as: role, ...more },
      })
    return [
      inGraphql(
        `pages.${entity.name}.${name}`,
        'a page of related rows says whether there is one before and after it, however it was asked for',
        [
          ...siblings.map((body): Step => ({ as: role, method: 'POST', path, body, expect: { status: 201 } })),
          ...first.map((begins) => ask(begins, true, { save: { next: `${at}/pageInfo/endCursor` } })),
          ...second.map((begins) => ask(begins, false)),
        ],
        { writes: true },
      ),
    ]
  })
}

const page = (
  asked: Listing,
  { declared, variables }: Beginning,
  {
    query,
    at,
    isFirst,
    isLast,
    more,
  }: {
    readonly query: string
    readonly at: string
    readonly isFirst: boolean
    /** Null: nobody knows. */
    readonly isLast: boolean | null
    readonly more: Partial<Step>
  },
): Step =>
  posted(
    asked,
    declared === undefined ? { query } : { query: `query Q(${declared}) ${query}`, ...(variables && { variables }) },
    {
      status: 200,
      body: [
        { at: '/errors', absent: true },
        { at: `${at}/pageInfo/hasPreviousPage`, equals: !isFirst },
        { at: `${at}/pageInfo/startCursor`, equals: null },
        ...(isLast === null
          ? []
          : [
              { at: `${at}/pageInfo/hasNextPage`, equals: !isLast },
              { at: `${at}/pageInfo/endCursor`, ...(isLast ? { equals: null } : { matches: '.+' }) },
            ]),
      ],
    },
    more,
  )
