import type { OperationModel } from '../call/model.ts'
import { readingNow, refuseErrors } from '../rows/input.ts'
import type { JsonObject } from '../values/json.ts'
import { readMembers } from '../values/read.ts'
import type { Execution } from './call-engine.ts'

/** What a call gives an operation of a charter's own, read. Throws a ProblemError (`invalid-input`). */
export const readInput = ({ call, executing, nowMs }: Execution, { input }: OperationModel): JsonObject => {
  const reading = readingNow(nowMs, executing.model)
  const value = readMembers(input, call.input.value ?? {}, '', reading)
  refuseErrors(reading.errors)
  return value ?? {}
}
