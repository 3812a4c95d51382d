import type { Principal } from '../call/call.ts'
import { ProblemError, problem } from '../problem/problem.ts'
import type { CallStore, WritingStore } from '../rows/call-store.ts'
import { filterOf } from '../rows/filter.ts'
import { everyRow } from '../rows/grant.ts'
import { type InputReader, readingNow, readRowInput, refuseErrors } from '../rows/input.ts'
import { openRow } from '../rows/open-rows.ts'
import { openUnit } from '../rows/open-unit.ts'
import { orderOf } from '../rows/order.ts'
import { type EntityUnit, entityOf, storedFields, tenantIn } from '../store/entity.ts'
import { rowOf } from '../store/found-row.ts'
import type { RowsQuery } from '../store/store.ts'
import type { Json, JsonObject } from '../values/json.ts'
import { isProtected } from './answers.ts'
import { fileOfRow } from './files/file-of-row.ts'
import { asMistake, refuseMore, rowsAsked, selectionOf } from './list-asked.ts'
import type { ListOfRows, Rows } from './own-rows.ts'
import { removeWhole } from './owned.ts'
import { requireShown } from './row-writes.ts'
import { wholeWrites } from './whole-writes.ts'
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

/** Reads what trusted code gives for rows of an entity. */
export const openReader = (
  store: Pick<WritingStore, 'units' | 'nowMs' | 'model'>,
  unit: EntityUnit,
  principal: Principal,
): InputReader => ({
  unit: openUnit(unit),
  units: store.units,
  reading: readingNow(store.nowMs(), store.model),
  grant: everyRow,
  principal,
})

/** What rows are read by; `onShown` is told of each protected value that is given, by its path: `Patient.ssn`. */
export const operationReads = (
  store: CallStore,
  principal: Principal,
  onShown: (path: string) => void,
): Pick<Rows, 'read' | 'list' | 'file'> => {
  const opened = openedBy(store, onShown)
  return {
    read: async (entity, key) => {
      const unit = entityOf(store.units, entity)
      const row = await storedRow(store, unit, key, principal)
      return row && opened(unit, row)
    },
    list: async (entity, asked = {}) => {
      const unit = entityOf(store.units, entity)
      const rows = await listStored(store, unit, asked, principal).catch(asMistake)
      return Promise.all(rows.map((row) => opened(unit, row)))
    },
    file: async (entity, key, field, range) => {
      const unit = entityOf(store.units, entity)
      const stored = await storedRow(store, unit, key, principal)
      const row = stored && (await opened(unit, stored))
      return fileOfRow(store, { unit, row, field, range, tenant: row && tenantIn(unit, row) })
    },
  }
}

const openedBy =
  (store: CallStore, onShown: (path: string) => void) =>
  async (unit: EntityUnit, stored: JsonObject): Promise<JsonObject> => {
    const row = await openedRow(store, unit, stored)
    for (const name of protectedIn(unit, row)) onShown(`${unit.model.name}.${name}`)
    return row
  }

/** As it is stored, whatever its caller may see of it; null where there is none. */
export const storedRow = async (
  store: CallStore,
  unit: EntityUnit,
  key: JsonObject,
  principal: Principal,
): Promise<JsonObject | null> => {
  const fields = storedFields(unit)
  const query: RowsQuery = { entity: unit.model.name, fields, byKey: 'stored', rules: everyRow }
  const [row] = await store.reads.find(query, { principal, key })
  return row ? rowOf(fields, row) : null
}

/** The same with what writes them, in the transaction at hand. */
export const operationRows = (store: WritingStore, principal: Principal, onShown: (path: string) => void): Rows =>
  rowsFor({ store, principal, onShown, whole: wholeWrites(store) })

interface RowsOf {
  readonly store: WritingStore
  readonly principal: Principal
  readonly onShown: (path: string) => void
  readonly whole: ReturnType<typeof wholeWrites>
}

const rowsFor = ({ store, principal, onShown, whole }: RowsOf): Rows => {
  const opened = openedBy(store, onShown)
  const needed = async (unit: EntityUnit, key: JsonObject): Promise<JsonObject> => {
    const row = await storedRow(store, unit, key, principal)
    if (!row) throw new ProblemError(problem('not-found'))
    return row
  }
  return {
    ...operationReads(store, principal, onShown),
    within: (tenant) => {
      if (tenant === '' || store.model.access.tenantClaim === undefined)
        throw new RangeError('rows are within a tenant that has a name, where the charter has `access.tenancy`')
      const inside = { ...principal, tenant }
      store.writes.transaction.widen?.()
      return rowsFor({ store: { ...store, hooks: store.hooks.as(inside) }, principal: inside, onShown, whole })
    },
    create: (entity, value) =>
      whole(async () => {
        const unit = entityOf(store.units, entity)
        const reader = openReader(store, unit, principal)
        const { made } = await insertRow(store, {
          unit,
          grant: everyRow,
          input: readForCreate(reader, value),
          reader,
          answer: {
            query: null,
            of: async (row) => {
              await requireShown(store, unit, row)
              return row
            },
          },
        })
        return made
      }),
    update: (entity, key, changes) =>
      whole(async () => {
        const unit = entityOf(store.units, entity)
        const before = await needed(unit, key)
        const reader = openReader(store, unit, principal)
        const input = readRowInput(reader, changes, 'update')
        refuseErrors(reader.reading.errors)
        const { row } = await updateRow(store, unit, everyRow, before, input, reader)
        await requireShown(store, unit, row)
        return opened(unit, row)
      }),
    delete: (entity, key) =>
      whole(async () => {
        const unit = entityOf(store.units, entity)
        await removeWhole(store, unit, await needed(unit, key), openReader(store, unit, principal))
      }),
  }
}

const listStored = async (
  store: CallStore,
  unit: EntityUnit,
  { limit, ...asked }: ListOfRows,
  principal: Principal,
): Promise<readonly JsonObject[]> => {
  const open = openUnit(unit)
  const fields = storedFields(unit)
  const selection = selectionOf(open, asked)
  const query: RowsQuery = {
    entity: unit.model.name,
    fields,
    rules: everyRow,
    order: orderOf(open, selection, everyRow, principal),
  }
  const filter = await filterOf(store, open, selection, everyRow, principal)
  const found = await store.reads.find(query, { principal, filter, limit: rowsAsked(limit) })
  refuseMore(unit, limit, found.length)
  return found.map((row) => rowOf(fields, row))
}
