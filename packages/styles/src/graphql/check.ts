import type { Charter, Diagnostic } from '@charter/charter'
import { graphqlReporter } from './diagnostics.ts'

/** Operations that GraphQL cannot carry. Names never clash: the surface gives each its own. */
export const check = (charter: Charter): readonly Diagnostic[] => {
  const reporter = graphqlReporter()
  for (const { name, mode, place } of charter.operations)
    if (mode === 'stream') reporter.report('graphql-stream', { place, path: `operations.${name}` }, { name })
  return reporter.found
}
