import type { Principal } from '../call.ts'
import type { Fragment, Param, SqlValue } from '../sql.ts'
import { encode } from './storage.ts'

/** A condition with what to bind: values known now, and attributes of whoever asks. */
export const bindParams = (params: readonly Param[], principal: Principal): SqlValue[] =>
  params.map((param) => bindParam(param, principal))

const bindParam = (param: Param, principal: Principal): SqlValue => {
  if (param.kind === 'role') return principal.roles.includes(param.name) ? 1 : 0
  if (param.kind === 'principal') {
    const { id, attributes } = principal
    // An attribute may well be called `constructor`, which every object has of itself.
    const value = param.name === 'id' ? id : Object.hasOwn(attributes, param.name) ? attributes[param.name] : null
    return encode(param.storage, value ?? null)
  }
  return typeof param.value === 'object' && param.value !== null && 'bigint' in param.value
    ? BigInt(param.value.bigint)
    : param.value
}

/** SQL with its values: the one thing the store sends. */
export interface Condition {
  readonly sql: string
  readonly values: readonly SqlValue[]
}

export const conjunction = (conditions: readonly (Condition | null)[]): Condition => {
  const given = conditions.filter((each): each is Condition => each !== null)
  return {
    sql: given.length === 0 ? '' : ` WHERE ${given.map((each) => each.sql).join(' AND ')}`,
    values: given.flatMap((each) => each.values),
  }
}

/** Permits joined with OR, forbids taken away. Null: every row. */
export const grantFragment = (permits: readonly (Fragment | null)[], forbids: readonly Fragment[]): Fragment | null => {
  const conditional = permits.filter((each): each is Fragment => each !== null)
  const isOpen = conditional.length < permits.length
  const parts = [...(isOpen ? [] : [either(conditional)]), ...forbids.map(negate)]
  if (parts.length === 0) return null
  return { sql: parts.map((each) => each.sql).join(' AND '), params: parts.flatMap((each) => each.params) }
}

const either = (of: readonly Fragment[]): Fragment => ({
  sql: `(${of.map((each) => each.sql).join(' OR ')})`,
  params: of.flatMap((each) => each.params),
})

/** Rendered rules are two-valued (sql.ts), so NOT is exact. */
const negate = (of: Fragment): Fragment => ({ sql: `NOT (${of.sql})`, params: of.params })
