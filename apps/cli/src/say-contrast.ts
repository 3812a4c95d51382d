import type { Contrast } from '@charter/project'
import type { Terminal } from './terminal.ts'

/** A request to copy that succeeds, and what somebody else was told, as aligned lines. `tokenOf`: how a shell writes the token of a role. */
export const contrastLines = (
  { style }: Terminal,
  contrast: Contrast | null,
  url: string,
  tokenOf: (role: string) => string,
): readonly (readonly [string, string])[] => {
  if (!contrast) return []
  const { path, allowed, refused } = contrast
  const curl = `curl -H "Authorization: Bearer ${tokenOf(allowed.role)}" ${url}${path}`
  return [
    [style.good(String(allowed.status)), curl],
    ...(refused
      ? [
          [
            style.seal(String(refused.status)),
            `the same as ${refused.role}: ${refused.reason}${refused.place === '' ? '' : ` (${refused.place})`}`,
          ] as const,
        ]
      : [['else', 'every other caller is denied: no token, no access'] as const]),
  ]
}
