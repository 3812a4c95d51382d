import { ProblemError, problem } from '../../problem/problem.ts'

/** What whoever cannot be believed is told; `cause` stays inside. */
export const unauthenticated = (detail: string, cause?: unknown): ProblemError =>
  new ProblemError(problem('unauthenticated', { detail, cause, isRefusedCredential: true }))
