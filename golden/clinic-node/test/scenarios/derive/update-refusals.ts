import { type JsonObject, withArticle } from '../../../src/runtime/index.ts'
import { isValueOf, meetsChecks } from '../examples/index.ts'
import type { Scenario, Step } from '../scenario.ts'
import { badValues } from './bad-values.ts'
import { bodyOf, isClosedTo, isSpokenOf, writable } from './bodies.ts'
import { brokenBy } from './create-refusals.ts'
import { invalid } from './creation-plan.ts'
import { type About, roleThat } from './derivation.ts'
import { get, scenario, type UpdateSource } from './update-source.ts'

/** What may not be written, and what is not there, is refused as a whole. */
export const refusals = ({ about, role, one }: UpdateSource): readonly Scenario[] => {
  const [field] = writable(about, role, 'replace').filter(
    ({ name }) => !about.entity.key.includes(name) && !isSpokenOf(about, name),
  )
  const [bad] = field
    ? badValues(field, about.model)
        .flat()
        .filter(({ value }) => value !== null)
    : []
  return [
    scenario(
      about,
      'patch.refusals',
      'a PATCH is held to the same types and names, and changes nothing when it is refused',
      ['update', 'input'],
      [
        get(role, one, { save: { before: '' } }),
        { as: role, method: 'PATCH', path: one, body: { notAField: 1 }, expect: invalid([['/notAField', 'unknown']]) },
        ...(field && bad
          ? [
              {
                as: role,
                method: 'PATCH',
                path: one,
                body: { [field.name]: bad.value },
                expect: invalid([[`/${field.name}${bad.path}`, bad.code]]),
              } as const,
            ]
          : []),
        { as: role, method: 'PATCH', path: one, body: [], expect: invalid([['', 'wrong-type']]) },
        get(role, one, { expect: { status: 200, body: [{ at: '', equals: '{{before}}' }] } }),
      ],
    ),
  ]
}

/** A cross-field rule holds on the row as it would be, also where only one of its fields is sent. */
export const broken = ({ about, role, one, row }: UpdateSource): readonly Scenario[] =>
  about.entity.checks.flatMap((check) => {
    const { predicate } = check
    if (predicate.kind !== 'compare' || predicate.left.kind !== 'field' || predicate.right.kind !== 'field') return []
    const [left, right] = [predicate.left.path[0] ?? '', predicate.right.path[0] ?? '']
    const values = brokenBy(about, check, left, right)
    const names = writable(about, role, 'replace').map(({ name }) => name)
    const rightType = about.entity.fields.find(({ name }) => name === right)?.type
    if (!values || !rightType || !names.includes(left) || !names.includes(right)) return []
    const statusOf = (changed: JsonObject) => (meetsChecks(about.entity, { ...row, ...changed }) ? 200 : 422)
    return [
      scenario(
        about,
        `patch.check.${check.name}`,
        `${check.message} (judged on the row as it would be)`,
        ['update', 'input'],
        [
          { as: role, method: 'PATCH', path: one, body: values, expect: invalid([[`/${check.fields[0]}`, 'check']]) },
          {
            as: role,
            method: 'PUT',
            path: one,
            body: { ...bodyOf(about, role, row, 'replace'), ...values },
            expect: invalid([[`/${check.fields[0]}`, 'check']]),
          },
          ...(isValueOf(rightType, row[left] ?? null, about.model.types)
            ? [
                {
                  as: role,
                  method: 'PATCH',
                  path: one,
                  body: { [left]: row[left] ?? null, [right]: row[left] ?? null },
                  expect: { status: statusOf({ [right]: row[left] ?? null }) },
                } as const,
              ]
            : []),
          {
            as: role,
            method: 'PATCH',
            path: one,
            body: { [right]: values[right] ?? null },
            expect: { status: statusOf({ [right]: values[right] ?? null }) },
          },
        ],
      ),
    ]
  })

/** Roles that may write a row of which something is hidden: they cannot write what they cannot see, nor lose it. */
export const partial = (about: About, one: string, row: JsonObject): readonly Scenario[] =>
  about.model.access.roles.flatMap((role) => {
    if (!about.can(role, 'update', row) || !about.can(role, 'read', row)) return []
    const hidden = about.entity.fields.filter((field) => isClosedTo(about, role, field) && field.writable === 'always')
    const full = roleThat(about, ['read'])
    if (hidden.length === 0 || full === undefined) return []
    return [
      scenario(
        about,
        `hidden-writes.${role}`,
        `${role} cannot write what they may not see, and what they do write leaves it as it was`,
        ['field-access', 'update'],
        [
          ...hidden.map(
            (field): Step => ({
              as: role,
              method: 'PATCH',
              path: one,
              body: { [field.name]: row[field.name] ?? null },
              expect: invalid([[`/${field.name}`, 'not-writable']]),
            }),
          ),
          { as: role, method: 'PUT', path: one, body: bodyOf(about, role, row, 'replace'), expect: { status: 200 } },
          get(full, one, {
            expect: {
              status: 200,
              body: hidden.map((field) => ({ at: `/${field.name}`, equals: row[field.name] ?? null })),
            },
          }),
        ],
      ),
    ]
  })

/** A write that would take the row out of its writer's reach is judged on the row as it would be. */
export const outOfReach = ({ about, role, one, row }: UpdateSource): readonly Scenario[] =>
  writable(about, role, 'replace').flatMap(({ name }): readonly Scenario[] => {
    const value = about.rows
      .map((each) => each[name] ?? null)
      .find((each) => each !== null && !about.can(role, 'update', { ...row, [name]: each }))
    if (value === undefined || !isSpokenOf(about, name)) return []
    const refused: Step['expect'] = { status: 403, body: [{ at: '/code', equals: 'forbidden' }] }
    return [
      scenario(
        about,
        `out-of-reach.${name}`,
        `${role} cannot give the row ${withArticle(name)} that would make it another's`,
        ['authorisation'],
        [
          get(role, one, { save: { before: '' } }),
          { as: role, method: 'PATCH', path: one, body: { [name]: value }, expect: refused },
          {
            as: role,
            method: 'PUT',
            path: one,
            body: { ...bodyOf(about, role, row, 'replace'), [name]: value },
            expect: refused,
          },
          get(role, one, { expect: { status: 200, body: [{ at: '', equals: '{{before}}' }] } }),
        ],
      ),
    ]
  })
