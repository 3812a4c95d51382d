import { spawnSync } from 'node:child_process'

/** Why services cannot be kept apart from this machine; null where they can. It is tried, as a kernel may forbid what is installed. */
export const isolationMissing = (): string | null => {
  const tried = spawnSync(
    'bwrap',
    ['--unshare-all', '--ro-bind', '/', '/', '--proc', '/proc', '--dev', '/dev', 'true'],
    { encoding: 'utf8', timeout: 10_000 },
  )
  if (tried.status === 0) return null
  if (tried.error) return 'bubblewrap is not installed. On Debian: apt-get install bubblewrap'
  return `bubblewrap cannot make namespaces here: ${tried.stderr.trim().split('\n')[0] ?? ''}`
}

/** What is said of whatever somebody wrote where it cannot be kept apart. */
export const notApart = (missing: string): string =>
  `Nothing is run here that is not kept apart from the platform: ${missing}`
