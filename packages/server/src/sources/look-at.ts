import { connectors } from '@charter/connectors'
import { saidText } from '@charter/deploy'
import { ProblemError } from '@charter/runtime'
import type { SqlIntrospection } from '@charter/sql'
import type { Entities } from '../charter.gen.ts'
import type { SourceGuard } from './source-guard.ts'

/** Reads the tables of a source. Its charter names a variable where the address would stand. Rejects where it is not reached or read. */
export const lookAt = async (
  { url, name }: Entities['Source']['row'],
  project: string,
  guard: SourceGuard,
): Promise<SqlIntrospection> => {
  const connector = connectors.find((each) => each.accepts(url))
  if (!connector) throw new Error('No connector speaks to it.')
  return connector.introspect(await guard.reach(url), {
    name: project,
    environment: `${name.toUpperCase()}_URL`,
    deadlineMs: lookMs,
  })
}

const lookMs = 120_000

/** What a person is told who named the source: what its server says, and no address. */
export const sentenceOf = (error: unknown): string => {
  const told = error instanceof ProblemError && error.problem.cause instanceof Error ? error.problem.cause : error
  return saidText(told instanceof Error ? told.message : String(told), 1000)
}
