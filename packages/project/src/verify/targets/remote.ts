import { bodyText } from '@charter/runtime'
import { openPage } from '../../page/open-page.ts'
import { StartFailed } from '../../run.ts'
import type { Target } from '../target.ts'
import { personOf } from '../tokens.ts'

/**
 * A service that is already running, on data that is its own. Tokens are those given by role, else those that a
 * service in development mode tells its page, where the URL is the address that it printed.
 */
export const remoteTarget = async (
  url: string,
  given: Readonly<Record<string, string>>,
  mint: ((as: string) => Promise<string>) | null,
): Promise<Target> => {
  const base = url.replace(/\/*(?:\?.*)?$/, '')
  await requireAnswer(base)
  const tokens = { ...(await pageTokens(url, base)), ...given }
  return {
    name: base,
    url: base,
    tokenOf: async (as, shows) => {
      if (shows) return null
      const { role, claims, person } = personOf(as)
      if (claims === 0 && person === null && tokens[role]) return tokens[role]
      return mint ? mint(as) : null
    },
    reset: null,
    close: async () => {},
  }
}

/** Rejects with StartFailed when nothing answers there at all. */
const requireAnswer = (base: string): Promise<unknown> =>
  fetch(base, { redirect: 'manual', signal: AbortSignal.timeout(10_000) }).catch(() => {
    throw new StartFailed(`Nothing answers at ${base}. Start the service first, or say another URL.`)
  })

const pageTokens = async (url: string, base: string): Promise<Readonly<Record<string, string>>> => {
  try {
    const headers = url.includes('?secret=') ? await openPage(url) : null
    if (!headers) return {}
    const answer = await fetch(`${base}/_charter/page.json`, { headers, signal: AbortSignal.timeout(10_000) })
    if (!answer.ok) return {}
    const { roles } = JSON.parse(await bodyText(answer)) as { roles: readonly { name: string; token: string }[] }
    return Object.fromEntries(roles.filter(({ token }) => token !== '').map(({ name, token }) => [name, token]))
  } catch {
    // No development page: tokens must then be given.
    return {}
  }
}
