import { agentWords } from './agent-words.ts'

/** A session of somebody, as they are shown it. */
export interface OwnSession {
  readonly id: string
  readonly address: string
  /** Of the browser, in plain words. */
  readonly agent: string
  readonly sinceMs: number
  readonly usedAtMs: number
}

/** As it is kept; by its token it is ended. */
export interface KeptSession {
  readonly id: string
  readonly token: string
  readonly createdAt: Date
  readonly ipAddress?: string | null | undefined
  readonly userAgent?: string | null | undefined
  readonly lastUsedAt?: Date | null | undefined
}

/** Those that have not lain unused for so long, the one that was used last before others. */
export const ownSessions = (
  kept: readonly KeptSession[],
  { idleMs, nowMs }: { readonly idleMs: number; readonly nowMs: number },
): readonly OwnSession[] =>
  kept
    .map((session) => ({
      id: session.id,
      address: session.ipAddress || 'an address that is not known',
      agent: agentWords(session.userAgent ?? ''),
      sinceMs: session.createdAt.getTime(),
      usedAtMs: (session.lastUsedAt ?? session.createdAt).getTime(),
    }))
    .filter(({ usedAtMs }) => nowMs - usedAtMs <= idleMs)
    .sort((one, other) => other.usedAtMs - one.usedAtMs)
