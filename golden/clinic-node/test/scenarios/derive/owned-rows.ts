import {
  type EntityModel,
  isWritten,
  type JsonObject,
  ownedEntity,
  ownedRelations,
} from '../../../src/runtime/index.ts'
import type { Scenario } from '../scenario.ts'
import { type About, aboutEntity } from './deriving.ts'
import { get, scenario } from './updating.ts'

/** Rows that are written with their parent: where no rule permits a role theirs, the right to the parent does. */
export const ownedRowScenarios = (about: About): readonly Scenario[] =>
  ownedRelations(about.entity).flatMap((relation) => {
    const { name, to } = relation
    const target = about.model.entities.find((each) => each.name === relation.target)
    const other = target && aboutEntity(about, target)
    const [example] = other?.rows ?? []
    const changing = other && whoChanges(about, other)
    if (!target || !example || !changing) return []
    const { role, one } = changing
    const body = bodyIn(ownedEntity(target, { to }), example)
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
  })

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
