import type { EntityModel, Json, JsonObject, RelationModel } from '@charter/runtime'
import type { Scenario, Step } from '../scenario.ts'
import {
  type About,
  aboutEntity,
  isOpenTo,
  listed,
  revealsAlong,
  roleThat,
  shownTo,
  statementsOf,
} from './derivation.ts'
import { mayInclude, pageOf } from './pages.ts'
import { firstKeyOf, maySee, related, relatedRows } from './related.ts'

/** Relations: included in one statement each whatever the rows, under their own entity's rule; nested lists. */
export const includeScenarios = (about: About): readonly Scenario[] =>
  about.entity.relations.flatMap((relation) => {
    const target = about.model.entities.find(({ name }) => name === relation.target)
    if (!target || about.entity.key.length === 0) return []
    return [
      ...(mayInclude(about.model) ? [...included(about, relation, target), ...forbidden(about, relation, target)] : []),
      ...nested(about, relation, target),
    ]
  })

const scenario = (
  about: About,
  id: string,
  title: string,
  cites: readonly string[],
  steps: readonly Step[],
): Scenario => ({
  id: `${about.entity.name}.${id}`,
  title,
  cites,
  rows: 'example',
  writes: false,
  steps,
})

const included = (about: About, relation: RelationModel, target: EntityModel): readonly Scenario[] => {
  const other = aboutEntity(about, target)
  const path = about.path('list')
  const role = about.model.access.roles.find(
    (each) => about.can(each, 'list', about.rows[0]) && maySee(about, relation, target, each),
  )
  if (revealsAlong(about, relation).length > 0) return []
  if (path === null || role === undefined || target.key.length === 0) return []
  const page = pageOf(about.model)
  const rows = listed(about, role).slice(0, page)
  const most = Math.max(0, ...rows.map((row) => relatedRows(other, relation, role, row).length))
  if (most > page) return []
  const whole =
    most > about.model.limits.pageSizeDefault ? `include[${relation.name}][limit]=${page}` : `include=${relation.name}`
  const items = rows.map((row) => ({
    ...shownTo(about, role, row),
    [relation.name]: related(other, relation, role, row),
  }))
  const [first] = rows
  const one = first && about.can(role, 'read', first) ? about.path('read', first) : null
  return [
    scenario(
      about,
      `include.${relation.name}`,
      `${relation.name} comes with its rows in one statement more, however many`,
      ['includes', 'authorisation'],
      [
        {
          as: role,
          method: 'GET',
          path: `${path}?limit=${page}&${whole}`,
          expect: {
            status: 200,
            headers: { etag: { absent: true } },
            body: [{ at: '/items', equals: items }],
            statementsMax: statementsOf(2, about.entity, target),
          },
        },
        ...(one === null
          ? []
          : [
              {
                as: role,
                method: 'GET',
                path: `${one}?${whole}`,
                expect: {
                  status: 200,
                  headers: { etag: { absent: true } },
                  body: [{ at: `/${relation.name}`, equals: items[0]?.[relation.name] ?? null }],
                  statementsMax: statementsOf(2, about.entity, target),
                },
              } as const,
            ]),
        ...(relation.kind === 'many' &&
        items[0] &&
        (related(other, relation, role, rows[0] ?? {}) as { items: readonly Json[] }).items.length > 0
          ? [
              {
                as: role,
                method: 'GET',
                path: `${path}?limit=${page}&include[${relation.name}][limit]=1&include[${relation.name}][fields]=${target.key[0]}`,
                expect: {
                  status: 200,
                  body: [
                    {
                      at: `/items/0/${relation.name}/items/0`,
                      equals: { [target.key[0] ?? '']: firstKeyOf(other, relation, role, rows[0] ?? {}) },
                    },
                  ],
                  statementsMax: statementsOf(2, about.entity, target),
                },
              } as const,
            ]
          : []),
      ],
    ),
    ...selected(about, relation, other, role),
  ]
}

/** A filter and an order within an include are those of the rows there: one field of each type. */
const selected = (about: About, relation: RelationModel, other: About, role: string): readonly Scenario[] => {
  const path = about.path('search')
  const limit = pageOf(about.model)
  const rows = listed(about, role).slice(0, limit)
  const below = rows.flatMap((row) => relatedRows(other, relation, role, row))
  if (path === null || relation.kind !== 'many' || below.length === 0) return []
  const open = other.entity.fields.filter(
    (field) => field.isFilterable && field.isSortable && !field.protect && isOpenTo(other, role, field),
  )
  const fields = [...Map.groupBy(open, ({ type }) => type.kind).values()].flatMap(([first]) => first ?? [])
  const steps = fields.flatMap(({ name }): readonly Step[] => {
    const value = below.map((each) => each[name] ?? null).find((each) => each !== null)
    if (value === undefined) return []
    const items = rows.map((row) => ({
      ...shownTo(about, role, row),
      [relation.name]: {
        items: relatedRows(other, relation, role, row)
          .filter((each) => JSON.stringify(each[name]) === JSON.stringify(value))
          .map((each) => shownTo(other, role, each)),
        next: null,
      },
    }))
    const ordered = rows.map((row) => ({
      items: relatedRows(other, relation, role, row, [{ field: name, isDescending: true }]).map((each) => ({
        [name]: each[name] ?? null,
      })),
      next: null,
    }))
    const ask = (within: JsonObject, expected: NonNullable<Step['expect']>['body']): Step => ({
      as: role,
      method: 'POST',
      path,
      body: { limit, include: { [relation.name]: { limit, ...within } } },
      expect: { status: 200, body: expected ?? [] },
    })
    return [
      ask({ filter: { field: name, op: 'eq', value } }, [{ at: '/items', equals: items }]),
      ask(
        { sort: [`-${name}`], fields: [name] },
        ordered.map((equals, at) => ({ at: `/items/${at}/${relation.name}`, equals })),
      ),
    ]
  })
  return [
    scenario(
      about,
      `include.${relation.name}.selected`,
      `${relation.name} come filtered and in order, as asked within the include`,
      ['includes', 'filters'],
      steps,
    ),
  ]
}

const forbidden = (about: About, relation: RelationModel, target: EntityModel): readonly Scenario[] => {
  const path = about.path('list')
  const roles = about.model.access.roles.filter(
    (role) =>
      about.mayEver(role, 'list') &&
      (!maySee(about, relation, target, role) ||
        revealsAlong(about, relation).some(([of, reveal]) => !of.mayEver(role, `reveal:${reveal}`))),
  )
  return path === null
    ? []
    : roles.map((role) => {
        const asked: Step = {
          as: role,
          method: 'GET',
          path: `${path}?include=${relation.name}`,
          expect: { status: 403, body: [{ at: '/code', equals: 'forbidden' }] },
        }
        // The charter's own lines are for who develops it.
        const byToken: Step = {
          ...asked,
          shows: { by: 'provider' },
          expect: { status: 403, body: [{ at: '/why', absent: true }] },
        }
        return scenario(
          about,
          `include.${relation.name}.${role}`,
          `${role} does not see ${relation.target} through ${about.entity.name}`,
          ['includes', 'authorisation'],
          about.model.access.accepts.includes('jwt') ? [asked, byToken] : [asked],
        )
      })
}

/** The list below a row: the same rows as a filtered list of the target, under the target's own rule. */
const nested = (about: About, relation: RelationModel, target: EntityModel): readonly Scenario[] => {
  const other = aboutEntity(about, target)
  const [row] = about.rows
  const route = about.surface.routes.find(
    (each) => each.kind === 'nested' && each.entity === about.entity.name && each.relation === relation.name,
  )
  const role = roleThat(other, ['list'])
  if (!route || !row || target.key.length === 0) return []
  const path = route.path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(row[name])))
  const isTarget = (each: JsonObject) => relation.from.every((field, at) => row[field] === each[relation.to[at] ?? ''])
  const refused = about.model.access.roles.filter((each) => !other.mayEver(each, 'list'))
  const list = (as: string, query: string, isAsked: (each: JsonObject) => boolean): Step => ({
    as,
    method: 'GET',
    path: `${path}?limit=1${query}`,
    walk: true,
    expect: {
      status: 200,
      body: [{ at: '/items', equals: listed(other, as, [], isAsked).map((each) => shownTo(other, as, each)) }],
    },
  })
  const [key = ''] = target.key
  const outside = target.fields.some(({ name, isFilterable }) => name === key && isFilterable)
    ? other.rows.find((each) => !isTarget(each))?.[key]
    : undefined
  return [
    ...(role === undefined || revealsAlong(about, relation).length > 0
      ? []
      : [
          scenario(
            about,
            `nested.${relation.name}`,
            `the rows of ${relation.name} below their ${about.entity.name}`,
            ['includes', 'authorisation'],
            [
              list(role, '', isTarget),
              // Both hold: that it is below this row, and what is asked.
              ...(typeof outside === 'string'
                ? [
                    list(
                      role,
                      `&filter[${key}]=${encodeURIComponent(outside)}`,
                      (each) => isTarget(each) && each[key] === outside,
                    ),
                  ]
                : []),
            ],
          ),
        ]),
    scenario(
      about,
      `nested.${relation.name}.refused`,
      `nobody lists ${relation.name} without a token or without the right`,
      ['precedence'],
      [
        { as: null, method: 'GET', path, expect: { status: 401 } },
        ...refused.map((each): Step => ({ as: each, method: 'GET', path, expect: { status: 403 } })),
      ],
    ),
  ]
}
