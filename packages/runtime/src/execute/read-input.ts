import type { OperationModel } from '../call/model.ts'
import { readingNow, refuseErrors } from '../rows/input.ts'
import type { Json, JsonObject } from '../values/json.ts'
import { readMembers } from '../values/read.ts'
import type { Execution } from './call-engine.ts'

/** What an operation of a charter's own is given, by its call unless said otherwise, read. Throws a ProblemError (`invalid-input`). */
export const readInput = (
  { call, executing, nowMs }: Execution,
  { input }: OperationModel,
  given: Json | undefined = call.input.value,
): JsonObject => {
  const reading = readingNow(nowMs, executing.model)
  const value = readMembers(input, given ?? {}, '', reading)
  refuseErrors(reading.errors)
  return value ?? {}
}
