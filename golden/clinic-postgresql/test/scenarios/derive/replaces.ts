import { mayBeDerived } from '../../../src/runtime/index.ts'
import { isChecked } from '../examples/index.ts'
import type { Scenario } from '../scenario.ts'
import { bodyOf, isSpokenOf, writable } from './bodies.ts'
import { invalid } from './creation-plan.ts'
import { scenario, type UpdateSource } from './update-source.ts'

/** Absent as on create: default or no value; required ones are asked for; the key and fixed fields keep theirs. */
export const replaced = ({ about, role, one, row }: UpdateSource): readonly Scenario[] => {
  if (about.path('replace', row) === null) return []
  const whole = bodyOf(about, role, row, 'replace')
  const fields = writable(about, role, 'replace').filter(({ name }) => name !== about.entity.tenantField)
  const droppable = fields.filter(
    ({ name, isOptional, default: preset }) =>
      (isOptional || preset?.kind === 'value') && !isSpokenOf(about, name) && !isChecked(about.entity, name),
  )
  const less = Object.fromEntries(
    Object.entries(whole).filter(([name]) => !droppable.some((field) => field.name === name)),
  )
  const required = fields.filter(({ isOptional, default: preset }) => !isOptional && preset === undefined)
  const missing = required.map(({ name }) => [`/${name}`, 'required'] as const).toSorted(([a], [b]) => (a < b ? -1 : 1))
  const [kept] = about.entity.fields.filter(
    ({ writable: when, name }) => when !== 'always' && name !== about.entity.softDeleteField,
  )
  return [
    scenario(
      about,
      'put.whole',
      'PUT of the whole row as it is gives the row as it is',
      ['update'],
      [
        {
          as: role,
          method: 'PUT',
          path: one,
          body: whole,
          expect: {
            status: 200,
            body: Object.entries(row)
              .filter(([name]) =>
                about.entity.fields.some((field) => field.name === name && !mayBeDerived(about.entity, field)),
              )
              .map(([name, equals]) => ({ at: `/${name}`, equals })),
          },
        },
      ],
    ),
    ...(droppable.length === 0
      ? []
      : [
          scenario(
            about,
            'put.less',
            'what a PUT leaves out becomes its default or has no value, as on create',
            ['update'],
            [
              {
                as: role,
                method: 'PUT',
                path: one,
                body: less,
                expect: {
                  status: 200,
                  body: droppable.map(({ name, default: preset }) => ({
                    at: `/${name}`,
                    equals: preset?.kind === 'value' ? preset.value : null,
                  })),
                },
              },
            ],
          ),
        ]),
    ...(missing.length === 0
      ? []
      : [
          scenario(
            about,
            'put.missing',
            'a PUT without what is required is refused',
            ['update'],
            [{ as: role, method: 'PUT', path: one, body: {}, expect: invalid(missing) }],
          ),
        ]),
    ...(kept
      ? [
          scenario(
            about,
            'put.fixed',
            `sending ${kept.name}, which is not written here, is refused`,
            ['update'],
            [
              {
                as: role,
                method: 'PUT',
                path: one,
                body: { ...whole, [kept.name]: row[kept.name] ?? null },
                expect: invalid([[`/${kept.name}`, 'not-writable']]),
              },
              {
                as: role,
                method: 'PATCH',
                path: one,
                body: { [kept.name]: row[kept.name] ?? null },
                expect: invalid([[`/${kept.name}`, 'not-writable']]),
              },
            ],
          ),
        ]
      : []),
  ]
}
