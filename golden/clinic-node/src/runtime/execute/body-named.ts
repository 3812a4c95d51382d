import { ProblemError, problem } from '../problem/problem.ts'
import { ownMember } from '../values/json.ts'
import type { ExecutorOptions } from './call-engine.ts'

/** The body of an operation, whose own types are what the operation says. Throws a ProblemError (`not-implemented`) where nobody has written it. */
export const bodyNamed = <Body>({ operations }: Pick<ExecutorOptions, 'operations'>, name: string): Body => {
  const body = ownMember(operations, name) as Body | undefined
  if (!body) throw new ProblemError(problem('not-implemented', { detail: 'This operation has no body yet.' }))
  return body
}
