import type { JsonObject, RelationModel } from '@charter/runtime'
import type { Scenario, Step } from '../scenario.ts'
import { type About, aboutEntity, isSame, listed, revealsAlong, shownTo } from './derivation.ts'
import { everyRow, mayInclude, pageOf } from './pages.ts'
import { maySee, relatedRows } from './related.ts'

/** Two roles ask for the same, one after the other and the other way round: neither is given what was made for the other. */
export const viewsApartScenarios = (about: About): readonly Scenario[] =>
  about.path('list') === null || about.entity.key.length === 0
    ? []
    : [...ofRows(about), ...about.entity.relations.flatMap((relation) => belowRelation(about, relation))]

const scenario = ({ entity }: About, id: string, steps: readonly Step[]): Scenario => ({
  id: `${entity.name}.list.apart${id}`,
  title: 'two roles that ask for the same are each shown what is for them, whoever asks first',
  cites: ['field-access', 'authorisation'],
  rows: 'example',
  writes: false,
  steps,
})

const ofRows = (about: About): readonly Scenario[] => {
  const pair = shownApart(about, about.model.access.roles)
  if (!pair) return []
  const ask = (role: string, fields: readonly string[]): Step =>
    everyRow(about, role, `&fields=${fields.join()}`, {
      status: 200,
      body: [{ at: '/items', equals: listed(about, role).map((row) => part(about, role, row, fields)) }],
    })
  return [scenario(about, '', eachFirst(pair, ask))]
}

const belowRelation = (about: About, relation: RelationModel): readonly Scenario[] => {
  const target = about.model.entities.find(({ name }) => name === relation.target)
  if (!target || !mayInclude(about.model) || revealsAlong(about, relation).length > 0) return []
  const other = aboutEntity(about, target)
  const roles = about.model.access.roles.filter(
    (role) => about.mayEver(role, 'list') && maySee(about, relation, target, role),
  )
  const pair = shownApart(other, roles)
  const [key = ''] = about.entity.key
  const limit = pageOf(about.model)
  if (!pair) return []
  const ask = (role: string, fields: readonly string[]): Step => {
    const items = listed(about, role).map((row) => {
      const rows = relatedRows(other, relation, role, row).map((each) => part(other, role, each, fields))
      const held = relation.kind === 'many' ? { items: rows, next: null } : (rows[0] ?? null)
      return { ...part(about, role, row, [key]), [relation.name]: held }
    })
    const paged = relation.kind === 'many' ? `&include[${relation.name}][limit]=${limit}` : ''
    return everyRow(about, role, `&fields=${key}&include[${relation.name}][fields]=${fields.join()}${paged}`, {
      status: 200,
      body: [{ at: '/items', equals: items }],
    })
  }
  const isWhole = pair.roles.every((role) =>
    listed(about, role).every((row) => relatedRows(other, relation, role, row).length <= limit),
  )
  return isWhole ? [scenario(about, `.${relation.name}`, eachFirst(pair, ask))] : []
}

interface Pair {
  readonly roles: readonly [string, string]
  /** What is shown to one of them and not to the other, with the key. */
  readonly fields: readonly string[]
}

/** The first two of these roles to whom some row looks different. */
const shownApart = (about: About, roles: readonly string[]): Pair | null => {
  const { entity, rows } = about
  const hidden = entity.fields.filter(({ reveal }) => reveal !== undefined).map(({ name }) => name)
  const looks = (role: string): readonly JsonObject[] =>
    rows.filter((row) => about.can(role, 'list', row)).map((row) => part(about, role, row, [...entity.key, ...hidden]))
  for (const one of roles)
    for (const other of roles.slice(roles.indexOf(one) + 1)) {
      const differs = hidden.some(
        (name) =>
          !isSame(
            looks(one).map((row) => row[name] ?? null),
            looks(other).map((row) => row[name] ?? null),
          ),
      )
      if (differs && looks(one).length > 0 && looks(other).length > 0)
        return { roles: [one, other], fields: [...new Set([...entity.key, ...hidden])] }
    }
  return null
}

/** Another order of the fields asks for another view: neither has been made before. */
const eachFirst = ({ roles: [one, other], fields }: Pair, ask: (role: string, fields: readonly string[]) => Step) => [
  ...[one, other].map((role) => ask(role, fields)),
  ...[other, one].map((role) => ask(role, fields.toReversed())),
]

const part = (about: About, role: string, row: JsonObject, fields: readonly string[]): JsonObject => {
  const shown = shownTo(about, role, row)
  return Object.fromEntries(fields.map((name) => [name, shown[name] ?? null]))
}
