import type { OperationModel } from '../call/model.ts'
import { ProblemError, problem } from '../problem/problem.ts'

/** An internal operation ended with an error that it declares. */
export class OperationFailed extends Error {
  override readonly name = 'OperationFailed'
  readonly operation: string
  readonly reason: string
  readonly detail: string | undefined

  constructor(operation: string, reason: string, detail: string | undefined) {
    super(`${operation} failed with "${reason}", and nothing that calls it says what becomes of that`)
    this.operation = operation
    this.reason = reason
    this.detail = detail
  }
}

/** Ends a body with an error that its operation declares. */
export const failing =
  ({ name, errors }: Pick<OperationModel, 'name' | 'errors'>) =>
  (reason: string, detail?: string): never => {
    if (!errors.includes(reason)) throw new Error(`${name} does not declare the error "${reason}"`)
    throw failed(reason, detail)
  }

const failed = (reason: string, detail: string | undefined): ProblemError =>
  new ProblemError(problem('operation-failed', { reason, ...(detail !== undefined && { detail }) }))

/** What a body ended with, as its operation ends: the error of one that it called is its own where it declares that too. */
export const asItsOwn = (errors: readonly string[], error: unknown): unknown =>
  error instanceof OperationFailed && errors.includes(error.reason) ? failed(error.reason, error.detail) : error
