import { type Principal, principalValue, type RowRules } from '../runtime/index.ts'
import type { SqlEntity } from './entity.ts'
import { type Fragment, type Param, readsOf } from './fragment.ts'
import { madeOf } from './made-of.ts'
import type { SqlValue } from './sql-value.ts'
import { encode } from './storage.ts'

/** A condition with what to bind. */
export interface Condition {
  readonly sql: string
  readonly values: readonly SqlValue[]
  /** `Fragment.reads`. */
  readonly reads?: readonly string[]
}

/** ` WHERE …` of all that are given; empty where none is. */
export const conjunction = (conditions: readonly (Condition | null)[]): Condition => {
  const given = conditions.filter((each): each is Condition => each !== null)
  return {
    // Joined when it is asked for: a statement that was made before needs the values alone.
    get sql() {
      return given.length === 0 ? '' : ` WHERE ${given.map((each) => each.sql).join(' AND ')}`
    },
    values: given.flatMap((each) => each.values),
  }
}

/** What every statement over rows carries. */
export const everywhere = ({ sql }: SqlEntity): readonly Condition[] =>
  sql.everywhere === null ? [] : [{ sql: sql.everywhere, values: [] }]

/** Rows that are there at all: soft-deleted ones are not. */
export const visible = (entity: SqlEntity): readonly Condition[] => [
  ...(entity.sql.visible === null ? [] : [{ sql: entity.sql.visible, values: [] }]),
  ...everywhere(entity),
]

/** Rows of the caller's tenant; null where all tenants see the same. */
export const ofTenant = ({ sql }: SqlEntity, { tenant }: Principal): Condition | null =>
  sql.tenancy === null ? null : { sql: sql.tenancy, values: [tenant ?? null] }

/** Rows that fall under the rules, of the caller's tenant; null where that is every row. */
export const ruled = (entity: SqlEntity, rules: RowRules, principal: Principal): Condition | null => {
  const fragment = rulesFragment(entity, rules)
  const tenancy = ofTenant(entity, principal)
  if (!fragment) return tenancy
  const values = bindParams(fragment.params, principal)
  const { sql, reads } = fragment
  if (!tenancy) return { sql, values, ...(reads && { reads }) }
  return { sql: `${tenancy.sql} AND ${sql}`, values: [...tenancy.values, ...values], ...(reads && { reads }) }
}

/** Permits joined with OR, forbids taken away. Null: every row. */
export const rulesFragment = madeOf(({ sql }, { permits, forbids, isOpen }: RowRules): Fragment | null => {
  const fragmentOf = ({ id }: { readonly id: string }): Fragment => {
    const fragment = sql.rules[id]
    if (!fragment) throw new Error(`no SQL was rendered for rule ${id}`)
    return fragment
  }
  const conditional = permits.filter(({ isConditional }) => isConditional)
  const isAny = isOpen || conditional.length < permits.length
  const parts = [
    ...(isAny ? [] : [either(conditional.map(fragmentOf))]),
    ...forbids.filter(({ isConditional }) => isConditional).map((rule) => negate(fragmentOf(rule))),
  ]
  if (parts.length === 0) return null
  return {
    sql: parts.map((each) => each.sql).join(' AND '),
    params: parts.flatMap((each) => each.params),
    ...readsOf(parts),
  }
})

const either = (of: readonly Fragment[]): Fragment => ({
  sql: `(${of.map((each) => each.sql).join(' OR ')})`,
  params: of.flatMap((each) => each.params),
  ...readsOf(of),
})

/** Rendered rules are two-valued (sql.ts), so NOT is exact. */
const negate = (of: Fragment): Fragment => ({ ...of, sql: `NOT (${of.sql})` })

/** Values known now, and attributes of whoever asks. */
export const bindParams = (params: readonly Param[], principal: Principal): SqlValue[] =>
  params.map((param) => bindParam(param, principal))

const bindParam = (param: Param, principal: Principal): SqlValue => {
  if (param.kind === 'role') return principal.roles.includes(param.name) ? 1 : 0
  if (param.kind === 'principal') {
    return within64Bits(encode(param.storage, principalValue(principal, param.name, param.plusMs) ?? null))
  }
  return typeof param.value === 'object' && param.value !== null && 'bigint' in param.value
    ? within64Bits(BigInt(param.value.bigint))
    : param.value
}

/** No INTEGER column holds a larger number, and none of its rows is equal to the text of one (sqlite.org/datatype3.html, section 4.2). */
const within64Bits = (value: SqlValue): SqlValue =>
  typeof value === 'bigint' && BigInt.asIntN(64, value) !== value ? String(value) : value
