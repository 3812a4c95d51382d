import type { Json, JsonObject, RelationModel } from '../../../src/runtime/index.ts'
import type { Scenario, Step } from '../scenario.ts'
import { type About, aboutEntity, isOpenTo, roleThat } from './derivation.ts'
import { mayInclude, pageOf } from './pages.ts'
import { relatedRows } from './related.ts'
import { siblingsOf } from './siblings.ts'

/** Lists below several rows, each page by page: where one went on is a place below its own row. */
export const nestedPageScenarios = (about: About): readonly Scenario[] =>
  about.entity.relations.flatMap((relation) => {
    const isPaged = relation.kind === 'many' && !relation.through && mayInclude(about.model)
    const steps = isPaged ? pages(about, relation) : null
    return steps
      ? [
          {
            id: `${about.entity.name}.nested.${relation.name}.goes-on`,
            title: `the ${relation.name} of each row go on where they ended`,
            cites: ['includes', 'order'],
            rows: 'example' as const,
            writes: true,
            steps,
          },
        ]
      : []
  })

const pages = (about: About, relation: RelationModel): readonly Step[] | null => {
  const { name, target } = relation
  const entity = about.model.entities.find((each) => each.name === target)
  const search = about.path('search')
  const parents = about.rows.slice(0, 2)
  const [key] = about.entity.key
  // With values of other rows a check over relations might refuse them.
  if (
    !entity ||
    entity.relatedChecks ||
    search === null ||
    parents.length < 2 ||
    key === undefined ||
    about.entity.key.length > 1
  )
    return null
  const other = aboutEntity(about, entity)
  const role = roleThat(other, ['create', 'list'])
  const path = other.path('create')
  if (role === undefined || path === null || !parents.every((row) => about.can(role, 'list', row))) return null
  const children = siblingsOf(other, role, relation, parents)
  if (!children) return null
  const held = relatedRows(other, relation, role, parents[0] ?? {}).length + children.length / parents.length
  const keys = parents.map((row) => row[key] ?? null)
  const ask = (
    values: readonly Json[],
    included: JsonObject,
    expect: Step['expect'],
    { fields = [key], ...more }: { readonly fields?: readonly string[] } & Pick<Step, 'save'> = {},
  ): Step => ({
    as: role,
    method: 'POST',
    path: search,
    body: {
      filter: { field: key, op: 'in', value: values },
      sort: [key],
      fields,
      include: { [name]: { limit: 1, ...included } },
    },
    expect,
    ...more,
  })
  const page = (at: number) => [
    { at: `/items/${at}/${name}/items`, length: 1 },
    { at: `/items/${at}/${name}/next`, matches: '.+' },
  ]
  const cursors = { first: `/items/0/${name}/next`, second: `/items/1/${name}/next` }
  const goesOn: Step['expect'] = { status: 200, body: [{ at: `/items/0/${name}/items`, length: 1 }] }
  // Without what the rows are found by, a place is told by its parent's key.
  const besides = about.entity.fields.find(
    (field) => !relation.from.includes(field.name) && isOpenTo(about, role, field),
  )?.name
  return [
    ...children.map((body): Step => ({ as: role, method: 'POST', path, body, expect: { status: 201 } })),
    ask(
      keys,
      {},
      { status: 200, body: [...page(0), ...page(1)] },
      { save: { ...cursors, lower: `/items/0/${key}`, higher: `/items/1/${key}` } },
    ),
    ask(['{{lower}}'], { after: '{{first}}' }, goesOn),
    ask(['{{higher}}'], { after: '{{second}}' }, goesOn),
    ask(['{{higher}}'], { after: '{{first}}' }, { status: [400, 422] }),
    ask(keys, { after: '{{first}}' }, { status: 422 }),
    // A page that holds them all is the last.
    ...(held > pageOf(about.model)
      ? []
      : [
          ask(
            [keys[0] ?? null],
            { limit: held },
            {
              status: 200,
              body: [
                { at: `/items/0/${name}/items`, length: held },
                { at: `/items/0/${name}/next`, equals: null },
              ],
            },
          ),
        ]),
    ...(besides === undefined
      ? []
      : [
          ask(keys, {}, { status: 200, body: [...page(0), ...page(1)] }, { fields: [besides], save: cursors }),
          ask(['{{lower}}'], { after: '{{first}}' }, goesOn, { fields: [besides] }),
          ask(['{{higher}}'], { after: '{{second}}' }, goesOn, { fields: [besides] }),
          ask(['{{higher}}'], { after: '{{first}}' }, { status: [400, 422] }, { fields: [besides] }),
        ]),
  ]
}
