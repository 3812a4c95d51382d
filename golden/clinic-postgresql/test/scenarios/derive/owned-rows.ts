import {
  type EntityModel,
  isWritten,
  type JsonObject,
  ownedEntity,
  ownedRelations,
  type RelationModel,
  type Type,
} from '../../../src/runtime/index.ts'
import type { Scenario, Step } from '../scenario.ts'
import { isSpokenOf, newBody } from './bodies.ts'
import { invalid } from './creation-plan.ts'
import { type About, aboutEntity, isAllowedAlways, roleThat } from './derivation.ts'
import { longestPage, mayInclude } from './pages.ts'
import { trailPageMin } from './records.ts'
import { get, scenario } from './update-source.ts'

/** Rows that are written with their parent: where no rule permits a role theirs, the right to the parent does, unless it is forbidden. */
export const ownedRowScenarios = (about: About): readonly Scenario[] =>
  ownedRelations(about.entity).flatMap((relation) => {
    const target = about.model.entities.find((each) => each.name === relation.target)
    const owned = target && aboutEntity(about, target)
    const [example] = owned?.rows ?? []
    if (!owned || !example) return []
    const writing: OwnedRow = {
      about,
      owned,
      name: relation.name,
      body: bodyIn(ownedEntity(target, relation), example),
    }
    const making = makingOf(about, owned, relation)
    return [
      ...permitted(writing),
      ...forbidden(writing),
      ...(making ? [...unknownReferences(making), ...trails(making)] : []),
    ]
  })

/** A row's relation to those that it owns, and one of them as it comes with the row. */
interface OwnedRow {
  readonly about: About
  readonly owned: About
  readonly name: string
  readonly body: JsonObject
}

const ownedMax = 1000

const permitted = ({ about, owned, name, body }: OwnedRow): readonly Scenario[] => {
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
    {
      ...scenario(
        about,
        `owned.${name}.many`,
        `a thousand ${name} come with their row at most`,
        ['input'],
        [
          {
            as: role,
            method: 'PATCH',
            path: one,
            body: { [name]: Array.from({ length: ownedMax + 1 }, () => ({})) },
            expect: invalid([[`/${name}`, 'wrong-type']]),
          },
        ],
      ),
      in: 'rest',
    },
  ]
}

const forbidden = ({ about, owned, name, body }: OwnedRow): readonly Scenario[] => {
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

/** A row that is not there yet with one that it owns, and who makes both. */
interface OwnedRowPlan {
  readonly about: About
  readonly owned: About
  readonly relation: RelationModel
  readonly role: string
  readonly path: string
  readonly body: JsonObject
  readonly child: JsonObject
}

const makingOf = (about: About, owned: About, relation: RelationModel): OwnedRowPlan | null => {
  const role = roleThat(about, ['create', 'read', 'update'])
  const path = about.path('create')
  if (role === undefined || path === null || !owned.can(role, 'create', owned.rows[0])) return null
  const body = newBody(about, role)
  // Another one than its parent, where both are of one entity.
  const child = newBody(owned, role, 1)
  if (body === null || child === null) return null
  return { about, owned, relation, role, path, body, child: bodyIn(ownedEntity(owned.entity, relation), child) }
}

/** What an owned row refers to has to be there, as it has to be for any other. */
const unknownReferences = ({ about, owned, relation, role, path, body, child }: OwnedRowPlan): readonly Scenario[] => {
  const { name, to } = relation
  const steps = owned.entity.relations.flatMap(({ name: reference, kind, from }): readonly Step[] => {
    const [field = ''] = from
    const type = owned.entity.fields.find((each) => each.name === field)?.type
    const nowhere = type && nowhereOf(type)
    if (kind !== 'one' || from.length !== 1 || to.includes(field) || !Object.hasOwn(child, field) || !nowhere) return []
    // A rule over the reference would refuse it first.
    if ([reference, field].some((each) => isSpokenOf(owned, each))) return []
    const sent = { ...body, [name]: [{ ...child, [field]: nowhere }] }
    return [
      { as: role, method: 'POST', path, body: sent, expect: invalid([[`/${name}/0/${field}`, 'not-found']]) },
      { as: role, method: 'POST', path, body: { ...body, [name]: [child] }, expect: { status: 201 } },
    ]
  })
  return steps.length === 0
    ? []
    : [
        scenario(
          about,
          `owned.${name}.reference`,
          `${name} that refer to what is not there are not made, nor the row that owns them`,
          ['references', 'transaction'],
          steps,
        ),
      ]
}

/** A key that no row has; null where the type may not take it. */
const nowhereOf = (type: Type): string | null => {
  if (type.kind === 'uuid') return '0190f5c6-7b1e-7c3a-9a55-ffffffffffff'
  return type.kind === 'text' && !type.pattern && !type.format && (type.lengthMax ?? 99) > 6 ? 'nowhere' : null
}

/** A call is on record once, for the row that it is on, and on the trail of each row that went with that one. */
const trails = ({ about, owned, relation: { name }, role, path, body, child }: OwnedRowPlan): readonly Scenario[] => {
  const { entity, surface } = owned
  const [key = ''] = entity.key
  const template = surface.routes.find((each) => each.kind === 'audit' && each.entity === entity.name)?.path
  if (template === undefined || entity.key.length !== 1 || !mayInclude(about.model)) return []
  // Who may ask for the trail of any row may ask for that of one that is gone.
  if (!isAllowedAlways(owned, role, 'audit') || longestPage(about.model) < trailPageMin) return []
  const trail = (expect: Step['expect']): Step =>
    get(role, `${template.replace(`:${key}`, '{{child}}')}?limit=${longestPage(about.model)}`, { walk: true, expect })
  const marked = (mark: string) => ({ 'x-request-id': `${mark}-{{run}}` })
  return [
    scenario(
      about,
      `owned.${name}.trail`,
      `what is made with its row is on that row’s record; what goes with it, on its own too`,
      ['references', 'transaction'],
      [
        {
          as: role,
          method: 'POST',
          path,
          body: { ...body, [name]: [child] },
          headers: marked('made'),
          expect: { status: 201 },
          save: { made: 'header:location' },
        },
        get(role, `{{made}}?include=${name}`, { save: { child: `/${name}/items/0/${key}` } }),
        trail({ status: 200, lacks: ['made-{{run}}'] }),
        {
          as: role,
          method: 'PATCH',
          path: '{{made}}',
          body: { [name]: [] },
          headers: marked('gone'),
          expect: { status: 200 },
        },
        trail({
          status: 200,
          body: [
            {
              at: '/items',
              some: {
                '/origin/requestId': 'gone-{{run}}',
                '/operation': `${about.entity.name}.update`,
                '/outcome': 'ok',
              },
            },
          ],
        }),
      ],
    ),
  ]
}

const bodyIn = ({ fields, tenantField }: EntityModel, row: JsonObject): JsonObject =>
  Object.fromEntries(
    fields
      .filter((field) => isWritten(field, 'create') && field.name !== tenantField && field.reveal === undefined)
      .map(({ name }) => [name, row[name] ?? null]),
  )
