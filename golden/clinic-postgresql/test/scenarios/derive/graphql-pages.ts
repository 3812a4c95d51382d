import type { Json } from '../../../src/runtime/index.ts'
import type { Check, Scenario, Step } from '../scenario.ts'
import { aboutEntity, type Derivation, listed, revealsAlong, roleThat } from './derivation.ts'
import { inGraphql, posted } from './graphql-asked.ts'
import type { GraphqlListing } from './graphql-listing.ts'
import { mayInclude } from './pages.ts'
import { siblingsOf } from './siblings.ts'

/** What a page says of itself (Relay cursor connections), however it was told where to begin. */
export const graphqlPages = (deriving: Derivation, asked: GraphqlListing): readonly Scenario[] => [
  ...ofRows(asked),
  ...backward(asked),
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

const ofRows = (asked: GraphqlListing): readonly Scenario[] => {
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

/** Rows from the end, and before and after the cursor of each (Relay cursor connections, section 4.4). */
const backward = (asked: GraphqlListing): readonly Scenario[] => {
  const { entity, listed: root, field, about, role } = asked
  const count = listed(about, role).length
  if (count < 2 || count > about.model.limits.pageSizeMax) return []
  const at = `/data/${root}`
  const ask = (given: string, page: PageWanted, more: Partial<Step> = {}): Step =>
    posted(
      asked,
      { query: `{ ${root}(${given}) { ${pageInfo} edges { cursor } nodes { ${field} } } }` },
      {
        status: 200,
        body: [
          { at: '/errors', absent: true },
          { at: `${at}/pageInfo/hasPreviousPage`, equals: page.hasPrevious },
          { at: `${at}/pageInfo/hasNextPage`, equals: page.hasNext },
          ...(page.row === undefined
            ? []
            : [
                { at: `${at}/nodes`, equals: [{ [field]: `{{${page.row}}}` }] },
                { at: `${at}/edges`, length: 1 },
              ]),
        ],
      },
      more,
    )
  const refuse = (given: string): Step =>
    posted(
      asked,
      { query: `{ ${root}(${given}) { nodes { ${field} } } }` },
      {
        body: [{ at: '/errors/0/extensions/code', equals: 'invalid-input' }],
      },
    )
  const last = count - 1
  const save = {
    first: `${at}/nodes/0/${field}`,
    second: `${at}/nodes/1/${field}`,
    last: `${at}/nodes/${last}/${field}`,
    beforeLast: `${at}/nodes/${last - 1}/${field}`,
    cursor0: `${at}/edges/0/cursor`,
    cursor1: `${at}/edges/1/cursor`,
    cursorLast: `${at}/edges/${last}/cursor`,
  }
  return [
    inGraphql(`pages.backward.${entity.name}`, 'rows have cursors, from which a list is read both ways', [
      ask(`first: ${count}`, { hasPrevious: false, hasNext: false }, { save }),
      ask(`last: ${count}`, { hasPrevious: false, hasNext: false }),
      ask('first: 1, after: "{{cursor0}}"', { hasPrevious: true, hasNext: count > 2, row: 'second' }),
      ask('last: 1', { hasPrevious: true, hasNext: false, row: 'last' }),
      ask('last: 1, before: "{{cursorLast}}"', { hasPrevious: count > 2, hasNext: true, row: 'beforeLast' }),
      ask('before: "{{cursor1}}"', { hasPrevious: false, hasNext: true, row: 'first' }),
      ...sortedBackward(asked, ask, save),
      refuse('first: 1, last: 1'),
      refuse('first: 1, before: "{{cursorLast}}"'),
      refuse('after: "{{cursor0}}", before: "{{cursorLast}}"'),
      refuse('last: 0'),
      posted(
        asked,
        { query: `{ ${root}(last: 1, before: "none") { nodes { ${field} } } }` },
        { says: ['stale-cursor'] },
      ),
    ]),
  ]
}

/** In an order in which some rows have no value, which stand last both ways: read back from a row that has one. */
const sortedBackward = (
  { about, entity, role }: GraphqlListing,
  ask: (given: string, page: PageWanted, more?: Partial<Step>) => Step,
  save: Readonly<Record<string, string>>,
): readonly Step[] => {
  const rows = listed(about, role)
  const sorted = about.entity.fields.find(({ name, isSortable, reveal, protect }) => {
    const lacking = rows.filter((row) => (row[name] ?? null) === null).length
    return isSortable && !reveal && !protect && lacking > 0 && rows.length - lacking >= 2
  })
  const as = entity.fields.find(({ name }) => name === sorted?.name)?.as
  if (as === undefined) return []
  return ['ASC', 'DESC'].flatMap((way): readonly Step[] => {
    const order = `, orderBy: [${as}_${way}]`
    const count = rows.length
    return [
      ask(`first: ${count}${order}`, { hasPrevious: false, hasNext: false }, { save }),
      ask(`last: 1${order}`, { hasPrevious: true, hasNext: false, row: 'last' }),
      ask(`last: 1, before: "{{cursorLast}}"${order}`, { hasPrevious: count > 2, hasNext: true, row: 'beforeLast' }),
      ask(`last: 1, before: "{{cursor1}}"${order}`, { hasPrevious: false, hasNext: true, row: 'first' }),
    ]
  })
}

interface PageWanted {
  readonly hasPrevious: boolean
  readonly hasNext: boolean
  /** What is saved of its one row. */
  readonly row?: string
}

const ofRelated = (deriving: Derivation, asked: GraphqlListing): readonly Scenario[] => {
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
    const named = other.entity.key[0]
    const last = (also: string, is: Check, more: Partial<Step> = {}): Step =>
      posted(
        asked,
        { query: `{ ${root}(${filter}, first: 1) { nodes { ${as}(last: 1) { nodes { ${named} } ${also} } } } }` },
        { status: 200, body: [{ at: `${at}/nodes/0/${named}`, ...is }] },
        { as: role, ...more },
      )
    return [
      inGraphql(
        `pages.${entity.name}.${name}`,
        'a page of related rows says whether there is one before and after it, however it was asked for',
        [
          ...siblings.map((body): Step => ({ as: role, method: 'POST', path, body, expect: { status: 201 } })),
          ...first.map((begins) => ask(begins, true, { save: { next: `${at}/pageInfo/endCursor` } })),
          ...second.map((begins) => ask(begins, false)),
          // Read from their end, with the place of each and without; what has no key has no order that ends.
          ...(named === undefined
            ? []
            : [
                last('pageInfo { endCursor }', { matches: '.+' }, { save: { last: `${at}/nodes/0/${named}` } }),
                last('', { equals: '{{last}}' }),
              ]),
        ],
        { writes: true },
      ),
    ]
  })
}

const page = (
  asked: GraphqlListing,
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
        { at: `${at}/pageInfo/startCursor`, matches: '.+' },
        // Of one row.
        { at: `${at}/pageInfo/endCursor`, matches: '.+' },
        ...(isLast === null ? [] : [{ at: `${at}/pageInfo/hasNextPage`, equals: !isLast }]),
      ],
    },
    more,
  )
