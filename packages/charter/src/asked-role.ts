import type { Rule } from '@charter/runtime'
import type { Entity } from './charter.ts'

/** What a role may do with rows of an entity: the rules of an action; null where they allow it for no row. */
export interface AskedRole {
  readonly name: string
  may(action: string): { readonly permits: readonly Rule[]; readonly forbids: readonly Rule[] } | null
}

/** What the rules say of one role and one entity. */
export const asked = (rules: readonly Rule[], entity: Entity, name: string): AskedRole => ({
  name,
  may: (action) => {
    const applying = rules.filter(
      (rule) =>
        (rule.entity === null || rule.entity === entity.name) &&
        (rule.roles.length === 0 || rule.roles.includes(name)) &&
        rule.actions.includes(action),
    )
    const permits = applying.filter(({ effect }) => effect === 'permit')
    const forbids = applying.filter(({ effect }) => effect === 'forbid')
    return permits.length > 0 && forbids.every(({ isConditional }) => isConditional) ? { permits, forbids } : null
  },
})

/** Whether whoever may do this to a row sees the field behind `reveal`, as services decide it without looking at rows. */
export const isRevealed = (role: AskedRole, reveal: string, action = 'update'): boolean => {
  const changing = role.may(action)
  if (!changing) return true
  const revealing = role.may(`reveal:${reveal}`)
  if (!revealing) return false
  return (
    revealing.forbids.every((rule) => changing.forbids.includes(rule)) &&
    (revealing.permits.some(({ isConditional }) => !isConditional) ||
      changing.permits.every((rule) => revealing.permits.includes(rule)))
  )
}
