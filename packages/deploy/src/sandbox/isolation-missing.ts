import { execFile } from 'node:child_process'

const triedMs = 10_000
const words = ['--unshare-all', '--ro-bind', '/', '/', '--proc', '/proc', '--dev', '/dev', 'true']

/** Why services cannot be kept apart from this machine; null where they can. It is tried, as a kernel may forbid what is installed. */
export const isolationMissing = (): Promise<string | null> =>
  new Promise((resolve) => {
    execFile('bwrap', words, { timeout: triedMs }, (error, _, said) => {
      if (!error) resolve(null)
      else if (error.code === 'ENOENT') resolve('bubblewrap is not installed. On Debian: apt-get install bubblewrap')
      else resolve(`bubblewrap cannot make namespaces here: ${said.trim().split('\n')[0] ?? ''}`)
    })
  })

/** The same, tried until it is found that they can be: what a machine lacks it may have later. */
export const isolationMissingOnce = (): (() => Promise<string | null>) => {
  let found: Promise<string | null> | null = null
  return async () => {
    found ??= isolationMissing()
    const missing = await found
    if (missing !== null) found = null
    return missing
  }
}

/** What is said of whatever somebody wrote where it cannot be kept apart. */
export const notApart = (missing: string): string =>
  `Nothing is run here that is not kept apart from the platform: ${missing}`
