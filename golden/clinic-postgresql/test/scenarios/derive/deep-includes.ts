import type { RelationModel } from '../../../src/runtime/index.ts'
import type { Scenario } from '../scenario.ts'
import { type About, aboutEntity, listed, revealsAlong, roleThat, shownTo } from './derivation.ts'
import { mayFollow, maySee, related, relatedRows } from './related.ts'

/** Relations of relations come with their rows, and are included so many levels deep, and no deeper. */
export const deepIncludeScenarios = (about: About): readonly Scenario[] => [
  ...bounded(about),
  ...costly(about),
  ...filled(about),
]

const bounded = (about: About): readonly Scenario[] => {
  const path = about.path('list')
  const role = roleThat(about, ['list'])
  const most = about.model.limits.includeDepthMax
  const chain = role === undefined ? null : chainFrom(about, role, most + 1)
  if (path === null || role === undefined || !chain) return []
  const ask = (levels: number, expect: Scenario['steps'][number]['expect']): Scenario['steps'][number] => ({
    as: role,
    method: 'GET',
    path: `${path}?limit=1&include=${chain.slice(0, levels).join('.')}`,
    expect,
  })
  return [
    {
      id: `${about.entity.name}.include.deep`,
      title: `relations are included ${most} levels deep, and no deeper`,
      cites: ['includes', 'bounds'],
      rows: 'example',
      writes: false,
      steps: [
        ...(most > 0 ? [ask(most, { status: 200 })] : []),
        ask(most + 1, { status: 422, body: [{ at: '/code', equals: 'invalid-input' }], says: ['levels deep'] }),
      ],
    },
  ]
}

/** What rows and relations cost together is refused before it is asked for (docs/semantics.md, Bounds). */
const costly = (about: About): readonly Scenario[] => {
  const path = about.path('list')
  const role = roleThat(about, ['list'])
  const { pageSizeMax, includeDepthMax, costMax } = about.model.limits
  if (path === null || role === undefined) return []
  const dear = chainsFrom(about, role, includeDepthMax).find(
    (chain) => 1 + pageSizeMax * costBelow(about, chain) > costMax,
  )
  if (!dear) return []
  const asked = `${path}?limit=${pageSizeMax}&include=${dear.map(({ name }) => name).join('.')}`
  return [
    {
      id: `${about.entity.name}.include.cost`,
      title: 'rows with their relations that cost too much together are refused',
      cites: ['bounds'],
      rows: 'any',
      writes: false,
      steps: [
        { as: role, method: 'GET', path: asked, expect: { status: 413, body: [{ at: '/code', equals: 'too-large' }] } },
      ],
    },
  ]
}

/** Every way along relations that the role may follow, up to so many. */
const chainsFrom = (about: About, role: string, length: number): readonly (readonly RelationModel[])[] =>
  length === 0
    ? []
    : about.entity.relations.flatMap((relation) => {
        const target = follow(about, relation, role)
        return target ? [[relation], ...chainsFrom(target, role, length - 1).map((rest) => [relation, ...rest])] : []
      })

/** A row costs one, and a page of rows one and its rows. */
const costBelow = (about: About, [relation, ...rest]: readonly RelationModel[]): number =>
  relation === undefined
    ? 1
    : 1 +
      (relation.kind === 'one'
        ? costBelow(about, rest)
        : 1 + about.model.limits.pageSizeDefault * costBelow(about, rest))

/** So many relations, one after the other, that the role may follow: to one row at a time where that can be. */
const chainFrom = (about: About, role: string, length: number): readonly string[] | null => {
  if (length === 0) return []
  const relations = about.entity.relations.toSorted((a, b) => Number(a.kind === 'many') - Number(b.kind === 'many'))
  for (const relation of relations) {
    const target = follow(about, relation, role)
    const rest = target && chainFrom(target, role, length - 1)
    if (rest) return [relation.name, ...rest]
  }
  return null
}

const follow = (about: About, relation: RelationModel, role: string): About | null => {
  const entity = about.model.entities.find(({ name }) => name === relation.target)
  return entity && mayFollow(about, relation, role) ? aboutEntity(about, entity) : null
}

/** Rows below rows below the first row, each with its values. */
const filled = (about: About): readonly Scenario[] => {
  const path = about.path('list')
  const [key = ''] = about.entity.key
  const { includeDepthMax, includeCountMax, pageSizeDefault } = about.model.limits
  if (path === null || key === '' || Math.min(includeDepthMax, includeCountMax) < 2) return []
  return about.entity.relations.flatMap((outer) => {
    const found = outer.kind === 'many' ? throughBoth(about, outer) : null
    if (!found) return []
    const { role, between, inner, target } = found
    const [row = {}] = listed(about, role)
    const rows = relatedRows(between, outer, role, row)
    const below = rows.flatMap((each) => relatedRows(target, inner, role, each))
    if (below.length === 0 || Math.max(rows.length, below.length) > pageSizeDefault) return []
    const items = rows.map((each) => ({
      ...shownTo(between, role, each),
      [inner.name]: related(target, inner, role, each),
    }))
    return [
      {
        id: `${about.entity.name}.include.deep.${outer.name}.${inner.name}`,
        title: `${outer.name} come with their rows, and those with their ${inner.name}`,
        cites: ['includes'],
        rows: 'example',
        writes: false,
        steps: [
          {
            as: role,
            method: 'GET',
            path: `${path}?limit=1&fields=${key}&include=${outer.name}.${inner.name}`,
            expect: { status: 200, body: [{ at: `/items/0/${outer.name}`, equals: { items, next: null } }] },
          },
        ],
      },
    ]
  })
}

interface Both {
  readonly role: string
  readonly between: About
  readonly inner: RelationModel
  readonly target: About
}

/** The first role that may follow this relation, and another of what it leads to. */
const throughBoth = (about: About, outer: RelationModel): Both | null => {
  const ofName = (name: string) => about.model.entities.find((each) => each.name === name)
  const entity = ofName(outer.target)
  if (!entity || revealsAlong(about, outer).length > 0) return null
  const between = aboutEntity(about, entity)
  for (const inner of entity.relations) {
    const last = ofName(inner.target)
    if (!last || revealsAlong(between, inner).length > 0) continue
    const role = about.model.access.roles.find(
      (each) =>
        about.can(each, 'list', about.rows[0]) &&
        maySee(about, outer, entity, each) &&
        maySee(between, inner, last, each),
    )
    if (role !== undefined) return { role, between, inner, target: aboutEntity(about, last) }
  }
  return null
}
