import { type Rule, type Why, whyDenied } from '@charter/runtime'

/** Why a role may not do something: the `forbid` that decided, or that no rule allows it and the nearest line that would. */
export const explainDenial = (
  rules: readonly Rule[],
  asked: { readonly entity: string | null; readonly action: string; readonly roles: readonly string[] },
): Why => whyDenied(rules, { entity: asked.entity, action: asked.action, principal: { roles: asked.roles } })
