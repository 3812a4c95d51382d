import { createReporter, error } from '@charter/charter'

/** Every mistake that REST finds in a charter. Each has a page `docs/diagnostics/<code>.md`. */
export const restDiagnostics = {
  'bad-override': error<{ why: string }>(({ why }) => `This route cannot be: ${why}.`),
  'rest-route-clash': error<{ method: string; path: string; one: string; other: string }>(
    ({ method, path, one, other }) => `\`${method} ${path}\` would be both ${one} and ${other}.`,
    () => 'Give one of them another path with `rest: { path: … }`.',
  ),
  'rest-path-parameter': error<{ path: string; key: string }>(
    ({ path, key }) => `The parameters of \`${path}\` are not the key fields (${key || 'there are none'}).`,
    () => 'Write each key field once as `:field`, and no other parameter.',
  ),
  'rest-stream': error<{ name: string }>(
    ({ name }) => `REST does not carry streams, and \`${name}\` is one.`,
    () => 'Make it `mode: unary`, or serve a style that streams.',
  ),
  'rest-reserved-parameter': error<{ name: string; operation: string }>(
    ({ name, operation }) =>
      `The input \`${name}\` of \`${operation}\` is a query parameter that REST keeps for itself.`,
    () => 'Rename the input, or use another verb than GET.',
  ),
} as const

export const restReporter = () => createReporter(restDiagnostics)
