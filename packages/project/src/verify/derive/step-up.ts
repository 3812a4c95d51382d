import { type JsonObject, ownedRelations } from '@charter/runtime'
import type { Scenario, Shown, Step } from '../scenario.ts'
import { bodyOf, newBody } from './bodies.ts'
import { type About, aboutEntity, type Derivation, roleThat } from './derivation.ts'

/** Operations that ask for a second factor, of late (RFC 9470). */
export const stepUpScenarios = (deriving: Derivation): readonly Scenario[] => [
  ...deletes(deriving),
  ...deriving.model.entities.flatMap((entity) => stepUpToOwned(aboutEntity(deriving, entity))),
]

const deletes = (deriving: Derivation): readonly Scenario[] => {
  const about = deriving.model.entities
    .map((entity) => aboutEntity(deriving, entity))
    .find(({ entity }) => deriving.model.access.mfa.includes(`${entity.name}.delete`))
  return about ? [stepUpToDelete(about)].filter((each) => each !== null) : []
}

const stepUpToDelete = (about: About): Scenario | null => {
  const [row] = about.rows
  const maker = about.path('create') === null ? undefined : roleThat(about, ['create', 'read', 'delete'])
  const body = maker === undefined || about.path('read', row) === null ? null : newBody(about, maker)
  const role =
    maker ?? about.model.access.roles.find((each) => about.can(each, 'delete', row) && about.can(each, 'read', row))
  const path = body === null ? about.path('remove', row) : '{{location}}'
  if (about.path('remove', row) === null || path === null || role === undefined) return null
  const weak: readonly Shown[] = [
    { by: 'development', claims: { amr: null } },
    { by: 'development', claims: { amr: ['pwd'] } },
    { by: 'development', claims: { auth_time: null } },
    { by: 'development', claims: { auth_time: -16 * 60 } },
    { by: 'development', claims: { auth_time: 3600 } },
    ...(about.model.access.accepts.includes('api-key') ? [{ by: 'api-key' } as const] : []),
  ]
  const remove = (shows: Shown, status: number, code?: string): Step => ({
    as: role,
    shows,
    method: 'DELETE',
    path,
    expect: { status, ...(code !== undefined && { body: [{ at: '/code', equals: code }] }) },
  })
  return {
    id: 'sign-in.step-up',
    title: `${about.entity.name}.delete takes a second factor of the last quarter of an hour`,
    cites: ['precedence'],
    rows: 'example',
    writes: true,
    steps: [
      // Nothing refers to a row that was just made.
      ...(body === null
        ? []
        : [
            {
              as: role,
              method: 'POST',
              path: about.path('create') ?? '',
              body,
              expect: { status: 201 },
              save: { location: 'header:location' },
            } as const,
          ]),
      ...weak.map((shows) => remove(shows, 401, 'step-up-required')),
      ...(body === null && isReferredTo(about)
        ? []
        : [remove({ by: 'development', claims: { auth_time: -14 * 60 } }, 204)]),
    ],
  }
}

/** Whether an entity's rows refer to rows of this one: then they may not let it go. */
const isReferredTo = ({ model, entity }: About): boolean =>
  model.entities.some(({ relations }) => relations.some(({ kind, target }) => kind === 'one' && target === entity.name))

/** A list of owned rows in the place of another takes those away: who may do that with a second factor alone needs one here, too. */
const stepUpToOwned = (about: About): readonly Scenario[] => {
  const { mfa } = about.model.access
  const { name } = about.entity
  const [row] = about.rows
  const owned = ownedRelations(about.entity).filter(({ target }) => mfa.includes(`${target}.delete`))
  const role = roleThat(about, ['read', 'update'])
  const one = row && about.path('update', row)
  if (!row || !one || owned.length === 0 || role === undefined) return []
  if (['read', 'update'].some((action) => mfa.includes(`${name}.${action}`))) return []
  const change = (
    method: 'PATCH' | 'PUT',
    body: JsonObject,
    expect: Step['expect'],
    more: Partial<Step> = {},
  ): Step => ({
    as: role,
    shows: { by: 'development', claims: { amr: null } },
    method,
    path: one,
    body,
    expect,
    ...more,
  })
  const required: Step['expect'] = { status: 401, body: [{ at: '/code', equals: 'step-up-required' }] }
  return [
    {
      id: `sign-in.step-up.${name}`,
      title: 'a change that takes owned rows away takes the second factor that deleting them takes',
      cites: ['precedence'],
      rows: 'example',
      writes: true,
      steps: [
        ...owned.map((relation) => change('PATCH', { [relation.name]: [] }, required)),
        ...(about.path('replace', row) === null ? [] : [change('PUT', bodyOf(about, role, row, 'replace'), required)]),
        change('PATCH', {}, { status: 200 }),
        ...owned.map((relation) =>
          // What refers to them, or a rule of theirs, may keep them.
          change('PATCH', { [relation.name]: [] }, { status: [200, 403, 409] }, { shows: { by: 'development' } }),
        ),
      ],
    },
  ]
}
