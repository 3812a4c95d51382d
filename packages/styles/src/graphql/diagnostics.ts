import { createReporter, error } from '@charter/charter'

/** Every mistake that GraphQL finds in a charter. Each has a page `docs/diagnostics/<code>.md`. */
export const graphqlDiagnostics = {
  'graphql-stream': error<{ name: string }>(
    ({ name }) => `GraphQL carries the changes of entities as streams, and \`${name}\` is an operation that streams.`,
    () => 'Make it `mode: unary`, or serve a style that streams what operations give.',
  ),
} as const

/** Collects what `check` finds. */
export const graphqlReporter = () => createReporter(graphqlDiagnostics)
