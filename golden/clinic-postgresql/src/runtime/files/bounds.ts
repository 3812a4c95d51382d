import { ProblemError, problem } from '../problem/problem.ts'
import type { FileBounds } from './file-store.ts'
import { isOfKinds } from './sniff/is-of-kinds.ts'

/** A file is not taken, and what came of it is of no use to anybody. */
export class Refused extends ProblemError {}

/** Throws a Refused with `invalid-input`. */
export const refuse = (detail: string): never => {
  throw new Refused(problem('invalid-input', { detail }))
}

/** Throws likewise where a file is of none of the kinds that are wanted. */
export const requireKind = (kind: string, { kinds }: FileBounds): void => {
  if (kinds && !isOfKinds(kind, kinds))
    refuse(`This file is ${kind} by what it holds; here it may be ${kinds.join(', ')}.`)
}
