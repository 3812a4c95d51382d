import { type Charter, toModel } from '@charter/charter'
import { jsonVisibility, referredTypes, type VisibleEntities, visibleEntities } from '../read/entities.ts'
import { type VisibleType, visibleType } from '../read/visible.ts'
import type { RestFile } from './routes.ts'
import { surfaceOf } from './surface.ts'

/** What an OpenAPI document can show of a charter: routes, rows, inputs, named types. Not who may do what, nor where rows are. */
export interface VisibleRest {
  readonly title: string
  readonly version: string
  /** `GET /api/patients/{id}` */
  readonly routes: readonly string[]
  readonly entities: VisibleEntities
  readonly types: Readonly<Record<string, VisibleType>>
}

export const visibleRest = (charter: Charter): VisibleRest => {
  const model = toModel(charter, [])
  const { base, routes, files = [] } = surfaceOf(charter)
  const answered = routes.flatMap(({ answers }) => (answers === undefined ? [] : [answers]))
  const entities = visibleEntities(model, answered, (entity, form) =>
    routes.some((route) => route.entity === entity && route.kind === form),
  )
  const spoken = model.operations
    .filter(({ name }) => routes.some((route) => route.operation === name))
    .flatMap(({ input, result }) => [
      ...input.map(({ type }) => type),
      ...(result && 'type' in result ? [result.type] : []),
    ])
    .map((type) => visibleType(type, jsonVisibility))
  return {
    title: charter.title,
    version: charter.version,
    routes: [
      ...new Set([...routes.map(routeText), ...files.flatMap(fileRoutes), ...sessionRoutes(charter, base)]),
    ].sort(),
    entities,
    types: referredTypes([entities, spoken], model, jsonVisibility),
  }
}

const routeText = ({ method, path }: { readonly method: string; readonly path: string }): string =>
  `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`

/** Where bytes are read and sent. */
const fileRoutes = ({ path, isTaken }: RestFile): readonly string[] => [
  routeText({ method: 'GET', path }),
  ...(isTaken
    ? [
        ...['PUT', 'POST', 'DELETE'].map((method) => routeText({ method, path })),
        ...['HEAD', 'PATCH', 'DELETE'].map((method) => routeText({ method, path: `${path}/uploads/:Upload` })),
      ]
    : []),
]

/** Where browsers sign in by a cookie. */
const sessionRoutes = ({ access }: Charter, base: string): readonly string[] =>
  access.cookies
    ? (['DELETE', 'GET', 'POST'] as const).map((method) => routeText({ method, path: `${base}/session` }))
    : []
