import { jsonArrayText, type RelationSql, type SqlRow, type SqlValue } from '../sql.ts'
import type { Count } from './answer-form.ts'
import { columnOf, type EntityUnit } from './entity.ts'
import { filterOf } from './filter-sql.ts'
import { type Grant, grantCondition } from './grant.ts'
import { afterNested, type Nesting } from './nested-page.ts'
import type { Order } from './order.ts'
import { pageSize, visible } from './page.ts'
import { type Numbered, pagedRows } from './paged-sql.ts'
import { type Condition, conjunction } from './statement.ts'
import type { View } from './view.ts'

/** What a relation is of, and how its rows are selected. `joined`: the rows it hangs on, where there is an entity in between. */
export interface Targeting {
  readonly joined: Condition
  readonly target: EntityUnit
  readonly grant: Grant
  readonly sql: RelationSql
  readonly view: View
  readonly columns: readonly string[]
  readonly order: Order
}

/** The targets of all parents, or their pages: as many of each as fill one, and one more. */
export const readTargets = async (
  including: Nesting,
  { joined, target, grant, sql, view, columns: own, order }: Targeting,
  paged: (numbered: Numbered) => string = pagedRows,
): Promise<readonly SqlRow[]> => {
  const { store, relation, selection, principal, keys } = including
  if (keys.every((key) => key.includes(null))) return []
  const beyond = relation.kind === 'one' ? null : await afterNested(including, target, order)
  const { sql: where, values } = conjunction([...(await matching(including, { target, grant, sql })), beyond])
  const positions = relation.kind === 'one' ? [] : order.sorts.map(({ field }) => columnOf(target, field).select)
  const text =
    relation.kind === 'one'
      ? `SELECT ${[...own, ...sql.parentKey].join(', ')} FROM ${sql.from}${joined.sql}${where}`
      : paged({
          own,
          keys: sql.parentKey,
          positions,
          order: order.sql,
          from: `${sql.from}${joined.sql}${where}`,
          limit: pageSize(store, selection),
          isPlaced: selection.cursors !== undefined,
        })
  return store.database.all(text, [...view.values(principal), ...joined.values, ...values])
}

/** The parents' keys, each once; a parent without one has no targets. */
const distinctKeys = ({ keys }: Nesting): readonly (readonly SqlValue[])[] => [
  ...new Map(keys.filter((key) => !key.includes(null)).map((key) => [keyText(key), key])).values(),
]

/** What makes a row a target of one of the parents, that may be seen and is asked for. */
const matching = async (
  including: Nesting,
  { target, grant, sql }: Pick<Targeting, 'target' | 'grant' | 'sql'>,
): Promise<readonly (Condition | null)[]> => {
  const { store, selection, principal } = including
  const batch = jsonArrayText(distinctKeys(including).map((key) => (key.length === 1 ? (key[0] ?? null) : key)))
  return [
    { sql: sql.match, values: [batch] },
    visible(target),
    grantCondition(target, grant, principal),
    await filterOf(store, target, selection, grant, principal),
  ]
}

/** How many targets each parent has, exact up to the cap: one statement for all of them. */
export const countTargets = async (
  including: Nesting,
  targeting: Targeting,
): Promise<(key: readonly SqlValue[]) => Count> => {
  const { store } = including
  const { sql, joined } = targeting
  const { countMax } = store.model.limits
  const found = new Map<string, number>()
  if (including.keys.some((key) => !key.includes(null))) {
    const { sql: where, values } = conjunction(await matching(including, targeting))
    const keys = sql.parentKey.map((column, at) => `${column} AS k${at}`)
    const names = sql.parentKey.map((_, at) => `k${at}`).join(', ')
    const numbered = `SELECT ${keys.join(', ')}, row_number() OVER (PARTITION BY ${sql.parentKey.join(', ')}) AS place FROM ${sql.from}${joined.sql}${where}`
    const text = `SELECT ${names}, count(*) FROM (${numbered}) AS numbered WHERE place <= ${countMax + 1} GROUP BY ${names}`
    for (const row of await store.database.all(text, [...joined.values, ...values]))
      found.set(keyText(row.slice(0, -1)), Number(row.at(-1) ?? 0))
  }
  return (key) => {
    const counted = found.get(keyText(key)) ?? 0
    return { value: Math.min(counted, countMax), isExact: counted <= countMax }
  }
}

/** A parent's key, as a name for its group. */
export const keyText = (key: readonly SqlValue[]): string => key.map((part) => String(part)).join('\u0000')
