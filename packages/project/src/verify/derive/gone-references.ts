import { comesBefore, type EntityModel, ownedRelations, type RelationModel } from '@charter/runtime'
import type { Scenario, Step } from '../scenario.ts'
import { bodyOf, changes, newBody, writable } from './bodies.ts'
import { invalid } from './creation-plan.ts'
import { type About, aboutEntity, roleThat } from './derivation.ts'
import { scenario } from './update-source.ts'

/** A row may go on referring to one that was deleted and kept, and no other row may begin to. */
export const goneReferenceScenarios = (about: About): readonly Scenario[] =>
  about.entity.relations.flatMap((relation) => {
    const target = about.model.entities.find(({ name }) => name === relation.target)
    if (relation.kind !== 'one' || !target?.softDeleteField) return []
    if (goesWithIt(about, relation, target) || isCircular(about, target)) return []
    const steps = referring(about, relation, aboutEntity(about, target))
    return steps
      ? [
          scenario(
            about,
            `patch.gone.${relation.name}`,
            `a row is changed though its ${relation.name} was deleted since, to which no other row can be made to refer`,
            ['update'],
            steps,
          ),
        ]
      : []
  })

/** Rows go with what owns them. */
const goesWithIt = ({ entity }: About, { from }: RelationModel, target: EntityModel): boolean =>
  ownedRelations(target).some(({ target: owned, to }) => owned === entity.name && to.join() === from.join())

/** The target's rows may refer to this entity's: rows that refer to one another cannot be put back. */
const isCircular = ({ entity, model }: About, target: EntityModel): boolean =>
  comesBefore(model)(entity.name, target.name)

const referring = (about: About, { from, to }: RelationModel, target: About): readonly Step[] | null => {
  const [row, other] = about.rows
  const [field = '', referred = ''] = [from[0], to[0]]
  const role = roleThat(about, ['update', 'read'])
  const [one, beside, into] = [about.path('update', row), about.path('update', other), target.path('create')]
  if (!row || role === undefined || from.length > 1 || one === null || beside === null || into === null) return null
  const body = newBody(target, role)
  const [change] = changes(about, role)
  const mayRemove = ['create', 'read', 'delete'].every((action) => target.can(role, action, target.rows[0]))
  if (!body || !change || !mayRemove || target.path('remove', target.rows[0]) === null) return null
  if (!writable(about, role, 'replace').some(({ name }) => name === field)) return null
  const refer = { [field]: '{{gone}}' }
  const patch = (path: string, sent: NonNullable<Step['body']>, expect: Step['expect']): Step => ({
    as: role,
    method: 'PATCH',
    path,
    body: sent,
    expect,
  })
  return [
    {
      as: role,
      method: 'POST',
      path: into,
      body,
      expect: { status: 201 },
      save: { gone: `/${referred}`, location: 'header:location' },
    },
    patch(one, refer, { status: 200 }),
    { as: role, method: 'DELETE', path: '{{location}}', expect: { status: 204 } },
    patch(one, { [change.field.name]: change.value }, { status: 200 }),
    {
      as: role,
      method: 'PUT',
      path: one,
      body: { ...bodyOf(about, role, row, 'replace'), ...refer },
      expect: { status: 200 },
    },
    patch(
      beside,
      refer,
      ['update', 'read'].every((action) => about.can(role, action, other))
        ? invalid([[`/${field}`, 'not-found']])
        : { status: 404 },
    ),
  ]
}
