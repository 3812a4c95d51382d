import { evaluate } from '../call/evaluate.ts'
import { isDerived } from '../call/written.ts'
import { ProblemError, problem } from '../problem/problem.ts'
import type { WritingStore } from '../rows/call-store.ts'
import { checkNewRow, type InputReader, isBlind, type RowInput, refuseErrors } from '../rows/input.ts'
import type { HookedWrite } from '../rows/write-hooks.ts'
import { entityOf } from '../store/entity.ts'
import type { JsonObject } from '../values/json.ts'

/**
 * What the hook derives of a new row, and that the row holds with it. `judged`: the rules of what is given. `path`: where the row
 * stands in the input.
 */
export const deriveNew = async (
  store: WritingStore,
  reader: InputReader,
  write: HookedWrite,
  judged: () => Promise<void>,
  path = '',
): Promise<JsonObject> => {
  const { unit, reading } = reader
  if (unit.model.hooks === undefined) return {}
  const derived = await store.hooks.before(unit, write, judged)
  const row = { ...write.given, ...derived }
  const { model } = entityOf(store.units, unit.model.name)
  const left = model.fields.find((field) => isDerived(model, field) && (row[field.name] ?? null) === null)
  if (left) throw new Error(`the hook \`before\` of ${unit.model.name} gives no ${left.name}`)
  if (Object.keys(derived).length === 0) return {}
  checkNewRow(reader, row, path)
  refuseErrors(reading.errors)
  return derived
}

/** What is asked to change, with what the hook derives. A rule that only the derived values break tells nothing of what its caller may not see. */
export const deriveChanged = async (
  store: WritingStore,
  reader: InputReader,
  write: HookedWrite,
  judged: () => Promise<void>,
): Promise<RowInput> => {
  const { unit } = reader
  const asked: RowInput = { fields: write.given, owned: write.owned ?? {} }
  if (unit.model.hooks === undefined) return asked
  const derived = await store.hooks.before(unit, write, judged)
  if (Object.keys(derived).length === 0) return asked
  const fields = { ...write.given, ...derived }
  refuseBroken(reader, { ...write.stored, ...fields })
  return { ...asked, fields }
}

/** A check that speaks of what the caller may not see holds as any other does, and nothing of it is told. */
export const refuseBroken = (reader: InputReader, row: JsonObject): void => {
  const { model } = reader.unit
  const isBroken = model.checks.some(
    (check) => isBlind(reader, check) && evaluate(check.predicate, row, reader.principal) === false,
  )
  if (isBroken) throw new ProblemError(problem('conflict', { detail: `A rule of this ${model.name} would not hold.` }))
}
