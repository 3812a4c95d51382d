import { evaluate } from '../call/evaluate.ts'
import { isDerived } from '../call/written.ts'
import { ProblemError, problem } from '../problem/problem.ts'
import type { WritingStore } from '../rows/call-store.ts'
import { checkNewRow, type InputReader, isBlind, type RowInput, refuseErrors } from '../rows/input.ts'
import type { HookedWrite } from '../rows/write-hooks.ts'
import { entityOf } from '../store/entity.ts'
import type { JsonObject } from '../values/json.ts'
import { unknownReferences } from './references.ts'

/** A write that is about to run through a hook. */
export interface Deriving {
  readonly store: WritingStore
  readonly reader: InputReader
  readonly write: HookedWrite
  /** Asks the rules of the write as it was sent; rejects with `forbidden`. */
  judged(): Promise<void>
}

/** What the hook derives of a new row, and that the row holds with it. */
export const deriveNew = async (deriving: Deriving): Promise<JsonObject> => {
  const { store, reader, write } = deriving
  const { unit, reading } = reader
  if (unit.model.hooks === undefined) return {}
  return toldToWhoMay(deriving, async () => {
    const derived = await store.hooks.before(unit, write)
    const row = { ...write.given, ...derived }
    const { model } = entityOf(store.units, unit.model.name)
    const left = model.fields.find((field) => isDerived(model, field) && (row[field.name] ?? null) === null)
    if (left) throw new Error(`the hook \`before\` of ${model.name} gives no ${left.name}`)
    if (Object.keys(derived).length === 0) return {}
    checkNewRow(reader, row, '', (check) => !isBlind(reader, check))
    refuseErrors(reading.errors)
    refuseBroken(reader, row)
    return derived
  })
}

/** What is asked to change, with what the hook derives. */
export const deriveChanged = async (deriving: Deriving): Promise<RowInput> => {
  const { store, reader, write } = deriving
  const { unit } = reader
  const asked: RowInput = { fields: write.given, owned: write.owned ?? {} }
  if (unit.model.hooks === undefined) return asked
  return toldToWhoMay(deriving, async () => {
    const derived = await store.hooks.before(unit, write)
    if (Object.keys(derived).length === 0) return asked
    const fields = { ...write.given, ...derived }
    refuseBroken(reader, { ...write.stored, ...fields })
    return { ...asked, fields }
  })
}

/**
 * Whoever may not do the write as it was sent is told no other reason, whatever its hook says: the rules are asked before, while they can
 * be. What it refers to is looked for before too, so that the hook may count on it.
 */
const toldToWhoMay = async <Result>(
  { store, reader, write, judged }: Deriving,
  run: () => Promise<Result>,
): Promise<Result> => {
  // Else nothing is asked before its time.
  if (!reader.unit.model.hooks?.includes('before')) return run()
  const refusal = await refusalOf(judged())
  try {
    const row = { ...write.stored, ...write.given }
    if (!refusal) refuseErrors(await unknownReferences(store, reader.unit, row, write.stored, reader))
    return await run()
  } catch (error) {
    throw refusal ?? error
  }
}

const refusalOf = (judging: Promise<void>): Promise<ProblemError | null> =>
  judging.then(
    () => null,
    (error: unknown) => {
      if (error instanceof ProblemError && error.problem.code === 'forbidden') return error
      throw error
    },
  )

/** A check that speaks of what the caller may not see holds as any other does, and nothing of it is told. */
export const refuseBroken = (reader: InputReader, row: JsonObject): void => {
  const { model } = reader.unit
  const isBroken = model.checks.some(
    (check) => isBlind(reader, check) && evaluate(check.predicate, row, reader.principal) === false,
  )
  if (isBroken) throw new ProblemError(problem('conflict', { detail: `A rule of this ${model.name} would not hold.` }))
}
