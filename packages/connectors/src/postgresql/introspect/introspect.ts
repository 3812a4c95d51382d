import type { Introspection, IntrospectOptions } from '@charter/charter'
import { ProblemError, problem } from '@charter/runtime'

/** A PostgreSQL database as a charter document, from its catalogue alone. */
export const introspect = async (_url: string, _options: IntrospectOptions): Promise<Introspection> => {
  throw new ProblemError(problem('unavailable', { cause: 'Introspection of PostgreSQL is being built.' }))
}
