import type { FieldModel } from '@charter/runtime'
import type { Scenario } from '../scenario.ts'
import { type About, aboutEntity, type Derivation, isOpenTo } from './derivation.ts'

/** A protected field that is sorted by or compared goes on record: which rows come first tells its values, though none is shown. */
export const askedRecordScenarios = (deriving: Derivation): readonly Scenario[] => {
  for (const entity of deriving.model.entities) {
    const about = aboutEntity(deriving, entity)
    const path = about.path('search')
    const found = protectedOf(about)
    if (path === null || !found || entity.key.length === 0) continue
    const { role, sorted, compared } = found
    const [key = ''] = entity.key
    const equal = (field: string) => ({ field, op: 'eq', value: about.rows[0]?.[field] ?? null })
    // The key beside it is no secret, and on record as none.
    const asked = [
      { name: sorted.name, by: { sort: [sorted.name, key] } },
      ...(compared ? [{ name: compared.name, by: { filter: { and: [equal(compared.name), equal(key)] } } }] : []),
    ]
    return [
      {
        id: 'record.asked',
        title: 'a protected field that rows are sorted or found by is on record, though it is not shown, and no other',
        cites: ['masking'],
        rows: 'example',
        writes: false,
        start: {
          env: {},
          says: [],
          records: asked.map(({ name }) => `"fields":\\["${name}"\\][^\\n]*"operation":"${entity.name}\\.list"`),
        },
        steps: asked.map(({ by }) => ({
          as: role,
          method: 'POST',
          path,
          body: { limit: 1, fields: entity.key, ...by },
          expect: { status: 200 },
        })),
      },
    ]
  }
  return []
}

interface Found {
  readonly role: string
  readonly sorted: FieldModel
  /** Another one, so that the record tells them apart. */
  readonly compared: FieldModel | undefined
}

/** What a role is shown of every row that it lists, and others are not. */
const protectedOf = (about: About): Found | null => {
  const { entity, model, rows } = about
  for (const role of model.access.roles.filter((each) => about.can(each, 'list', rows[0]))) {
    const open = entity.fields.filter((field) => field.reveal !== undefined && isOpenTo(about, role, field))
    const sorted = open.find(({ isSortable, name }) => isSortable && !entity.key.includes(name))
    const compared = open.find(
      (field) => field.isFilterable && field !== sorted && typeof rows[0]?.[field.name] === 'string',
    )
    if (sorted) return { role, sorted, compared }
  }
  return null
}
