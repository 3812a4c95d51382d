import type { Transaction } from '../../store/transaction.ts'
import type { Json } from '../../values/json.ts'
import type { JobRun } from './run-part.ts'
import { type SealedWork, sealedWork } from './sealed-work.ts'

/** What a step gives is read back where a run is begun again: it is small, as rows hold what is not. */
const stepLengthMax = 1_048_576

/** What a step of the run gave; null of one that was not done yet. */
export const findStep = async (run: JobRun, name: string): Promise<{ readonly value: Json } | null> => {
  const { state } = run.executing
  const found = await state.findStep(run.held.id, name, null)
  return found && { value: sealedStep(run, name).open(String(found.value))[0] ?? null }
}

/** In which attempt a step was done: 0 where that is not known. */
export const attemptOfStep = async (run: JobRun, name: string): Promise<number> => {
  const found = await run.executing.state.findStep(run.held.id, name, null)
  return found ? Number(sealedStep(run, name).open(String(found.value))[1] ?? 0) : 0
}

/** Keeps what a step gave, sealed, as it may be what is protected in its row; and gives it as it will be read back: as JSON. */
export const keepStep = async (
  run: JobRun,
  name: string,
  value: unknown,
  transaction: Transaction | null,
): Promise<Json> => {
  const { state } = run.executing
  const text = JSON.stringify(value ?? null)
  if (text.length > stepLengthMax)
    throw new Error(`the step "${name}" of ${run.operation.name} gives more than ${stepLengthMax} characters of JSON`)
  const kept = JSON.parse(text) as Json
  await state.saveStep(run.held.id, name, sealedStep(run, name).seal([kept, run.attempts]), transaction)
  return kept
}

const sealedStep = ({ executing, held }: JobRun, name: string): SealedWork =>
  sealedWork(executing.store, 'step', held.id, name)
