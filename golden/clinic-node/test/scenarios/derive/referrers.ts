import { type JsonObject, ownedRelations, type RelationModel } from '../../../src/runtime/index.ts'
import type { Scenario, Step } from '../scenario.ts'
import { type About, aboutEntity, isOpenTo } from './derivation.ts'

/** Who would delete a row that others refer to is told which do, as far as they may see those rows and what refers; nobody is told more. */
export const referrerScenarios = (about: About): readonly Scenario[] => {
  const { entity, model } = about
  // Elsewhere others say what becomes of rows that refer; here a row goes with those that it owns, or stays and is marked.
  if (!entity.isOwned || entity.softDeleteField !== undefined || ownedRelations(entity).length > 0) return []
  const steps = model.access.roles.flatMap((role) => refused(about, role))
  return steps.length === 0
    ? []
    : [
        {
          id: `${entity.name}.delete.referred`,
          title: 'a row that others refer to stays, and who would delete it is told of those alone that they may see',
          cites: ['references'],
          rows: 'example',
          writes: true,
          steps,
        },
      ]
}

const refused = (about: About, role: string): readonly Step[] => {
  const along = referencesTo(about)
  const row = about.rows.find(
    (each) =>
      ['read', 'delete'].every((action) => about.can(role, action, each)) &&
      along.some(({ of, relation }) => of.rows.some((other) => refers(other, relation, each))),
  )
  const path = row ? about.path('remove', row) : null
  if (!row || path === null) return []
  const seen = along.filter(
    ({ of, relation }) => isNamed(about, relation) && of.rows.some((other) => isSeen(of, role, other, relation, row)),
  )
  const names = seen.map(({ of, relation }) => `${of.entity.name} (${relation.name})`)
  const among = names.length === 0 ? '' : ` Among them: ${names.join(', ')}.`
  return [
    {
      as: role,
      method: 'DELETE',
      path,
      expect: {
        status: 409,
        body: [
          { at: '/code', equals: 'referenced' },
          { at: '/detail', equals: `Other records refer to this one.${among}` },
        ],
      },
    },
  ]
}

interface ReferenceTo {
  readonly of: About
  readonly relation: RelationModel
}

const referencesTo = (about: About): readonly ReferenceTo[] =>
  about.model.entities.flatMap((entity) =>
    entity.relations
      .filter(({ kind, target }) => kind === 'one' && target === about.entity.name)
      .map((relation) => ({ of: aboutEntity(about, entity), relation })),
  )

/** Along others than its key a row keeps it as well, and nobody has looked. */
const isNamed = ({ entity }: About, { to }: RelationModel): boolean => to.every((field) => entity.key.includes(field))

const refers = (other: JsonObject, { from, to }: RelationModel, row: JsonObject): boolean =>
  from.every((field, at) => (other[field] ?? null) !== null && other[field] === row[to[at] ?? ''])

/** Looked at as a list where the role may list them, else one by one. */
const isSeen = (of: About, role: string, other: JsonObject, relation: RelationModel, row: JsonObject): boolean => {
  const action = of.mayEver(role, 'list') ? 'list' : 'read'
  const { softDeleteField: gone } = of.entity
  return (
    refers(other, relation, row) &&
    of.can(role, action, other) &&
    (gone === undefined || (other[gone] ?? null) === null) &&
    of.entity.fields.every((field) => !relation.from.includes(field.name) || isOpenTo(of, role, field, action))
  )
}
