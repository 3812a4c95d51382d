import type { ServiceModel } from '../call/model.ts'
import type { Protection } from '../protect/protection.ts'
import { compileEntities, type EntityUnit, entityOf } from '../store/entity.ts'
import type { Store } from '../store/store.ts'
import type { Transaction } from '../store/transaction.ts'
import type { JsonObject } from '../values/json.ts'

/** Rows by entity, targets of references before what refers to them. */
export type RowSet = readonly { readonly entity: string; readonly rows: readonly JsonObject[] }[]

/**
 * Puts whole rows into an empty database in one transaction, past access rules and audit: sample rows, and what tests
 * start from. Nothing happens when any of the entities has a row already. Gives the number of rows written.
 */
export const loadRows = async (
  store: Store,
  model: ServiceModel,
  set: RowSet,
  protection: Protection | null = null,
): Promise<number> => {
  const units = compileEntities(model, store)
  if (set.some(({ entity, rows }) => rows.length > 0 && entityOf(units, entity).sealed.length > 0))
    await protection?.keyring.prepare()
  return store.transaction(async (writes) => {
    const firstOf = ({ entity }: RowSet[number]) =>
      writes.find({ entity, fields: [], rules: null, withDeleted: true }, { limit: 1 })
    if ((await Promise.all(set.map(firstOf))).some((found) => found.length > 0)) return 0
    let written = 0
    for (const { entity, rows } of set) {
      const unit = entityOf(units, entity)
      if (!unit.stored.canInsert) continue
      for (let from = 0; from < rows.length; from += atOnceMax) {
        const ready: JsonObject[] = []
        for (const row of rows.slice(from, from + atOnceMax))
          ready.push(await sealed(unit, row, protection, writes.transaction))
        // In one round trip, where a database takes that.
        await Promise.all(ready.map((row) => writes.insert(entity, row)))
      }
      written += rows.length
    }
    return written
  })
}

const atOnceMax = 50

const sealed = async (
  unit: EntityUnit,
  row: JsonObject,
  protection: Protection | null,
  transaction: Transaction,
): Promise<JsonObject> => {
  if (unit.sealed.length === 0) return row
  if (!protection) throw new Error(`rows of ${unit.model.name} have protected fields, and no keys were given`)
  return { ...row, ...(await protection.seal(unit, row, Object.keys(row), protection.isShared ? transaction : null)) }
}
