import { isChecked } from '../examples/index.ts'
import type { Scenario, Step } from '../scenario.ts'
import { changes, isReference, isSpokenOf, writable } from './bodies.ts'
import { type About, roleThat } from './derivation.ts'
import { goodValues } from './good-values.ts'
import { emptied, patched, untouched } from './patches.ts'
import { replaced } from './replaces.ts'
import { preconditions, tags, views } from './tags.ts'
import { broken, outOfReach, partial, refusals } from './update-refusals.ts'
import { get, scenario, type UpdateSource } from './update-source.ts'

/** PATCH merges, PUT replaces, entity tags guard both, and reads answer 304. */
export const updateScenarios = (about: About): readonly Scenario[] => {
  const [row] = about.rows
  const one = row && about.path('read', row)
  const role = roleThat(about, ['update', 'read'])
  const reading = roleThat(about, ['read'])
  if (!row || !one) return []
  return [
    ...(reading === undefined ? [] : [tags(about, reading, one), ...views(about, reading, one, row)]),
    ...(role === undefined || about.path('update', row) === null ? [] : updating({ about, role, one, row })),
    ...partial(about, one, row),
  ]
}

const updating = (given: UpdateSource): readonly Scenario[] => {
  const { about, role } = given
  const possible = changes(about, role)
  return [
    ...possible.map(({ field, value }) => patched(given, field.name, value)),
    ...untouched(given),
    ...emptied(given),
    ...replaced(given),
    ...preconditions(given, possible[0]),
    ...refusals(given),
    ...broken(given),
    ...outOfReach(given),
    ...extremes(given),
  ]
}

/** The longest, the least, the most, and every spelling that has a canonical one: taken, and read back in that form. */
const extremes = ({ about, role, one }: UpdateSource): readonly Scenario[] =>
  writable(about, role, 'replace')
    .filter(
      ({ name }) =>
        !about.entity.key.includes(name) &&
        !isReference(about, name) &&
        !isSpokenOf(about, name) &&
        !isChecked(about.entity, name),
    )
    .flatMap((field) => {
      const values = goodValues(field, about.model.types)
      return values.length === 0
        ? []
        : [
            scenario(
              about,
              `extremes.${field.name}`,
              `${field.name} takes all that its type allows and gives it back in its one form`,
              ['input', 'values'],
              [
                ...values.flatMap(({ value, canonical }): readonly Step[] => [
                  {
                    as: role,
                    method: 'PATCH',
                    path: one,
                    body: { [field.name]: value },
                    expect: { status: 200, body: [{ at: `/${field.name}`, equals: canonical }] },
                  },
                  get(role, one, { expect: { status: 200, body: [{ at: `/${field.name}`, equals: canonical }] } }),
                ]),
              ],
            ),
          ]
    })
