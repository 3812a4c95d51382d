import { evaluate } from '../call/evaluate.ts'
import { type MoveModel, moveAction, type OperationModel } from '../call/model.ts'
import { missingScopes } from '../call/scope.ts'
import { ProblemError, problem } from '../problem/problem.ts'
import type { WritingStore } from '../rows/call-store.ts'
import { type Grant, grantOf } from '../rows/grant.ts'
import { type InputReader, isBlind } from '../rows/input.ts'
import type { EntityUnit } from '../store/entity.ts'
import type { Found, RowsQuery } from '../store/store.ts'
import type { JsonObject } from '../values/json.ts'
import { updateRow } from './write.ts'

/** A move that an operation makes of a row. */
export interface RowMove {
  readonly operation: OperationModel
  readonly move: MoveModel
  readonly stored: JsonObject
}

const everything: Grant = { permits: [], forbids: [], isOpen: true, id: 'move' }

/**
 * Takes a stored row from the state it is in to the next, in the transaction that read it. Gives the row as stored then. Throws
 * ProblemError (`conflict`) from a state that the move does not begin in, with the moves there are from there for this caller; and where
 * what it asks of the row does not hold.
 */
export const moveRow = async (
  store: WritingStore,
  unit: EntityUnit,
  { operation, move, stored }: RowMove,
  reader: InputReader,
): Promise<JsonObject> => {
  const state = stored[move.field]
  if (typeof state !== 'string') throw conflict(`This ${unit.model.name} is in no state.`)
  if (!move.from.includes(state)) throw await notFrom(store, unit, { operation, move, stored }, reader)
  if (move.isGuarded && !(await judged(store, unit, [guardOf(unit, operation, reader)], stored, reader))?.isJudged(0))
    throw conflict(move.message ?? `What \`${operation.name}\` asks of this ${unit.model.name} does not hold.`)
  refuseBroken(reader, { ...stored, [move.field]: move.to })
  const input = { fields: { [move.field]: move.to }, owned: {} }
  return (await updateRow(store, unit, everything, stored, input, reader)).row
}

/** A check that speaks of what the caller may not see holds as any other does, and nothing of it is told. */
const refuseBroken = (reader: InputReader, row: JsonObject): void => {
  const { model } = reader.unit
  const isBroken = model.checks.some(
    (check) => isBlind(reader, check) && evaluate(check.predicate, row, reader.principal) === false,
  )
  if (isBroken) throw conflict(`A rule of this ${model.name} would not hold.`)
}

const conflict = (detail: string): ProblemError => new ProblemError(problem('conflict', { detail }))

const guardOf = (unit: EntityUnit, { name }: OperationModel, { principal }: InputReader): Grant | null =>
  grantOf(unit, moveAction(name), principal)

const notFrom = async (
  store: WritingStore,
  unit: EntityUnit,
  { operation, move, stored }: RowMove,
  reader: InputReader,
): Promise<ProblemError> => {
  const state = String(stored[move.field])
  const names = await movesFrom(store, unit, { operation, move, stored }, reader)
  const there =
    names.length > 0 ? `From there you may: ${quoted(names)}.` : 'There is no move from there that you may make.'
  return conflict(
    `This ${unit.model.name} is \`${state}\`; \`${operation.name}\` moves it from ${quoted(move.from)} alone. ${there}`,
  )
}

const quoted = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(', ')

/** Moves that are looked at for whom to tell of. */
const toldMax = 50

/** Operations that would move this row now, for this caller. */
const movesFrom = async (
  store: WritingStore,
  unit: EntityUnit,
  { move: { field }, stored }: RowMove,
  reader: InputReader,
): Promise<readonly string[]> => {
  const state = String(stored[field])
  const { scopes } = reader.principal
  const begin = store.model.operations.filter(
    ({ entity, move, name }) =>
      entity === unit.model.name &&
      move?.field === field &&
      move.from.includes(state) &&
      (scopes === undefined || missingScopes(store.model, { operation: name }, scopes).length === 0),
  )
  const asked = begin.slice(0, toldMax).flatMap((operation) => {
    const grant = grantOf(unit, operation.name, reader.principal)
    const guard = operation.move?.isGuarded ? guardOf(unit, operation, reader) : everything
    return grant ? [{ name: operation.name, rules: [grant, guard] }] : []
  })
  if (asked.length === 0) return []
  const rules = asked.flatMap((each) => each.rules)
  const found = await judged(store, unit, rules, stored, reader)
  return asked.flatMap(({ name }, at) => (found?.isJudged(2 * at) && found.isJudged(2 * at + 1) ? [name] : []))
}

/** The row as its rules see it, judged under each. */
const judged = async (
  store: WritingStore,
  { model }: EntityUnit,
  rules: readonly (Grant | null)[],
  stored: JsonObject,
  { principal }: InputReader,
): Promise<Found | undefined> => {
  const query: RowsQuery = { entity: model.name, fields: [], byKey: 'stored', rules: null, judged: rules }
  const [found] = await store.writes.find(query, { principal, key: stored })
  return found
}
