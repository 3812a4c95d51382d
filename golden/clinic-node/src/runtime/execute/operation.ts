import type { Principal } from '../call/call.ts'
import { ProblemError, problem } from '../problem/problem.ts'
import type { CallStore, WritingStore } from '../rows/call-store.ts'
import { everyRow } from '../rows/grant.ts'
import { type InputReader, readingNow, readRowInput } from '../rows/input.ts'
import { openRow } from '../rows/open-rows.ts'
import { type EntityUnit, entityOf, planMemory } from '../store/entity.ts'
import { rowOf } from '../store/found-row.ts'
import type { RowsQuery } from '../store/store.ts'
import type { Json, JsonObject } from '../values/json.ts'
import { isProtected } from './answers.ts'
import type { Rows } from './operation-body.ts'
import { requireShown } from './row-writes.ts'
import { insertRow, readForCreate, updateRow } from './write.ts'

/** A row as bodies are given it: protected values opened, without blind indexes, which are nobody's business. */
export const openedRow = async (store: CallStore, unit: EntityUnit, row: JsonObject): Promise<JsonObject> => {
  const { ...plain } = await openRow(store, unit, row)
  for (const index of unit.stored.indexes) delete (plain as Record<string, Json>)[index]
  return plain
}

/** Names of the fields behind protection whose values a row holds. */
export const protectedIn = ({ model }: EntityUnit, row: JsonObject): readonly string[] =>
  model.fields.filter((field) => isProtected(field) && (row[field.name] ?? null) !== null).map(({ name }) => name)

/** `onShown` is told of each protected value that is given, by its path: `Patient.ssn`. */
export const operationRows = (store: WritingStore, principal: Principal, onShown: (path: string) => void): Rows => {
  const opened = async (unit: EntityUnit, stored: JsonObject): Promise<JsonObject> => {
    const row = await openedRow(store, unit, stored)
    for (const name of protectedIn(unit, row)) onShown(`${unit.model.name}.${name}`)
    return row
  }
  const stored = async (entity: string, key: JsonObject): Promise<JsonObject | null> => {
    const unit = entityOf(store.units, entity)
    const fields = [...unit.model.fields.map(({ name }) => name), ...unit.stored.indexes]
    const query: RowsQuery = { entity, fields, byKey: 'stored', rules: everyRow }
    const [row] = await store.writes.find(query, { principal, key })
    return row ? rowOf(fields, row) : null
  }
  const readerOf = (entity: string): InputReader => ({
    unit: openUnit(store, entity),
    units: store.units,
    reading: readingNow(store.nowMs(), store.model),
    grant: everyRow,
    principal,
  })
  return {
    read: async (entity, key) => {
      const row = await stored(entity, key)
      return row && opened(entityOf(store.units, entity), row)
    },
    create: async (entity, value) => {
      const reader = readerOf(entity)
      const unit = entityOf(store.units, entity)
      const [row] = await insertRow(store, {
        unit,
        grant: everyRow,
        input: readForCreate(reader, value),
        reader,
        answer: (made) => requireShown(store, unit, made),
      })
      return row
    },
    update: async (entity, key, changes) => {
      const before = await stored(entity, key)
      if (!before) throw new ProblemError(problem('not-found'))
      const reader = readerOf(entity)
      const { row } = await updateRow(
        store,
        entityOf(store.units, entity),
        everyRow,
        before,
        readRowInput(reader, changes, 'update'),
        reader,
      )
      const unit = entityOf(store.units, entity)
      await requireShown(store, unit, row)
      return opened(unit, row)
    },
  }
}

/** The entity with nothing hidden and every stored field writable but its key and what moves alone change. */
const openUnit = (store: WritingStore, entity: string) => {
  const unit = entityOf(store.units, entity)
  const fields = unit.model.fields.map(({ reveal: _, ...field }) => ({
    ...field,
    writable: field.isState || unit.model.key.includes(field.name) ? field.writable : ('always' as const),
  }))
  return {
    ...unit,
    model: { ...unit.model, fields },
    fields: new Map(fields.map((field) => [field.name, field])),
    plans: planMemory(),
  }
}
