import type { FieldModel } from '../../../src/runtime/index.ts'
import { isChecked } from '../examples/index.ts'
import type { Place, Scenario } from '../scenario.ts'
import { bodyOf, isReference, isSpokenOf, newBody, writable } from './bodies.ts'
import { createRefusals } from './create-refusals.ts'
import { type CreationPlan, placesOf, post, scenario } from './creation-plan.ts'
import { type About, roleThat } from './derivation.ts'
import { goodValues } from './good-values.ts'
import { everyRow } from './pages.ts'

/** Creating: what is sent reads back, defaults, and every constraint violated once. */
export const createScenarios = (about: About): readonly Scenario[] => {
  const path = about.path('create')
  const role = roleThat(about, ['create', 'read']) ?? roleThat(about, ['create'])
  const [row] = about.rows
  if (path === null || role === undefined || !row) return []
  const creating: CreationPlan = { about, role, path, body: newBody(about, role) ?? bodyOf(about, role, row, 'create') }
  return [
    ...(newBody(about, role) === null || !about.can(role, 'read', row)
      ? []
      : [...made(creating), ...defaults(creating), ...kept(creating)]),
    ...createRefusals(creating),
  ]
}

const made = (creating: CreationPlan): readonly Scenario[] => {
  const { about, role, body } = creating
  return [
    scenario(
      creating,
      'reads-back',
      'what is created is answered, and reads back at its address as it was sent',
      ['update'],
      [
        {
          ...post(creating, body, {
            status: 201,
            headers: {
              ...(about.path('read', about.rows[0]) === null ? {} : { location: { matches: '/.+' } }),
              etag: { matches: '"[^"]+"' },
            },
            body: placesOf(about, body),
          }),
          save: { location: 'header:location', made: '', etag: 'header:etag' },
        },
        ...(about.path('read', about.rows[0]) === null
          ? []
          : [
              {
                as: role,
                method: 'GET',
                path: '{{location}}',
                expect: {
                  status: 200,
                  headers: { etag: { equals: '{{etag}}' } },
                  body: [{ at: '', equals: '{{made}}' }],
                },
              } as const,
            ]),
        ...(about.can(role, 'list', about.rows[0]) && about.path('list') !== null
          ? [everyRow(about, role, '', { status: 200, body: [{ at: '/items', contains: '{{made}}' }] })]
          : []),
      ],
    ),
  ]
}

/** Left out, optional fields are null and fields with a default take it. */
const defaults = (creating: CreationPlan): readonly Scenario[] => {
  const { about, role, body } = creating
  const optional = writable(about, role, 'create').filter(
    (field) =>
      (field.isOptional || field.default !== undefined) &&
      !about.entity.key.includes(field.name) &&
      !isSpoken(about, field),
  )
  if (optional.length === 0) return []
  const sent = Object.fromEntries(
    Object.entries(body).filter(([name]) => !optional.some((field) => field.name === name)),
  )
  const today = (field: FieldModel): Place[] =>
    field.default?.kind === 'value'
      ? [{ at: `/${field.name}`, equals: field.default.value }]
      : field.default
        ? [{ at: `/${field.name}`, differs: null }]
        : [{ at: `/${field.name}`, equals: null }]
  return [
    scenario(
      creating,
      'defaults',
      'what is left out takes its default, or has no value',
      ['input'],
      [post(creating, sent, { status: 201, body: [...optional.flatMap(today), ...placesOf(about, sent)] })],
    ),
  ]
}

/** Values at the edges of what is set once: each is taken, in its one form. Those of other fields are changed to (updates.ts). */
const kept = (creating: CreationPlan): readonly Scenario[] => {
  const { about, role, body } = creating
  return writable(about, role, 'create').flatMap((field) => {
    const { key, unique } = about.entity
    const isFree =
      field.writable === 'create' &&
      !key.includes(field.name) &&
      !unique.some(({ fields }) => fields.includes(field.name)) &&
      !isReference(about, field.name) &&
      !isSpoken(about, field)
    const values = isFree ? goodValues(field, about.model.types) : []
    return values.length === 0
      ? []
      : [
          scenario(
            creating,
            `keeps.${field.name}`,
            `${field.name} takes every value of its type, in one form`,
            ['values', 'input'],
            values.map(({ value, canonical }, at) =>
              post(
                creating,
                { ...(newBody(about, role, at) ?? body), [field.name]: value },
                { status: 201, body: [{ at: `/${field.name}`, equals: canonical }] },
              ),
            ),
          ),
        ]
  })
}

/** Whether a rule or check speaks of the field, so that leaving it out may be refused for another reason. */
const isSpoken = (about: About, { name }: FieldModel): boolean =>
  isSpokenOf(about, name) || isChecked(about.entity, name)
