import { allOf, type Row } from './listed.ts'
import type { PlatformCalls } from './platform-calls.ts'
import { runOf } from './run-of.ts'

/** What a key is to be. */
export interface KeyAsked {
  readonly name: string
  readonly grants: Row<'Key'>['grants']
  readonly days: number
}

/** Those that whoever asks may see. Rejects with a PlatformRefused. */
export const keysOf = (calls: PlatformCalls): Promise<readonly Row<'Key'>[]> => allOf<'Key'>(calls, 'keys?sort=-madeAt')

/** Makes one at once: of whoever has shown a second factor. Rejects with a PlatformRefused. */
export const mintKey = (calls: PlatformCalls, asked: KeyAsked): Promise<KeyMinted> =>
  calls('POST mint-key', { ...asked })

export interface KeyMinted {
  readonly id: string
  /** Told this once. */
  readonly key: string
  readonly endsAt: string
}

/** Where its person makes it in a browser, who shows a second factor there, and is told it there. */
export const mintingAddress = (platform: string, { name, grants, days }: KeyAsked): string =>
  `${platform}/keys/new?${new URLSearchParams({ name, grants: grants.join(','), days: String(days) })}`

/** The key of this name that there was none of before, once somebody made it. `wait` rejects where nobody waits any more. */
export const keyMadeMeanwhile = async (
  calls: PlatformCalls,
  { name }: KeyAsked,
  { before, wait }: { readonly before: readonly Row<'Key'>[]; readonly wait: () => Promise<void> },
): Promise<Row<'Key'>> => {
  const known = new Set(before.map(({ id }) => id))
  for (;;) {
    const made = (await keysOf(calls)).find((key) => key.name === name && !known.has(key.id))
    if (made) return made
    await wait()
  }
}

/** Has it end at an instant, where that is sooner than it was to. Rejects with a PlatformRefused. */
export const shortenKey = (calls: PlatformCalls, id: string, endsAt: string): Promise<Row<'Key'>> =>
  calls(`POST keys/${encodeURIComponent(id)}/shorten`, { endsAt })

/** Resolves once it is refused everywhere. Rejects with NotDeployed, or a PlatformRefused. */
export const revokeKey = async (calls: PlatformCalls, id: string): Promise<void> => {
  await runOf(calls, { start: `POST keys/${encodeURIComponent(id)}/revoke`, kind: 'revoke-key-jobs' })
}
