import type { Found, JsonObject, Order, Reads } from '@charter/runtime'
import type { EntitySql } from '../store/entity-sql.ts'

export interface RowsOf {
  readonly reads: Reads
  readonly plans: readonly EntitySql[]
  /** Key fields by entity. */
  readonly keys: ReadonlyMap<string, readonly string[]>
}

const atOnce = 200

/** All rows of an entity, soft-deleted ones and every tenant's, some at a time; protected fields as they are stored. */
export const rowsOf = async function* (
  { reads, plans, keys }: RowsOf,
  entity: string,
): AsyncGenerator<readonly JsonObject[]> {
  const plan = plans.find((each) => each.entity === entity)
  const fields = plan?.insert?.fields ?? []
  const key = plan?.rowKey ?? keys.get(entity) ?? []
  const order: Order = { sorts: key.map((field) => ({ field })), isBackward: false }
  const query = { entity, fields, rules: null, withDeleted: true, order }
  for (let after: JsonObject | undefined; ; ) {
    const values = after && key.map((field) => after?.[field] ?? null)
    const found = await reads.find(query, { limit: atOnce, ...(values && { after: { values } }) })
    const rows = found.map((row) => valuesOf(fields, row))
    if (rows.length > 0) yield rows
    if (rows.length < atOnce) return
    after = rows.at(-1)
  }
}

const valuesOf = (fields: readonly string[], row: Found): JsonObject =>
  Object.fromEntries(fields.map((field, at) => [field, row.value(at) ?? null]))
