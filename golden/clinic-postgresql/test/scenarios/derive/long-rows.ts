import type { EntityModel, FieldModel } from '../../../src/runtime/index.ts'
import type { Scenario, Step } from '../scenario.ts'
import { type About, isOpenTo, listed, shownTo } from './derivation.ts'

/** Rows without a key whose values are too long for a cursor: a page that has to go on is refused, one that holds them all is not. */
export const longRowScenarios = (about: About): readonly Scenario[] => {
  const { entity, model } = about
  const path = about.path('list')
  const long = longField(entity)
  if (path === null || !long) return []
  const role = model.access.roles.find((each) => isOpenTo(about, each, long) && listed(about, each).length > 1)
  if (role === undefined) return []
  const rows = listed(about, role, [{ field: long.name }])
  const list = (limit: number, expect: Step['expect']): Step => ({
    as: role,
    method: 'GET',
    path: `${path}?sort=${long.name}&limit=${limit}`,
    expect,
  })
  return [
    {
      id: `${entity.name}.list.long`,
      title: 'where values are too long to go on after, and no key names the row, a page that ends before is refused',
      cites: ['order'],
      rows: 'example',
      writes: false,
      steps: [
        list(1, { status: 422, body: [{ at: '/errors', each: { at: '/path', equals: [`/sort/${long.name}`] } }] }),
        list(rows.length, {
          status: 200,
          body: [
            { at: '/items', equals: rows.map((row) => shownTo(about, role, row)) },
            { at: '/next', equals: null },
          ],
        }),
      ],
    },
  ]
}

/** Of rows without a key, a field whose every value is too long for a cursor. */
export const longField = ({ key, fields }: EntityModel): FieldModel | undefined =>
  key.length > 0
    ? undefined
    : fields.find(({ type, isSortable }) => isSortable && type.kind === 'text' && (type.lengthMin ?? 0) > valuesMax)

/** A cursor holds values of so many characters together, and of longer ones the key. */
const valuesMax = 1000
