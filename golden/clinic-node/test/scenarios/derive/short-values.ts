import type { Scenario, Step } from '../scenario.ts'
import { type About, isOpenTo } from './derivation.ts'

/** A mask that keeps the last characters shows at most half of a value, so that none that is short is shown whole. */
export const shortValueScenarios = (about: About): readonly Scenario[] => {
  const { entity, model, rows } = about
  const [row] = rows
  const one = row && about.path('update', row)
  if (!one || about.path('read', row) === null) return []
  return entity.fields.flatMap((field): readonly Scenario[] => {
    const { name, type, mask, reveal, writable } = field
    if (type.kind !== 'text' || type.pattern || type.format || mask?.kind !== 'last' || reveal === undefined) return []
    const length = Math.max(type.lengthMin ?? 0, 2 * mask.keep - 1)
    const writer = model.access.roles.find(
      (role) =>
        ['update', 'read'].every((action) => about.can(role, action, row)) && isOpenTo(about, role, field, 'update'),
    )
    const reader = model.access.roles.find(
      (role) => about.can(role, 'read', row) && !about.can(role, `reveal:${reveal}`, row),
    )
    if (writable !== 'always' || writer === undefined || reader === undefined) return []
    const value = 'abcdefghijklmnopqrstuvwxyz'.repeat(1 + length / 26).slice(0, length)
    const shown = Math.min(mask.keep, Math.floor(length / 2))
    const steps: readonly Step[] = [
      { as: writer, method: 'PATCH', path: one, body: { [name]: value }, expect: { status: 200 } },
      {
        as: reader,
        method: 'GET',
        path: one,
        expect: {
          status: 200,
          body: [{ at: `/${name}`, equals: '*'.repeat(length - shown) + value.slice(length - shown) }],
        },
      },
    ]
    return [
      {
        id: `${entity.name}.mask.short.${name}`,
        title: `at most half of a short ${name} is shown to ${reader}`,
        cites: ['masking'],
        rows: 'example',
        writes: true,
        steps,
      },
    ]
  })
}
