import type { Scenario, Step } from '../scenario.ts'
import { newBody } from './bodies.ts'
import { type About, roleThat } from './derivation.ts'

/** Deleting: gone for everyone, once, guarded by the tag; what others refer to stays. */
export const deleteScenarios = (about: About): readonly Scenario[] => {
  const role = roleThat(about, ['create', 'read', 'delete'])
  const body = role === undefined ? null : newBody(about, role)
  const create = about.path('create')
  if (
    role === undefined ||
    body === null ||
    create === null ||
    about.path('remove', about.rows[0]) === null ||
    about.path('read', about.rows[0]) === null
  )
    return []
  const make: Step = {
    as: role,
    method: 'POST',
    path: create,
    body,
    expect: { status: 201 },
    save: { location: 'header:location', etag: 'header:etag' },
  }
  // Whether the role may change a row is asked before whether there is one.
  const changed = about.mayEver(role, 'update') ? [404, 405] : [403, 405]
  const remove = (headers: Record<string, string>, status: number): Step => ({
    as: role,
    method: 'DELETE',
    path: '{{location}}',
    headers,
    expect: { status },
  })
  return [
    {
      id: `${about.entity.name}.delete`,
      title: 'a row that was deleted is not found again, and a stale tag keeps it',
      cites: ['update', 'precedence'],
      rows: 'example',
      writes: true,
      steps: [
        make,
        remove({ 'if-match': '"stale"' }, 412),
        { as: role, method: 'GET', path: '{{location}}', expect: { status: 200 } },
        remove({ 'if-match': '{{etag}}' }, 204),
        { as: role, method: 'GET', path: '{{location}}', expect: { status: 404 } },
        { as: role, method: 'PATCH', path: '{{location}}', body: {}, expect: { status: changed } },
        remove({}, 404),
      ],
    },
  ]
}
