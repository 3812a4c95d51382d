import type { FieldModel, Json } from '../../../src/runtime/index.ts'
import type { Scenario, Step } from '../scenario.ts'
import { invalid } from './creation-plan.ts'
import { type About, roleThat } from './derivation.ts'
import { get, scenario } from './update-source.ts'

/** What is taken and never given: no answer holds it, and nobody asks by it. */
export const writeOnlyScenarios = (about: About): readonly Scenario[] => {
  const { entity, rows } = about
  const [row, other] = rows
  const one = row && about.path('update', row)
  const role = roleThat(about, ['update', 'read'])
  if (!entity.writeOnly || !row || !one || role === undefined) return []
  return entity.writeOnly.map((field) =>
    scenario(
      about,
      `write-only.${field.name}`,
      `${field.name} is taken, never told, and nothing is asked by it`,
      ['write-only'],
      [...changing(role, one, field, (other ?? row)[field.name] ?? null), ...asking(about, role, one, field)],
    ),
  )
}

const changing = (as: string, path: string, { name }: FieldModel, value: Json): readonly Step[] => [
  get(as, path, { expect: { status: 200, body: [{ at: `/${name}`, absent: true }] }, save: { etag: 'header:etag' } }),
  {
    as,
    method: 'PATCH',
    path,
    body: { [name]: value },
    expect: { status: 200, headers: { etag: { differs: '{{etag}}' } }, body: [{ at: `/${name}`, absent: true }] },
  },
]

const asking = (about: About, as: string, one: string, { name }: FieldModel): readonly Step[] => {
  const list = about.can(as, 'list', about.rows[0]) ? about.path('list') : null
  const refused = (path: string, at: string, code: string): Step => get(as, path, { expect: invalid([[at, code]]) })
  return [
    refused(`${one}?fields=${name}`, `/fields/${name}`, 'unknown'),
    ...(list === null
      ? []
      : [
          get(as, list, { expect: { status: 200, body: [{ at: `/items/0/${name}`, absent: true }] } }),
          refused(`${list}?sort=${name}`, `/sort/${name}`, 'unknown'),
          refused(`${list}?filter[${name}]=x`, `/filter/${name}`, 'unknown'),
        ]),
  ]
}
