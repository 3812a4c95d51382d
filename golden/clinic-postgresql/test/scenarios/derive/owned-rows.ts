import {
  type EntityModel,
  isWritten,
  type JsonObject,
  ownedEntity,
  ownedRelations,
} from '../../../src/runtime/index.ts'
import type { Scenario } from '../scenario.ts'
import { newBody } from './bodies.ts'
import { type About, aboutEntity } from './deriving.ts'
import { mayInclude } from './pages.ts'
import { get, scenario } from './updating.ts'

/** Rows that are written with their parent: where no rule permits a role theirs, the right to the parent does, unless it is forbidden. */
export const ownedRowScenarios = (about: About): readonly Scenario[] =>
  ownedRelations(about.entity).flatMap((relation) => {
    const target = about.model.entities.find((each) => each.name === relation.target)
    const owned = target && aboutEntity(about, target)
    const [example] = owned?.rows ?? []
    if (!owned || !example) return []
    const writing: Writing = { about, owned, name: relation.name, body: bodyIn(ownedEntity(target, relation), example) }
    return [...permitted(writing), ...forbidden(writing)]
  })

/** A row's relation to those that it owns, and one of them as it comes with the row. */
interface Writing {
  readonly about: About
  readonly owned: About
  readonly name: string
  readonly body: JsonObject
}

const permitted = ({ about, owned, name, body }: Writing): readonly Scenario[] => {
  const changing = whoChanges(about, owned)
  if (!changing || !mayInclude(about.model)) return []
  const { role, one } = changing
  return [
    scenario(
      about,
      `owned.${name}`,
      `who may change a row may change its ${name}`,
      ['authorisation', 'transaction'],
      [
        { as: role, method: 'PATCH', path: one, body: { [name]: [body] }, expect: { status: 200 } },
        get(role, `${one}?include=${name}`, {
          expect: { status: 200, body: [{ at: `/${name}/items`, length: 1 }] },
        }),
      ],
    ),
  ]
}

const forbidden = ({ about, owned, name, body }: Writing): readonly Scenario[] => {
  const [row] = about.rows
  const path = about.path('create')
  const { roles } = about.model.access
  const role = roles.find(
    (each) => ['read', 'update'].every((action) => about.can(each, action, row)) && isForbidden(owned, each),
  )
  const maker = roles.find((each) => ['create', 'read'].every((action) => about.can(each, action, row)))
  const made = maker === undefined ? null : newBody(about, maker)
  if (path === null || role === undefined || maker === undefined || made === null) return []
  return [
    scenario(
      about,
      `owned.${name}.forbidden`,
      `who is forbidden to make ${name} makes none with the row that owns them`,
      ['authorisation', 'transaction'],
      [
        { as: maker, method: 'POST', path, body: made, expect: { status: 201 }, save: { made: 'header:location' } },
        {
          as: role,
          method: 'PATCH',
          path: '{{made}}',
          body: { [name]: [body] },
          expect: { status: 403, body: [{ at: '/code', equals: 'forbidden' }] },
        },
        { as: role, method: 'PATCH', path: '{{made}}', body: { [name]: [] }, expect: { status: 200 } },
      ],
    ),
  ]
}

/** Whether a rule forbids the role to make any of them. */
const isForbidden = ({ entity, model }: About, role: string): boolean =>
  model.access.rules.some(
    ({ entity: of, effect, actions, roles, when }) =>
      of === entity.name &&
      effect === 'forbid' &&
      !when &&
      actions.includes('create') &&
      (roles.length === 0 || roles.includes(role)),
  )

/** A row that a role may change, which may list the rows it owns and has no rights of its own to write them. */
const whoChanges = (about: About, owned: About): { readonly role: string; readonly one: string } | undefined => {
  for (const role of about.model.access.roles) {
    if (['create', 'delete'].some((action) => owned.mayEver(role, action)) || !owned.mayEver(role, 'list')) continue
    const row = about.rows.find((each) => ['read', 'update'].every((action) => about.can(role, action, each)))
    const one = row && about.path('update', row)
    if (one) return { role, one }
  }
  return undefined
}

const bodyIn = ({ fields, tenantField }: EntityModel, row: JsonObject): JsonObject =>
  Object.fromEntries(
    fields
      .filter((field) => isWritten(field, 'create') && field.name !== tenantField && field.reveal === undefined)
      .map(({ name }) => [name, row[name] ?? null]),
  )
