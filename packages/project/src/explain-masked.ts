import type { EntityModel, FieldModel, Rule } from '@charter/runtime'
import { appliesTo, type Known } from './outcomes.ts'

export interface MaskedField {
  readonly field: string
  readonly why: string
}

/** Fields that who holds the roles sees masked, everywhere or on some rows. */
export const maskedFor = (rules: readonly Rule[], entity: EntityModel, known: Known): readonly MaskedField[] =>
  entity.fields.flatMap((field) => {
    const why = field.reveal === undefined ? null : whyMasked(rules, entity, field, known)
    return why === null ? [] : [{ field: field.name, why }]
  })

const whyMasked = (rules: readonly Rule[], entity: EntityModel, field: FieldModel, known: Known): string | null => {
  const about = rules.filter((rule) => rule.entity === entity.name && rule.actions.includes(`reveal:${field.reveal}`))
  const of = (effect: Rule['effect'], applies: ReturnType<typeof appliesTo>): readonly Rule[] =>
    about.filter((rule) => rule.effect === effect && appliesTo(rule, known) === applies)
  const shape = shapeOf(field)
  const [forbid] = of('forbid', 'always')
  if (forbid) return `${shape}: forbidden by ${forbid.source.text}`
  const [perhaps, always, forbidden] = [of('permit', 'perhaps'), of('permit', 'always'), of('forbid', 'perhaps')]
  if (always.length + perhaps.length === 0) {
    const revealing = about.filter(({ effect }) => effect === 'permit').flatMap(({ roles }) => roles)
    return `${shape}: reveal "${field.reveal}" is for ${revealing.join(', ') || 'nobody'}`
  }
  const [unless] = forbidden
  const where = always.length > 0 ? '' : ` where ${perhaps[0]?.source.text}`
  if (unless) return `shown${where} unless ${unless.source.text}, else ${shape}`
  return where === '' ? null : `shown${where}, else ${shape}`
}

/** What stands in the place of a value that is not revealed, as the runtime puts it there. */
const shapeOf = ({ protect, mask }: FieldModel): string => {
  if (protect?.kind === 'tokenize') return 'shown as its token'
  return mask && mask.kind !== 'hide' ? `shown as its mask (${mask.kind})` : 'null'
}
