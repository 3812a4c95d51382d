import type { Json } from '../../../src/runtime/index.ts'
import type { Check, Scenario, Step } from '../scenario.ts'
import type { GraphqlSurface } from '../surfaces.ts'
import { type AskedEntity, askedEntities } from './asked-entity.ts'
import type { Derivation } from './derivation.ts'

type SurfaceEntity = GraphqlSurface['entities'][number]

/** GraphQL, and an entity that it can be tried on. */
export interface GraphqlAsked extends AskedEntity {
  readonly surface: GraphqlSurface
  readonly entity: SurfaceEntity
  /** Root field of its list. */
  readonly listed: string
  /** A field of its key. */
  readonly field: string
}

/** Every entity that GraphQL can be tried on; none where the charter does not serve it. */
export const graphqlAskedOf = (deriving: Derivation): readonly GraphqlAsked[] => {
  const surface = deriving.styles.find(({ style }) => style.name === 'graphql')?.surface as GraphqlSurface | undefined
  if (!surface) return []
  return askedEntities(deriving).flatMap((asked): readonly GraphqlAsked[] => {
    const entity = surface.entities.find(({ name }) => name === asked.about.entity.name)
    const field = entity?.fields.find(({ name }) => name === entity.key[0])?.as
    if (!entity?.roots.list || field === undefined) return []
    return [{ ...asked, surface, entity, listed: entity.roots.list, field }]
  })
}

/** The first; null where there is none. */
export const graphqlAsked = (deriving: Derivation): GraphqlAsked | null => graphqlAskedOf(deriving)[0] ?? null

/** Whether its rows are few enough for what is counted of all of them, and their groups for one page. */
export const mayAggregate = ({ about: { rows, model } }: Pick<GraphqlAsked, 'about'>): boolean =>
  rows.length <= Math.min(model.limits.aggregateRowsMax, model.limits.pageSizeMax)

/** A scenario in GraphQL itself. */
export const inGraphql = (
  id: string,
  title: string,
  steps: readonly Step[],
  more: Partial<Scenario> = {},
): Scenario => ({
  id: `graphql.${id}`,
  title,
  cites: ['problems'],
  rows: 'example',
  writes: false,
  in: 'graphql',
  steps,
  ...more,
})

/** What GraphQL calls a field. */
export const asOf = ({ fields }: SurfaceEntity, name: string): string =>
  fields.find((each) => each.name === name)?.as ?? name

/** An answer without `data`, whose first error has the code. */
export const refused = (
  status: number,
  code: string,
  ...more: readonly ({ at: string } & Check)[]
): Step['expect'] => ({
  status,
  body: [{ at: '/data', absent: true }, { at: '/errors/0/extensions/code', equals: code }, ...more],
})

/** Posts a document to GraphQL, for answers of its own media type. */
export const posted = (
  { surface: { path }, role }: Pick<GraphqlAsked, 'surface' | 'role'>,
  body: Json,
  expect: Step['expect'],
  more: Partial<Step> = {},
): Step => ({
  as: role,
  method: 'POST',
  path,
  headers: { accept: 'application/graphql-response+json', ...more.headers },
  body,
  expect,
  ...Object.fromEntries(Object.entries(more).filter(([name]) => name !== 'headers')),
})
