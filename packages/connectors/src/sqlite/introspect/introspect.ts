import type { Introspection, IntrospectOptions } from '@charter/charter'
import { ProblemError, problem } from '@charter/runtime'

/** Not read yet: the next commit. */
export const introspect = async (_url: string, _options: IntrospectOptions): Promise<Introspection> => {
  throw new ProblemError(problem('not-implemented'))
}
