import { ProblemError, problem } from '@charter/runtime'

/** What a transaction's statements and its end go through: nothing after a failure counts, nothing after the end is done. */
export class Course {
  #isOver = false
  #failure: unknown = null

  end(): void {
    this.#isOver = true
  }

  /** Throws where nothing more is to be done. */
  requireOpen(): void {
    if (this.#failure !== null) throw this.#failure
    if (this.#isOver)
      throw new ProblemError(problem('timeout', { cause: new Error('The transaction of this call has ended.') }))
  }

  /** The first failure is the one to tell. */
  failed(error: unknown): unknown {
    this.#failure ??= error
    return this.#failure
  }

  requireWhole(): void {
    if (this.#failure !== null) throw this.#failure
  }
}
