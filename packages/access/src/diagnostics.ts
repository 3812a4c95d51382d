import { error, warning } from '@charter/charter'

/** Every mistake found in `allow` and `policies`, declared once. Each has a page `docs/diagnostics/<code>.md`. */
export const accessDiagnostics = {
  'cedar-syntax': error<{ why: string; help?: string }>(
    ({ why }) => `This is not Cedar: ${why}.`,
    ({ help }) => help ?? 'A condition is like `resource.ward == principal.ward`; text stands in double quotes.',
  ),
  'cedar-type': error<{ why: string; help: string | undefined }>(
    ({ why }) => `This does not fit the charter: ${why}.`,
    ({ help }) =>
      help && `${help.charAt(0).toUpperCase()}${help.slice(1).replace(/[.?]?$/, (end) => (end === '?' ? end : '.'))}`,
  ),
  'cedar-unsupported': error<{ what: string; instead: string }>(
    ({ what }) => `${what} cannot be decided the same in every service and database.`,
    ({ instead }) => instead,
  ),
  'forbid-can-err': error<{ why: string }>(
    ({ why }) => `This \`forbid\` can err, and a skipped \`forbid\` would allow: ${why}.`,
    () => 'Guard it with `has`, so that it always comes out true or false.',
  ),
  'cedar-impossible': warning<{ why: string }>(({ why }) => `This line never applies: ${why}.`),
} as const
