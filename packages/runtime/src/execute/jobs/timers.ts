import { hash } from 'node:crypto'
import { type MoveModel, type OperationModel, ownOperations, type ServiceModel } from '../../call/model.ts'
import type { CallStore, EnteredRow } from '../../rows/call-store.ts'
import { type EntityUnit, keyOf } from '../../store/entity.ts'
import type { Queue, Work } from '../../store/queue.ts'
import type { Transaction } from '../../store/transaction.ts'
import { canonicalJson } from '../../values/canonical-json.ts'
import { isObject, type Json, type JsonObject } from '../../values/json.ts'
import { sealedWork } from './sealed-work.ts'

/** A move that a row is to make by itself. */
export interface Timer {
  readonly operation: OperationModel
  readonly move: MoveModel & { readonly afterMs: number }
}

const timers = new WeakMap<ServiceModel, ReadonlyMap<string, readonly Timer[]>>()

/** By entity. */
export const timersOf = (model: ServiceModel, entity: string): readonly Timer[] => {
  const known = timers.get(model) ?? findTimers(model)
  timers.set(model, known)
  return known.get(entity) ?? []
}

const findTimers = (model: ServiceModel): ReadonlyMap<string, readonly Timer[]> =>
  Map.groupBy(
    ownOperations(model).flatMap((operation): readonly Timer[] => {
      const { move } = operation
      return move?.afterMs === undefined ? [] : [{ operation, move: { ...move, afterMs: move.afterMs } }]
    }),
    ({ operation }) => operation.entity ?? '',
  )

/** Which row a piece of work is for. */
export interface TimedRow {
  readonly key: JsonObject
  readonly tenant: string | undefined
}

export interface DueRow extends TimedRow {
  /** When, by the queue's clock and whatever it says of this piece by now: 0 of what was put before that was sealed. */
  readonly dueMs: number
}

/** Puts into the queue what the rows that came into a state are to do by themselves, unless they leave it before. */
export const putTimers = async (
  store: CallStore,
  queue: Pick<Queue, 'putWork' | 'clockMs'>,
  entered: readonly EnteredRow[],
  transaction: Transaction | null,
): Promise<void> => {
  const begun = entered.flatMap(({ unit, row }) =>
    timersOf(store.model, unit.model.name)
      .filter(({ move }) => move.from.includes(String(row[move.field])))
      .map(({ operation, move }) => ({ operation, move, key: keyOf(unit, row), tenant: tenantOf(unit, row) })),
  )
  if (begun.length === 0) return
  const clockMs = await queue.clockMs(transaction)
  for (const { operation, move, key, tenant } of begun) {
    const id = timerId(operation, { key, tenant })
    const sealed = sealedWork(store, 'timer', id).seal([key, tenant ?? null, clockMs + move.afterMs])
    await queue.putWork({ id, operation: operation.name, sealed, dueMs: store.nowMs() + move.afterMs }, transaction)
  }
}

const tenantOf = ({ model: { tenantField } }: EntityUnit, row: JsonObject): string | undefined =>
  tenantField === undefined ? undefined : String(row[tenantField])

export const isTimer = ({ id }: Pick<Work, 'id'>): boolean => id.startsWith('after/')

/** One for each row and move: whoever comes again has the later one. */
const timerId = ({ name }: OperationModel, { key, tenant }: TimedRow): string =>
  `after/${name}/${hash('sha256', canonicalJson([tenant ?? null, key]), 'base64url')}`

/** Throws a ProblemError (`stale-cursor`) for what another service, or another secret, has sealed. */
export const openTimer = (store: CallStore, { id, sealed }: Pick<Work, 'id' | 'sealed'>): DueRow => {
  const [key, tenant, dueMs] = sealedWork(store, 'timer', id).open(sealed)
  return {
    key: isObject(key as Json) ? (key as JsonObject) : {},
    tenant: typeof tenant === 'string' ? tenant : undefined,
    dueMs: Number(dueMs ?? 0),
  }
}
