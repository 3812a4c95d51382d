import { type FieldModel, type Json, mayBeDerived } from '../../../src/runtime/index.ts'
import { isChecked } from '../examples/index.ts'
import type { Scenario } from '../scenario.ts'
import { isSpokenOf, writable } from './bodies.ts'
import { invalid } from './creation-plan.ts'
import type { About } from './derivation.ts'
import { get, scenario, type UpdateSource } from './update-source.ts'

/** One field changes, the others and the tag as they must. */
export const patched = ({ about, role, one }: UpdateSource, field: string, value: Json): Scenario =>
  scenario(
    about,
    `patch.${field}`,
    `PATCH changes ${field} and nothing else; the tag changes with it`,
    ['update'],
    [
      get(role, one, {
        save: { before: '', etag: 'header:etag', own: `/${about.entity.key[0]}`, ...others(about, field) },
      }),
      {
        as: role,
        method: 'PATCH',
        path: one,
        body: { [field]: value },
        expect: {
          status: 200,
          headers: { etag: { differs: '{{etag}}' } },
          body: [{ at: `/${field}`, equals: value }, ...unchanged(about, field)],
        },
        save: { after: '' },
      },
      get(role, one, { expect: { status: 200, body: [{ at: '', equals: '{{after}}' }] } }),
    ],
  )

const others = (about: About, field: string): Record<string, string> =>
  Object.fromEntries(
    about.entity.fields.flatMap((each, at) => (isOther(about, each, field) ? [[`field${at}`, `/${each.name}`]] : [])),
  )

const unchanged = (about: About, field: string) =>
  about.entity.fields.flatMap((each, at) =>
    isOther(about, each, field) ? [{ at: `/${each.name}`, equals: `{{field${at}}}` }] : [],
  )

/** A hook may change with a field what it derives of it. */
const isOther = ({ entity }: About, each: FieldModel, field: string): boolean =>
  each.name !== field && !mayBeDerived(entity, each)

/** A PATCH of nothing changes nothing. */
export const untouched = ({ about, role, one }: UpdateSource): readonly Scenario[] => [
  scenario(
    about,
    'patch.nothing',
    'a PATCH of nothing leaves the row as it is',
    ['update', 'input'],
    [
      get(role, one, { save: { before: '' } }),
      {
        as: role,
        method: 'PATCH',
        path: one,
        body: {},
        expect: { status: 200, body: [{ at: '', equals: '{{before}}' }] },
      },
      {
        as: role,
        method: 'PATCH',
        path: one,
        body: {},
        headers: { 'content-type': 'application/merge-patch+json' },
        expect: { status: 200, body: [{ at: '', equals: '{{before}}' }] },
      },
    ],
  ),
]

/** RFC 7396: null takes the value away; where one must be, it is refused. */
export const emptied = ({ about, role, one }: UpdateSource): readonly Scenario[] => {
  const fields = writable(about, role, 'replace').filter(({ name }) => !about.entity.key.includes(name))
  const optional = fields.find(
    ({ isOptional, name }) => isOptional && !isChecked(about.entity, name) && !isSpokenOf(about, name),
  )
  const required = fields.find(({ isOptional, type }) => !isOptional && type.kind !== 'json')
  return [
    ...(optional
      ? [
          scenario(
            about,
            `patch.null.${optional.name}`,
            `null takes ${optional.name}'s value away`,
            ['update', 'input'],
            [
              {
                as: role,
                method: 'PATCH',
                path: one,
                body: { [optional.name]: null },
                expect: { status: 200, body: [{ at: `/${optional.name}`, equals: null }] },
              },
              get(role, one, { expect: { status: 200, body: [{ at: `/${optional.name}`, equals: null }] } }),
            ],
          ),
        ]
      : []),
    ...(required
      ? [
          scenario(
            about,
            `patch.null.${required.name}.refused`,
            `${required.name} must have a value`,
            ['update', 'input'],
            [
              {
                as: role,
                method: 'PATCH',
                path: one,
                body: { [required.name]: null },
                expect: invalid([[`/${required.name}`, 'null']]),
              },
            ],
          ),
        ]
      : []),
  ]
}
