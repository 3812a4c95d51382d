import { type MoveModel, moveAction, type OperationModel } from '../call/model.ts'
import { missingScopes } from '../call/scope.ts'
import { type ProblemError, problem } from '../problem/problem.ts'
import type { WritingStore } from '../rows/call-store.ts'
import { everyRow, type Grant, grantOf } from '../rows/grant.ts'
import type { InputReader } from '../rows/input.ts'
import type { Found, RowsQuery } from '../store/store.ts'
import type { JsonObject } from '../values/json.ts'
import { refuseBroken } from './derive.ts'
import { NotMoved } from './not-moved.ts'
import { updateRow } from './write.ts'

/** A move that an operation makes of a stored row, which its reader knows the entity and the caller of. */
export interface RowMove {
  readonly store: WritingStore
  readonly reader: InputReader
  readonly operation: OperationModel
  readonly move: MoveModel
  readonly stored: JsonObject
}

/**
 * Takes a stored row from the state it is in to the next, in the transaction that read it. Gives the row as stored then, and the names
 * of fields that changed. Throws ProblemError (`conflict`) from a state that the move does not begin in, with the moves there are from there for this caller; and where
 * what it asks of the row does not hold.
 */
export const moveRow = async (made: RowMove): ReturnType<typeof updateRow> => {
  const { store, reader, operation, move, stored } = made
  const { unit } = reader
  const state = stored[move.field]
  if (typeof state !== 'string') throw conflict(`This ${unit.model.name} is in no state.`)
  if (!move.from.includes(state)) throw await notFrom(made, state)
  if (move.isGuarded && !(await judged(made, [guardOf(reader, operation)]))?.isJudged(0)) throw notHeld(made)
  refuseBroken(reader, { ...stored, [move.field]: move.to })
  const input = { fields: { [move.field]: move.to }, owned: {} }
  const moved = await updateRow(store, unit, everyRow, stored, input, reader)
  store.entered.push({ unit, row: moved.row })
  return moved
}

const conflict = (detail: string): NotMoved => new NotMoved(problem('conflict', { detail }))

/** What own code alone calls has no name for who is told of it. */
const isInternal = ({ store, operation }: RowMove): boolean =>
  store.model.internal?.some(({ name }) => name === operation.name) === true

const guardOf = ({ unit, principal }: InputReader, { name }: OperationModel): Grant | null =>
  grantOf(unit, moveAction(name), principal)

const notHeld = (made: RowMove): NotMoved => {
  const { reader, operation, move } = made
  const asking = isInternal(made) ? `the move to \`${move.to}\`` : `\`${operation.name}\``
  return conflict(move.message ?? `What ${asking} asks of this ${reader.unit.model.name} does not hold.`)
}

const notFrom = async (made: RowMove, state: string): Promise<ProblemError> => {
  const { reader, operation, move } = made
  const names = await movesFrom(made, state)
  const there =
    names.length > 0 ? `From there you may: ${quoted(names)}.` : 'There is no move from there that you may make.'
  const moving = isInternal(made) ? `the service moves it to \`${move.to}\`` : `\`${operation.name}\` moves it`
  return conflict(`This ${reader.unit.model.name} is \`${state}\`; ${moving} from ${quoted(move.from)} alone. ${there}`)
}

const quoted = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(', ')

/** Moves that are looked at for whom to tell of. */
const toldMax = 50

/** Operations that would move this row now, for this caller. */
const movesFrom = async (made: RowMove, state: string): Promise<readonly string[]> => {
  const { unit, principal } = made.reader
  const { model } = made.store
  const { scopes } = principal
  const begin = model.operations.filter(
    ({ entity, move, name }) =>
      entity === unit.model.name &&
      move?.field === made.move.field &&
      move.from.includes(state) &&
      (scopes === undefined || missingScopes(model, { operation: name }, scopes).length === 0),
  )
  const asked = begin.slice(0, toldMax).flatMap((operation) => {
    const grant = grantOf(unit, operation.name, principal)
    const guard = operation.move?.isGuarded ? guardOf(made.reader, operation) : everyRow
    return grant ? [{ name: operation.name, rules: [grant, guard] }] : []
  })
  if (asked.length === 0) return []
  const found = await judged(
    made,
    asked.flatMap(({ rules }) => rules),
  )
  return asked.flatMap(({ name }, at) => (found?.isJudged(2 * at) && found.isJudged(2 * at + 1) ? [name] : []))
}

/** The row as it is stored, judged under each. */
const judged = async (
  { store, reader, stored }: RowMove,
  rules: readonly (Grant | null)[],
): Promise<Found | undefined> => {
  const { unit, principal } = reader
  const query: RowsQuery = { entity: unit.model.name, fields: [], byKey: 'stored', rules: null, judged: rules }
  const [found] = await store.writes.find(query, { principal, key: stored })
  return found
}
