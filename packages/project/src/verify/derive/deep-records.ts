import type { EntityModel, FieldModel, RelationModel } from '@charter/runtime'
import type { Scenario } from '../scenario.ts'
import { type About, aboutEntity, type Derivation } from './derivation.ts'

/** Protected values that are shown below a row are on record, however deep, under the path that they were shown at. */
export const deepRecordScenarios = (deriving: Derivation): readonly Scenario[] => {
  const { includeDepthMax, includeCountMax } = deriving.model.limits
  if (Math.min(includeDepthMax, includeCountMax) < 2) return []
  for (const entity of deriving.model.entities) {
    const about = aboutEntity(deriving, entity)
    const found = about.path('search') !== null && deepest(about)
    if (!found) continue
    const { role, path, field } = found
    const [outer, inner] = path
    const [key = ''] = entity.key
    return [
      {
        id: 'record.deep',
        title: 'a protected value that is shown two relations away is on record with its path',
        cites: ['masking'],
        rows: 'example',
        writes: false,
        start: {
          env: {},
          says: [],
          records: [
            `"fields":\\["${outer.name}\\.${inner.name}\\.${field.name}"\\][^\\n]*"operation":"${entity.name}\\.list"`,
          ],
        },
        steps: [
          {
            as: role,
            method: 'POST',
            path: about.path('search') ?? '',
            body: {
              fields: [key],
              include: { [outer.name]: { include: { [inner.name]: { fields: [field.name] } } } },
            },
            expect: { status: 200 },
          },
        ],
      },
    ]
  }
  return []
}

interface Deep {
  readonly role: string
  readonly path: readonly [RelationModel, RelationModel]
  readonly field: FieldModel
}

/** A role that sees a protected field of rows two relations away, and no protected field on the way there. */
const deepest = (about: About): Deep | null => {
  const { entity, model, rows } = about
  for (const role of model.access.roles.filter((each) => about.can(each, 'list', rows[0])))
    for (const outer of plain(entity)) {
      const between = model.entities.find(({ name }) => name === outer.target)
      if (!between || !reaches(about, role, outer, between)) continue
      for (const inner of plain(between)) {
        const target = model.entities.find(({ name }) => name === inner.target)
        if (!target || !reaches(about, role, inner, target)) continue
        const last = aboutEntity(about, target)
        const field = target.fields.find(
          ({ reveal, type }) =>
            reveal !== undefined && type.kind === 'text' && last.can(role, `reveal:${reveal}`, last.rows[0]),
        )
        if (field && between.fields.every(({ reveal }) => reveal === undefined))
          return { role, path: [outer, inner], field }
      }
    }
  return null
}

const plain = ({ relations }: EntityModel): readonly RelationModel[] => relations.filter(({ through }) => !through)

const reaches = (about: About, role: string, { kind }: RelationModel, target: EntityModel): boolean => {
  const other = aboutEntity(about, target)
  return other.can(role, kind === 'one' ? 'read' : 'list', other.rows[0])
}
