import { z } from 'zod'

/** What counts as a second factor. */
export type Factor = 'authenticator' | 'recovery' | 'passkey'

/** The routes of better-auth that take one. */
export const factorAt: Readonly<Record<string, Factor>> = {
  '/two-factor/verify-totp': 'authenticator',
  '/two-factor/verify-backup-code': 'recovery',
}

/** Whose session it is, and what they have shown. */
export interface SignedIn {
  readonly person: string
  readonly email: string
  /** When a second factor was shown; null where none was. */
  readonly secondFactorAtMs: number | null
  /** The same of one that approves: a recovery code signs in, and lets nothing. */
  readonly freshFactorAtMs: number | null
  readonly factor: Factor | null
  /** Whether there is one to show. */
  readonly hasSecondFactor: boolean
  readonly untilMs: number
  /** The id of the session. */
  readonly session: string
}

/** A session as it is kept. */
export interface FoundSession {
  readonly signedIn: SignedIn
  readonly token: string
  readonly usedAtMs: number
}

const moment = z.iso.datetime().transform((text) => Date.parse(text))

const session = z.object({
  session: z.object({
    id: z.string(),
    token: z.string(),
    createdAt: moment,
    lastUsedAt: moment.nullish(),
    expiresAt: moment,
    secondFactorAt: moment.nullish(),
    factor: z.enum(['authenticator', 'recovery', 'passkey']).nullish(),
  }),
  user: z.object({ id: z.string(), email: z.string(), twoFactorEnabled: z.boolean().nullish() }),
})

/** What better-auth answers of a session; null where it says that there is none. */
export const readSession = (answer: unknown): FoundSession | null => {
  const read = session.safeParse(answer)
  if (!read.success) return null
  const { session: of, user } = read.data
  const shownAtMs = of.secondFactorAt ?? null
  const signedIn: SignedIn = {
    person: user.id,
    email: user.email,
    secondFactorAtMs: shownAtMs,
    freshFactorAtMs: of.factor === 'recovery' ? null : shownAtMs,
    factor: of.factor ?? null,
    hasSecondFactor: user.twoFactorEnabled === true,
    untilMs: of.expiresAt,
    session: of.id,
  }
  return { signedIn, token: of.token, usedAtMs: of.lastUsedAt ?? of.createdAt }
}
