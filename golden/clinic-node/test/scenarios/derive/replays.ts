import type { Scenario, Step } from '../scenario.ts'
import { changes, newBody } from './bodies.ts'
import { type About, aboutEntity, revealsAlong, roleThat, seesAll, shownTo } from './deriving.ts'
import { mayInclude } from './pages.ts'
import { scenario } from './updating.ts'

/** What was answered under a key, asked for once more by the same person, who may do less by now. */
export const replayScenarios = (about: About): readonly Scenario[] => [...unread(about), ...lessSeen(about)]

/** One person, whatever their role is. */
const ann = (role: string): string => `${role}/ann`

const unread = (about: About): readonly Scenario[] => {
  const { roles } = about.model.access
  const before = roleThat(about, ['create', 'read'])
  const after = roles.find((role) => about.mayEver(role, 'create') && !about.mayEver(role, 'read'))
  const path = about.path('create')
  const body = before === undefined ? null : newBody(about, before)
  if (before === undefined || after === undefined || path === null || body === null) return []
  const post = (role: string, expect: Step['expect']): Step => ({
    as: ann(role),
    method: 'POST',
    path,
    body,
    headers: { 'idempotency-key': 'unread-{{run}}' },
    expect,
  })
  return [
    scenario(
      about,
      'replay.unread',
      `what was answered is not given again to who may read no ${about.entity.name} any more`,
      ['idempotency', 'authorisation'],
      [
        post(before, { status: 201 }),
        post(after, { status: 404, body: [{ at: '/code', equals: 'not-found' }] }),
        post(before, { status: 201, headers: { 'idempotency-replayed': { equals: 'true' } } }),
      ],
    ),
  ]
}

const lessSeen = (about: About): readonly Scenario[] => {
  const { roles } = about.model.access
  const changing = (role: string, row = about.rows[0]): boolean =>
    ['update', 'read'].every((action) => about.can(role, action, row))
  for (const row of about.rows) {
    const before = roles.find((role) => changing(role, row) && seesAll(about, role, row))
    const after = roles.find((role) => changing(role, row) && !seesAll(about, role, row))
    const one = about.path('update', row)
    if (before === undefined || after === undefined || one === null) continue
    const change = changes(about, after).find(({ value }) => value !== null)
    if (!change) continue
    const body = { [change.field.name]: change.value }
    const patch = (role: string, key: string, expect: Step['expect'], query = ''): Step => ({
      as: ann(role),
      method: 'PATCH',
      path: `${one}${query}`,
      body,
      headers: { 'idempotency-key': `${key}-{{run}}` },
      expect,
    })
    const shown = (role: string): Step['expect'] => ({
      status: 200,
      body: [{ at: '', holds: shownTo(about, role, { ...row, ...body }) }],
    })
    const closed = relationClosedTo(about, before, after)
    return [
      scenario(
        about,
        'replay.less-seen',
        'what was answered is given again as far as its caller may see it now',
        ['idempotency', 'field-access'],
        [patch(before, 'seen', shown(before)), patch(after, 'seen', shown(after))],
      ),
      ...(closed === undefined || !mayInclude(about.model)
        ? []
        : [
            scenario(
              about,
              'replay.include',
              'what was included is not given again to who may not follow it any more, and that is said',
              ['idempotency', 'includes'],
              [
                patch(
                  before,
                  'included',
                  { status: 200, body: [{ at: `/${closed}`, present: true }] },
                  `?include=${closed}`,
                ),
                patch(
                  after,
                  'included',
                  { status: 403, body: [{ at: '/code', equals: 'forbidden' }] },
                  `?include=${closed}`,
                ),
              ],
            ),
          ]),
    ]
  }
  return []
}

/** The name of a relation that one role may follow and the other not. */
const relationClosedTo = (about: About, open: string, closed: string): string | undefined =>
  about.entity.relations.find((relation) => {
    const target = about.model.entities.find(({ name }) => name === relation.target)
    const action = relation.kind === 'one' ? 'read' : 'list'
    if (!target || relation.through || revealsAlong(about, relation).length > 0) return false
    const other = aboutEntity(about, target)
    return other.mayEver(open, action) && !other.mayEver(closed, action)
  })?.name
