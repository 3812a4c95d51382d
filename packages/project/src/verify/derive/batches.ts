import type { Scenario, Step } from '../scenario.ts'
import { changes, newBody } from './bodies.ts'
import { type About, aboutEntity, keyOf, revealsAlong, roleThat } from './derivation.ts'
import { longestPage, rowsCounted } from './pages.ts'

/** Several calls in one request: each for itself, or all in one transaction. */
export const batchScenarios = (about: About): readonly Scenario[] => {
  const route = about.surface.routes.find(({ kind }) => kind === 'batch')
  const role = roleThat(about, ['create', 'read', 'list'])
  const body = role === undefined ? null : newBody(about, role)
  const [row] = about.rows
  const list = about.path('list')
  if (!route || role === undefined || body === null || !row || list === null) return []
  const { name } = about.entity
  const count = about.rows.filter((each) => about.can(role, 'list', each)).length
  const counted = (value: number): Step => rowsCounted(about, role, value)
  const at = keyOf(about.entity, row)
  const read = { operation: `${name}.read`, key: at }
  const create = { operation: `${name}.create`, value: body }
  const wrong = { operation: `${name}.create`, value: { ...body, notAField: 1 } }
  const batch = (
    calls: readonly object[],
    atomic: boolean,
    expect: Step['expect'],
    as: string | null = role,
  ): Step => ({
    as,
    method: 'POST',
    path: route.path,
    body: { atomic, calls: calls as never },
    expect,
  })
  const statuses = (...equals: readonly number[]): Step['expect'] => ({
    status: 200,
    body: [{ at: '/results', each: { at: '/status', equals } }],
  })
  const scenario = (id: string, title: string, steps: readonly Step[]): Scenario => ({
    id: `${name}.batch.${id}`,
    title,
    cites: ['transaction'],
    rows: 'example',
    writes: true,
    steps,
  })
  const refused = about.model.access.roles.find((each) => !about.mayEver(each, 'create'))
  const trail = about.path('audit', row)
  const auditor = about.model.access.roles.find((each) => about.can(each, 'audit', row))
  const [change] = about.can(role, 'update', row) && about.path('update', row) !== null ? changes(about, role) : []
  const update = change && { operation: `${name}.update`, key: at, value: { [change.field.name]: change.value } }
  return [
    scenario('each', 'calls of a batch that is not atomic stand each for itself', [
      batch([read, wrong, create], false, statuses(200, 422, 200)),
      counted(count + 1),
    ]),
    scenario('atomic', 'one failure undoes an atomic batch whole', [
      batch([create, wrong], true, {
        status: 200,
        body: [
          { at: '/results', length: 2 },
          { at: '/results/1/status', equals: 422 },
          { at: '/results/0/problem/code', equals: 'operation-failed' },
        ],
      }),
      counted(count),
      batch([read, create], true, statuses(200, 200)),
      counted(count + 1),
    ]),
    ...(trail === null || auditor === undefined || !update
      ? []
      : [
          scenario('undone', 'what an atomic batch has undone is on record as that', [
            batch([update, wrong], true, statuses(409, 422)),
            {
              as: auditor,
              method: 'GET',
              path: `${trail}?limit=${longestPage(about.model)}`,
              walk: true,
              expect: {
                status: 200,
                body: [{ at: '/items', some: { '/operation': `${name}.update`, '/outcome': 'undone' } }],
              },
              withinMs: 3000,
            },
          ]),
        ]),
    ...(trail === null || auditor === undefined || !about.can(auditor, 'read', row)
      ? []
      : [
          scenario('keyless', 'what is on no row goes on no row’s record, whatever key is given with it', [
            {
              ...batch([{ operation: `${name}.list`, key: at }], false, statuses(200)),
              headers: { 'x-request-id': 'list-{{run}}' },
            },
            // Both are buffered, and go on record in their order.
            {
              as: auditor,
              method: 'GET',
              path: about.path('read', row) ?? '',
              headers: { 'x-request-id': 'read-{{run}}' },
              expect: { status: 200 },
            },
            {
              as: auditor,
              method: 'GET',
              path: `${trail}?limit=${longestPage(about.model)}`,
              walk: true,
              withinMs: 3000,
              expect: { status: 200, says: ['read-{{run}}'], lacks: ['list-{{run}}'] },
            },
          ]),
        ]),
    scenario('bounds', 'a batch has 1 to 100 calls, and a caller who is known', [
      batch([], false, { status: 422 }),
      batch(
        Array.from({ length: about.model.limits.batchMax + 1 }, () => read),
        false,
        { status: [413, 422] },
      ),
      batch([read], false, { status: 401 }, null),
      batch([{ operation: `${name}.nothing` }], false, {
        status: 200,
        body: [{ at: '/results/0/status', equals: 404 }],
      }),
      // What a caller made up is told again, but not at any length.
      batch([{ operation: 'x'.repeat(3000) }], false, {
        status: 200,
        body: [
          { at: '/results/0/status', equals: 404 },
          { at: '/results/0/problem/detail', length: 2000 },
        ],
      }),
    ]),
    ...costly(about, role).map((calls) =>
      scenario('cost', 'a batch costs what all of its calls cost', [
        batch(calls.slice(0, 1), false, statuses(200)),
        batch(calls, false, statuses(...calls.map(() => 413))),
      ]),
    ),
    scenario('changes', 'changes are in the order of their writes alone, and no batch carries what has no end', [
      batch(
        [{ limit: 1 }, { count: true }, {}].map((select) => ({ operation: `${name}.changes`, select })),
        false,
        statuses(422, 422, 501),
      ),
    ]),
    ...(refused === undefined
      ? []
      : [
          scenario('refused', `a batch gives ${refused} nothing that a single call would not`, [
            batch([create], false, statuses(403), refused),
            counted(count),
          ]),
        ]),
  ]
}

/** As many lists, each within what a call may cost, as together cost more; none where no few do. */
const costly = (about: About, role: string): readonly (readonly object[])[] => {
  const { pageSizeMax: limit, costMax, batchMax } = about.model.limits
  const relation = about.entity.relations.find((each) => {
    const target = about.model.entities.find(({ name }) => name === each.target)
    if (!target || each.kind !== 'many' || each.through || revealsAlong(about, each).length > 0) return false
    return aboutEntity(about, target).mayEver(role, 'list')
  })
  if (!relation) return []
  // A page, of which each row costs itself and a page below it (docs/semantics.md, Bounds).
  const cost = 1 + limit * (1 + 1 + limit)
  const times = Math.floor(costMax / cost) + 1
  const call = {
    operation: `${about.entity.name}.list`,
    select: { limit, include: { [relation.name]: { limit } } },
  }
  return times < 2 || times > batchMax ? [] : [Array.from({ length: times }, () => call)]
}
