import type { JsonObject } from '../../../src/runtime/index.ts'
import type { Scenario } from '../scenario.ts'
import { isReference, newBody } from './bodies.ts'
import { type About, keyOf, roleThat, shownTo } from './derivation.ts'

/** Whose claims the last example rows belong to. */
const elsewhere = 1

/** A key that another tenant has already is free, and from then on names a row of either. */
export const sameKeyScenarios = (about: About): readonly Scenario[] => {
  const { entity, rows } = about
  const role = roleThat(about, ['create', 'read'])
  const [mine, theirs] = [rows[0], rows.at(-1)]
  const path = about.path('create')
  if (!isWithinTenant(about) || role === undefined || path === null || !mine || !theirs) return []
  const made = newBody(about, role)
  const own = about.path('read', theirs)
  const isOurs = entity.key.every((name) => !isReference(about, name))
  if (made === null || own === null || !isOurs || !about.can(role, 'read', theirs, elsewhere)) return []
  const key = keyOf(entity, theirs)
  const body: JsonObject = { ...made, ...key }
  // Whatever else must be unique is another's: the key alone is in the way.
  const again: JsonObject = { ...(newBody(about, role, 1) ?? made), ...key }
  const places = Object.entries(body).map(([name, equals]) => ({ at: `/${name}`, equals }))
  const post = { as: role, method: 'POST', path, body } as const
  return [
    {
      id: `${entity.name}.create.key-elsewhere`,
      title: 'a key that another tenant has is free, and names a row of each',
      cites: ['tenancy'],
      rows: 'example',
      writes: true,
      steps: [
        { ...post, expect: { status: 201, body: places } },
        {
          ...post,
          body: again,
          expect: {
            status: 409,
            body: [{ at: '/errors', each: { at: '/path', equals: entity.key.map((name) => `/${name}`).toSorted() } }],
          },
        },
        { as: role, method: 'GET', path: own, expect: { status: 200, body: places } },
        {
          as: `${role}#${elsewhere}`,
          method: 'GET',
          path: own,
          expect: { status: 200, body: [{ at: '', equals: shownTo(about, role, theirs, elsewhere) }] },
        },
      ],
    },
  ]
}

/** Clients give a part of the key, and no row that has no tenant refers to one of these. */
const isWithinTenant = ({ model, entity: { name, key, fields, tenantField } }: About): boolean =>
  tenantField !== undefined &&
  !key.includes(tenantField) &&
  fields.some((field) => key.includes(field.name) && field.writable !== 'never') &&
  !model.entities.some(
    (other) =>
      other.tenantField === undefined && other.relations.some(({ kind, target }) => kind === 'one' && target === name),
  )
